"""WSGI middleware that finds the book of a request, and functions to get that book and its store.

A book is one group's database. A server of one book has all its addresses in it. A host has many books
(`scorekeeper.hosting`): the path of a request says which one, and the app sees only the rest of the path.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Protocol
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from flask import abort, current_app, request

from scorekeeper.play import SqliteStore, Store
from scorekeeper.play.upkeep.book import Book, Keys
from scorekeeper.play.upkeep.ephemeral import EphemeralStore
from scorekeeper.play.upkeep.health import Health, examine_book

BOOK, TROUBLE, TOP = "scorekeeper.book", "scorekeeper.trouble", "scorekeeper.top"


class Books(Protocol):
    """The books that a server stores."""

    @property
    def own(self) -> Book | None:
        """Return the only book of this server; None on a host."""

    def enter(self, environ: WSGIEnvironment) -> None:
        """Find the book of the request with this WSGI environment and write it to `environ[BOOK]`.

        If it cannot be opened, write the error to `environ[TROUBLE]`.
        """

    def find_keys_at(self, path: str) -> Keys | None:
        """Return the keys of the book that `path` belongs to, without opening it; None if there is none."""

    def count_open(self) -> int:
        """Return how many books this process has open."""

    def examine(self) -> Health:
        """Return which functions of the books work at the moment; only a host calls this."""

    def close(self, book_id: str = "") -> None:
        """Close the book with this id, or all books if the id is empty."""


class OneBook:
    """The books of a server that has only the book `own`."""

    def __init__(self, own: Book) -> None:
        self.own = own

    def enter(self, environ: WSGIEnvironment) -> None:
        """Write the only book of this server to `environ[BOOK]`: every address belongs to it."""
        environ[BOOK] = self.own

    def find_keys_at(self, path: str) -> Keys | None:
        """Return the keys of the only book, whatever the path."""
        return self.own.find_keys()

    def count_open(self) -> int:
        """Return 1: the only book is always open."""
        return 1

    def examine(self) -> Health:
        """Return which functions of the only book work at the moment."""
        return examine_book(self.own.store, 0)

    def close(self, book_id: str = "") -> None:
        """Close the only book."""
        self.own.store.close()


class BookMiddleware:
    """Puts the book of each request into the WSGI environment of `app`."""

    def __init__(self, books: Books, app: WSGIApplication) -> None:
        self._books, self._app = books, app

    def __call__(self, environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        """Put the request's book into `environ` and call the app."""
        environ[TOP] = environ.get("SCRIPT_NAME", "")
        self._books.enter(environ)
        return self._app(environ, start)


def find_this_book(environ: Mapping[str, Any] | None = None) -> Book | None:
    """Return the book of the WSGI environment `environ` (None: of the present request), or None without a book."""
    values = request.environ if environ is None else environ
    book: Book | None = values.get(BOOK) or get_books().own
    return book


def get_book() -> Book:
    """Return the book of the request.

    Only views that `guard` protects may call this, as `guard` stops requests without a book.
    """
    book = find_this_book()
    assert book is not None  # noqa: S101  # `guard` lets nobody pass to where one is needed
    return book


def get_books() -> Books:
    """Return the books of this server."""
    books: Books = current_app.extensions["books"]
    return books


def find_url_prefix() -> str:
    """Return the path below which a proxy serves the app, such as `/domino`; empty without one.

    It does not include the path of the book.
    """
    top: str = request.environ.get(TOP, request.script_root)
    return top


def get_store() -> Store:
    """Return the store of the request's book."""
    return get_book().store


def get_file_store() -> SqliteStore:
    """Return the store of the request's book, which has copies; abort with 404 if the book is in a cluster."""
    store = get_store()
    if not isinstance(store, SqliteStore):
        abort(404)
    return store


def get_ephemeral() -> EphemeralStore:
    """Return the store for short-lived data, which all processes of this server share."""
    ephemeral: EphemeralStore = current_app.extensions["ephemeral"]
    return ephemeral


def keeps_no_files() -> bool:
    """Return whether this is one of many web machines, on which no file of a book may stay."""
    return bool(current_app.config.get("CLUSTER"))


def get_scratch() -> Path:
    """Return the folder of this machine for temporary files."""
    folder: Path = current_app.config["SCRATCH"]
    return folder


def get_store_id() -> str:
    """Return the id of the request's store, which is the key of the book in the ephemeral store."""
    return get_store().id
