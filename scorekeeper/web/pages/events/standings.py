"""The standings of an event, as a page, as JSON and as CSV."""

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from secrets import randbelow

from flask import Blueprint, Response, redirect, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.play.events.club_event import ClubEvent
from scorekeeper.play.events.record import load_event
from scorekeeper.play.events.refusals import EventError
from scorekeeper.play.events.standings import StandingRow
from scorekeeper.play.events.writing import write_lots
from scorekeeper.play.transfer.events import describe_event, write_bracket_csv, write_event_csv
from scorekeeper.web.access.permissions import find_event_permission, for_event_guests
from scorekeeper.web.http.book_middleware import get_store
from scorekeeper.web.http.downloads import serve_text
from scorekeeper.web.http.fragments import show_page
from scorekeeper.web.views.events import (
    BracketStage,
    PlayedRound,
    StandingGroup,
    list_bracket_stages,
    list_played_rounds,
    list_standing_groups,
    list_standings,
)

blueprint = Blueprint("event_standings", __name__)
SEEDS = 10**6


@dataclass(frozen=True, slots=True)
class StandingsPage:
    """The standings of an event: all `rows`, the same in `groups`, and the `stages` of a bracket.

    `places` has the place and `played` the rounds of each entrant. `are_tied` says that entrants share a place after a
    finished round, and `desk` that this is the organiser's device, which may let them draw lots.
    """

    record: ClubEvent
    groups: Sequence[StandingGroup]
    rows: Sequence[StandingRow]
    stages: Sequence[BracketStage]
    are_tied: bool
    places: Mapping[str, int]
    played: Mapping[str, Sequence[PlayedRound]]
    desk: bool


@blueprint.get("/event/<event_id>/standings")
@for_event_guests
def standings(event_id: str) -> ResponseReturnValue:
    """GET /event/<event_id>/standings: show the standings after the last round, the bracket, and who played whom."""
    record = load_event(get_store(), event_id)
    if record.event.league:
        return redirect(url_for("league.season", event_id=event_id), 303)
    rows = list_standings(record)
    page = StandingsPage(
        record=record,
        groups=list_standing_groups(record),
        rows=rows,
        stages=list_bracket_stages(record),
        are_tied=len({row.place for row in rows}) < len(rows) and all(each.result for each in record.now),
        places={row.name: row.place for row in rows},
        played={row.name: list_played_rounds(record, row.name) for row in rows},
        desk=find_event_permission().desk,
    )
    return show_page("events/standings.html", page, fragment="events/_standings.html")


@blueprint.post("/event/<event_id>/standings")
def draw_lots(event_id: str) -> ResponseReturnValue:
    """POST /event/<event_id>/standings: let all who share a place draw a tile, and show the standings."""
    with suppress(EventError):  # nobody shares a place any more, which the standings show
        write_lots(get_store(), event_id, randbelow(SEEDS), request.form.get("post", ""))
    return redirect(url_for("event_standings.standings", event_id=event_id), 303)


@blueprint.get("/event/<event_id>/standings.json")
@for_event_guests
def as_json(event_id: str) -> Response:
    """GET /event/<event_id>/standings.json: return the event with its standings and every round."""
    document = describe_event(load_event(get_store(), event_id))
    return Response(json.dumps(document, ensure_ascii=False), mimetype="application/json")


@blueprint.get("/event/<event_id>/standings.csv")
@for_event_guests
def as_csv(event_id: str) -> Response:
    """GET /event/<event_id>/standings.csv: return the standings as CSV, a row for each entrant."""
    return serve_text(write_event_csv(load_event(get_store(), event_id)), "text/csv", "domino-event.csv")


@blueprint.get("/event/<event_id>/bracket.csv")
@for_event_guests
def bracket_as_csv(event_id: str) -> Response:
    """GET /event/<event_id>/bracket.csv: return the bracket of an elimination as CSV, a row for each match."""
    return serve_text(write_bracket_csv(load_event(get_store(), event_id)), "text/csv", "domino-bracket.csv")
