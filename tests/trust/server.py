"""The server as `scorekeeper serve` runs it, in a thread of the test, and clients that behave badly."""

import http.client
import re
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import pytest
from flask import Flask

from scorekeeper.cli import serving
from scorekeeper.cli.server import connections
from scorekeeper.play.upkeep import open_files

PLACES = 60  # connections, instead of MOST_CONNECTIONS


@dataclass(frozen=True)
class Running:
    """A running server; `places` is the number of connections that it accepts at once."""

    place: tuple[str, int]
    places: int
    stop: Callable[[], None] = lambda: None

    def connect(self) -> socket.socket:
        return socket.create_connection(self.place, timeout=20)

    def hear(self, client: socket.socket) -> bytes:
        """Return what the server sends up to the end of an answer's headers."""
        said = b""
        while b"\r\n\r\n" not in said and (more := client.recv(65536)):
            said += more
        return said

    def fetch(self, path: str, cookie: str = "") -> str:
        """Return a page; raise AssertionError for any other status than 200."""
        client = http.client.HTTPConnection(*self.place, timeout=20)
        client.request("GET", path, headers={"Cookie": cookie} if cookie else {})
        answer = client.getresponse()
        said = answer.read().decode()
        client.close()
        assert answer.status == 200, (path, answer.status)
        return said

    def send_in_chunks(self, method: str, path: str, form: bytes, cookie: str, size: int = 30) -> bytes:
        """Return the answer to a form that is sent in chunks of this size, as a proxy without buffer does."""
        parts = [form[at : at + size] for at in range(0, len(form), size)]
        chunks = b"".join(b"%x\r\n%b\r\n" % (len(part), part) for part in (*parts, b""))
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: pad\r\nCookie: {cookie}\r\nTransfer-Encoding: chunked\r\n"
            "Content-Type: application/x-www-form-urlencoded\r\nConnection: close\r\n\r\n"
        )
        with self.connect() as client:
            client.sendall(head.encode() + chunks)
            return self.hear(client)

    def let_in(self, key: str, below: str = "") -> tuple[str, str]:
        """Return the cookies of a device that has opened the owner's link, and the CSRF token of its forms.

        On a host the book lies `below` a path.
        """
        cookies, page = dict[str, str](), ""
        for path in (f"{below}/in/{key}", f"{below}/new"):
            client = http.client.HTTPConnection(*self.place, timeout=20)
            client.request("GET", path, headers={"Cookie": "; ".join(cookies.values())} if cookies else {})
            answer = client.getresponse()
            page = answer.read().decode()
            sent = [each.partition(";")[0] for each in answer.headers.get_all("Set-Cookie", [])]
            cookies |= {each.partition("=")[0]: each for each in sent}
            client.close()
        token = re.search(r'name="csrf_token"[^>]*value="([^"]+)"', page)
        assert token is not None
        return "; ".join(cookies.values()), token[1]

    @contextmanager
    def holding(self, count: int, sent: bytes) -> Iterator[list[socket.socket]]:
        """Open connections that stay open, each of which has sent only the given bytes."""
        held = []
        try:
            for _ in range(count):
                held.append(self.connect())
                held[-1].sendall(sent)
            yield held
        finally:
            for each in held:
                each.close()


@contextmanager
def running(app: Flask) -> Iterator[Running]:
    """Serve `app` at a free port of this computer, for few connections at once."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(open_files, "MOST_CONNECTIONS", PLACES)
        patch.setattr(connections, "GOOD_BYE", 0.1)
        listening = serving.make_server(app, serving.find_sockets("127.0.0.1", 0))
        thread = threading.Thread(target=listening.serve_until_stopped, daemon=True)
        thread.start()
        try:
            yield Running(("127.0.0.1", listening.port), PLACES, listening.stop)
        finally:
            listening.stop()
            thread.join(20)
