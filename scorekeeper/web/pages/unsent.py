"""The page for entries without a connection, which works without the server.

A phone stores this page as it does the pad. Entries and hands that are saved on it are stored on the phone and sent in
order later; an entry that is refused stays on the phone with the reasons.
"""

from flask import Blueprint, render_template

from scorekeeper.engine.entries import KINDS
from scorekeeper.web.access.permissions import for_scorers
from scorekeeper.web.forms.one_tap import FORM_OF
from scorekeeper.web.http.fragments import make_post
from scorekeeper.web.http.this_match import get_match
from scorekeeper.web.views.standing import find_standing

blueprint = Blueprint("unsent", __name__)


@blueprint.get("/m/<match_id>/unsent")
@for_scorers
def unsent() -> str:
    """GET /m/<match_id>/unsent: show the entries that wait on this phone, and plain forms for one more."""
    match = get_match()
    sheet = match.sheet
    values = {
        "kinds": KINDS,
        "to_move": sheet.to_move,
        "post": make_post(),
        "form_of_tap": FORM_OF,
        "standing": find_standing(sheet),
    }
    return render_template("offline/unsent.html", match=match, sheet=sheet, **values)
