"""How a request gets to Flask and its answer back: uvicorn waits for all connections at once, Flask answers in threads.

A thread is given to a request when all of it is here, and taken back when its answer is made: who sends slowly or reads
slowly holds none. Nor do they hold much memory: what comes from a file is read in small parts, as fast as they are
taken, and any other long answer is put into a temporary file first.
"""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from contextvars import Context
from dataclasses import dataclass
from functools import partial
from itertools import chain
from tempfile import SpooledTemporaryFile, TemporaryFile
from threading import Lock
from typing import IO, Any
from wsgiref.util import FileWrapper

from scorekeeper.cli.server.environ import Environ, make_environ
from scorekeeper.cli.server.lanes import Lanes

IN_MEMORY = 512_000  # bytes of what is sent; more is put on the disk until it is answered
AT_ONCE = 64_000  # bytes of an answer that are made before the first of them is sent
LONG = 128_000  # bytes of an answer that are put into a file
PART = 32_000  # bytes that are read from a file at once
MOST_IN_FILES = 400_000_000  # bytes of all long answers of this process that are being sent


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


BUSY = _Answer(503, [(b"content-length", b"0"), (b"retry-after", b"60")], b"", None, lambda: None)
"""What is said where too many long answers are being sent already."""


class Bridge:
    """A Flask app as uvicorn asks it."""

    def __init__(self, app: Any, lanes: Lanes) -> None:
        self._app, self._lanes = app, lanes
        self._in_files, self._lock = 0, Lock()

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
            environ["wsgi.file_wrapper"] = _read_in_parts
            answer = await run(self._ask, environ)
        try:
            await send({"type": "http.response.start", "status": answer.status, "headers": answer.headers})
            await send({"type": "http.response.body", "body": answer.beginning, "more_body": answer.rest is not None})
            if answer.rest is not None:
                with _watching(receive) as is_gone:
                    await _send_rest(answer.rest, run, send, is_gone)
        finally:
            if answer.rest is not None:
                await run(answer.close)

    def _ask(self, environ: Environ) -> _Answer:
        started: list[tuple[str, list[tuple[str, str]]]] = []

        def start(status: str, headers: list[tuple[str, str]], _: object = None) -> None:
            started[:] = [(status, headers)]

        said = self._app(environ, start)
        rest: Iterator[bytes] | None = iter(said)
        close = getattr(said, "close", lambda: None)
        beginning = bytearray()
        while rest is not None and len(beginning) < AT_ONCE:
            if (part := next(rest, None)) is None:
                rest = None
            else:
                beginning += part
        if rest is not None and len(beginning) > LONG and (part := next(rest, None)) is not None:
            rest = chain([part], rest)
        elif len(beginning) > LONG:  # a page that came as one part
            rest = None
        [(status, headers)] = started
        encoded = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
        has_length = any(name == b"content-length" for name, _ in encoded)
        if rest is not None and not has_length and environ["SERVER_PROTOCOL"] != "HTTP/1.1":
            beginning += b"".join(rest)  # as some proxies ask, an answer has to come with its length
            rest = None
        if rest is None:
            close()
            close = BUSY.close  # it is done
            if beginning and not has_length:
                encoded.append((b"content-length", str(len(beginning)).encode()))
        answer = _Answer(int(status[:3]), encoded, bytes(beginning), rest, close)
        return self._put_into_file(answer) if len(beginning) > LONG else answer

    def _put_into_file(self, answer: _Answer) -> _Answer:
        """The same answer, its beginning sent from a file; on a disk without room it is as it was."""
        size = len(answer.beginning)
        with self._lock:
            has_room = self._in_files + size <= MOST_IN_FILES
            self._in_files += size if has_room else 0
        if not has_room:
            answer.close()
            return BUSY

        def leave() -> None:
            with self._lock:
                self._in_files -= size

        try:
            file = TemporaryFile()  # noqa: SIM115  # sent after this ends
            file.write(answer.beginning)
            file.seek(0)
        except OSError:
            leave()
            return answer

        def close() -> None:
            leave()
            file.close()
            answer.close()

        return _Answer(answer.status, answer.headers, b"", chain(_read_in_parts(file), answer.rest or ()), close)


def _read_in_parts(file: IO[bytes], _: int = 0) -> FileWrapper:
    """What WSGI calls a file wrapper; the size that Werkzeug would have is too small for a thread to be asked for."""
    return FileWrapper(file, PART)


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
