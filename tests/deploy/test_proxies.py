"""Which machine a request goes to: each book always to its own, by nothing but its address, and never to another."""

import json
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from tests.deploy.programs import find_free_port, wait_until
from tests.deploy.proxies import Proxy, kind, proxy

__all__ = ["kind"]

BOOKS = [f"{number:02}BookOfTable{number:02}" for number in range(60)]
TRUSTED = ("x-forwarded-for", "x-forwarded-proto", "x-forwarded-host")


class Echo(BaseHTTPRequestHandler):
    """A machine that says which one it is, what it was asked and with which headers."""

    name = ""
    protocol_version = "HTTP/1.1"
    wbufsize = -1  # an answer goes out as a whole

    def answer(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"] or 0))
        told = {name.lower(): value for name, value in self.headers.items()}
        told |= {"machine": self.name, "path": self.path}
        body = json.dumps(told).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_GET = do_POST = answer  # noqa: N815  # what the standard library asks for

    def log_message(self, *_: object) -> None:
        """Nothing: the test asks."""


class Machine(ThreadingHTTPServer):
    """Answers, whether or not somebody stays to hear it: who looks after machines goes at once."""

    daemon_threads = True

    def handle_error(self, *_: object) -> None:
        """Nothing: they have gone."""


@contextmanager
def machine(name: str, port: int = 0) -> Iterator[int]:
    """A machine that echoes; gives its port."""
    server = Machine(("127.0.0.1", port), type("Named", (Echo,), {"name": name}))
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield server.server_port
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@pytest.fixture
def two(kind: str, tmp_path: Path) -> Iterator[Proxy]:
    """The proxy in front of two machines."""
    with machine("a") as a, machine("b") as b, proxy(kind, tmp_path, {"a": a, "b": b}) as found:
        yield found


def where(asked: Proxy, path: str, method: str = "GET") -> str:
    return asked.ask(path, method, b"x" if method == "POST" else b"").told["machine"]


def test_a_book_has_one_machine_whatever_is_asked_of_it(two: Proxy) -> None:
    for book in BOOKS[:8]:
        own = where(two, f"/b/{book}/")
        paths = (f"/b/{book}", f"/b/{book}/m/7reTX278RxQ3UG/pad?seen=3", f"/b/{book}?a=/b/other/")
        assert {where(two, path, method) for path in paths for method in ("GET", "POST")} == {own}
    shared = Counter(where(two, f"/b/{book}/") for book in BOOKS)
    assert min(shared["a"], shared["b"]) > len(BOOKS) // 5


def test_the_path_comes_through_as_it_was_sent(two: Proxy) -> None:
    sent = f"/b/{BOOKS[0]}/players/Bj%C3%B6rn%2FAnna?from=1&to=a%20b"
    assert two.ask(sent).told["path"] == sent


def test_what_the_machines_believe_is_said_by_the_proxy_alone(two: Proxy) -> None:
    lies = {"X-Forwarded-For": "6.6.6.6", "X-Forwarded-Proto": "gopher", "X-Forwarded-Host": "evil.example"}
    for path in (f"/b/{BOOKS[0]}/", "/"):
        told = two.ask(path, headers=lies | {"Host": "score.example.org"} if two.https else lies).told
        heard = [told[name] for name in TRUSTED]
        host = "score.example.org" if two.https else f"127.0.0.1:{two.port}"
        assert heard == ["127.0.0.1", "https" if two.https else "http", host]
        assert told["host"] == host


def test_browsers_are_told_to_come_by_https_alone(kind: str, tmp_path: Path) -> None:
    """By what a machine answers, and by the proxy's own answer where a book is not to be reached."""
    with machine("a") as a, proxy(kind, tmp_path, {"a": a, "b": find_free_port()}) as asked:
        answers = [asked.ask(f"/b/{book}/") for book in BOOKS[:20]]
    assert {answer.status for answer in answers} == {200, 503}
    assert {answer.headers.get("strict-transport-security") for answer in answers} == {"max-age=31536000"}


def test_a_header_sends_no_book_to_another_machine(two: Proxy) -> None:
    own = {book: where(two, f"/b/{book}/") for book in BOOKS[:12]}
    a, b = (next(book for book in own if own[book] == name) for name in "ab")
    for book, other in ((a, b), (b, a)):
        assert two.ask(f"/b/{book}/", headers={"X-Book": other}).told["machine"] == own[book]


def test_a_book_whose_machine_is_away_is_sent_to_no_other(kind: str, tmp_path: Path) -> None:
    away = find_free_port()
    with machine("a") as a, proxy(kind, tmp_path, {"a": a, "b": away}) as asked:
        # What is of no book is answered by the one that is there.
        wait_until(lambda: all(asked.ask("/").status == 200 for _ in range(4)), "the other one is left out")
        answers = {book: asked.ask(f"/b/{book}/") for book in BOOKS[:20]}
        lost = [answer for answer in answers.values() if answer.status != 200]
        assert lost
        assert {answer.told["machine"] for answer in answers.values() if answer.status == 200} == {"a"}
        for answer in lost:
            headers = answer.headers
            assert (answer.status, headers["retry-after"], headers["cache-control"]) == (503, "10", "no-store")
            assert answer.body.startswith(b"This book is not to be reached just now.")
        # … and is there again as soon as its machine is, wherever that listens now.
        with machine("b", away):
            assert {where(asked, f"/b/{book}/") for book, answer in answers.items() if answer.status == 503} == {"b"}


def test_books_stay_where_they_were_when_machines_listen_elsewhere(kind: str, tmp_path: Path) -> None:
    with machine("a") as a, machine("b") as b:
        with proxy(kind, tmp_path, {"a": a, "b": b}) as asked:
            before = [where(asked, f"/b/{book}/") for book in BOOKS]
        with proxy(kind, tmp_path, {"a": b, "b": a}) as asked:
            after = [where(asked, f"/b/{book}/") for book in BOOKS]
    assert ["ba"["ab".index(name)] for name in before] == after


def test_a_third_machine_takes_its_share_and_moves_nothing_else(kind: str, tmp_path: Path) -> None:
    with ExitStack() as stack:
        ports = {name: stack.enter_context(machine(name)) for name in "abc"}
        with proxy(kind, tmp_path, {"a": ports["a"], "b": ports["b"]}) as asked:
            before = [where(asked, f"/b/{book}/") for book in BOOKS]
        with proxy(kind, tmp_path, ports) as asked:
            after = [where(asked, f"/b/{book}/") for book in BOOKS]
        # While it is there alone, the proxy tells which books have to be carried to it.
        alone = {"a": find_free_port(), "b": find_free_port(), "c": ports["c"]}
        with proxy(kind, tmp_path, alone) as asked:
            carried = [book for book in BOOKS if asked.ask(f"/b/{book}/").status != 503]
    moved = [book for book, then, now in zip(BOOKS, before, after, strict=True) if then != now]
    assert {now for then, now in zip(before, after, strict=True) if then != now} == {"c"}
    assert carried == moved
    assert len(BOOKS) // 8 < len(moved) < len(BOOKS) // 2
