"""How a request gets to Flask and its answer back: uvicorn waits for all connections at once, Flask answers in threads.

A thread is given to a request when all of it is here, and taken back when its answer is made: who sends slowly or reads
slowly holds none.
"""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from contextvars import Context
from dataclasses import dataclass
from functools import partial
from tempfile import SpooledTemporaryFile
from typing import IO, Any

from scorekeeper.cli.server.environ import Environ, make_environ
from scorekeeper.cli.server.lanes import Lanes

IN_MEMORY = 512_000  # bytes of what is sent; more is put on the disk until it is answered
AT_ONCE = 256_000  # bytes of an answer that are made before the first of them is sent


class Gone(Exception):  # noqa: N818  # what the sender is; raised as such
    """Whoever was sending is there no longer."""


@dataclass(frozen=True, slots=True)
class _Answer:
    """What Flask said: the beginning of it, and where it is long the `rest` in parts; `close` it in the end."""

    status: int
    headers: list[tuple[bytes, bytes]]
    beginning: bytes
    rest: Iterator[bytes] | None
    close: Callable[[], None]


class Bridge:
    """A Flask app as uvicorn asks it."""

    def __init__(self, app: Any, lanes: Lanes) -> None:
        self._app, self._lanes = app, lanes

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer one request."""
        with SpooledTemporaryFile(IN_MEMORY) as content:
            environ = make_environ(scope, content)
            try:
                if length := await _take_in(content, receive):
                    environ["CONTENT_LENGTH"] = str(length)  # in chunks it came without one
            except Gone:
                return
            await self._answer(environ, receive, send)

    async def _answer(self, environ: Environ, receive: Any, send: Any) -> None:
        """Have the answer made, and send it as fast as it is read."""
        # The same for all parts of an answer, whichever threads make them.
        mine: Any = Context()
        run: Any = partial(asyncio.get_running_loop().run_in_executor, self._lanes.find_lane(environ), mine.run)
        with _watching(receive) if environ.get("CONTENT_TYPE") else nullcontext(bool) as is_gone:
            environ["scorekeeper.is_gone"] = is_gone
            answer = await run(self._ask, environ)
        await send({"type": "http.response.start", "status": answer.status, "headers": answer.headers})
        await send({"type": "http.response.body", "body": answer.beginning, "more_body": answer.rest is not None})
        if answer.rest is not None:
            try:
                with _watching(receive) as is_gone:
                    await _send_rest(answer.rest, run, send, is_gone)
            finally:
                await run(answer.close)

    def _ask(self, environ: Environ) -> _Answer:
        started: list[tuple[str, list[tuple[str, str]]]] = []

        def start(status: str, headers: list[tuple[str, str]], _: object = None) -> None:
            started[:] = [(status, headers)]

        said = self._app(environ, start)
        rest: Iterator[bytes] | None = iter(said)
        close = getattr(said, "close", lambda: None)
        beginning = bytearray()
        in_parts = environ["SERVER_PROTOCOL"] == "HTTP/1.1"  # as some proxies ask, an answer has to come whole
        while rest is not None and not (in_parts and len(beginning) >= AT_ONCE):
            part = next(rest, None)
            if part is None:
                rest = None
                close()
            else:
                beginning += part
        [(status, headers)] = started
        encoded = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
        if rest is None and beginning and not any(name == b"content-length" for name, _ in encoded):
            encoded.append((b"content-length", str(len(beginning)).encode()))
        return _Answer(int(status[:3]), encoded, bytes(beginning), rest, close)


async def _take_in(content: IO[bytes], receive: Any) -> int:
    """Wait for all that is sent; gives how many bytes."""
    more = True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise Gone
        content.write(message["body"])
        more = message["more_body"]
    length = content.tell()
    content.seek(0)
    return length


@contextmanager
def _watching(receive: Any) -> Iterator[Callable[[], bool]]:
    """Whether whoever asked has gone, as long as they have no answer; all that they sent was taken in."""
    gone = asyncio.ensure_future(receive())
    try:
        yield gone.done
    finally:
        gone.cancel()


async def _send_rest(rest: Iterator[bytes], run: Any, send: Any, is_gone: Callable[[], bool]) -> None:
    while not is_gone():
        part = await run(next, rest, None)
        await send({"type": "http.response.body", "body": part or b"", "more_body": part is not None})
        if part is None:
            return
