"""Connections, some thousands at once: where all places are taken, those go that have waited longest for a request.

Waiting are those that lie idle, those that have sent half a request, and those that take nothing of an answer; none of
them costs much more than its place. Who sends much is asked at the end of its headers whether anybody has let it in.
"""

import asyncio
import socket
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from scorekeeper.web.app.headers import HEADERS

IDLE = 60  # seconds that a connection may wait for a whole request, or take nothing of an answer
MOST_UNSENT = 32_000  # bytes of an answer that wait in this process for whoever reads it
MOST_UNSENT_BELOW = 128_000  # and in the system, where it can be told so
GOOD_BYE = 1.0  # seconds in which who sent no request may read that it was none
MOST_HEADERS = 32_000  # bytes
MOST_AHEAD = 8  # requests that are sent before the answer to an earlier one; browsers send none
MOST_BY_STRANGERS = 16_000  # bytes
NOTSENT_LOWAT = getattr(socket, "TCP_NOTSENT_LOWAT", 25 if sys.platform == "linux" else None)  # named from Python 3.12
EACH = 64_000  # bytes of a file after which its connection waits anew

MayBring = Callable[[str, str], bool]
"""Whether a device with such cookies may send files to such a path: whether it was let in to anything there."""

NO_REQUEST, FORBIDDEN, TOO_LARGE = (
    (400, "That is no request."),
    (403, "Only devices that were let in may send that much."),
    (413, "That is more than the score pad takes at once."),
)


@dataclass(frozen=True, slots=True)
class Door:
    """Who may send much, and how many bytes at most."""

    may_bring: MayBring
    most: int

    def refuse(self, path: bytes, headers: list[tuple[bytes, bytes]]) -> tuple[int, str] | None:
        """Why a request to this path, with these headers, gets no further, if so."""
        sent = dict(headers)
        length, chunked = int(sent.get(b"content-length", 0)), b"transfer-encoding" in sent
        if chunked or length > MOST_BY_STRANGERS:
            cookies = "; ".join(value.decode("latin-1") for name, value in headers if name == b"cookie")
            if not self.may_bring(path.decode("latin-1"), cookies):
                return FORBIDDEN
        return TOO_LARGE if length > self.most else None


class Places:
    """Who waits, and since when; the one that waits longest first."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._taken: set[Connection] = set()
        self._waiting: dict[Connection, float] = {}

    def take(self, new: "Connection") -> None:
        """Find a place for a connection."""
        if len(self._taken) >= self.most and self._waiting:
            next(iter(self._waiting)).give_up()
        self._taken.add(new)
        self.wait(new)

    def wait(self, connection: "Connection") -> None:
        """It waits for a request, or to take more of an answer, from now on."""
        self.stop_waiting(connection)
        if connection in self._taken:
            self._waiting[connection] = time.monotonic()

    def is_waiting(self, connection: "Connection") -> bool:
        """Whether no whole request of it is here, or it takes nothing of its answer."""
        return connection in self._waiting

    def stop_waiting(self, connection: "Connection") -> None:
        """Its request is here, or it takes its answer."""
        self._waiting.pop(connection, None)

    def leave(self, connection: "Connection") -> None:
        """It is closed."""
        self._taken.discard(connection)
        self.stop_waiting(connection)

    def clear(self) -> None:
        """Give up those that have waited too long."""
        longest = time.monotonic() - IDLE
        for each in [each for each, since in self._waiting.items() if since < longest]:
            each.give_up()


class Connection(HttpToolsProtocol):
    """A connection that knows its place, and refuses in one line, with the headers of every answer."""

    cycle: Any  # none before the first request, which its types leave out

    def __init__(self, places: Places, door: Door, **more: Any) -> None:
        super().__init__(**more)
        self._places, self._door = places, door
        self._in_headers = True
        self._came = self._content = 0  # bytes: since it last waited, and of the content of this request
        self._why = NO_REQUEST
        self._refused = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        super().connection_made(transport)
        transport.set_write_buffer_limits(MOST_UNSENT)
        if NOTSENT_LOWAT is not None:  # else a reader that takes a little each minute may seem to take nothing
            with suppress(OSError):
                wire = transport.get_extra_info("socket")
                wire.setsockopt(socket.IPPROTO_TCP, NOTSENT_LOWAT, MOST_UNSENT_BELOW)
        self._places.take(self)

    def connection_lost(self, exc: Exception | None) -> None:
        self._places.leave(self)
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """Enough waits to be sent: from now on it is for the other end to take something."""
        super().pause_writing()
        self._places.wait(self)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self.cycle is not None and not self.cycle.response_complete:
            self._places.stop_waiting(self)

    def data_received(self, data: bytes) -> None:
        if self._refused:
            return
        self._came += len(data)
        super().data_received(data)
        if self._in_headers and self._came > MOST_HEADERS and not self._refused:
            self.send_400_response("")

    def on_headers_complete(self) -> None:
        self._in_headers, self._came, self._content = False, 0, 0
        self._stop(NO_REQUEST if len(self.pipeline) > MOST_AHEAD else self._door.refuse(self.url, self.headers))
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._content += len(body)
        self._stop(TOO_LARGE if self._content > self._door.most else None)
        super().on_body(body)
        if self._came > EACH:
            self._came = 0
            self._places.wait(self)

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._in_headers, self._came = True, 0
        if not self.cycle.response_complete:
            self._places.stop_waiting(self)

    def on_response_complete(self) -> None:
        self._places.wait(self)
        super().on_response_complete()

    def shutdown(self) -> None:
        """The server ends: nobody waits for the rest of half a request."""
        if self._places.is_waiting(self):
            self.give_up()
        else:
            super().shutdown()

    def send_400_response(self, msg: str) -> None:
        """Refuse what came, for the reason that was found; uvicorn calls this where it is no request."""
        self._refused = True
        if self.cycle is not None and not self.cycle.response_complete:
            self.cycle.disconnected = True  # nothing else is to be answered here
            self.cycle.message_event.set()
            if self.cycle.response_started:
                self.give_up()
                return
        status, why = self._why
        line = f"{why}\n".encode()
        more = {"Content-Type": "text/plain; charset=utf-8", "Content-Length": len(line), "Connection": "close"}
        headers = "".join(f"{name}: {value}\r\n" for name, value in {**HEADERS, **more}.items())
        self.transport.write(STATUS_LINE[status] + headers.encode() + b"\r\n" + line)
        # Closed at once, what they still send would take the answer from them.
        self.loop.call_later(GOOD_BYE, self.transport.close)

    def give_up(self) -> None:
        """Close it now, whatever is still to be sent or to come."""
        self._places.leave(self)
        self.transport.abort()

    def _stop(self, why: tuple[int, str] | None) -> None:
        """Have the parser read on no further, if there is a reason."""
        if why:
            self._why = why
            raise ValueError(why)
