"""Entries without connection: a page that asks nobody anything.

A phone keeps the page as it does the pad. What is saved there, and a hand that is given meanwhile, waits on the phone
and is sent in its order; what cannot be written then stays on the phone, with the reasons that `app/kept.py` gives.
"""

from flask import Blueprint, render_template

from scorekeeper.engine.entries import KINDS
from scorekeeper.web.access.permissions import for_scorers
from scorekeeper.web.forms.one_tap import FORM_OF
from scorekeeper.web.http.fragments import make_post
from scorekeeper.web.http.this_match import get_match

blueprint = Blueprint("unsent", __name__)


@blueprint.get("/m/<match_id>/unsent")
@for_scorers
def unsent() -> str:
    """Show the entries that are queued on this phone, and plain forms for one more entry."""
    match = get_match()
    sheet = match.sheet
    values = {"kinds": KINDS, "to_move": sheet.to_move, "post": make_post(), "form_of_tap": FORM_OF}
    return render_template("offline/unsent.html", match=match, sheet=sheet, **values)
