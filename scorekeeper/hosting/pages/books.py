"""The first page of a host: the books of this phone, and one tap that opens a new one."""

from contextlib import suppress

from flask import Blueprint, current_app, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from itsdangerous import BadData, URLSafeSerializer
from werkzeug.wrappers import Response

from scorekeeper.hosting.limits import describe_full_host, get_host_books, get_usage
from scorekeeper.hosting.phone_books import list_phone_books
from scorekeeper.play.upkeep.book import Keys
from scorekeeper.store.ids import make_id
from scorekeeper.web.access.permissions import for_outside
from scorekeeper.web.access.rate_limits import NEW_BOOKS, count_new_book
from scorekeeper.web.http.book_middleware import find_url_prefix
from scorekeeper.web.uploads.limits import get_limits

blueprint = Blueprint("books", __name__)


@blueprint.get("/begin")
@for_outside
def begin() -> Response:
    """GET /begin: redirect to the book that this phone used last, or to the page of books if there is none."""
    books = list_phone_books()
    return redirect(books[0].address if books else url_for(".books"), 303)


@blueprint.get("/books")
@for_outside
def books() -> str:
    """GET /books: show the books of this phone, and the form that opens a new book."""
    new = make_id()
    return render_template("hosting/books.html", books=list_phone_books(), new=new, ticket=sign_id(new))


@blueprint.post("/b/<book_id>/open")
@for_outside
def open_new(book_id: str) -> ResponseReturnValue:
    """POST /b/<book_id>/open: create a book whose owner is this phone, and redirect to the owner's link.

    A second tap on the same form leads to the same book, as its id comes from our form; an id that no page of ours has
    signed creates nothing. Refuse with 429 after too many new books, and with 507 on a full host.
    """
    host, device = get_host_books(), str(session.get("csrf_token", ""))
    keys = host.find_keys(book_id)
    if keys and host.is_opened_by(book_id, device):
        return _go_in(book_id, keys)
    if keys or not _is_ours(book_id, request.form.get("ticket", "")):
        return redirect(url_for(".books"), 303)
    if count_new_book():
        heading, sentence = _("That did not work"), _("Too many books were opened from here. Try again later.")
        page = render_template("problem.html", heading=heading, sentence=sentence)
        return page, 429, {"Retry-After": str(NEW_BOOKS.within)}
    limits, usage = get_limits(), get_usage()
    if usage.has_all_books(limits) or usage.is_full(limits):
        heading, sentence = describe_full_host()
        return render_template("problem.html", heading=heading, sentence=sentence), 507
    host.require_space()
    made = ""
    with suppress(FileExistsError):  # a second tap has been faster, or the book was deleted
        made = host.make_book(book_id, device)
        usage.note_new_book()
    keys = host.find_keys(book_id)
    if keys and (made or host.is_opened_by(book_id, device)):
        return _go_in(book_id, keys)
    return redirect(url_for(".books"), 303)


def _go_in(book_id: str, keys: Keys) -> Response:
    """Redirect to the owner's link of the book."""
    path = url_for("join.sign_in", key=keys.owner).removeprefix(request.script_root)
    return redirect(f"{find_url_prefix()}/b/{book_id}{path}", 303)


def sign_id(book_id: str) -> str:
    """Return the signature of a new book's id, which proves that a page of this host has made the id."""
    return str(_make_signer().dumps(book_id))


def _is_ours(book_id: str, ticket: str) -> bool:
    """Return whether `ticket` is the signature of `book_id`, as `sign_id` makes it."""
    try:
        return bool(_make_signer().loads(ticket) == book_id)
    except BadData:
        return False


def _make_signer() -> URLSafeSerializer:
    """Return the serializer that signs the ids of new books with the host's key."""
    return URLSafeSerializer(str(current_app.secret_key), salt="new book")
