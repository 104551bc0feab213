"""Middleware that answers "no news" at once, with one look at the book and without Flask.

A phone without a stream of news (`news_streams.py`) asks every two seconds, and nearly always gets an empty 204. All
other answers, such as a refusal, come from the page for news (`pages/live.py`).
"""

import re
from collections.abc import Iterable
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from flask import Flask

from scorekeeper.play import StoreError
from scorekeeper.play.access import find_version_tag
from scorekeeper.play.upkeep.book import Book
from scorekeeper.web.access.permissions import may_watch
from scorekeeper.web.http.book_middleware import BOOK
from scorekeeper.web.http.host_names import is_trusted
from scorekeeper.web.http.served_requests import ROUTE

NEWS = re.compile(r"/m/([^/]+)/news")
SEEN = re.compile(r"seen=([0-9]{1,9}(?:-[0-9]{1,9})?)")  # as `format_version_tag` writes it
HEADERS = [("Cache-Control", "private, no-cache"), ("Vary", "HX-Request, Cookie")]


class UnchangedNewsMiddleware:
    """WSGI middleware around `inside` that answers 204 to phones which have seen the last entry already."""

    def __init__(self, app: Flask, inside: WSGIApplication) -> None:
        self.app = app
        self.inside = inside

    def __call__(self, environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        """Answer 204 if the request asks for news and there is none; else call the app inside."""
        match = NEWS.fullmatch(environ.get("PATH_INFO", ""))
        seen = SEEN.fullmatch(environ.get("QUERY_STRING", "")) if match else None
        if match and seen and self._is_last(match[1], seen[1], environ):
            environ[ROUTE] = "live.news", "/m/<match_id>/news"
            start("204 NO CONTENT", HEADERS)
            return ()
        return self.inside(environ, start)

    def _is_last(self, match_id: str, seen: str, environ: WSGIEnvironment) -> bool:
        """Return whether `seen` is the newest version of the match and the device may watch that match.

        False also if the book cannot be read, so that Flask answers the request.
        """
        if environ["REQUEST_METHOD"] != "GET" or not is_trusted(environ, self.app.config["TRUSTED_HOSTS"]):
            return False
        book: Book | None = environ.get(BOOK)
        if book is None:
            return False
        try:
            allowed = may_watch(self.app, book, match_id, environ.get("HTTP_COOKIE", ""))
            return allowed and find_version_tag(book.store, match_id) == seen
        except StoreError:
            return False
