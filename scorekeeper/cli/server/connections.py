"""Limits on the connections of one process: their number, and the time that a client may keep the server waiting.

uvicorn closes a connection that is idle after an answer. It waits forever for the rest of a request and for a client
that reads nothing. This module wraps uvicorn's protocol in one that uses the interface of `asyncio.Protocol` alone.
"""

import asyncio
import socket
import sys
import time
from contextlib import suppress
from contextvars import ContextVar
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from scorekeeper.web.http.headers import HEADERS

IDLE = 60  # seconds that a connection may take to send a whole request, or to read a part of an answer
EACH = 64_000  # bytes of a request's content, after which the time limit IDLE starts again
GOOD_BYE = 1.0  # seconds for a refused client to read the answer
MOST_HEADERS = 32_000  # bytes
MOST_AHEAD = 8  # requests that come in one piece of data; browsers send one
MOST_UNSENT = 32_000  # bytes of an answer in the memory of this process
MOST_UNSENT_BELOW = 128_000  # bytes of an answer in the buffer of the kernel
NOTSENT_LOWAT = getattr(socket, "TCP_NOTSENT_LOWAT", 25 if sys.platform == "linux" else None)  # named from Python 3.12
TOO_LONG = b"\r\n".join(
    [
        b"HTTP/1.1 431 Request Header Fields Too Large\r\nConnection: close\r\nContent-Length: 0",
        *(f"{name}: {value}".encode() for name, value in HEADERS.items()),
        b"\r\n",
    ]
)

CURRENT: ContextVar["Connection"] = ContextVar("connection")
"""The connection on which a request came, for the task that answers it."""


class ConnectionLimit:
    """The open connections of a process, at most `most`.

    It records which of these wait for their client, the longest waiting first; such a connection can be closed to make
    room for a new one.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._open: set[Connection] = set()
        self._waiting: dict[Connection, float] = {}

    def add(self, new: "Connection") -> None:
        """Add a new connection; at the limit, first close the one that has waited longest for its client."""
        if len(self._open) >= self._most and self._waiting:
            next(iter(self._waiting)).abort()
        self._open.add(new)
        self.wait(new)

    def remove(self, connection: "Connection") -> None:
        """Stop counting a connection, since it is closed."""
        self._open.discard(connection)
        self.stop_waiting(connection)

    def wait(self, connection: "Connection") -> None:
        """Record that the server waits for the client of `connection` from now on."""
        self.stop_waiting(connection)
        if connection in self._open:
            self._waiting[connection] = time.monotonic()

    def stop_waiting(self, connection: "Connection") -> None:
        """Record that the server no longer waits for the client of `connection`."""
        self._waiting.pop(connection, None)

    async def abort_idle(self, idle: float | None = None) -> None:
        """Close every connection whose client the server has awaited for `idle` seconds (None: for `IDLE` seconds)."""
        latest = time.monotonic() - (IDLE if idle is None else idle)
        for connection in [each for each, since in self._waiting.items() if since <= latest]:
            connection.abort()


class Connection(asyncio.Protocol):
    """One client's connection: checks the limits, and passes everything to uvicorn's own protocol."""

    def __init__(self, limit: ConnectionLimit, **options: Any) -> None:
        self._limit, self._http = limit, HttpToolsProtocol(**options)
        self._transport: Any = None
        self._received = 0  # bytes of the headers, or of the content since its client was last waited for
        self._in_headers, self._is_answering, self._is_refused = True, False, False
        self.is_lost = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        """Add the connection to the limit, and keep the buffers of unsent data small.

        With large buffers, a client that reads a little each minute would seem to read nothing.
        """
        self._transport = transport
        transport.set_write_buffer_limits(MOST_UNSENT)
        wire = transport.get_extra_info("socket")
        wire.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # asyncio sets it where a socket names its protocol
        if NOTSENT_LOWAT is not None:
            with suppress(OSError):
                wire.setsockopt(socket.IPPROTO_TCP, NOTSENT_LOWAT, MOST_UNSENT_BELOW)
        self._limit.add(self)
        self._http.connection_made(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop counting the connection, since it is closed."""
        self.is_lost = True
        self._limit.remove(self)
        self._http.connection_lost(exc)

    def eof_received(self) -> None:
        """Tell uvicorn that the client sends no more; asyncio then closes the transport."""
        self._http.eof_received()

    def pause_writing(self) -> None:
        """Record that the server waits for the client to read, and have uvicorn stop sending."""
        self._limit.wait(self)
        self._http.pause_writing()

    def resume_writing(self) -> None:
        """Have uvicorn send again, since the client has read enough."""
        if self._is_answering:
            self._limit.stop_waiting(self)
        self._http.resume_writing()

    def data_received(self, data: bytes) -> None:
        """Count the bytes received and have uvicorn parse them.

        A client that sends headers that are too large, or too many requests at once, is disconnected.
        """
        if self._is_refused:
            return
        if (self._in_headers or self._is_answering) and data.count(b" HTTP/1.") > MOST_AHEAD:
            self.abort()
            return
        self._received += len(data)
        CURRENT.set(self)
        self._http.data_received(data)
        if self._in_headers and self._received > MOST_HEADERS:
            asyncio.get_running_loop().call_soon(self._refuse_headers)  # unless a task for a request begins first
        elif self._received > EACH and not self._in_headers and not self._is_answering:
            self._received = 0
            self._limit.wait(self)

    def begin_request(self) -> None:
        """Record that the headers of a request are complete."""
        self._in_headers, self._received = False, 0

    def begin_answer(self) -> None:
        """Record that the content of a request is complete, so that its client now waits for the server."""
        self._is_answering = True
        self._limit.stop_waiting(self)

    def keep_open(self) -> None:
        """Restart the client's time limit, since it has got one more part of a stream of news."""
        self._limit.wait(self)

    def end_request(self) -> None:
        """Record that the answer is sent, so that the server now waits for the client's next request."""
        self._in_headers, self._is_answering, self._received = True, False, 0
        self._limit.wait(self)

    def abort(self) -> None:
        """Close the connection now, whatever is still to be received or sent."""
        self._limit.remove(self)
        self._transport.abort()

    def _refuse_headers(self) -> None:
        """Answer with status 431 and close, if the headers are still incomplete."""
        if self._in_headers and not self._is_refused:
            self._is_refused = True
            self._transport.write(TOO_LONG)
            asyncio.get_running_loop().call_later(GOOD_BYE, self._transport.close)
