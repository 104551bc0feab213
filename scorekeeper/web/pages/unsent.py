"""Entries without connection: a page that asks nobody anything, and the answer to an entry that was sent later.

A phone keeps the page as it does the pad. What is saved there waits on the phone and is sent in its order; what cannot
be written then stays on the phone, with the reasons given here.
"""

from collections.abc import Iterable

from flask import Blueprint, Response, jsonify, render_template, request
from flask_babel import gettext as _

from scorekeeper import play
from scorekeeper.engine.entries import KINDS
from scorekeeper.engine.problems import Problem
from scorekeeper.web.app.database import get_store
from scorekeeper.web.app.fragments import new_post
from scorekeeper.web.app.words import speak_problem
from scorekeeper.web.forms.form import find_to_move

blueprint = Blueprint("unsent", __name__)


@blueprint.get("/m/<match_id>/unsent")
def unsent(match_id: str) -> str:
    """What waits on this phone, and plain forms for one more entry."""
    match = play.load_match(get_store(), match_id)
    sheet = match.sheet
    values = {"kinds": KINDS, "to_move": find_to_move(sheet), "post": new_post()}
    return render_template("unsent.html", match=match, sheet=sheet, **values)


def sent_later() -> bool:
    """Whether an entry comes that a phone has kept for a while; nobody looks at a page of ours then."""
    return "X-Kept" in request.headers


def reasons(problems: Iterable[Problem], stale: bool) -> Response:
    """Why an entry that was kept cannot be written as it is."""
    told = [speak_problem(problem) for problem in problems]
    if stale:
        told.insert(0, _("Somebody else wrote meanwhile."))
    return jsonify(reasons=told)
