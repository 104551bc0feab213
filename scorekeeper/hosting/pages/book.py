"""The owner's page of a book on a host: it shows the owner's link and the size, and renames or deletes the book."""

from contextlib import suppress
from dataclasses import dataclass
from urllib.parse import quote, urlencode

from flask import Blueprint, redirect, render_template, request, session, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from scorekeeper.hosting.limits import get_host_books
from scorekeeper.hosting.phone_books import drop_phone_book
from scorekeeper.play import NotFoundError
from scorekeeper.play.upkeep.book import find_book_name, name_book, renew_owner_key
from scorekeeper.play.upkeep.size import BookSize, measure_book
from scorekeeper.web.access.permissions import get_keys, make_owner_mark
from scorekeeper.web.http.book_middleware import get_book, get_store
from scorekeeper.web.http.fragments import show_page
from scorekeeper.web.uploads.limits import get_limits
from scorekeeper.web.views.links import DrawnLink, draw_link

blueprint = Blueprint("book", __name__)


@dataclass(frozen=True, slots=True)
class BookPage:
    """The link of a book's owner, the book's name, its size, and the `most` that the host allows.

    `letter` is the URL that begins an e-mail with the link. `new` says that the book has no matches.
    """

    link: DrawnLink
    letter: str
    name: str
    size: BookSize
    most: BookSize
    new: bool


@blueprint.get("/book")
def show() -> tuple[str, int]:
    """GET /book: show the owner the book's page with its link, its name and its size.

    A new book's page begins with the link, which is the book's key.
    """
    size = measure_book(get_store())
    link = draw_link(url_for("join.sign_in", key=get_keys().owner))
    page = BookPage(
        link=link,
        letter="mailto:?" + urlencode({"subject": _("Domino score pad"), "body": link.url}, quote_via=quote),
        name=find_book_name(get_book()),
        size=size,
        most=get_limits().book,
        new=not size.matches,
    )
    return show_page("hosting/book.html", page)


@blueprint.post("/book/name")
def call() -> Response:
    """POST /book/name: rename the book, and redirect to its page."""
    name_book(get_book(), request.form.get("name", ""))
    return redirect(url_for(".show"), 303)


@blueprint.post("/book/key")
def renew() -> Response:
    """POST /book/key: replace the owner's key, so that only this device of the owner stays signed in.

    Redirect to the book's page.
    """
    renew_owner_key(get_book())
    session["owner"] = make_owner_mark()
    return redirect(url_for(".show", renewed=1), 303)


@blueprint.get("/book/delete")
def ask() -> str:
    """GET /book/delete: show the page that asks whether to delete the book."""
    return render_template("hosting/delete_book.html", size=measure_book(get_store()))


@blueprint.post("/book/delete")
def delete() -> Response:
    """POST /book/delete: deactivate the book, and redirect to its owner's link, where it can be reactivated."""
    book, owner = get_book(), get_keys().owner
    with suppress(NotFoundError):  # a second tap has just done it
        get_host_books().deactivate(book.id, "deleted")
    get_host_books().close(book.id)
    response = redirect(url_for("join.sign_in", key=owner), 303)
    drop_phone_book(response, book.id)
    return response
