"""The page for entries without a connection, which works without the server.

A phone stores this page as it does the pad. Entries and hands that are saved on it are stored on the phone and sent in
order later; an entry that is refused stays on the phone with the reasons.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from flask import Blueprint

from scorekeeper.engine.entries import KINDS, Entry
from scorekeeper.engine.sheet.line import Sheet
from scorekeeper.play.scoring.match import Match
from scorekeeper.web.access.permissions import for_scorers
from scorekeeper.web.forms.one_tap import FORM_OF
from scorekeeper.web.http.fragments import make_post, show_page
from scorekeeper.web.http.this_match import get_match
from scorekeeper.web.views.standing import MatchStanding, find_standing

blueprint = Blueprint("unsent", __name__)


@dataclass(frozen=True, slots=True)
class UnsentPage:
    """The entries that wait on this phone, which its script fills in, and plain forms for one more.

    `kinds` are all kinds of entries, and `form_of_tap` the form of each tap that writes an entry at once.
    """

    match: Match
    sheet: Sheet
    standing: MatchStanding
    to_move: str | None
    kinds: Mapping[str, type[Entry]]
    form_of_tap: Mapping[str, str]
    post: str


@blueprint.get("/m/<match_id>/unsent")
@for_scorers
def unsent() -> tuple[str, int]:
    """GET /m/<match_id>/unsent: show the entries that wait on this phone, and plain forms for one more."""
    match = get_match()
    sheet = match.sheet
    page = UnsentPage(match, sheet, find_standing(sheet), sheet.to_move, KINDS, FORM_OF, make_post())
    return show_page("offline/unsent.html", page)
