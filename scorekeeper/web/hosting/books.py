"""The first page of a host: the books of this phone, and one tap that opens a new one."""

from flask import Blueprint, current_app, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from scorekeeper import play
from scorekeeper.web.app.access import for_outside
from scorekeeper.web.app.door import find_top
from scorekeeper.web.app.phone_books import list_phone_books
from scorekeeper.web.app.tries import NEW_BOOKS, count_by_address

blueprint = Blueprint("books", __name__)


@blueprint.get("/begin")
@for_outside
def begin() -> Response:
    """The book that this phone used last; for a phone without any the way to one."""
    books = list_phone_books()
    return redirect(books[0].address if books else url_for(".books"), 303)


@blueprint.get("/books")
@for_outside
def books() -> str:
    """The books of this phone."""
    return render_template("books.html", books=list_phone_books(), new=play.make_id())


@blueprint.post("/b/<book_id>/open")
@for_outside
def open_new(book_id: str) -> ResponseReturnValue:
    """Open a new book, whose owner is this phone: it goes in by the owner's link.

    The page has made its id, so that it is opened on the machine on which it will be asked for.
    """
    if count_by_address(NEW_BOOKS) > NEW_BOOKS.most:
        heading, sentence = _("That did not work"), _("Too many books were opened from here. Try again later.")
        page = render_template("problem.html", heading=heading, sentence=sentence)
        return page, 429, {"Retry-After": str(NEW_BOOKS.within)}
    try:
        play.make_book(current_app.config["DATA"], book_id)
    except FileExistsError:  # tapped on a page that was used already
        return redirect(url_for(".books"), 303)
    folder = play.find_folder(current_app.config["DATA"], book_id)
    keys = play.find_folder_keys(folder) if folder else None
    return redirect(f"{find_top()}/b/{book_id}" + url_for("join.sign_in", key=keys.owner if keys else ""), 303)
