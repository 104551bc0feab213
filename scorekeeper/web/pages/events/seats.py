"""The seats of an event: by name and by table, and a page for each entrant."""

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint, abort, redirect, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.play import NotFoundError
from scorekeeper.play.events.club_event import ClubEvent
from scorekeeper.play.events.entrants import add_entrants, confirm_presence
from scorekeeper.play.events.links import list_links_of_event
from scorekeeper.play.events.record import load_event
from scorekeeper.play.events.refusals import EventError
from scorekeeper.play.events.standings import StandingRow
from scorekeeper.web.access.permissions import find_event_permission, for_event_guests
from scorekeeper.web.forms.events import read_names
from scorekeeper.web.http.book_middleware import get_store
from scorekeeper.web.http.fragments import show_page
from scorekeeper.web.views.events import (
    EventClock,
    PlayedRound,
    SeatRow,
    list_played_rounds,
    list_seats_by_name,
    list_standing_groups,
    read_clock,
)

blueprint = Blueprint("event_seats", __name__)


@dataclass(frozen=True, slots=True)
class SeatsPage:
    """The seats of an event by name. `desk` says that this is the organiser's device, `may_enter` that it may enter."""

    record: ClubEvent
    seats: Sequence[SeatRow]
    clock: EventClock | None
    desk: bool
    may_enter: bool
    error: EventError | None


@dataclass(frozen=True, slots=True)
class EntrantPage:
    """The rounds of the entrant `name`, and their place in the standings (`row`), None before the first round.

    `members` are those of a team. `own` says that this is the entrant's device, and `desk` that it is the organiser's.
    """

    record: ClubEvent
    name: str
    members: Sequence[str]
    rounds: Sequence[PlayedRound]
    row: StandingRow | None
    has_left: bool
    own: bool
    desk: bool
    clock: EventClock | None


@blueprint.get("/event/<event_id>/seats")
@for_event_guests
def seats(event_id: str) -> ResponseReturnValue:
    """GET /event/<event_id>/seats: show who sits where in the last round, by name and by table."""
    return _show(event_id)


@blueprint.post("/event/<event_id>/seats")
@for_event_guests
def enter(event_id: str) -> ResponseReturnValue:
    """POST /event/<event_id>/seats: enter under the `name` that was typed, and redirect to the page of that entrant.

    Every phone in the room may do so before the first draw. It then writes the results of its entrant.
    """
    record = load_event(get_store(), event_id)
    if record.event.league or record.is_rehearsal:
        raise NotFoundError(event_id)
    entrants = read_names(request.form.get("name", ""), has_members=record.event.entry == "teams")[:1]
    try:
        if record.round or record.closed:
            raise EventError("too_late", round=1)
        if not entrants:
            raise EventError("name_missing")
        add_entrants(get_store(), event_id, entrants, request.form.get("post", ""))
    except EventError as error:
        return _show(event_id, error)
    links = list_links_of_event(get_store(), event_id)
    key = next(link.key for link in links if (link.doing, link.what) == ("play", entrants[0].name))
    return redirect(url_for("join.join", key=key), 303)


def _show(event_id: str, error: EventError | None = None) -> ResponseReturnValue:
    """Return the seats, with why an entry was refused."""
    record = load_event(get_store(), event_id)
    if record.event.league:
        return redirect(url_for("league.fixtures", event_id=event_id), 303)
    permission = find_event_permission()
    page = SeatsPage(
        record=record,
        seats=list_seats_by_name(record),
        clock=read_clock(record),
        desk=permission.desk,
        may_enter=not (record.round or record.closed or record.is_rehearsal or permission.desk or permission.entrants),
        error=error,
    )
    return show_page("events/seats.html", page, 422 if error else 200, fragment="events/_seats.html")


@blueprint.get("/event/<event_id>/entrant/<name:name>")
@for_event_guests
def entrant(event_id: str, name: str) -> ResponseReturnValue:
    """GET /event/<event_id>/entrant/<name>: show the next table of an entrant, their place and their matches."""
    record = load_event(get_store(), event_id)
    if name not in record.event.names():
        raise NotFoundError(name)
    if record.event.league:
        return redirect(url_for("league.fixtures", event_id=event_id, team=name), 303)
    page = EntrantPage(
        record=record,
        name=name,
        members=record.event.find(name).members,
        rounds=list_played_rounds(record, name),
        row=next((row for group in list_standing_groups(record) for row in group.rows if row.name == name), None),
        has_left=name in record.list_left(),
        own=name in find_event_permission().entrants,
        desk=find_event_permission().desk,
        clock=read_clock(record),
    )
    return show_page("events/entrant.html", page, fragment="events/_entrant.html")


@blueprint.post("/event/<event_id>/entrant/<name:name>")
@for_event_guests
def arrive(event_id: str, name: str) -> ResponseReturnValue:
    """POST /event/<event_id>/entrant/<name>: confirm that the entrant is present; any other phone gets a 403."""
    if name not in find_event_permission().entrants:
        abort(403)
    confirm_presence(get_store(), event_id, name, request.form.get("post", ""))
    return redirect(url_for("event_seats.entrant", event_id=event_id, name=name), 303)
