"""The papers of an event, printed by the browser: seats, a sheet for each table, slips, codes and standings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from flask import Blueprint, abort, url_for

from scorekeeper.play.events.club_event import ClubEvent
from scorekeeper.play.events.links import list_links_of_event
from scorekeeper.play.events.record import load_event
from scorekeeper.web.http.book_middleware import get_store
from scorekeeper.web.http.fragments import show_page
from scorekeeper.web.views.events import SeatRow, StandingGroup, list_seats_by_name, list_standing_groups
from scorekeeper.web.views.links import DrawnLink, draw_link

blueprint = Blueprint("event_paper", __name__)
PAPERS = ("seats", "sheets", "standings", "slips", "codes")


@dataclass(frozen=True, slots=True)
class PaperPage:
    """A paper of an event: `what` is one of `PAPERS`. `links` are those printed on it, by entrant or table."""

    record: ClubEvent
    what: str
    seats: Sequence[SeatRow]
    groups: Sequence[StandingGroup]
    links: Mapping[str, DrawnLink]


@blueprint.get("/event/<event_id>/paper/<what>")
def paper(event_id: str, what: str) -> tuple[str, int]:
    """GET /event/<event_id>/paper/<what>: show the `seats`, the tables' `sheets`, the `standings`, `slips` or `codes`.

    A slip lets the phone of an entrant in; a code stands on a table for the whole event.
    """
    if what not in PAPERS:
        abort(404)
    record = load_event(get_store(), event_id)
    links = list_links_of_event(get_store(), event_id)
    doing = {"slips": "play", "codes": "table", "sheets": "table"}.get(what)
    drawn = {link.what: draw_link(url_for("join.join", key=link.key)) for link in links if link.doing == doing}
    page = PaperPage(record, what, list_seats_by_name(record), list_standing_groups(record), drawn)
    return show_page("events/paper.html", page)
