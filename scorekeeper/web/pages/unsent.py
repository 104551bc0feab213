"""Entries without connection: a page that asks nobody anything, and the answer to an entry that was sent later.

A phone keeps the page as it does the pad. What is saved there waits on the phone and is sent in its order; what cannot
be written then stays on the phone, with the reasons given here.
"""

from collections.abc import Iterable

from flask import Blueprint, Response, jsonify, render_template, request
from flask_babel import gettext as _

from scorekeeper.engine.problems import Problem
from scorekeeper.web.app.access import for_scorers
from scorekeeper.web.app.fragments import new_post
from scorekeeper.web.app.this_match import get_match
from scorekeeper.web.app.words import speak_problem

blueprint = Blueprint("unsent", __name__)


@blueprint.get("/m/<match_id>/unsent")
@for_scorers
def unsent() -> str:
    """What waits on this phone, and plain forms for one more entry."""
    match = get_match()
    sheet = match.sheet
    return render_template("unsent.html", match=match, sheet=sheet, to_move=sheet.to_move, post=new_post())


def sent_later() -> bool:
    """Whether an entry comes that a phone has kept for a while; nobody looks at a page of ours then."""
    return "X-Kept" in request.headers


def reasons(problems: Iterable[Problem], stale: bool) -> Response:
    """Why an entry that was kept cannot be written as it is."""
    told = [speak_problem(problem) for problem in problems]
    if stale:
        told.insert(0, _("Somebody else wrote meanwhile."))
    return jsonify(reasons=told)
