"""Limits on all books of a host together: a full host refuses new books, files and photos."""

from flask import Flask, current_app, request
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from scorekeeper.hosting.books import HostBooks
from scorekeeper.hosting.usage import HostUsage
from scorekeeper.web.http.book_middleware import find_this_book
from scorekeeper.web.uploads.limits import LARGE, get_limits, show_full


def add_host_limits(app: Flask) -> None:
    """Make `app` refuse new books, files and photos once its books together exceed the limits of the host."""
    app.extensions["usage"] = HostUsage(app.extensions["books"].measure)
    app.before_request(_refuse_growth)


def get_host_books() -> HostBooks:
    """Return the books of this host."""
    books: HostBooks = current_app.extensions["books"]
    return books


def get_usage() -> HostUsage:
    """Return the object that counts the books of this host and measures the megabytes they take."""
    usage: HostUsage = current_app.extensions["usage"]
    return usage


def describe_full_host() -> tuple[str, str]:
    """Return the translated heading and sentence of the page that refuses to store more on a full host."""
    return (
        _("This server is full"),
        _("It takes no new books, files or photos until its operator makes room. Matches can be scored as before."),
    )


def _refuse_growth() -> ResponseReturnValue | None:
    """Return the refusal of a request that would store a file or photo on a full host, else None."""
    if request.endpoint in LARGE and find_this_book() and get_usage().is_full(get_limits()):
        return show_full(*describe_full_host())
    return None
