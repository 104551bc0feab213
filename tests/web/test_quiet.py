"""A phone that has seen the last entry is answered at once that nothing is new; all other requests reach the app."""

from collections.abc import Iterable
from wsgiref.types import StartResponse, WSGIEnvironment

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import Client, EnvironBuilder

from scorekeeper.play.access import close_link, list_match_links
from scorekeeper.play.history.details import move_match
from scorekeeper.play.scoring.match import Match
from scorekeeper.play.scoring.writing import add_entry, start_match
from scorekeeper.web.access.news_middleware import UnchangedNewsMiddleware
from scorekeeper.web.http.book_middleware import BookMiddleware
from tests.web.conftest import KEY
from tests.web.pages import Phone


def asks_the_app(app: Flask, client: FlaskClient, path: str, method: str = "GET", host: str = "localhost") -> bool:
    """Return whether a request of this phone reaches the app."""
    asked: list[str] = []

    def inside(environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        asked.append(environ["PATH_INFO"])
        start("200 OK", [])
        return ()

    cookie = client.get_cookie("scorekeeper")
    headers = {"Cookie": f"language=sv; scorekeeper={cookie.value}"} if cookie else {}
    builder = EnvironBuilder(path=path.partition("?")[0], query_string=path.partition("?")[2], method=method)
    builder.host, builder.headers = host, builder.headers.__class__(headers)
    status = (
        Client(BookMiddleware(app.extensions["books"], UnchangedNewsMiddleware(app, inside)), use_cookies=False)
        .open(builder)
        .status_code
    )
    assert status == (200 if asked else 204)
    return bool(asked)


@pytest.fixture
def match(app: Flask) -> Match:
    store = app.extensions["scorekeeper"]
    match = start_match(store, "spansk", ["Anna", "Bo"])
    return add_entry(store, match.id, {"entry": "ends", "player": "Anna", "ends": ["5", "0"]}, 0, "first")


@pytest.fixture
def owner(app: Flask) -> FlaskClient:
    client = app.test_client()
    client.get(f"/in/{KEY}")
    return client


@pytest.fixture
def guest(app: Flask, match: Match) -> FlaskClient:
    client = app.test_client()
    client.get(f"/join/{list_match_links(app.extensions['scorekeeper'], match.id).watch}")
    return client


def test_an_owner_and_a_guest_who_have_seen_everything_are_answered_at_once(
    app: Flask, match: Match, owner: FlaskClient, guest: FlaskClient
) -> None:
    for phone in (owner, guest):
        assert not asks_the_app(app, phone, f"/m/{match.id}/news?seen=1")
        assert asks_the_app(app, phone, f"/m/{match.id}/news?seen=0")


@pytest.mark.parametrize(
    "path", ["/m/{}/news?seen=1.", "/m/{}/news", "/m/{}/news?seen=1&x=1", "/m/nosuchmatch/news?seen=0", "/m/{}"]
)
def test_whatever_else_is_asked_for_the_app_answers(app: Flask, match: Match, owner: FlaskClient, path: str) -> None:
    assert asks_the_app(app, owner, path.format(match.id))


def test_only_whoever_may_see_the_match_is_answered(app: Flask, match: Match, guest: FlaskClient) -> None:
    news, store = f"/m/{match.id}/news?seen=1", app.extensions["scorekeeper"]
    forged = app.test_client()
    forged.set_cookie("scorekeeper", "eyJvd25lciI6Im1lIn0.aaaaaa.bbbbbbbbbbbbbbbbbbbbbbbbbbb")
    for stranger in (app.test_client(), forged):
        assert asks_the_app(app, stranger, news)
    other = start_match(store, "spansk", ["Carl", "Dora"])
    assert asks_the_app(app, guest, f"/m/{other.id}/news?seen=0")
    move_match(store, match.id, "deleted")
    assert asks_the_app(app, guest, news)
    move_match(store, match.id, "here")
    assert not asks_the_app(app, guest, news)
    close_link(store, match.id, "watch")
    assert asks_the_app(app, guest, news)


def test_nothing_is_answered_to_a_form_nor_by_a_name_that_is_not_ours(
    app: Flask, match: Match, owner: FlaskClient
) -> None:
    news = f"/m/{match.id}/news?seen=1"
    assert asks_the_app(app, owner, news, method="POST")
    app.config["TRUSTED_HOSTS"] = ["pad.example"]
    assert asks_the_app(app, owner, news)
    assert not asks_the_app(app, owner, news, host="pad.example")


def test_the_answer_is_the_one_of_the_page_for_news(match: Match, owner: FlaskClient) -> None:
    quiet = owner.get(f"/m/{match.id}/news?seen=1")
    slow = owner.get(f"/m/{match.id}/news?seen=1&by=the+app")
    for name in ("Cache-Control", "Vary"):
        assert quiet.headers[name] == slow.headers[name]
    assert (quiet.status, quiet.data) == (slow.status, slow.data)


def test_a_page_asks_for_news_often_enough_to_show_an_entry_within_two_seconds(app: Flask, phone: Phone) -> None:
    match = start_match(app.extensions["scorekeeper"], "spansk", ["Anna", "Bo"])
    [live] = [at for _, at in phone.open(f"/m/{match.id}").elements if at.get("id") == "live"]
    assert live["data-every"] == "1500"
