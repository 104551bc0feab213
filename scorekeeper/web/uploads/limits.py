"""The limits of the request's book, its host and the disk; requests that would exceed them are refused.

Entries of a running match are accepted however full its book is, as long as the disk has room. The only book of a
server is limited by the disk alone.
"""

from collections.abc import Callable

from flask import Blueprint, Flask, current_app, render_template, request
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from werkzeug.exceptions import RequestEntityTooLarge

from scorekeeper.play.upkeep.size import BookSize, HostLimits, measure_book
from scorekeeper.web.access.permissions import guard
from scorekeeper.web.http.book_middleware import find_this_book, get_book
from scorekeeper.web.http.fragments import wants_part

NEARLY = 80  # percent of a limit, from which on pages warn
LARGE = {"keeping.bring_in", "photos.upload", "solitaires.from_photo"}
"""The endpoints that store the files in a request."""
GROWS = LARGE | {"keeping.bring_plays", "matches.new", "matches.fill", "matches.again"}


def add_limits(app: Flask) -> None:
    """Make `app` refuse requests that would exceed the limits of a book, or use disk space reserved for entries."""
    app.before_request(_refuse_growth)


def get_limits() -> HostLimits:
    """Return how much the books of this server may hold."""
    limits: HostLimits = current_app.config["LIMITS"]
    return limits


def find_fullness(more: int = 0) -> int:
    """Return the size of the request's book with `more` bytes, in percent of its limit.

    Return 0 if that is below `NEARLY`, and for the only book of a server.
    """
    book = find_this_book()
    if book is None or not book.id:
        return 0
    size = measure_book(book.store) + BookSize(0, 0, more / 1e6)
    percent = int(100 * size.find_share(get_limits().book))
    return percent if percent >= NEARLY else 0


def find_copies_limit() -> int | None:
    """Return how many bytes the backups of the request's book may take; None for no limit."""
    return get_limits().copies if get_book().id else None


def fits_in_book(more: int) -> bool:
    """Return whether the request's book may hold `more` bytes in addition."""
    book = get_book()
    limit = get_limits().book.megabytes * 1_000_000
    return not book.id or book.store.measure() + more <= limit


def _refuse_growth() -> ResponseReturnValue | None:
    """Return the refusal of a request that would make the book too full, else None.

    Raise StoreError if the disk has too little room for its files.
    """
    if request.endpoint not in GROWS or find_this_book() is None:
        return None
    more = request.content_length or 0
    if request.endpoint in LARGE:
        get_book().store.require_space(more)
    if find_fullness(more) >= 100:
        heading = _("This book is full")
        sentence = _("It takes no more matches and photos. Take its archive, delete it, or go on in a new book.")
        return show_full(heading, sentence)
    return None


def show_full(heading: str, sentence: str) -> ResponseReturnValue:
    """Return the 507 page, or for htmx a plain text, that refuses to store more for the reason in `sentence`."""
    if wants_part():
        return f"{heading}. {sentence}", 507, {"Content-Type": "text/plain; charset=utf-8"}
    return render_template("problem.html", heading=heading, sentence=sentence, full=bool(get_book().id)), 507


def refuse_too_large(blueprint: Blueprint, answer: Callable[[], ResponseReturnValue]) -> None:
    """Make `blueprint` answer bodies above MAX_CONTENT_LENGTH with `answer`.

    Flask refuses such bodies before `guard` runs, so the handler asks `guard` first.
    """

    def refuse(error: RequestEntityTooLarge) -> ResponseReturnValue:
        """Return the refusal of `guard` if the device has no permission, else the answer."""
        return guard() or answer()

    blueprint.register_error_handler(RequestEntityTooLarge, refuse)
