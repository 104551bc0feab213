"""The page of a night: all its matches in the book, the players of the night, and a line and picture to share."""

from flask import Blueprint, render_template

from scorekeeper.web.access.permissions import for_watchers
from scorekeeper.web.views.evenings import write_tally
from scorekeeper.web.views.nights import find_shown_night, write_line
from scorekeeper.web.views.persons import load_persons

blueprint = Blueprint("evenings", __name__)


@blueprint.get("/m/<match_id>/evening")
@for_watchers
def evening() -> str:
    """GET /m/<match_id>/evening: show the night of the match; a guest sees the matches that their links open."""
    night = find_shown_night()
    load_persons()
    return render_template(
        "history/evening.html",
        night=night,
        line=write_line(night),
        tallies=[(each, write_tally(each)) for each in night.evenings if each.over > 1],
    )
