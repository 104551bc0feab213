"""The ASGI app that uvicorn calls: it receives a request, has Flask answer it in a thread, and sends the answer.

A thread is taken when the request is complete, and released when the answer is made, so a client that sends or reads
slowly occupies none. It occupies little memory either: a file is read in parts, as fast as the client takes them, and
any other long answer is written to a temporary file first.
"""

import asyncio
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, nullcontext, suppress
from contextvars import Context
from dataclasses import dataclass
from functools import partial
from itertools import chain
from tempfile import SpooledTemporaryFile, TemporaryFile
from typing import IO, Any
from urllib.parse import unquote_to_bytes
from wsgiref.util import FileWrapper

from scorekeeper.cli.server import connections
from scorekeeper.cli.server.connections import CURRENT, Connection
from scorekeeper.cli.server.streams import OpenStreams
from scorekeeper.cli.server.uploads import UploadLimit, UploadRefusedError
from scorekeeper.web.access.news_streams import OPEN_STREAM, NewsStream
from scorekeeper.web.http.headers import HEADERS  # sent by uvicorn, with its own answers too

THREADS = {"read": 8, "write": 4, "files": 48}
"""How many threads answer each kind of request.

A locked book blocks the threads of `write`, and photos in the queue block those of `files`. There are more `files`
threads than photos that may wait, so that the next client is answered that the queue is full.
"""
ARCHIVE = "/keeping/archive.zip"  # takes as long as an upload
IN_MEMORY = 512_000  # bytes of a request's content; more is on the disk
AT_ONCE = 64_000  # bytes of an answer that are made before the first of them is sent
LONG = 128_000  # bytes of an answer that are written to a file
PART = 32_000  # bytes that are read from a file at once

Environ = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer as Flask begins it.

    `rest` makes the parts after `beginning`; None if there are none. `close` frees what they need.
    """

    status: int
    headers: list[tuple[bytes, bytes]]
    beginning: bytes
    rest: Iterator[bytes] | None
    close: Callable[[], None]


class Bridge:
    """The WSGI app `app` as an ASGI app, whose requests may have content as `uploads` permits."""

    def __init__(self, app: Any, uploads: UploadLimit) -> None:
        self._app, self._uploads = app, uploads
        self._threads = {kind: ThreadPoolExecutor(most, kind) for kind, most in THREADS.items()}
        self._streams = OpenStreams(self._threads["read"])

    def close(self) -> None:
        """Cancel the requests that no thread has begun to answer, and wait for the others."""
        for pool in self._threads.values():
            pool.shutdown(cancel_futures=True)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Receive one request, have Flask answer it in a thread, and send the answer."""
        connection = CURRENT.get()
        connection.begin_request()
        with SpooledTemporaryFile(IN_MEMORY) as content, suppress(ConnectionAbortedError):
            try:
                self._uploads.check_headers(scope["raw_path"], scope["headers"])
                await self._receive_content(content, receive)
            except UploadRefusedError as why:
                await why.send(send, connections.GOOD_BYE)
                return
            connection.begin_answer()
            await self._answer(make_environ(scope, content), receive, send)
        connection.end_request()

    async def _receive_content(self, content: IO[bytes], receive: Any) -> None:
        """Write the content of a request to the file `content`.

        Raise ConnectionAbortedError if the client goes away, and UploadRefusedError if the content is too long.
        """
        more = True
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise ConnectionAbortedError
            content.write(message["body"])
            self._uploads.check_length(content.tell())
            more = message["more_body"]

    async def _answer(self, environ: Environ, receive: Any, send: Any) -> None:
        """Have the app answer a request in a thread, and send the answer part by part."""
        context: Any = Context()  # one for all parts of an answer, whichever threads make them
        run: Any = partial(
            asyncio.get_running_loop().run_in_executor, self._threads[choose_threads(environ)], context.run
        )
        streams: list[NewsStream] = []
        if environ["SERVER_PROTOCOL"] == "HTTP/1.1":  # an older client waits for the end of an answer
            environ[OPEN_STREAM] = streams.append
        with _watch_disconnect(receive) if environ.get("CONTENT_TYPE") else nullcontext(bool) as is_gone:
            environ["scorekeeper.is_gone"] = is_gone
            answer = await run(self._begin, environ, CURRENT.get())
        try:
            await send({"type": "http.response.start", "status": answer.status, "headers": answer.headers})
            for stream in streams:
                await self._streams.send_events(stream, CURRENT.get().keep_open, receive, send)
            await send({"type": "http.response.body", "body": answer.beginning, "more_body": answer.rest is not None})
            if answer.rest is not None:
                with _watch_disconnect(receive) as is_gone:
                    part: bytes | None = b""
                    while part is not None and not is_gone():
                        part = await run(next, answer.rest, None)
                        await send({"type": "http.response.body", "body": part or b"", "more_body": part is not None})
        finally:
            if answer.rest is not None:
                await run(answer.close)

    def _begin(self, environ: Environ, connection: Connection) -> Answer:
        """Call the app and return its answer: all of a short one, or the beginning of a long one.

        Raise ConnectionAbortedError if the client went away while the request waited for a thread: else requests whose
        clients do not wait for them could fill the queue, which the limit of connections would not bound.
        """
        if connection.is_lost:
            raise ConnectionAbortedError
        closing = ExitStack()
        try:
            return self._make_answer(environ, closing)
        except BaseException:  # for example, a part cannot be read
            closing.close()
            raise

    def _make_answer(self, environ: Environ, closing: ExitStack) -> Answer:
        """Call the app and return its answer, which `closing` closes."""
        started: list[tuple[str, list[tuple[str, str]]]] = []
        body = self._app(environ, lambda status, headers, _=None: started.append((status, headers)))
        closing.callback(getattr(body, "close", bool))
        parts: Iterator[bytes] = iter(body)
        rest: Iterator[bytes] | None = parts
        beginning = bytearray()
        for part in parts:
            beginning += part
            if len(beginning) >= AT_ONCE:
                break
        else:
            rest = None
        status, pairs = started[-1]
        headers = [(name.lower().encode(), value.encode("latin-1")) for name, value in pairs if name not in HEADERS]
        if not any(name == b"content-length" for name, _ in headers):
            if rest is not None and environ["SERVER_PROTOCOL"] != "HTTP/1.1":  # without chunks the length comes first
                beginning += b"".join(parts)
                rest = None
            if rest is None and beginning:
                headers.append((b"content-length", str(len(beginning)).encode()))
        if len(beginning) > LONG:
            with suppress(OSError):  # on a full disk it stays in memory
                file = closing.enter_context(TemporaryFile())  # noqa: SIM115  # closed by `closing`
                file.write(beginning)
                file.seek(0)
                beginning, rest = bytearray(), chain(FileWrapper(file, PART), rest or ())
        if rest is None:
            closing.close()
        return Answer(int(status[:3]), headers, bytes(beginning), rest, closing.close)


def choose_threads(environ: Environ) -> str:
    """Return which threads answer a request: `read`, `write` or `files`.

    `files` is for forms with files (multipart) and for downloads of an archive, `read` for requests that change
    nothing.
    """
    if environ["PATH_INFO"].endswith(ARCHIVE):
        return "files"
    if environ["REQUEST_METHOD"] in ("GET", "HEAD", "OPTIONS"):
        return "read"
    return "files" if environ.get("CONTENT_TYPE", "").startswith("multipart/") else "write"


def make_environ(scope: Any, content: IO[bytes]) -> Environ:
    """Return the WSGI environment of the request with the ASGI `scope` and with `content`.

    A header with `_` in its name is left out, as it could be mistaken for another one. So is `Transfer-Encoding`: the
    content is complete, its chunks joined, and Werkzeug ignores CONTENT_LENGTH if that header is present.
    """
    host, port = scope["server"] or ("", None)
    environ: Environ = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(scope["raw_path"]).decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": host,
        "SERVER_PORT": str(port or ""),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": (scope["client"] or ("",))[0],
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": content,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
        "wsgi.file_wrapper": lambda file, _=0: FileWrapper(file, PART),
    }
    for key, value in scope["headers"]:
        if b"_" not in key and key != b"transfer-encoding":
            name = key.decode("latin-1").upper().replace("-", "_")
            name = name if name in ("CONTENT_TYPE", "CONTENT_LENGTH") else f"HTTP_{name}"
            separator = "; " if name == "HTTP_COOKIE" else ","
            earlier = f"{environ[name]}{separator}" if name in environ else ""
            environ[name] = earlier + value.decode("latin-1")
    if length := content.tell():
        environ["CONTENT_LENGTH"] = str(length)  # content in chunks came without a length
        content.seek(0)
    return environ


@contextmanager
def _watch_disconnect(receive: Any) -> Iterator[Callable[[], bool]]:
    """Yield a function that returns whether the client has disconnected since this context was entered."""
    disconnect = asyncio.ensure_future(receive())
    try:
        yield disconnect.done
    finally:
        disconnect.cancel()
