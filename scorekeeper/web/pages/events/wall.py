"""The wall of an event: one address for the room, which shows seats, clock, standings and last results in turn."""

from flask import Blueprint, Response, redirect, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.play import NotFoundError
from scorekeeper.play.events.record import find_event_version, load_event
from scorekeeper.web.access.permissions import for_event_guests
from scorekeeper.web.http.book_middleware import get_store
from scorekeeper.web.http.fragments import page_or_part
from scorekeeper.web.views.events import list_bracket_windows, list_standing_groups, read_clock

blueprint = Blueprint("wall", __name__)
TABLES, ROWS, RESULTS = 12, 12, 12  # on one view of the wall


@blueprint.get("/event/<event_id>/wall")
@for_event_guests
def wall(event_id: str) -> ResponseReturnValue:
    """GET /event/<event_id>/wall: show the wall, one view after the other."""
    record = load_event(get_store(), event_id)
    if record.event.league:
        return redirect(url_for("league.season", event_id=event_id), 303)
    playing = [each for each in record.now if each.progress == "missing"]
    done = sorted((each for each in record.reports.values() if each.result), key=lambda each: each.since, reverse=True)
    return page_or_part(
        "events/wall.html",
        "events/_wall.html",
        record=record,
        tables=[record.now[start : start + TABLES] for start in range(0, len(record.now), TABLES)] if playing else [],
        standings=[
            (group.heading, group.rows[start : start + ROWS])
            for group in (list_standing_groups(record) if done else ())
            for start in range(0, len(group.rows), ROWS)
        ],
        stages=list_bracket_windows(record),
        results=done[:RESULTS],
        clock=read_clock(record),
    )


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
