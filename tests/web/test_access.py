"""Who may see what: the owner's link lets a device in; everybody else sees how to join and no match."""

import re

import pytest
from flask import Flask

from scorekeeper.play.access import close_link, list_match_links, make_link
from scorekeeper.play.photos import keep_photo
from scorekeeper.play.scoring.writing import add_entry, start_match
from scorekeeper.store.links import Right
from tests.web.pages import Page, Phone
from tests.web.photographed import reading


def test_an_unknown_device_sees_how_to_join(app: Flask) -> None:
    page = Page(app.test_client().get("/"))
    assert page.status == 403
    assert "Join the table" in page.text


@pytest.mark.parametrize("path", ["", "/sheet", "/match.json", "/photo"])
def test_an_unknown_device_sees_nothing_of_a_match(app: Flask, phone: Phone, path: str) -> None:
    pad = phone.new_match()
    answer = app.test_client().get(pad.path + path)
    assert answer.status_code == 403
    assert "Anna" not in answer.text


def test_an_unknown_device_cannot_tell_which_matches_there_are(app: Flask) -> None:
    stranger = app.test_client()
    assert stranger.get("/m/nosuchmatch").status_code == stranger.get("/nothing").status_code == 403


def test_an_unknown_device_writes_nothing(app: Flask, phone: Phone) -> None:
    pad = phone.new_match()
    stranger = app.test_client()
    assert stranger.post(pad.path, data={"kind": "play", "tile": "5-0", "player": "Anna"}).status_code in (400, 403)
    assert "+1" not in phone.open(pad.path).text


def test_a_wrong_link_lets_nobody_in(app: Flask) -> None:
    client = app.test_client()
    assert client.get("/in/another-key").status_code == 403
    assert client.get("/").status_code == 403


def test_the_device_stays_let_in_after_a_restart(app: Flask, phone: Phone) -> None:
    from scorekeeper.web import create_app

    again = create_app({"DATA": app.config["DATABASE"].parent, "OWNER_KEY": app.config["OWNER_KEY"], "TESTING": True})
    cookie = phone.client.get_cookie("scorekeeper")
    assert cookie is not None
    client = again.test_client()
    client.set_cookie("scorekeeper", cookie.value)
    assert client.get("/").status_code == 200


def test_a_new_key_of_the_owner_signs_every_device_out(app: Flask, phone: Phone) -> None:
    app.config["OWNER_KEY"] = "another-key"
    assert phone.open("/").status == 403


def test_the_cookie_is_for_the_server_alone(app: Flask) -> None:
    cookie = app.test_client().get(f"/in/{app.config['OWNER_KEY']}").headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert "Expires=" in cookie


def test_a_page_that_is_kept_beside_the_open_one_writes_no_cookie_over_a_newer_one(phone: Phone) -> None:
    assert "Set-Cookie" in phone.client.get("/", headers={"Sec-Fetch-Mode": "navigate"}).headers, "which prolongs it"
    assert "Set-Cookie" not in phone.client.get("/", headers={"Sec-Fetch-Mode": "cors"}).headers


def test_a_form_of_another_site_is_refused(phone: Phone) -> None:
    pad = phone.new_match()
    answer = phone.client.post(pad.path, data={"kind": "play", "tile": "5-0", "player": "Anna", "do": "save"})
    assert answer.status_code == 400
    assert "This page is too old" in answer.text


def test_the_server_says_that_it_is_there(app: Flask) -> None:
    answer = app.test_client().get("/healthz")
    assert (answer.status_code, answer.json) == (200, {"ok": True, "write": True, "photo": True, "copies": True})


def list_addresses(app: Flask, match: str, photo: str) -> list[tuple[str, str]]:
    """Return the method and address of every view of a match, and of every view that takes uploads."""
    values = {"match_id": match, "photo_id": photo, "number": "1", "seat": "0"}
    found = [
        (method, re.sub(r"<(?:\w+:)?(\w+)>", lambda name: values.get(name[1], "1"), rule.rule))
        for rule in app.url_map.iter_rules()
        if "match_id" in rule.arguments or rule.rule.startswith("/keeping")
        for method in sorted({"GET", "HEAD", "POST"} & (rule.methods or set()))
    ]
    return [*found, ("GET", f"/m/{match}/news?seen=1"), ("GET", f"/rules/spansk?match={match}")]


@pytest.mark.parametrize("right", ["watch", "score"])
@pytest.mark.parametrize("way", ["close", "new"])
def test_a_link_that_is_revoked_is_refused_by_every_address_at_once(app: Flask, right: Right, way: str) -> None:
    store = app.extensions["scorekeeper"]
    match = start_match(store, "spansk", ["Anna", "Bo"])
    add_entry(store, match.id, {"entry": "ends", "player": "Anna", "ends": ["5", "0"]}, 0, "first")
    photo = keep_photo(store, match.id, b"jpeg", reading().to_json(""))
    guest = app.test_client()
    guest.get(f"/join/{getattr(list_match_links(store, match.id), right)}")
    addresses = list_addresses(app, match.id, photo)
    before = [guest.open(path, method=method).status_code for method, path in addresses]
    assert before.count(403) < len(before) / 2 or right == "watch"
    assert 204 in before, "the quick answer that nothing is new is among them"
    assert 200 in before
    (close_link if way == "close" else make_link)(store, match.id, right)
    after = {(method, path): guest.open(path, method=method).status_code for method, path in addresses}
    assert {address: status for address, status in after.items() if status != 403} == {}


def test_what_one_match_allows_says_nothing_of_another_in_the_same_request(app: Flask) -> None:
    """A guest sees only those matches of an evening that their links open."""
    store = app.extensions["scorekeeper"]
    match = start_match(store, "spansk", ["Anna", "Bo"])
    other = start_match(store, "spansk", ["Anna", "Bo"])
    guest = app.test_client()
    guest.get(f"/join/{list_match_links(store, match.id).watch}")
    page = guest.get(f"/m/{match.id}/evening")
    assert page.status_code == 200
    assert f"/m/{match.id}" in page.text
    assert f"/m/{other.id}" not in page.text
