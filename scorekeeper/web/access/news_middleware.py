"""Middleware that answers a poll for news with 204 by one query, without Flask, if nothing has changed.

Every phone at a table asks for news every two seconds, and hears a bare 204 nearly every time. Whatever else is to be
said, to whoever is not let in, say, the page for news says itself (`pages/live.py`).
"""

import re
from collections.abc import Iterable
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from flask import Flask
from werkzeug.sansio.utils import host_is_trusted

from scorekeeper.play import StoreError
from scorekeeper.play.access import find_version_tag
from scorekeeper.play.upkeep.book import Book
from scorekeeper.web.access.permissions import may_watch
from scorekeeper.web.http.book_middleware import BOOK
from scorekeeper.web.http.served_requests import ROUTE

NEWS = re.compile(r"/m/([^/]+)/news")
SEEN = re.compile(r"seen=([0-9]{1,9}(?:-[0-9]{1,9})?)")  # as `format_version_tag` has it
HEADERS = [("Cache-Control", "private, no-cache"), ("Vary", "HX-Request, Cookie")]


class UnchangedNewsMiddleware:
    """The app `inside`, for all but those who have seen the last entry already."""

    def __init__(self, app: Flask, inside: WSGIApplication) -> None:
        self.app = app
        self.inside = inside

    def __call__(self, environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        asked = NEWS.fullmatch(environ.get("PATH_INFO", ""))
        seen = SEEN.fullmatch(environ.get("QUERY_STRING", "")) if asked else None
        if asked and seen and self._is_last(asked[1], seen[1], environ):
            environ[ROUTE] = "live.news", "/m/<match_id>/news"
            start("204 NO CONTENT", HEADERS)
            return ()
        return self.inside(environ, start)

    def _is_last(self, match_id: str, seen: str, environ: WSGIEnvironment) -> bool:
        """Whether it is, and the device may know."""
        trusted, host = self.app.config["TRUSTED_HOSTS"], environ.get("HTTP_HOST", "")
        if environ["REQUEST_METHOD"] != "GET" or (trusted and not host_is_trusted(host, trusted)):
            return False
        book: Book | None = environ.get(BOOK)
        if book is None:
            return False
        try:
            allowed = may_watch(self.app, book, match_id, environ.get("HTTP_COOKIE", ""))
            return allowed and find_version_tag(book.store, match_id) == seen
        except StoreError:
            return False
