"""Raw connections: each answer is complete, and no slow request or reader delays the others."""

import http.client
import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from flask import Flask, Response, request

from scorekeeper.cli.server import connections
from scorekeeper.cli.server.bridge import THREADS
from scorekeeper.hosting.app import create_any
from scorekeeper.hosting.book_folders import make_book
from scorekeeper.play.scoring.match import load_match
from scorekeeper.play.scoring.writing import start_match
from scorekeeper.web import create_app
from scorekeeper.web.access.permissions import for_everybody
from tests.trust.server import Running, running

KEY = "key-of-this-table"
PARTS = 64  # bytes of a long answer
PART = b"x" * 100_000


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    app = create_app({"DATA": tmp_path, "OWNER_KEY": KEY, "TESTING": True})
    yield app
    app.extensions["scorekeeper"].close()


@pytest.fixture
def server(app: Flask) -> Iterator[Running]:
    with running(app) as server:
        yield server


def test_every_kind_of_answer_keeps_its_connection(app: Flask, server: Running) -> None:
    store = app.extensions["scorekeeper"]
    match = start_match(store, "spansk", ["Anna", "Bo"]).id
    cookie, token = server.let_in(KEY)
    form = f"csrf_token={token}&seen=0&post=tap&kind=ends&player=Anna&ends=5+0&do=save"
    phone = http.client.HTTPConnection(*server.place, timeout=20)
    phone.connect()
    held = phone.sock

    def ask(method: str, path: str, body: str | None = None, **headers: str) -> http.client.HTTPResponse:
        typed = {"Content-Type": "application/x-www-form-urlencoded"} if body else {}
        phone.request(method, path, body, {"Cookie": cookie, **typed, **headers})
        answer = phone.getresponse()
        answer.read()
        assert answer.headers["Connection"] is None
        assert phone.sock is held
        return answer

    page = ask("GET", f"/m/{match}")
    asset = ask("GET", "/static/manifest.webmanifest")
    answers = [
        page,
        ask("HEAD", f"/m/{match}"),
        ask("GET", "/static/manifest.webmanifest", **{"If-None-Match": asset.headers["ETag"]}),
        ask("GET", f"/m/{match}/news?seen=0"),
        ask("POST", f"/m/{match}", form),
        ask("POST", f"/m/{match}", form.replace("tap", "other")),
        ask("POST", f"/m/{match}", "seen=0"),
        ask("GET", "/nothing"),
        ask("PUT", "/healthz"),
    ]
    assert [answer.status for answer in answers] == [200, 200, 304, 204, 303, 409, 400, 404, 405]
    phone.close()


def test_who_reads_slowly_holds_no_thread_and_gets_everything(app: Flask, server: Running) -> None:
    """There are more long answers than threads; none of them is read, then one is."""
    app.add_url_rule("/long", "long", for_everybody(lambda: Response(PART for _ in range(PARTS))))
    with server.holding(12, b"GET /long HTTP/1.1\r\nHost: pad\r\nConnection: close\r\n\r\n") as readers:
        for each in readers:
            assert server.hear(each).startswith(b"HTTP/1.1 200")
        assert server.fetch("/healthz")
        read = 0
        while more := readers[0].recv(1 << 20):
            read += len(more)
    assert read > (PARTS - 1) * len(PART)


def test_a_long_answer_that_nobody_reads_any_more_is_not_made_to_its_end(app: Flask, server: Running) -> None:
    made, ended = [], []

    def make() -> Iterator[bytes]:
        try:
            for number in range(100_000):
                made.append(number)
                yield PART
        finally:
            ended.append(True)

    app.add_url_rule("/long", "long", for_everybody(lambda: Response(make())))
    with server.connect() as reader:
        reader.sendall(b"GET /long HTTP/1.1\r\nHost: pad\r\n\r\n")
        server.hear(reader)
    while not ended:
        assert server.fetch("/healthz")
    assert len(made) < 100_000


def test_a_proxy_of_the_old_kind_gets_a_long_answer_whole(app: Flask, server: Running) -> None:
    app.add_url_rule("/long", "long", for_everybody(lambda: Response(PART for _ in range(PARTS))))
    with server.connect() as proxy:
        proxy.sendall(b"GET /long HTTP/1.0\r\nHost: pad\r\n\r\n")
        head, _, body = take_all(proxy).partition(b"\r\n\r\n")
    assert b"chunked" not in head.lower()
    assert len(body) == PARTS * len(PART)


def test_it_is_seen_when_who_sent_a_photo_has_gone(app: Flask, server: Running) -> None:
    seen, arrived = threading.Event(), threading.Event()

    def take() -> str:
        arrived.set()
        while not request.environ["scorekeeper.is_gone"]():
            seen.wait(0.01)
        seen.set()
        return ""

    app.add_url_rule("/take", "take", for_everybody(take))
    with server.connect() as phone:
        head = b"GET /take HTTP/1.1\r\nHost: pad\r\nContent-Type: multipart/form-data\r\nContent-Length: 3\r\n\r\n"
        phone.sendall(head + b"abc")
        assert arrived.wait(20)
        assert not seen.is_set()
    assert seen.wait(20)


def test_requests_whose_clients_have_gone_before_a_thread_was_free_are_not_answered(
    app: Flask, server: Running
) -> None:
    asked, busy, go_on = list[str](), threading.Semaphore(0), threading.Event()

    def answer() -> str:
        asked.append(request.args["who"])
        busy.release()
        return str(go_on.wait(20))

    def ask(who: str, client: socket.socket) -> None:
        client.sendall(f"GET /slow?who={who} HTTP/1.1\r\nHost: pad\r\n\r\n".encode())

    app.add_url_rule("/slow", "slow", for_everybody(answer))
    with ExitStack() as stays:
        for _ in range(THREADS["read"]):
            ask("first", stays.enter_context(server.connect()))
            assert busy.acquire(timeout=20)
        for _ in range(server.places // 2):
            with server.connect() as client:
                ask("gone", client)
        last = stays.enter_context(server.connect())
        ask("last", last)
        with server.connect() as other:  # whose answer from another thread says that all before it has arrived
            other.sendall(b"POST /language HTTP/1.1\r\nHost: pad\r\nContent-Length: 0\r\n\r\n")
            assert server.hear(other).startswith(b"HTTP/1.1 400")
        go_on.set()
        assert server.hear(last).startswith(b"HTTP/1.1 200")
    assert asked == ["first"] * THREADS["read"] + ["last"]


def test_an_answer_whose_first_part_cannot_be_made_is_closed(app: Flask, server: Running) -> None:
    closed = threading.Event()

    def make() -> Iterator[bytes]:
        if app.testing:
            raise OSError
        yield b""

    def answer() -> Response:
        response = Response(make())
        response.call_on_close(closed.set)
        return response

    app.add_url_rule("/broken", "broken", for_everybody(answer))
    with server.connect() as client:
        client.sendall(b"GET /broken HTTP/1.1\r\nHost: pad\r\n\r\n")
        assert server.hear(client).startswith(b"HTTP/1.1 500")
    assert closed.is_set()


def test_half_a_form_of_many_strangers_holds_no_thread(server: Running) -> None:
    half = b"POST /language HTTP/1.1\r\nHost: pad\r\nContent-Length: 1000\r\n\r\nlanguage="
    with server.holding(server.places - 5, half):
        for _ in range(5):
            assert server.fetch("/healthz")


def test_who_waits_too_long_goes_and_who_is_being_answered_stays(
    app: Flask, server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = threading.Event()
    app.add_url_rule("/wait", "wait", for_everybody(lambda: str(gone.wait(20))))
    waiting = [b"", b"GET / HTTP/1.1\r\nHost: p", b"POST /language HTTP/1.1\r\nHost: pad\r\nContent-Length: 9\r\n\r\nl"]
    with server.connect() as phone:
        phone.sendall(b"GET /wait HTTP/1.1\r\nHost: pad\r\nConnection: close\r\n\r\n")
        clients = [server.connect() for _ in waiting]
        for client, sent in zip(clients, waiting, strict=True):
            client.sendall(sent)
        assert server.fetch("/healthz")  # waits until everything has arrived
        monkeypatch.setattr(connections, "IDLE", 0)
        assert [take_all(client) for client in clients] == [b""] * len(waiting)
        gone.set()
        assert take_all(phone).endswith(b"True")
        for client in clients:
            client.close()


def test_half_a_form_does_not_hold_up_the_end(app: Flask, caplog: pytest.LogCaptureFixture) -> None:
    half = b"POST /language HTTP/1.1\r\nHost: pad\r\nContent-Length: 1000\r\n\r\nlanguage="
    with running(app) as server, server.connect() as stranger:
        stranger.sendall(half)
        assert server.fetch("/healthz")
        server.stop()
        assert take_all(stranger) == b""
    assert [record for record in caplog.records if record.levelname == "ERROR"] == []


def test_requests_sent_ahead_are_answered_in_turn_but_not_without_end(server: Running) -> None:
    one = b"GET /healthz HTTP/1.1\r\nHost: pad\r\n\r\n"
    with server.connect() as phone:
        phone.sendall(2 * one + one.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"))
        assert take_all(phone).count(b"HTTP/1.1 200 OK") == 3
    with server.connect() as stranger:
        stranger.sendall(2_000 * one)
        assert take_all(stranger).count(b"HTTP/1.1 200 OK") < 20
    assert server.fetch("/healthz")


def test_a_connection_that_ends_in_the_middle_of_its_form_writes_nothing(app: Flask, server: Running) -> None:
    match = start_match(app.extensions["scorekeeper"], "spansk", ["Anna", "Bo"]).id
    cookie, token = server.let_in(KEY)
    form = f"csrf_token={token}&seen=0&post=tap&kind=ends&player=Anna&ends=5+0&do=save".encode()
    head = (
        f"POST /m/{match} HTTP/1.1\r\nHost: pad\r\nCookie: {cookie}\r\nContent-Length: {len(form)}\r\n"
        "Content-Type: application/x-www-form-urlencoded\r\n\r\n"
    )
    for much in (0, len(form) // 2, len(form) - 1):
        with server.connect() as phone:
            phone.sendall(head.encode() + form[:much])
    for chunks in (b"5\r\ncsrf_", b"zz\r\n"):
        with server.connect() as phone:
            chunked = head.replace(f"Content-Length: {len(form)}", "Transfer-Encoding: chunked")
            phone.sendall(chunked.encode() + chunks)
    assert server.fetch(f"/m/{match}/news?seen=7", cookie) == "0"


@pytest.mark.parametrize("hosting", [False, True])
@pytest.mark.parametrize("method", ["POST", "GET"])
def test_a_form_that_comes_in_chunks_is_a_form(tmp_path: Path, method: str, hosting: bool) -> None:
    """A proxy that does not buffer sends a phone's form on as it comes."""
    app = create_any({"DATA": tmp_path, "OWNER_KEY": "" if hosting else KEY, "HOSTING": hosting, "TESTING": True})
    book = app.extensions["books"].find_book(make_book(tmp_path)) if hosting else app.extensions["books"].own
    below = f"/b/{book.id}" if hosting else ""
    match = start_match(book.store, "spansk", ["Anna", "Bo"]).id
    with running(app) as server:
        cookie, token = server.let_in(book.find_keys().owner, below)
        form = f"csrf_token={token}&seen=0&post=tap&kind=ends&player=Anna&ends=5+0&do=save".encode()
        answer = server.send_in_chunks(method, f"{below}/m/{match}", form, cookie)
    assert answer.split(b" ")[1] == (b"303" if method == "POST" else b"200")
    assert len(load_match(book.store, match).sheet.lines) == (method == "POST")
    app.extensions["books"].close()


def take_all(client: socket.socket) -> bytes:
    """Return all that the server sends until it closes the connection."""
    said = b""
    try:
        while more := client.recv(65536):
            said += more
    except ConnectionResetError:
        pass
    return said
