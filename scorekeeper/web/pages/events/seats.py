"""The seats of an event: by name and by table, and a page for each entrant."""

from flask import Blueprint, redirect, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.play import NotFoundError
from scorekeeper.play.events.record import load_event
from scorekeeper.web.access.permissions import find_event_permission, for_event_guests
from scorekeeper.web.http.book_middleware import get_store
from scorekeeper.web.http.fragments import page_or_part
from scorekeeper.web.views.events import list_played_rounds, list_seats_by_name, list_standing_groups, read_clock

blueprint = Blueprint("event_seats", __name__)


@blueprint.get("/event/<event_id>/seats")
@for_event_guests
def seats(event_id: str) -> ResponseReturnValue:
    """GET /event/<event_id>/seats: show who sits where in the last round, by name and by table."""
    record = load_event(get_store(), event_id)
    if record.event.league:
        return redirect(url_for("league.fixtures", event_id=event_id), 303)
    return page_or_part(
        "events/seats.html",
        "events/_seats.html",
        record=record,
        seats=list_seats_by_name(record),
        clock=read_clock(record),
        desk=find_event_permission().desk,
    )


@blueprint.get("/event/<event_id>/entrant/<name:name>")
@for_event_guests
def entrant(event_id: str, name: str) -> ResponseReturnValue:
    """GET /event/<event_id>/entrant/<name>: show the next table of an entrant, their place and their matches."""
    record = load_event(get_store(), event_id)
    if name not in record.event.names():
        raise NotFoundError(name)
    if record.event.league:
        return redirect(url_for("league.fixtures", event_id=event_id, team=name), 303)
    rounds = list_played_rounds(record, name)
    return page_or_part(
        "events/entrant.html",
        "events/_entrant.html",
        record=record,
        name=name,
        members=record.event.find(name).members,
        rounds=rounds,
        row=next((row for group in list_standing_groups(record) for row in group.rows if row.name == name), None),
        own=name in find_event_permission().entrants,
        desk=find_event_permission().desk,
        clock=read_clock(record),
    )
