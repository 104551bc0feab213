"""How full the book of a request, its host and the disk are: what would make them fuller is refused in time.

A match that runs is scored to its end whatever its book holds, and as long as the disk takes it. The one book of a
house is limited by the disk alone.
"""

from collections.abc import Callable

from flask import Blueprint, Flask, current_app, render_template, request
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from werkzeug.exceptions import RequestEntityTooLarge

from scorekeeper.play.upkeep.size import BookSize, HostLimits, measure_book, measure_folder
from scorekeeper.web.access.permissions import guard
from scorekeeper.web.http.book_middleware import find_this_book, get_book
from scorekeeper.web.http.fragments import wants_part

NEARLY = 80  # percent
LARGE = {"keeping.bring_in", "photos.upload", "solitaires.from_photo"}
"""What brings files that are stored."""
GROWS = LARGE | {"matches.new", "matches.fill", "matches.again"}


def add_limits(app: Flask) -> None:
    """Let no book of `app` hold more than its limits, nor use the reserve of the disk for anything but entries."""
    app.before_request(_refuse_growth)


def get_limits() -> HostLimits:
    """Return the limits of the books of this server."""
    found: HostLimits = current_app.config["LIMITS"]
    return found


def find_fullness(more: int = 0) -> int:
    """How many percent of what it may hold the book of the request holds, with so many bytes more.

    0 where that is not worth telling, and in a house.
    """
    book = find_this_book()
    if book is None or not book.id:
        return 0
    size = measure_book(book.store) + BookSize(0, 0, more / 1e6)
    percent = int(100 * size.find_share(get_limits().book))
    return percent if percent >= NEARLY else 0


def find_copies_limit() -> int | None:
    """How many bytes the copies of the book of the request may take; None for as many as there are."""
    return get_limits().copies if get_book().id else None


def fits_in_book(more: int) -> bool:
    """Whether the book of the request may hold so many bytes more."""
    book = get_book()
    limit = get_limits().book.megabytes * 1_000_000
    return not book.id or measure_folder(book.store.path.parent) + more <= limit


def _refuse_growth() -> ResponseReturnValue | None:
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
    """Return the answer to what would make the book larger than it may be."""
    if wants_part():
        return f"{heading}. {sentence}", 507, {"Content-Type": "text/plain; charset=utf-8"}
    return render_template("problem.html", heading=heading, sentence=sentence, full=bool(get_book().id)), 507


def refuse_too_large(blueprint: Blueprint, answer: Callable[[], ResponseReturnValue]) -> None:
    """Answer bodies above MAX_CONTENT_LENGTH on the pages of `blueprint`. Flask refuses them before `guard` runs, so
    the handler asks it first.
    """

    def refuse(error: RequestEntityTooLarge) -> ResponseReturnValue:
        return guard() or answer()

    blueprint.register_error_handler(RequestEntityTooLarge, refuse)
