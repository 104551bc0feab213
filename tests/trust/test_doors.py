"""Every address, requested in every way by every kind of device: each device gets only what it may see."""

import io
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.routing import Rule

from scorekeeper.engine.file.remark import Remark
from scorekeeper.play.access import list_match_links, make_link
from scorekeeper.play.events.event import Entrant, Event
from scorekeeper.play.events.writing import publish_draw, start_event
from scorekeeper.play.history.details import note_match
from scorekeeper.play.history.search import list_matches
from scorekeeper.play.photos import keep_photo
from scorekeeper.play.scoring.match import Match, load_match
from scorekeeper.play.scoring.own_games import save_own_game
from scorekeeper.play.scoring.writing import add_entry, start_match
from scorekeeper.play.upkeep.copies import list_copies
from scorekeeper.store.ids import make_id
from scorekeeper.web import create_app
from scorekeeper.web.access.permissions import find_opening
from tests.long import LONG
from tests.trust.test_archives import jpeg
from tests.web.pages import Phone

KEY = "key-of-this-table"
ORDER = ("outside", "come", "watch", "score", "own")
NAMES = ("Anna-of-this-table", "Bo-of-this-table")
READS = ("GET", "HEAD", "OPTIONS")


@dataclass(frozen=True)
class Device:
    """A device, and its permission for the match of the URL."""

    client: FlaskClient
    may: str
    knows: bool = False  # it may see another match: then the first page lists that one


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    app = create_app({"DATA": tmp_path, "OWNER_KEY": KEY, "SECRET_KEY": "secret", "TESTING": True})
    yield app
    app.extensions["scorekeeper"].close()


@pytest.fixture
def match(app: Flask) -> Match:
    """Start a match with a photo of its first entry."""
    store = app.extensions["scorekeeper"]
    match = start_match(store, "spansk", NAMES)
    photo = keep_photo(store, match.id, jpeg(), {"size": [800, 600], "tiles": []})
    return add_entry(store, match.id, {"entry": "ends", "player": NAMES[0], "ends": ["5", "0"]}, 0, "a", photo)


def devices(app: Flask, match: Match) -> dict[str, Device]:
    """Return a device of every kind."""
    store = app.extensions["scorekeeper"]
    closed = list_match_links(store, match.id)
    shut_out = _joined(app, closed.score)
    make_link(store, match.id, "score")
    links = list_match_links(store, match.id)
    other = start_match(store, "spansk", ["Carl", "Dora"])
    forged = create_app({"DATA": store.path.parent / "x", "OWNER_KEY": KEY, "SECRET_KEY": "guessed", "TESTING": True})
    forger = app.test_client()
    if cookie := _owner(forged).get_cookie("scorekeeper"):
        forger.set_cookie("scorekeeper", cookie.value)
    forged.extensions["scorekeeper"].close()
    return {
        "a stranger": Device(app.test_client(), "come"),
        "who forged the owner's cookie": Device(forger, "come"),
        "whose link was closed": Device(shut_out, "come"),
        "a guest of another match": Device(_joined(app, list_match_links(store, other.id).score), "come", True),
        "a watcher": Device(_joined(app, links.watch), "watch", True),
        "a scorer": Device(_joined(app, links.score), "score", True),
        "the owner": Device(_owner(app), "own", True),
    }


def _joined(app: Flask, key: str | None) -> FlaskClient:
    client = app.test_client()
    assert client.get(f"/join/{key}").status_code == 303
    return client


def _owner(app: Flask) -> FlaskClient:
    client = app.test_client()
    assert client.get(f"/in/{KEY}").status_code == 303
    return client


def addresses(app: Flask, match: Match) -> dict[str, tuple[Rule, str]]:
    """Return a URL for each rule of the app, about `match` if it is about a match."""
    store = app.extensions["scorekeeper"]
    game = save_own_game(store, {"name": "Grandmother's"})
    names = (*match.seating.players, "Carl", "Dora")[:4]
    entrants = tuple(Entrant(name) for name in names)
    event_id = start_event(store, "Thursday", "draw", {}, Event(entrants, 100), make_id())
    publish_draw(store, event_id, 1, 7, (), make_id())
    filled: Mapping[str, object] = {
        "match_id": match.id, "kept_id": match.id, "photo_id": match.photos[1], "number": 1, "name": NAMES[0],
        "key": "spansk", "filename": "css/base.css", "game_id": game.id, "ticket": "none",
        "event_id": event_id, "round_": 1, "what": "seats",
    }  # fmt: skip
    found = {}
    with app.test_request_context():
        for rule in app.url_map.iter_rules():
            built = rule.build({name: filled[name] for name in rule.arguments})
            assert built is not None, rule
            about = f"?match={match.id}" if rule.endpoint in ("rules.rules", "rules.list_rules") else ""
            found[f"{rule.rule} {rule.endpoint}"] = rule, built[1] + about
    return found


def test_every_device_opens_what_it_was_let_in_to_and_nothing_else(app: Flask, match: Match) -> None:
    store = app.extensions["scorekeeper"]
    every, all_devices = addresses(app, match), devices(app, match)
    before = list_matches(store), load_match(store, match.id), list_copies(store)
    asked = 0
    for rule, address in every.values():
        with app.test_request_context():
            needed = find_opening(rule.endpoint)
        methods = {*(rule.methods or ()), "PUT", *(("DELETE", "PATCH", "POST") if LONG else ())}
        for who, device in all_devices.items():
            for method in sorted(methods):
                told = f"{method} {address} by {who}"
                with device.client.open(address, method=method) as answer:
                    status, text = answer.status_code, answer.get_data().decode(errors="replace")
                asked += 1
                assert status < 500, told
                asks_for_it = method in (rule.methods or ()) or method == "OPTIONS"
                # None of the devices has a link of the event.
                may = ORDER.index(device.may) >= ORDER.index(needed if asks_for_it and needed != "event" else "own")
                if rule.rule == "/" and device.knows and method in READS:
                    assert status == 200, told
                    assert device.may != "come" or NAMES[1] not in text, told
                elif may:
                    assert status != 403 or rule.rule in ("/in/<key>", "/join/<key>"), told
                    assert method in READS or status in (400, 405), told  # no CSRF token
                elif rule.rule in ("/m/<match_id>", "/m/<match_id>/hand") and device.may == "watch":
                    assert status in (303, 403), told
                else:
                    assert status == 403, told
                    assert device.may != "come" or NAMES[1] not in text, told
    assert asked > 7 * len(every) * 3
    assert (list_matches(store), load_match(store, match.id), list_copies(store)) == before


def test_no_post_counts_without_the_token_of_its_own_device(app: Flask, match: Match) -> None:
    """Another website could make a browser send these requests; none of them counts."""
    owner, other = Phone(app.test_client(), KEY), Phone(app.test_client(), KEY)
    token = dict(other.open("/new").forms["new"].fields)["csrf_token"]
    own = dict(owner.open("/new").forms["new"].fields)["csrf_token"]
    for rule, address in addresses(app, match).values():
        if "POST" not in (rule.methods or ()):
            continue
        attempts: tuple[dict[str, Any], ...] = (
            {"data": {}},
            {"data": {"csrf_token": token}},
            {"data": {"csrf_token": ""}},
            {"query_string": {"csrf_token": own}},
            {"json": {"csrf_token": own}},
            {"data": f"csrf_token={own}", "content_type": "text/plain"},
            {"data": {"csrf_token": own[:-8] + "forged--"}},
            {"data": {"csrf_token": token, "picture": (io.BytesIO(b"x"), "x.jpg")}},
        )
        for sent in attempts:
            assert owner.client.post(address, **sent).status_code == 400, (address, sent)


def test_a_token_that_counted_once_counts_for_its_own_device_and_pages_alone(app: Flask) -> None:
    owner, other = Phone(app.test_client(), KEY), Phone(app.test_client(), KEY)
    own = dict(owner.open("/new").forms["new"].fields)["csrf_token"]
    other.open("/new")
    https, elsewhere = "https://localhost/", {"Referer": "https://elsewhere.example/"}
    spoken = {"csrf_token": own, "language": "sv"}
    assert owner.client.post("/language", data=spoken).status_code == 303
    assert other.client.post("/language", data=spoken).status_code == 400
    for headers, status in (({"Referer": f"{https}m/x"}, 303), (elsewhere, 400), ({}, 400)):
        assert owner.client.post("/language", data=spoken, base_url=https, headers=headers).status_code == status


# -- hostile names -----------------------------------------------------------------------------------------------------

HOSTILE = (
    "<script>alert(1)</script>", "</title><img src=x onerror=alert(1)>", '" autofocus onfocus="alert(1)', "{{ 7*'7' }}",
    "'); DROP TABLE entries;--", "%(name)s %s {0}", "=1+1", "&lt;b&gt;",
)  # fmt: skip


class Page(HTMLParser):
    """A parser that collects what on a page could run a script."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.acts: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "script" and not str(given.get("src", "")).startswith("/static/"):
            self.acts.append(tag)
        self.acts += [name for name in given if name.startswith("on") or name == "autofocus"]
        self.acts += [link for name in ("href", "src") if (link := str(given.get(name))).startswith("javascript:")]
        self.acts += [tag] if tag == "img" and given.get("src") == "x" else []


def test_no_name_does_anything_on_any_page(app: Flask) -> None:
    store = app.extensions["scorekeeper"]
    owner = _owner(app)
    seen = 0
    for four in (HOSTILE[:4], HOSTILE[4:]):
        match = start_match(store, "dk_almindelig", four)
        note_match(store, match.id, Remark(four[0] + four[1], four[2]))
        photo = keep_photo(store, match.id, jpeg(), {"size": [800, 600], "tiles": []})
        hands = {name: {"pips": 3 + place} for place, name in enumerate(four) if place}
        round_ = {"entry": "round", "out": four[0], "hands": hands}
        match = add_entry(store, match.id, round_, 0, "tap", photo)
        for rule, address in addresses(app, match).values():
            if "GET" not in (rule.methods or ()) or rule.endpoint == "static":
                continue
            with owner.get(address) as answer:
                if answer.mimetype != "text/html":
                    continue
                assert Page(answer.get_data(as_text=True)).acts == [], address
                assert "7777777" not in answer.get_data(as_text=True), address
            seen += 1
    assert seen > 30
