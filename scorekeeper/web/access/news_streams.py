"""Streams of news: a phone keeps one request open, and gets an event when its match changes (server-sent events).

Only a server that can keep many requests open without a thread for each offers streams. With any other server phones
poll the page for news.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from flask import Flask

from scorekeeper.play import NotFoundError, Store, StoreError
from scorekeeper.play.access import NewsVersion, find_news_version
from scorekeeper.play.upkeep.book import Book, Keys
from scorekeeper.web.access.permissions import may_watch
from scorekeeper.web.http.book_middleware import BOOK
from scorekeeper.web.http.host_names import is_trusted
from scorekeeper.web.http.served_requests import ROUTE

OPEN_STREAM = "scorekeeper.open_stream"
"""The key in the WSGI environment of the server's function that takes a `NewsStream`.

The server then sends the events of that stream as the content of the answer. It is missing if the server cannot.
"""

STREAM = re.compile(r"/m/([^/]+)/stream")
StreamVersion = tuple[NewsVersion, Keys | None]
"""The version of the news of a match, and the keys of its book."""
HEADERS = [
    ("Content-Type", "text/event-stream"),
    ("Cache-Control", "no-store"),
    ("X-Accel-Buffering", "no"),  # nginx passes each event on at once
]


@dataclass(frozen=True, slots=True)
class NewsStream:
    """The news of one match for one device, which sent the Cookie header `cookies`."""

    app: Flask
    book: Book
    match_id: str
    cookies: str

    @property
    def store(self) -> Store:
        """The store whose writes may be news."""
        return self.book.store

    def find_version(self, known: dict[str, StreamVersion]) -> StreamVersion | None:
        """Return the version of the stream, which changes with the news and the permissions of devices.

        Return None if the match cannot be found. `known` is a cache of the versions of one book's streams, by match id.
        """
        try:
            if self.match_id not in known:
                known[self.match_id] = find_news_version(self.store, self.match_id), self.book.find_keys()
            return known[self.match_id]
        except (StoreError, NotFoundError, OSError):
            return None

    def is_allowed(self) -> bool:
        """Return whether the device may watch the match; False if the book cannot be read."""
        try:
            return may_watch(self.app, self.book, self.match_id, self.cookies)
        except (StoreError, OSError):
            return False


class NewsStreamMiddleware:
    """WSGI middleware around `inside` that opens streams of news, for devices that may watch the match."""

    def __init__(self, app: Flask, inside: WSGIApplication) -> None:
        self.app = app
        self.inside = inside

    def __call__(self, environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        """Open a stream if the request is for one and the device may watch the match; else call the app inside."""
        match = STREAM.fullmatch(environ.get("PATH_INFO", ""))
        open_stream: Callable[[NewsStream], None] | None = environ.get(OPEN_STREAM)
        book: Book | None = environ.get(BOOK)
        trusted = is_trusted(environ, self.app.config["TRUSTED_HOSTS"])
        if match and open_stream and book and trusted and environ["REQUEST_METHOD"] == "GET":
            stream = NewsStream(self.app, book, match[1], environ.get("HTTP_COOKIE", ""))
            if stream.is_allowed():
                environ[ROUTE] = "live.stream", "/m/<match_id>/stream"
                open_stream(stream)
                start("200 OK", HEADERS)
                return ()
        return self.inside(environ, start)
