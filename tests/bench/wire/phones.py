"""Phones with connections that stay open, all in one thread, which takes little processor time.

A request is due at a certain moment, and its answer is timed from this moment, not from when it was sent: the time
includes waiting for the answer before.
"""

import re
import selectors
import socket
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import cycle
from time import perf_counter
from urllib.parse import urlencode

from tests.bench.wire.serving import Place

PATIENCE = 60.0  # seconds without any answer after which the measurement ends
LENGTH = re.compile(rb"\r\nContent-Length: *(\d+)", re.IGNORECASE)
CLOSING = re.compile(rb"\r\nConnection: *close", re.IGNORECASE)
PART = {"HX-Request": "true", "HX-Request-Type": "partial", "Accept-Encoding": "gzip"}


def write_get(path: str, headers: Mapping[str, str] | None = None) -> bytes:
    """Return the bytes of a request for a page."""
    lines = [f"GET {path} HTTP/1.1", "Host: pad", *(f"{name}: {value}" for name, value in (headers or {}).items())]
    return "\r\n".join([*lines, "", ""]).encode()


def write_post(path: str, fields: Mapping[str, str], headers: Mapping[str, str] | None = None) -> bytes:
    """Return the bytes of a request that posts a form."""
    body = urlencode(fields).encode()
    kind = {"Content-Type": "application/x-www-form-urlencoded", "Content-Length": str(len(body))}
    return write_get(path, {**(headers or {}), **kind}).replace(b"GET", b"POST", 1) + body


@dataclass(frozen=True, slots=True)
class Heard:
    """An answer, and how many seconds after the request was due it was complete."""

    phone: "BenchPhone"
    status: int
    body: bytes
    seconds: float


@dataclass(eq=False, slots=True)
class BenchPhone:
    """One connection; `asked` is the request that waits for an answer, with the moment at which it was due."""

    wire: socket.socket
    asked: tuple[bytes, float] | None = None
    came: bytearray = field(default_factory=bytearray)


class Phones:
    """All phones of one server, or of several in turn; `lost` counts the connections that were closed."""

    def __init__(self, *places: Place) -> None:
        self._places = cycle(places)
        self._selector = selectors.DefaultSelector()
        self._all: list[BenchPhone] = []
        self._waiting, self._latest = 0, 0.0  # how many wait for an answer, and when data last came in
        self.lost = 0

    def __enter__(self) -> "Phones":
        return self

    def __exit__(self, *_: object) -> None:
        for phone in self._all:
            phone.wire.close()
        self._selector.close()

    def add_phone(self) -> BenchPhone:
        """Open one more connection."""
        phone = BenchPhone(self._connect())
        self._all.append(phone)
        self._selector.register(phone.wire, selectors.EVENT_READ, phone)
        return phone

    def ask(self, phone: BenchPhone, request: bytes, due: float) -> None:
        """Send a request."""
        assert phone.asked is None
        phone.asked = (request, due)
        if not self._waiting:
            self._latest = perf_counter()
        self._waiting += 1
        self._send(phone)

    def listen(self, seconds: float) -> Iterator[Heard]:
        """Return the answers that arrive within this number of seconds.

        Raises TimeoutError if a phone waits and no answer has arrived for PATIENCE seconds.
        """
        for key, _ in self._selector.select(max(0, seconds)):
            heard = self._receive(key.data)
            if heard:
                self._waiting -= 1
                yield heard
        if self._waiting and perf_counter() - self._latest > PATIENCE:
            raise TimeoutError(f"{self._waiting} wait for an answer, {self.lost} connections were lost")

    def _connect(self) -> socket.socket:
        wire = socket.create_connection(next(self._places), timeout=PATIENCE)
        wire.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return wire

    def _send(self, phone: BenchPhone) -> None:
        assert phone.asked is not None
        try:
            phone.wire.sendall(phone.asked[0])
        except OSError:
            self._replace(phone)

    def _receive(self, phone: BenchPhone) -> Heard | None:
        try:
            more = phone.wire.recv(262_144)
        except OSError:
            more = b""
        if not more:
            self._replace(phone)
            return None
        self._latest = perf_counter()
        phone.came += more
        end = phone.came.find(b"\r\n\r\n")
        if end < 0:
            return None
        head = bytes(phone.came[:end])
        length = LENGTH.search(head)
        whole = end + 4 + (int(length[1]) if length else 0)
        if len(phone.came) < whole:
            return None
        assert phone.asked is not None, head
        assert len(phone.came) == whole, head
        heard = Heard(phone, int(head[9:12]), bytes(phone.came[end + 4 :]), perf_counter() - phone.asked[1])
        phone.came.clear()
        phone.asked = None
        if CLOSING.search(head):
            self._replace(phone)
        return heard

    def _replace(self, phone: BenchPhone) -> None:
        """Open another connection for the phone and repeat its request."""
        self.lost += 1
        self._selector.unregister(phone.wire)
        phone.wire.close()
        phone.wire = self._connect()
        phone.came.clear()
        self._selector.register(phone.wire, selectors.EVENT_READ, phone)
        if phone.asked:
            self._send(phone)


def ask_in_turn(phones: Phones, asking: Sequence[tuple[BenchPhone, Iterator[bytes]]], times: int) -> list[Heard]:
    """Return this number of answers for each phone, which sends the next request as soon as it has the answer."""
    questions = {id(phone): iter([next(each) for _ in range(times)]) for phone, each in asking}

    def go_on(phone: BenchPhone) -> None:
        request = next(questions[id(phone)], None)
        if request:
            phones.ask(phone, request, perf_counter())

    answers: list[Heard] = []
    for phone, _ in asking:
        go_on(phone)
    while len(answers) < times * len(asking):
        for heard in list(phones.listen(PATIENCE)):
            answers.append(heard)
            go_on(heard.phone)
    return answers
