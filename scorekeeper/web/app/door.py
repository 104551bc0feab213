"""Which book a request is about: decided at the door, before anything else is asked of it.

A house has one book, and every address is in it. On a host `/b/abcd…/m/…` is the match `/m/…` of the book `abcd…`: from
there on the app sees the address of the match alone, and below which `SCRIPT_NAME` it is. What is in no book, the first
page of the host, say, is asked for without one.
"""

import logging
import re
from collections.abc import Iterable, Mapping
from typing import Any, Protocol
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from flask import current_app, request

from scorekeeper.play import StoreError
from scorekeeper.play.upkeep.book import Book, Keys

BOOK, TROUBLE, TOP = "scorekeeper.book", "scorekeeper.trouble", "scorekeeper.top"
ADDRESS = re.compile(r"/b/([0-9A-Za-z]+)(/.*)?", re.DOTALL)

OPENING = "/open"
"""Below a book's address, where it is opened: asked outside of it, also by a second tap that comes when it is there."""

log = logging.getLogger(__name__)


class Books(Protocol):
    """The books that this server keeps."""

    @property
    def own(self) -> Book | None:
        """The one book of a house; None on a host."""

    def find_book(self, book_id: str) -> Book | None:
        """A host's book of this id, open; None where there is none. Raises StoreError."""

    def find_keys(self, book_id: str) -> Keys | None:
        """The keys of the book of this id; None where there is none."""

    def close(self, book_id: str = "") -> None:
        """Close the book of this id, or all."""


class OneBook:
    """The book of a house."""

    def __init__(self, own: Book) -> None:
        self.own = own

    def find_book(self, book_id: str) -> Book | None:
        """It has no address of its own."""
        return None

    def find_keys(self, book_id: str) -> Keys | None:
        """Its keys, whatever is asked for."""
        return self.own.find_keys()

    def close(self, book_id: str = "") -> None:
        """Close it."""
        self.own.store.close()


class BookDoor:
    """The app `inside`, told which book each request is about."""

    def __init__(self, books: Books, inside: WSGIApplication) -> None:
        self._books, self._inside = books, inside

    def __call__(self, environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        environ[BOOK], environ[TOP] = self._books.own, environ.get("SCRIPT_NAME", "")
        asked = None if self._books.own else ADDRESS.fullmatch(environ.get("PATH_INFO", ""))
        if asked and asked[2] != OPENING:
            self._enter(asked[1], asked[2] or "/", environ)
        return self._inside(environ, start)

    def _enter(self, book_id: str, rest: str, environ: WSGIEnvironment) -> None:
        """Go on in the book of this id. Where there is none, the address means something without a book."""
        try:
            book = self._books.find_book(book_id)
        except (StoreError, OSError) as error:
            log.warning("book %s cannot be opened: %s", book_id, error)
            environ[TROUBLE] = error
            return
        if book:
            environ[BOOK] = book
            environ["SCRIPT_NAME"], environ["PATH_INFO"] = f"{environ[TOP]}/b/{book_id}", rest


def find_this_book(environ: Mapping[str, Any] | None = None) -> Book | None:
    """The book that the request is about, if it is about one."""
    asked = request.environ if environ is None else environ
    found: Book | None = asked.get(BOOK) or get_books().own
    return found


def get_book() -> Book:
    """The book that the request is about, which no page without one asks for."""
    found = find_this_book()
    assert found is not None  # noqa: S101  # `guard` lets nobody pass to where one is needed
    return found


def get_books() -> Books:
    """The books of this server."""
    found: Books = current_app.extensions["books"]
    return found


def find_top() -> str:
    """Below which address the server is asked for, whatever book a request is about."""
    top: str = request.environ.get(TOP, request.script_root)
    return top
