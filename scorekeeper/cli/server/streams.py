"""The open streams of news in one process: they wait in the event loop, and take a thread only when a book was written.

A write is detected by the attributes of the book's log, so that it may come from any process.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from scorekeeper.play import Store
from scorekeeper.web.access.news_streams import NewsStream, StreamVersion

EVERY = 0.1  # seconds between two checks of the books that are watched
BEAT = 5.0  # seconds after which a stream without news shows that it is alive: see `static/js/live.js`


@dataclass(eq=False, slots=True)
class _OpenStream:
    """A stream, its version and newest tag (None once the stream has to end), and the event that wakes its sender."""

    news: NewsStream
    version: StreamVersion | None = None
    tag: str | None = None
    woken: asyncio.Event = field(default_factory=asyncio.Event)

    async def wait(self) -> None:
        """Wait until there is something to send."""
        with suppress(TimeoutError):
            async with asyncio.timeout(BEAT):
                await self.woken.wait()
        self.woken.clear()


@dataclass(eq=False, slots=True)
class _WatchedBook:
    """The streams of one book, and the values of its store's `find_last_write` at the last two checks.

    `check` is the task that reads its tags. It holds the lock `reading`, so that an older tag never replaces a newer
    one.
    """

    store: Store
    now: Any
    before: Any
    streams: set[_OpenStream] = field(default_factory=set)
    check: asyncio.Task[None] | None = None
    reading: asyncio.Lock = field(default_factory=asyncio.Lock)


class OpenStreams:
    """The open streams of this process. The books are read in the `threads`."""

    def __init__(self, threads: Executor) -> None:
        self._threads = threads
        self._books: dict[str, _WatchedBook] = {}
        self._looking: asyncio.Task[None] | None = None

    async def send_events(self, news: NewsStream, keep_open: Callable[[], None], receive: Any, send: Any) -> None:
        """Send the tag of the stream at once and after each change.

        After `BEAT` seconds without a change, send an event without data. Return when the client has disconnected or
        may not watch the match any more. `keep_open` is called after each event.
        """
        stream, sent = _OpenStream(news), None
        book = self._add(stream)

        def leave(_: object) -> None:
            """Stop watching the book for the stream, and wake its sender."""
            book.streams.discard(stream)
            stream.woken.set()

        gone = asyncio.ensure_future(receive())
        gone.add_done_callback(leave)
        try:
            await self._find_tags(book, [stream])
            stream.woken.clear()
            while stream.tag is not None and not gone.done():
                event = f"data: {stream.tag}\n\n".encode() if stream.tag != sent else b"data:\n\n"
                sent = stream.tag
                await send({"type": "http.response.body", "body": event, "more_body": True})
                keep_open()
                await stream.wait()
        finally:
            gone.cancel()
            book.streams.discard(stream)

    def _add(self, stream: _OpenStream) -> _WatchedBook:
        """Add `stream` to the watched streams of its book, and return the book."""
        store = stream.news.store
        book = self._books.get(store.id)
        if book is None:
            now = store.find_last_write()
            book = self._books[store.id] = _WatchedBook(store, now, now)
        book.streams.add(stream)
        if self._looking is None or self._looking.done():
            self._looking = asyncio.create_task(self._look())
        return book

    async def _look(self) -> None:
        """Check the watched books again and again, until there is none, and read those that were written.

        A written book is read again at the next check, as `find_last_write` may not show a second write.
        """
        while self._books:
            await asyncio.sleep(EVERY)
            for id_, book in list(self._books.items()):
                if not book.streams:
                    del self._books[id_]
                elif book.check is None or book.check.done():
                    now = book.store.find_last_write()
                    if now != book.now or book.now != book.before:
                        book.check = asyncio.create_task(self._find_tags(book, list(book.streams)))
                    book.before, book.now = book.now, now

    async def _find_tags(self, book: _WatchedBook, streams: list[_OpenStream]) -> None:
        """Find the tags of these streams of `book` in a thread, and wake those that have news."""
        async with book.reading:
            here = [stream for stream in streams if stream in book.streams]  # others have gone while this waited
            if not here:
                return
            changes = await asyncio.get_running_loop().run_in_executor(self._threads, _find_changes, here)
            for stream, version, tag in changes:
                stream.version = version
                if tag != stream.tag:
                    stream.tag = tag
                    stream.woken.set()


def _find_changes(streams: list[_OpenStream]) -> list[tuple[_OpenStream, StreamVersion | None, str | None]]:
    """Return the streams whose version changed, each with the new version and the tag.

    Version and tag are None if the match cannot be found; the tag is None if the device may not watch it any more.
    """
    known: dict[str, StreamVersion] = {}
    changes = []
    for stream in streams:
        version = stream.news.find_version(known)
        if version is None or version != stream.version:
            tag = version[0].tag if version and stream.news.is_allowed() else None
            changes.append((stream, version, tag))
    return changes
