"""An address of a book that is not there: it was put away, it cannot be opened, or it never was.

Whoever has the owner's link may bring a book back that was put away; nobody else is told more than that it is gone.
"""

from contextlib import suppress
from hmac import compare_digest

from flask import Blueprint, abort, current_app, redirect, render_template, request
from flask.typing import ResponseReturnValue

from scorekeeper.play import NotFoundError
from scorekeeper.play.upkeep.book import find_folder_keys
from scorekeeper.play.upkeep.tree import AwayBook, bring_back, find_away
from scorekeeper.web.app.access import for_outside
from scorekeeper.web.app.door import TROUBLE
from scorekeeper.web.app.put_away import show_put_away
from scorekeeper.web.app.wrong_links import refuse_wrong_link

blueprint = Blueprint("away", __name__)


@blueprint.get("/b/<book_id>/in/<key>")
@for_outside
def ask(book_id: str, key: str) -> ResponseReturnValue:
    """To the owner, until when the book can be brought back."""
    away = _find_own(book_id, key)
    return (render_template("away.html", away=away), 410) if away else _wrong_link(book_id)


@blueprint.post("/b/<book_id>/in/<key>")
@for_outside
def bring(book_id: str, key: str) -> ResponseReturnValue:
    """Bring it back, and let the owner in."""
    if not _find_own(book_id, key):
        return _wrong_link(book_id)
    with suppress(NotFoundError):  # a second tap has just done it
        bring_back(current_app.config["DATA"], book_id)
    return redirect(request.script_root + request.path, 303)


@blueprint.route("/b/<book_id>", methods=["GET", "POST"])
@blueprint.route("/b/<book_id>/", methods=["GET", "POST"])
@blueprint.route("/b/<book_id>/<path:rest>", methods=["GET", "POST"])
@for_outside
def gone(book_id: str, rest: str = "") -> ResponseReturnValue:
    """To everybody else, that it is not there."""
    if trouble := request.environ.get(TROUBLE):
        raise trouble
    if find_away(current_app.config["DATA"], book_id) is None:
        abort(404)
    return show_put_away()


def _find_own(book_id: str, key: str) -> AwayBook | None:
    """The book that was put away, if this is the key of its owner."""
    away = find_away(current_app.config["DATA"], book_id)
    keys = find_folder_keys(away.folder) if away else None
    if keys and compare_digest(key.encode(), keys.owner.encode()):
        return away
    return None


def _wrong_link(book_id: str) -> ResponseReturnValue:
    if request.environ.get(TROUBLE):  # the key may be right: nobody can tell
        return gone(book_id)
    return refuse_wrong_link() or gone(book_id)
