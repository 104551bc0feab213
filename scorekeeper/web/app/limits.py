"""How full the book of a request is: told before it is, and what would make it fuller is refused when it is.

A match that runs is scored to its end whatever its book holds. The one book of a house has no limits.
"""

from flask import Flask, current_app, render_template, request
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from scorekeeper import play
from scorekeeper.web.app.door import find_this_book
from scorekeeper.web.app.fragments import wants_part

NEARLY = 80  # percent
GROWS = {"matches.new", "matches.fill", "matches.again", "keeping.bring_in", "photos.upload", "solitaires.from_photo"}


def add_limits(app: Flask) -> None:
    """Let no book of `app` hold more than its limits."""
    app.before_request(_refuse_growth)


def find_most() -> play.BookSize:
    """What a book may hold."""
    found: play.BookSize = current_app.config["MOST"]
    return found


def find_fullness() -> int:
    """How many percent of what it may hold the book of the request holds, if that is worth telling; else 0."""
    book = find_this_book()
    if book is None or not book.id:
        return 0
    percent = int(100 * play.measure_book(book.store).find_share(find_most()))
    return percent if percent >= NEARLY else 0


def fits_in_book(size: int) -> bool:
    """Whether a file of so many bytes is no more than the book of the request may hold."""
    book = find_this_book()
    return not (book and book.id) or size <= find_most().megabytes * 1_000_000


def _refuse_growth() -> ResponseReturnValue | None:
    if request.endpoint not in GROWS or find_fullness() < 100:
        return None
    heading = _("This book is full")
    sentence = _("It takes no more matches and photos. Take its archive, delete it, or go on in a new book.")
    if wants_part():
        return f"{heading}. {sentence}", 507, {"Content-Type": "text/plain; charset=utf-8"}
    return render_template("problem.html", heading=heading, sentence=sentence, full=True), 507
