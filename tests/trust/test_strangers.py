"""Clients that guess links, invent host names, or send much without access: refused soon, and logged separately."""

import http.client
import logging
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from werkzeug.test import create_environ, run_wsgi_app

from scorekeeper.hosting.app import create_host
from scorekeeper.play.access import close_link, list_match_links
from scorekeeper.play.scoring.match import load_match
from scorekeeper.play.scoring.writing import start_match
from scorekeeper.store.ephemeral.rate_limits import count_hit
from scorekeeper.store.ids import make_id
from scorekeeper.web import create_app
from scorekeeper.web.access.permissions import MOST_KEYS
from scorekeeper.web.access.rate_limits import NEW_BOOKS, WRONG_LINKS, find_house
from scorekeeper.web.http.headers import HEADERS
from scorekeeper.web.http.host_names import is_host
from tests.trust.server import Running, running
from tests.web.pages import Phone, make_opening

KEY = "key-of-this-table"
MOST = WRONG_LINKS.most


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    app = create_app({"DATA": tmp_path, "OWNER_KEY": KEY, "TESTING": True})
    yield app
    app.extensions["scorekeeper"].close()


@pytest.fixture
def server(app: Flask) -> Iterator[Running]:
    with running(app) as server:
        yield server


# -- links that open nothing -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("way", ["in", "join"])
def test_links_that_open_nothing_are_soon_answered_in_one_line_and_logged_without_them(
    app: Flask, caplog: pytest.LogCaptureFixture, way: str
) -> None:
    stranger = app.test_client()
    with caplog.at_level(logging.WARNING):
        answers = [stranger.get(f"/{way}/secret{number}") for number in range(3 * MOST)]
    assert [answer.status_code for answer in answers] == [403] * MOST + [429] * (2 * MOST)
    assert len(answers[-1].data) < 100
    assert int(answers[-1].headers["Retry-After"]) > 0
    assert len(caplog.records) == 2
    assert "127.0.0.1" in caplog.text
    assert "secret" not in caplog.text


def test_a_right_link_opens_from_an_address_that_has_tried_many_wrong_ones(app: Flask) -> None:
    match = start_match(app.extensions["scorekeeper"], "spansk", ["Anna", "Bo"])
    links = list_match_links(app.extensions["scorekeeper"], match.id)
    guest = app.test_client()
    for number in range(2 * MOST):
        guest.get(f"/join/{number}")
    assert guest.get(f"/join/{links.watch}").status_code == 303
    assert app.test_client().get(f"/in/{KEY}").status_code == 303


def test_wrong_links_of_one_address_are_not_counted_for_another(app: Flask) -> None:
    stranger = app.test_client()
    for number in range(2 * MOST):
        stranger.get(f"/in/{number}")
    assert stranger.get("/in/x", environ_overrides={"REMOTE_ADDR": "192.0.2.7"}).status_code == 403


def test_wrong_links_are_counted_for_all_processes_together(app: Flask, tmp_path: Path) -> None:
    second = create_app({"DATA": tmp_path, "OWNER_KEY": KEY, "TESTING": True})
    clients = [app.test_client(), second.test_client()]
    answers = [clients[number % 2].get("/in/x").status_code for number in range(MOST + 2)]
    assert answers == [403] * MOST + [429] * 2
    second.extensions["scorekeeper"].close()


def test_wrong_links_are_counted_for_the_address_that_a_trusted_proxy_tells(tmp_path: Path) -> None:
    app = create_app({"DATA": tmp_path, "OWNER_KEY": KEY, "TESTING": True, "PROXIES": 1})
    stranger = app.test_client()

    def try_from(address: str) -> int:
        return stranger.get("/in/x", headers={"X-Forwarded-For": f"198.51.100.1, {address}"}).status_code

    assert {try_from("192.0.2.1") for _ in range(MOST)} == {403}
    assert (try_from("192.0.2.1"), try_from("192.0.2.2")) == (429, 403)
    app.extensions["scorekeeper"].close()


@pytest.mark.parametrize(
    ("address", "house"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:aaaa::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:bbbb:cccc:dddd:1", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("nowhere", "nowhere"),
    ],
)
def test_a_device_that_changes_its_own_half_of_an_address_stays_in_its_house(address: str, house: str) -> None:
    assert find_house(address) == house


def test_no_address_opens_more_books_on_a_host_than_a_club_needs(tmp_path: Path) -> None:
    app = create_host({"DATA": tmp_path, "TESTING": True, "WTF_CSRF_ENABLED": False})
    for _ in range(NEW_BOOKS.most - 1):
        count_hit(app.extensions["ephemeral"], NEW_BOOKS.what, "192.0.2.1", NEW_BOOKS.within)

    def open_new(address: str) -> int:
        fields = make_opening(app, book_id := make_id())
        opening = f"/b/{book_id}/open"
        return app.test_client().post(opening, data=fields, environ_overrides={"REMOTE_ADDR": address}).status_code

    assert [open_new(address) for address in ("192.0.2.1", "192.0.2.1", "192.0.2.2")] == [303, 429, 303]
    app.extensions["books"].close()


def test_no_link_pushes_out_one_that_still_opens_something(app: Flask) -> None:
    store = app.extensions["scorekeeper"]
    matches = [start_match(store, "spansk", ["Anna", "Bo"]).id for _ in range(MOST_KEYS + 1)]
    links = [list_match_links(store, match).watch for match in matches]
    guest = app.test_client()
    for link in links[:-1]:
        assert guest.get(f"/join/{link}").status_code == 303
    cookie = guest.get_cookie("scorekeeper")
    assert cookie is not None
    assert len(cookie.value) < 4000
    full = guest.get(f"/join/{links[-1]}")
    assert (full.status_code, f"{MOST_KEYS} links" in full.text) == (403, True)
    assert guest.get(f"/m/{matches[0]}/sheet").status_code == 200
    close_link(store, matches[7], "watch")
    assert guest.get(f"/join/{links[-1]}").status_code == 303
    assert [guest.get(f"/m/{matches[each]}/sheet").status_code for each in (0, 6, 7, -1)] == [200, 200, 403, 200]


# -- hosts -------------------------------------------------------------------------------------------------------------

NO_HOSTS = ["a..b", ".", "..", "a" * 300, "xn--", "xn--a", "a b", "ä.example", "pad:99999", "[::1", "[x]", "-", "a/b"]
HOSTS = ["", "pad", "pad.local", "pad.local.", "192.168.1.5:8000", "[::1]:8000", "xn--mnchen-3ya.example", "my_pad:80"]


def test_a_host_that_is_none_is_refused_in_one_line(app: Flask, caplog: pytest.LogCaptureFixture) -> None:
    for host in NO_HOSTS:
        for path in ("/", "/healthz", "/nothing", "/m/x/share", "/static/css/base.css"):
            said, status, headers = run_wsgi_app(app, create_environ(path) | {"HTTP_HOST": host})
            assert (status, b"".join(said)) == ("400 Bad Request", b"This score pad is not called that.\n"), host
            assert {name: headers.get(name) for name in HEADERS} == HEADERS
    assert caplog.text == ""


def test_a_host_that_is_one_is_answered(app: Flask) -> None:
    phone = Phone(app.test_client(), KEY)
    match = start_match(app.extensions["scorekeeper"], "spansk", ["Anna", "Bo"])
    cookie = phone.client.get_cookie("scorekeeper")
    assert cookie is not None
    for host in HOSTS:
        asked = {"HTTP_HOST": host, "HTTP_COOKIE": f"scorekeeper={cookie.value}"}
        _, status, _ = run_wsgi_app(app, create_environ(f"/m/{match.id}/share") | asked)
        assert (status, is_host(host)) == ("200 OK", True), host


# -- over the wire -----------------------------------------------------------------------------------------------------


def has_headers(said: bytes) -> bool:
    """Return whether an answer has the headers that every answer has."""
    return all(f"\r\n{name}: {value}\r\n".lower().encode() in said.lower() for name, value in HEADERS.items())


def test_a_large_body_of_a_stranger_is_not_taken_in(server: Running) -> None:
    for framing, begin in ((b"Content-Length: 30000000", b""), (b"Transfer-Encoding: chunked", b"1c9c380\r\n")):
        with server.connect() as stranger:
            head = b"POST /m/x/photo HTTP/1.1\r\nHost: pad\r\n" + framing + b"\r\n\r\n"
            stranger.sendall(head + begin + b"x" * 1000)
            said = server.hear(stranger)
        assert said.startswith(b"HTTP/1.1 403 Forbidden\r\n")
        assert has_headers(said)


def test_who_was_let_in_may_send_much(app: Flask, server: Running) -> None:
    cookie, _ = server.let_in(KEY)
    with server.connect() as owner:
        owner.sendall(
            b"POST /new HTTP/1.1\r\nHost: pad\r\nContent-Length: 200000\r\nExpect: 100-continue\r\n"
            b"Content-Type: application/x-www-form-urlencoded\r\nCookie: " + cookie.encode() + b"\r\n\r\n"
        )
        assert server.hear(owner).startswith(b"HTTP/1.1 100 Continue")
        owner.sendall(b"a" * 200_000)
        assert server.hear(owner).startswith(b"HTTP/1.1 400")  # no CSRF token, but the check was reached
    forged = cookie[:-2] + ("aa" if not cookie.endswith("aa") else "bb")
    with server.connect() as stranger:
        stranger.sendall(
            b"POST /new HTTP/1.1\r\nHost: pad\r\nContent-Length: 200000\r\nCookie: " + forged.encode() + b"\r\n\r\n"
        )
        assert server.hear(stranger).startswith(b"HTTP/1.1 403")


NO_REQUESTS = [
    b"no request\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost : pad\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: pad\r\nTransfer-Encoding: gzip\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: a..b\r\n\r\n",
    b"GET / HTTP/1.1\r\nX: " + b"x" * 300_000 + b"\r\n\r\n",
    b"POST / HTTP/1.1\r\nHost: pad\r\nContent-Length: 99999999\r\n\r\n",
    b"POST / HTTP/1.1\r\nHost: pad\r\nContent-Length: -1\r\n\r\n",
]


def test_an_answer_of_the_server_itself_has_the_headers_of_all_the_others(server: Running) -> None:
    for sent in NO_REQUESTS:
        with server.connect() as client:
            client.sendall(sent)
            said = server.hear(client)
        assert re.match(rb"HTTP/1.[01] [45]\d\d ", said)
        assert has_headers(said), sent[:60]
        assert b"server:" not in said.lower()
        assert b"uvicorn" not in said.lower()


def test_an_answer_without_content_keeps_its_connection(app: Flask, server: Running) -> None:
    match = start_match(app.extensions["scorekeeper"], "spansk", ["Anna", "Bo"])
    phone = http.client.HTTPConnection(*server.place, timeout=20)
    cookie = {"Cookie": server.let_in(KEY)[0]}
    phone.request("GET", f"/m/{match.id}/news?seen=0", headers=cookie)
    first = phone.getresponse()
    held = phone.sock
    for _ in range(3):
        assert (first.status, first.read(), first.headers.get("Connection")) == (204, b"", None)
        phone.request("GET", f"/m/{match.id}/news?seen=0", headers=cookie)
        first = phone.getresponse()
        assert phone.sock is held
    first.read()
    phone.close()


def test_idle_and_half_sent_connections_silence_nobody(server: Running) -> None:
    with server.holding(2 * server.places, b"") as _, server.holding(server.places, b"GET / HTTP/1.1\r\nHost: p") as _:
        for _ in range(5):
            phone = http.client.HTTPConnection(*server.place, timeout=20)
            phone.request("GET", "/healthz")
            assert phone.getresponse().status == 200
            phone.close()


def test_who_looks_waits_for_nobody_who_writes(app: Flask, server: Running) -> None:
    """Another program has locked the matches, and every phone posts."""
    store = app.extensions["scorekeeper"]
    match = start_match(store, "spansk", ["Anna", "Bo"])
    cookie, token = server.let_in(KEY)
    body = f"csrf_token={token}&seen=0&post=tap&kind=ends&player=Anna&ends=5+0&do=save".encode()
    post = (
        f"POST /m/{match.id} HTTP/1.1\r\nHost: pad\r\nCookie: {cookie}\r\nContent-Length: {len(body)}\r\n"
        "Content-Type: application/x-www-form-urlencoded\r\n\r\n"
    ).encode() + body
    with server.holding(16, post) as phones:
        with store.write():
            for path in (f"/m/{match.id}", f"/m/{match.id}/sheet", f"/m/{match.id}/news?seen=7"):
                assert server.fetch(path, cookie)
        assert {server.hear(each)[:12] for each in phones} == {b"HTTP/1.1 303"}
    assert load_match(store, match.id).seen == 1
