"""The pages at the addresses of books that are not served: inactive, damaged, or unknown.

The owner's link reactivates an inactive book; other visitors learn only that it is inactive.
"""

from contextlib import suppress
from hmac import compare_digest

from flask import Blueprint, abort, redirect, render_template, request
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from scorekeeper.hosting.book_folders import InactiveBook
from scorekeeper.hosting.limits import get_host_books
from scorekeeper.play import NotFoundError
from scorekeeper.web.access.permissions import for_outside
from scorekeeper.web.access.rate_limits import refuse_wrong_link
from scorekeeper.web.http.book_middleware import TROUBLE

blueprint = Blueprint("inactive", __name__)


@blueprint.get("/b/<book_id>/in/<key>")
@for_outside
def ask(book_id: str, key: str) -> ResponseReturnValue:
    """GET /b/<book_id>/in/<key>: show the owner of an inactive book until when it can be reactivated.

    Answer a wrong key like a link that opens nothing.
    """
    away = _find_own(book_id, key)
    return (render_template("hosting/away.html", away=away), 410) if away else _wrong_link(book_id)


@blueprint.post("/b/<book_id>/in/<key>")
@for_outside
def reactivate(book_id: str, key: str) -> ResponseReturnValue:
    """POST /b/<book_id>/in/<key>: reactivate the book, and redirect its owner to the same link, which lets them in.

    A wrong key and an unknown book get the page for wrong links.
    """
    if not _find_own(book_id, key):
        return _wrong_link(book_id)
    with suppress(NotFoundError):  # a second tap has just done it
        get_host_books().reactivate(book_id)
    return redirect(request.script_root + request.path, 303)


@blueprint.route("/b/<book_id>", methods=["GET", "POST"])
@blueprint.route("/b/<book_id>/", methods=["GET", "POST"])
@blueprint.route("/b/<book_id>/<path:rest>", methods=["GET", "POST"])
@for_outside
def gone(book_id: str, rest: str = "") -> ResponseReturnValue:
    """Answer any other address below /b/<book_id>: 410 for an inactive book, 404 for an unknown one.

    Raise the error of a book that cannot be opened. Nothing is written, so a form needs no token: without the keys of
    the book it could not be checked.
    """
    if trouble := request.environ.get(TROUBLE):
        raise trouble
    if get_host_books().find_inactive(book_id) is None:
        abort(404)
    return show_inactive()


def show_inactive(_error: Exception | None = None) -> ResponseReturnValue:
    """Return the page, with status 410, that tells visitors without the owner's key that a book is inactive."""
    sentence = _("It was deleted, or nobody had used it for a year. Its owner's link can bring it back for a while.")
    return render_template("problem.html", heading=_("This book was put away"), sentence=sentence), 410


def _find_own(book_id: str, key: str) -> InactiveBook | None:
    """Return the inactive book with this id if `key` is its owner's key, else None."""
    keys = get_host_books().find_inactive_keys(book_id)
    if keys and compare_digest(key.encode(), keys.owner.encode()):
        return get_host_books().find_inactive(book_id)
    return None


def _wrong_link(book_id: str) -> ResponseReturnValue:
    """Answer a link with a wrong key like an unknown address; after too many, answer with the refusal of the client."""
    if request.environ.get(TROUBLE):  # the key cannot be checked
        return gone(book_id)
    return refuse_wrong_link() or gone(book_id)
