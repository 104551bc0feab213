"""The wall of an event: one address for the room, which shows seats, clock, standings and last results in turn."""

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint, Response, redirect, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.engine.text import Text
from scorekeeper.play import NotFoundError
from scorekeeper.play.events.club_event import ClubEvent, TableReport
from scorekeeper.play.events.links import find_watch_key
from scorekeeper.play.events.record import find_event_version, load_event
from scorekeeper.play.events.standings import StandingRow
from scorekeeper.web.access.permissions import for_event_guests
from scorekeeper.web.http.book_middleware import get_store
from scorekeeper.web.http.fragments import show_page
from scorekeeper.web.views.events import (
    BracketStage,
    EventClock,
    list_bracket_windows,
    list_standing_groups,
    read_clock,
)
from scorekeeper.web.views.links import DrawnLink, draw_link

blueprint = Blueprint("wall", __name__)
ROWS = 12  # tables, places or results on one view of the wall
LONG = 24  # characters of the names that have one line on it


@dataclass(frozen=True, slots=True)
class WallPage:
    """What the wall shows in turn: tables and standings in parts of at most `ROWS`, the bracket and the last results.

    `link` lets phones in before the first round; afterwards it is None.
    """

    record: ClubEvent
    tables: Sequence[Sequence[TableReport]]
    standings: Sequence[tuple[Text | None, Sequence[StandingRow]]]
    stages: Sequence[BracketStage]
    results: Sequence[TableReport]
    clock: EventClock | None
    link: DrawnLink | None


@blueprint.get("/event/<event_id>/wall")
@for_event_guests
def wall(event_id: str) -> ResponseReturnValue:
    """GET /event/<event_id>/wall: show the wall, one view after the other."""
    record = load_event(get_store(), event_id)
    if record.event.league:
        return redirect(url_for("league.season", event_id=event_id), 303)
    playing = [each for each in record.now if each.progress == "missing"]
    done = sorted((each for each in record.reports.values() if each.result), key=lambda each: each.since, reverse=True)
    rows = _count_rows(record.now)
    has_begun = bool(record.round or record.closed or record.is_rehearsal)
    page = WallPage(
        record=record,
        tables=[record.now[start : start + rows] for start in range(0, len(record.now), rows)] if playing else [],
        standings=[
            (group.heading, group.rows[start : start + ROWS])
            for group in (list_standing_groups(record) if done else ())
            for start in range(0, len(group.rows), ROWS)
        ],
        stages=list_bracket_windows(record),
        results=done[: _count_rows(done[:ROWS])],
        clock=read_clock(record),
        link=None if has_begun else draw_link(url_for("join.join", key=find_watch_key(get_store(), event_id))),
    )
    return show_page("events/wall.html", page, fragment="events/_wall.html")


def _count_rows(reports: Sequence[TableReport]) -> int:
    """Return how many of these tables a view shows: half as many if a name among them needs a second line."""
    return ROWS // 2 if any(len(name) > LONG for each in reports for name in each.names) else ROWS


@blueprint.get("/event/<event_id>/news")
@for_event_guests
def news(event_id: str) -> Response:
    """GET /event/<event_id>/news: return 204 if `seen` in the address is the last entry's number, else that number."""
    last = find_event_version(get_store(), event_id)
    if last is None:
        raise NotFoundError(event_id)
    if request.args.get("seen") == str(last):
        return Response(status=204)
    return Response(str(last), mimetype="text/plain")
