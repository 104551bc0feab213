"""WSGI middleware that finds the book of a request, and access to that book and its store.

On a server of one book every address is in it. On a host `/b/abcd…/m/…` is the match `/m/…` of the book `abcd…`: the
middleware moves `/b/abcd…` from `PATH_INFO` to `SCRIPT_NAME`. Addresses in no book (the first page of a host) are left
as they are.
"""

import logging
import re
from collections.abc import Iterable, Mapping
from typing import Any, Protocol
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from flask import current_app, request

from scorekeeper.play import Store, StoreError
from scorekeeper.play.upkeep.book import Book, Keys
from scorekeeper.play.upkeep.ephemeral import EphemeralStore

BOOK, TROUBLE, TOP = "scorekeeper.book", "scorekeeper.trouble", "scorekeeper.top"
ADDRESS = re.compile(r"/b/([0-9A-Za-z]+)(/.*)?", re.DOTALL)

OPENING = "/open"
"""The address below a book's at which it is created. It is handled outside of the book, even if the book exists."""

log = logging.getLogger(__name__)


class Books(Protocol):
    """The books that a server keeps."""

    @property
    def own(self) -> Book | None:
        """The only book of this server; None on a host."""

    def find_book(self, book_id: str) -> Book | None:
        """Return a host's open book by its id, or None. Raises StoreError."""

    def find_keys(self, book_id: str) -> Keys | None:
        """Return the keys of a book, or None if there is no such book."""

    def close(self, book_id: str = "") -> None:
        """Close one book, or all if no id is given."""


class OneBook:
    """The books of a server that keeps only one."""

    def __init__(self, own: Book) -> None:
        self.own = own

    def find_book(self, book_id: str) -> Book | None:
        """Return None: the book has no address of its own."""
        return None

    def find_keys(self, book_id: str) -> Keys | None:
        """Return the keys of the only book."""
        return self.own.find_keys()

    def close(self, book_id: str = "") -> None:
        """Close the only book."""
        self.own.store.close()


class BookMiddleware:
    """Puts the book of each request into the WSGI environment of `app`."""

    def __init__(self, books: Books, app: WSGIApplication) -> None:
        self._books, self._app = books, app

    def __call__(self, environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        environ[BOOK], environ[TOP] = self._books.own, environ.get("SCRIPT_NAME", "")
        asked = None if self._books.own else ADDRESS.fullmatch(environ.get("PATH_INFO", ""))
        if asked and asked[2] != OPENING:
            self._enter(asked[1], asked[2] or "/", environ)
        return self._app(environ, start)

    def _enter(self, book_id: str, rest: str, environ: WSGIEnvironment) -> None:
        """Put the book into the environment; if there is none, leave the address as it is."""
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
    """Return the book of the request or of the given WSGI environment, or None."""
    asked = request.environ if environ is None else environ
    found: Book | None = asked.get(BOOK) or get_books().own
    return found


def get_book() -> Book:
    """Return the book of the request. Only views that `guard` protects may call this: it lets no others pass."""
    found = find_this_book()
    assert found is not None  # noqa: S101  # `guard` lets nobody pass to where one is needed
    return found


def get_books() -> Books:
    """Return the books of this server."""
    found: Books = current_app.extensions["books"]
    return found


def find_url_prefix() -> str:
    """Return the path below which a proxy serves the app; it is the same for all books."""
    top: str = request.environ.get(TOP, request.script_root)
    return top


def get_store() -> Store:
    """Return the store of the request's book."""
    return get_book().store


def get_ephemeral() -> EphemeralStore:
    """Return the file that all processes of the running app share."""
    found: EphemeralStore = current_app.extensions["ephemeral"]
    return found


def find_book() -> str:
    """Return the key of the request's book in that file: the path of its matches, which no other book has."""
    return str(get_store().path)
