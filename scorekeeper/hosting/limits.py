"""What all books of a host may hold together: new books, files and photos are refused where it is full."""

from flask import Flask, current_app, request
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from scorekeeper.hosting.usage import HostUsage
from scorekeeper.web.http.book_middleware import find_this_book
from scorekeeper.web.uploads.limits import LARGE, get_limits, show_full


def add_host_limits(app: Flask) -> None:
    """Make `app` refuse new books, files and photos once its books together exceed the limits of the host."""
    app.extensions["usage"] = HostUsage(app.config["DATA"])
    app.before_request(_refuse_growth)


def get_usage() -> HostUsage:
    """Return the counter of how many books this host has and how many megabytes they take."""
    found: HostUsage = current_app.extensions["usage"]
    return found


def tell_full_host() -> tuple[str, str]:
    """Return the heading and the sentence for a client that wants to store more on a full host."""
    return (
        _("This server is full"),
        _("It takes no new books, files or photos until its operator makes room. Matches can be scored as before."),
    )


def _refuse_growth() -> ResponseReturnValue | None:
    """Return the refusal of a request that would store a file or photo on a full host, else None."""
    if request.endpoint in LARGE and find_this_book() and get_usage().is_full(get_limits()):
        return show_full(*tell_full_host())
    return None
