"""A link to watch that is sent on: a messenger gets a preview of the match, and no access to it."""

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.play.access import close_link, make_link
from scorekeeper.play.scoring.writing import start_match
from tests.web.pages import Page
from tests.web.test_celebration import finish

MESSENGER = {"User-Agent": "WhatsApp/2.23.20.0"}
BROWSER = {"User-Agent": "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/124.0 Mobile Safari/537.36"}


def read_tags(client: FlaskClient, address: str) -> dict[str, str]:
    answer = client.get(address, headers=MESSENGER)
    assert answer.status_code == 200
    assert "Set-Cookie" not in answer.headers
    return {at["property"]: at["content"] for tag, at in Page(answer).elements if tag == "meta" and "property" in at}


def test_a_result_that_is_shared_shows_who_has_won_and_its_picture(app: Flask) -> None:
    match = finish(app, "muggins", ("Anna", "Bo"))
    key = make_link(app.extensions["scorekeeper"], match.id, "watch")
    tags = read_tags(app.test_client(), f"/join/{key}")
    assert tags["og:title"] == "Muggins: Anna, Bo"
    assert tags["og:description"].startswith("Anna won. Anna ")
    assert tags["og:url"] == f"http://localhost/join/{key}"
    assert tags["og:image"] == f"http://localhost/join/{key}/result.png"
    picture = app.test_client().get(tags["og:image"], headers=MESSENGER)
    assert (picture.status_code, picture.mimetype) == (200, "image/png")


def test_a_match_that_runs_shows_how_it_stands_and_no_picture(app: Flask) -> None:
    match = start_match(app.extensions["scorekeeper"], "muggins", ["Anna", "<Bo>"])
    key = make_link(app.extensions["scorekeeper"], match.id, "watch")
    tags = read_tags(app.test_client(), f"/join/{key}")
    assert (tags["og:title"], tags["og:description"]) == ("Muggins: Anna, <Bo>", "Anna 0 – <Bo> 0")
    assert "og:image" not in tags
    assert app.test_client().get(f"/join/{key}/result.png").status_code == 404


def test_a_messenger_is_let_in_to_nothing(app: Flask) -> None:
    match = finish(app, "muggins", ("Anna", "Bo"))
    client = app.test_client()
    client.get(f"/join/{make_link(app.extensions['scorekeeper'], match.id, 'watch')}", headers=MESSENGER)
    assert client.get(f"/m/{match.id}/sheet", headers=MESSENGER).status_code == 403


def test_a_browser_goes_on_to_the_match(app: Flask) -> None:
    match = finish(app, "muggins", ("Anna", "Bo"))
    key = make_link(app.extensions["scorekeeper"], match.id, "watch")
    answer = app.test_client().get(f"/join/{key}", headers=BROWSER)
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/m/{match.id}/sheet")


def test_of_a_link_to_score_nothing_is_shown(app: Flask) -> None:
    match = finish(app, "muggins", ("Anna", "Bo"))
    key = make_link(app.extensions["scorekeeper"], match.id, "score")
    assert app.test_client().get(f"/join/{key}", headers=MESSENGER).status_code == 303
    assert app.test_client().get(f"/join/{key}/result.png").status_code == 404


@pytest.mark.parametrize("path", ["", "/result.png"])
def test_of_a_link_that_was_closed_nothing_is_shown(app: Flask, path: str) -> None:
    store, match = app.extensions["scorekeeper"], finish(app, "muggins", ("Anna", "Bo"))
    key = make_link(store, match.id, "watch")
    close_link(store, match.id, "watch")
    answer = app.test_client().get(f"/join/{key}{path}", headers=MESSENGER)
    assert answer.status_code in (403, 404)
    assert "Anna" not in answer.text
