"""The app of a host, which is a server of many books: the pages of each book, and the host's own pages."""

import os
import shutil
import time
import weakref
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from tempfile import gettempdir, mkdtemp
from typing import Any

from flask import Flask
from flask.typing import ResponseReturnValue

from scorekeeper.hosting import pages
from scorekeeper.hosting.books import HostedBooks
from scorekeeper.hosting.limits import add_host_limits
from scorekeeper.hosting.pages.inactive import gone, show_inactive
from scorekeeper.hosting.phone_books import add_phone_books
from scorekeeper.store import StoreError
from scorekeeper.web import create_app, find_blueprints
from scorekeeper.web.errors import show_store_error
from scorekeeper.web.http.book_middleware import find_this_book

SCRATCH = "scorekeeper-web-"  # the prefix of the folder of a web machine's temporary files
YOUNG = 60.0  # seconds in which a process has locked its new folder


def create_host(config: Mapping[str, Any] | None = None) -> Flask:
    """Return the Flask app of a host with the settings `config`; `scorekeeper.web.http.settings` describes them."""
    config = {**(config or {}), "HOSTING": True}
    app = _create_cluster_app(config) if config.get("CLUSTER") else create_app(config, _open_books)
    for blueprint in find_blueprints(pages):
        app.register_blueprint(blueprint)
    app.extensions["csrf"].exempt(gone)
    add_host_limits(app)
    add_phone_books(app)
    app.register_error_handler(FileNotFoundError, _file_missing)
    app.register_error_handler(StoreError, _store_failed)
    return app


def create_any(config: Mapping[str, Any]) -> Flask:
    """Return the Flask app of a host, or of a server with one book, depending on `HOSTING` in `config`."""
    return create_host(config) if config.get("HOSTING") else create_app(config)


def _create_cluster_app(config: Mapping[str, Any]) -> Flask:
    """Return the app of a web machine, whose books are in the PostgreSQL database at the address `CLUSTER`.

    Raise ValueError if the database cannot be used.
    """
    from scorekeeper.hosting.database_books import open_database_books  # psycopg is an extra

    books = open_database_books(config["CLUSTER"])
    scratch = make_scratch()
    weakref.finalize(books, shutil.rmtree, scratch, ignore_errors=True)
    secret = {"SECRET_KEY": books.find_secret(), "OWNER_KEY": "a host has no owner"}
    config = {**config, **secret, "DATA": scratch}
    return create_app(config, lambda _: books, lambda _: books.open_ephemeral())


def make_scratch() -> Path:
    """Return a new folder for the temporary files of this process, and delete those of processes that were killed.

    A process holds a lock on its folder until it ends.
    """
    folders = sorted(Path(gettempdir()).glob(f"{SCRATCH}*"))
    scratch = Path(mkdtemp(prefix=SCRATCH))
    with suppress(ImportError):
        import fcntl  # not on Windows

        fcntl.flock(os.open(scratch, os.O_RDONLY), fcntl.LOCK_EX)
        for folder in folders:
            with suppress(OSError):  # it is in use, or another user's
                if time.time() - folder.stat().st_mtime < YOUNG:
                    continue
                descriptor = os.open(folder, os.O_RDONLY | os.O_NOFOLLOW)
                try:
                    fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    shutil.rmtree(folder)
                finally:
                    os.close(descriptor)
    return scratch


def _open_books(app: Flask) -> HostedBooks:
    """Return the books in the folder that the settings of `app` name."""
    return HostedBooks(app.config["DATA"], reserve=app.config["LIMITS"].reserve)


def _file_missing(error: FileNotFoundError) -> ResponseReturnValue:
    """Answer with the page of an inactive book if the book was deactivated during the request; else raise `error`."""
    if _is_gone():
        return show_inactive()
    raise error


def _store_failed(error: StoreError) -> ResponseReturnValue:
    """Answer with the page of an inactive book if the book was deactivated during the request; else as any server."""
    return show_inactive() if _is_gone() else show_store_error(error)


def _is_gone() -> bool:
    """Return whether the request's book was deactivated meanwhile; False if that cannot be found out."""
    with suppress(StoreError):
        book = find_this_book()
        return book is not None and not book.store.exists()
    return False
