"""The book that a request is about, which is found before anything else is asked.

A house has one book, and every address is in it. A host has many (`scorekeeper.hosting`): the address of a request
says which one, and the app sees the rest of that address alone.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Protocol
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from flask import current_app, request

from scorekeeper.play.upkeep.book import Book, Keys

BOOK, TROUBLE, TOP = "scorekeeper.book", "scorekeeper.trouble", "scorekeeper.top"


class Books(Protocol):
    """The books that this server keeps."""

    @property
    def own(self) -> Book | None:
        """The one book of a house; None on a host."""

    def enter(self, environ: WSGIEnvironment) -> None:
        """Write the request's book to `environ[BOOK]`, or why it cannot be opened to `environ[TROUBLE]`."""

    def find_keys_at(self, path: str) -> Keys | None:
        """Return the keys of the book that this path is in, without opening it; None if there is none."""

    def close(self, book_id: str = "") -> None:
        """Close the book of this id, or all."""


class OneBook:
    """The book of a house."""

    def __init__(self, own: Book) -> None:
        self.own = own

    def enter(self, environ: WSGIEnvironment) -> None:
        """Every address is in it."""
        environ[BOOK] = self.own

    def find_keys_at(self, path: str) -> Keys | None:
        """Return its keys, whatever is asked for."""
        return self.own.find_keys()

    def close(self, book_id: str = "") -> None:
        """Close it."""
        self.own.store.close()


class BookMiddleware:
    """The WSGI app `inside`, which is told the book of each request."""

    def __init__(self, books: Books, inside: WSGIApplication) -> None:
        self._books, self._inside = books, inside

    def __call__(self, environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        environ[TOP] = environ.get("SCRIPT_NAME", "")
        self._books.enter(environ)
        return self._inside(environ, start)


def find_this_book(environ: Mapping[str, Any] | None = None) -> Book | None:
    """Return the book that the request is about, if it is about one."""
    asked = request.environ if environ is None else environ
    found: Book | None = asked.get(BOOK) or get_books().own
    return found


def get_book() -> Book:
    """Return the book that the request is about; only pages of a book may ask."""
    found = find_this_book()
    assert found is not None  # noqa: S101  # `guard` lets nobody pass to where one is needed
    return found


def get_books() -> Books:
    """Return the books of this server."""
    found: Books = current_app.extensions["books"]
    return found


def find_top() -> str:
    """Return the path below which the server is, whatever book a request is about."""
    top: str = request.environ.get(TOP, request.script_root)
    return top
