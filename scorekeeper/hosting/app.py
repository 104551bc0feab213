"""The app of a host: the pages of the score pad for each of its books, and the host's own pages."""

from collections.abc import Mapping
from typing import Any

from flask import Flask
from flask.typing import ResponseReturnValue

from scorekeeper.hosting import pages
from scorekeeper.hosting.books import HostedBooks
from scorekeeper.hosting.limits import add_host_limits
from scorekeeper.hosting.pages.inactive import show_inactive
from scorekeeper.hosting.phone_books import add_phone_books
from scorekeeper.web import create_app, find_blueprints
from scorekeeper.web.http.book_middleware import find_this_book


def create_host(config: Mapping[str, Any] | None = None) -> Flask:
    """Return the app of the books in a folder; `scorekeeper.web.http.settings` says what can be set."""
    app = create_app({**(config or {}), "HOSTING": True}, _open_books)
    for blueprint in find_blueprints(pages):
        app.register_blueprint(blueprint)
    add_host_limits(app)
    add_phone_books(app)
    app.register_error_handler(FileNotFoundError, _file_missing)
    return app


def create_any(config: Mapping[str, Any]) -> Flask:
    """Return the app of a host or of a house, as `HOSTING` says."""
    return create_host(config) if config.get("HOSTING") else create_app(config)


def _open_books(app: Flask) -> HostedBooks:
    return HostedBooks(app.config["DATA"], reserve=app.config["LIMITS"].reserve)


def _file_missing(error: FileNotFoundError) -> ResponseReturnValue:
    """Answer for a book that was deactivated while it was used: its files are elsewhere now."""
    book = find_this_book()
    if book and not book.store.path.parent.is_dir():
        return show_inactive()
    raise error
