"""The page of one evening: the matches that a table played one after the other, and who won how many."""

from dataclasses import replace

from flask import Blueprint, render_template

from scorekeeper.play.history.evenings import find_evening
from scorekeeper.web.access.permissions import for_watchers, is_allowed
from scorekeeper.web.http.book_middleware import get_store
from scorekeeper.web.http.this_match import get_match_id
from scorekeeper.web.views.evenings import find_day, list_leaders
from scorekeeper.web.views.persons import load_persons

blueprint = Blueprint("evenings", __name__)


@blueprint.get("/m/<match_id>/evening")
@for_watchers
def evening() -> str:
    """GET /m/<match_id>/evening: show the matches of the evening in order; a guest sees those that their links open."""
    found = find_evening(get_store(), get_match_id())
    matches = tuple(each for each in found.matches if is_allowed("watch", each.id))
    load_persons()
    return render_template(
        "history/evening.html",
        evening=replace(found, matches=matches),
        day=find_day(found.began),
        leaders=list_leaders(found),
    )
