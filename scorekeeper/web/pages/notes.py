"""A note on a match and where it was played: two fields for devices that may score the match."""

from flask import Blueprint, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.utils import redirect

from scorekeeper.engine.file.remark import Remark
from scorekeeper.engine.problems import RuleError
from scorekeeper.play.history.details import find_match_remark, note_match
from scorekeeper.web.access.permissions import for_scorers
from scorekeeper.web.forms.form import group_by_field
from scorekeeper.web.http.book_middleware import get_store
from scorekeeper.web.http.this_match import get_match

blueprint = Blueprint("notes", __name__)


@blueprint.get("/m/<match_id>/note")
@for_scorers
def note() -> str:
    """GET /m/<match_id>/note: show the form with the match's note and place."""
    match = get_match()
    return render_template("sheet/note.html", match=match, remark=find_match_remark(get_store(), match.id), wrong={})


@blueprint.post("/m/<match_id>/note")
@for_scorers
def write() -> ResponseReturnValue:
    """POST /m/<match_id>/note: store the note and the place, and redirect to the sheet."""
    match = get_match()
    remark = Remark(request.form.get("note", ""), request.form.get("place", ""))
    try:
        note_match(get_store(), match.id, remark)
    except RuleError as error:
        wrong = group_by_field(error.problems)
        return render_template("sheet/note.html", match=match, remark=remark, wrong=wrong), 422
    return redirect(url_for("sheets.sheet", _anchor="about"), 303)
