"""Proxies send requests to machines that are healthy, and set the headers that the machines trust."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from tests.deploy.programs import find_free_port, wait_until
from tests.deploy.proxies import Proxy, kind, proxy

__all__ = ["kind"]

BOOK = "/b/7reTX278RxQ3UG/"
TIMES = 12
TRUSTED = ("x-forwarded-for", "x-forwarded-proto", "x-forwarded-host")


class Echo(BaseHTTPRequestHandler):
    """A machine that answers with its name, the request and its headers."""

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

    do_GET = do_POST = answer  # noqa: N815  # the standard library's name

    def log_message(self, *_: object) -> None:
        """Log nothing: the test reads the answers."""


class Machine(ThreadingHTTPServer):
    """A server that ignores clients which close early, as a proxy's health check does."""

    daemon_threads = True

    def handle_error(self, *_: object) -> None:
        """Ignore the error: the client has gone."""


@contextmanager
def machine(name: str, port: int = 0) -> Iterator[int]:
    """Run a machine that echoes, and yield its port."""
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
    """Yield the proxy in front of two machines."""
    with machine("a") as a, machine("b") as b, proxy(kind, tmp_path, {"a": a, "b": b}) as found:
        yield found


def list_machines(asked: Proxy) -> set[str]:
    """Return the machines that answer some requests for one book."""
    return {asked.ask(BOOK).told["machine"] for _ in range(TIMES)}


def test_any_machine_is_asked_for_any_book(two: Proxy) -> None:
    wait_until(lambda: list_machines(two) == {"a", "b"}, "both are asked")


def test_the_path_comes_through_as_it_was_sent(two: Proxy) -> None:
    sent = f"{BOOK}players/Bj%C3%B6rn%2FAnna?from=1&to=a%20b"
    assert two.ask(sent).told["path"] == sent


def test_what_the_machines_believe_is_said_by_the_proxy_alone(two: Proxy) -> None:
    lies = {"X-Forwarded-For": "6.6.6.6", "X-Forwarded-Proto": "gopher", "X-Forwarded-Host": "evil.example"}
    for path in (BOOK, "/"):
        told = two.ask(path, headers=lies | {"Host": "score.example.org"} if two.https else lies).told
        heard = [told[name] for name in TRUSTED]
        host = "score.example.org" if two.https else f"127.0.0.1:{two.port}"
        assert heard == ["127.0.0.1", "https" if two.https else "http", host]
        assert told["host"] == host


def test_what_one_machine_does_not_answer_another_one_does(kind: str, tmp_path: Path) -> None:
    away = find_free_port()
    with machine("a") as a, proxy(kind, tmp_path, {"a": a, "b": away}) as asked:
        answers = [asked.ask(BOOK, method, b"x" if method == "POST" else b"") for method in ("GET", "POST") * TIMES]
        assert {answer.told["machine"] for answer in answers} == {"a"}
        # … and the other one gets requests again soon after it is back.
        with machine("b", away):
            wait_until(lambda: "b" in list_machines(asked), "the other one is asked")


def test_where_no_machine_answers_the_proxy_says_so(kind: str, tmp_path: Path) -> None:
    with proxy(kind, tmp_path, {"a": find_free_port(), "b": find_free_port()}) as asked:
        answer = asked.ask(BOOK)
    headers = answer.headers
    assert (answer.status, headers["retry-after"], headers["cache-control"]) == (503, "10", "no-store")
    assert headers["strict-transport-security"] == "max-age=31536000"
    assert answer.body.startswith(b"The score pad is not to be reached just now.")


def test_browsers_are_told_to_come_by_https_alone(two: Proxy) -> None:
    assert two.ask(BOOK).headers["strict-transport-security"] == "max-age=31536000"
