"""A table of an event: its present match, the result that its sides write and confirm, and the desk's form."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from flask import Blueprint, abort, redirect, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.engine.problems import RuleError
from scorekeeper.play import NotFoundError
from scorekeeper.play.access import list_match_links
from scorekeeper.play.events.club_event import DESK, ClubEvent, TableReport
from scorekeeper.play.events.entries import COLOURS
from scorekeeper.play.events.record import load_event
from scorekeeper.play.events.refusals import EventError
from scorekeeper.play.events.results import confirm_result, correct_result, dispute_result, report_result, write_hand
from scorekeeper.play.events.season import find_match_now
from scorekeeper.play.events.tables import PadMatch, find_pads, start_pad
from scorekeeper.web.access.permissions import find_event_permission, for_event_guests
from scorekeeper.web.forms.events import read_result_form
from scorekeeper.web.forms.form import read_number
from scorekeeper.web.http.book_middleware import get_store
from scorekeeper.web.http.fragments import show_page
from scorekeeper.web.views.events import BoardForm, EventClock, find_writer, list_board_forms, read_clock

blueprint = Blueprint("event_tables", __name__)
HANDS = {"hand 0": 0, "hand 1": 1, "tied": None, "undo": None}


@dataclass(frozen=True, slots=True)
class TablePage:
    """A table in the last round: its `report`, None if there is no such table, and the fields of its result (`boards`).

    `by` is the side for which this device may write, DESK or None. `pads` are the matches of the table, by board.
    `sent` are the fields of a form that was refused because of `error`.
    """

    record: ClubEvent
    number: int
    report: TableReport | None
    by: int | None
    desk: bool
    pads: Mapping[int, PadMatch]
    boards: Sequence[BoardForm]
    clock: EventClock | None
    error: EventError | None
    sent: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class TableResultPage:
    """The desk's form for the result of a table, with the fields that were `sent` if they were refused (`error`)."""

    record: ClubEvent
    report: TableReport
    boards: Sequence[BoardForm]
    clock: EventClock | None
    error: EventError | None
    sent: Mapping[str, str]
    colours: Sequence[str] = COLOURS


@blueprint.get("/event/<event_id>/table/<int:number>")
@for_event_guests
def table(event_id: str, number: int) -> ResponseReturnValue:
    """GET /event/<event_id>/table/<number>: show the match at the table in the last round, and its result so far.

    In a league, redirect to the card of the match that is played at the table next.
    """
    record = load_event(get_store(), event_id)
    if record.event.league:
        report = find_match_now(record, number)
        if report is None:
            return redirect(url_for("league.fixtures", event_id=event_id), 303)
        return redirect(url_for("league.card", event_id=event_id, round_=report.round, number=number), 303)
    return _show(event_id, number)


@blueprint.post("/event/<event_id>/table/<int:number>")
@for_event_guests
def write(event_id: str, number: int) -> ResponseReturnValue:
    """POST /event/<event_id>/table/<number>: do what `do` says: `report`, `confirm` or `dispute` a result, or `pad`.

    `pad 2` opens the pad for the second pairs of two teams. Teams that count hands send `hand 0` or `hand 1` for the
    side that won one, `tied`, or `undo` for the last one. Only a phone of an entrant who sits at the table, or the
    desk, may do so; any other one gets a 403.
    """
    sent = request.form
    record = load_event(get_store(), event_id)
    round_, seen = read_number(sent.get("round", "")) or 0, read_number(sent.get("seen", "")) or 0
    report = record.reports.get((round_, number))
    if report is None:
        return _show(event_id, number, EventError("no_table", table=number))
    by = find_writer(report, find_event_permission())
    if by is None:
        abort(403)
    do, post, place = sent.get("do", ""), sent.get("post", ""), (event_id, round_, number)
    try:
        if do == "report":
            report_result(get_store(), *place, read_result_form(sent, report, record.event), by, seen, post)
        elif do in HANDS:
            write_hand(get_store(), *place, HANDS[do], seen, post, undo=do == "undo")
        elif do == "confirm":
            confirm_result(get_store(), *place, by, seen, post)
        elif do == "dispute":
            dispute_result(get_store(), *place, by, seen, post)
        elif do.partition(" ")[0] == "pad":
            board = read_number(do.removeprefix("pad").strip()) or 0
            if board > (record.event.boards or 0) or record.event.options.across:
                abort(400)
            match_id = report.matches.get(board) or report.match or start_pad(get_store(), record, report, post, board)
            return redirect(url_for("join.join", key=list_match_links(get_store(), match_id).score or "-"), 303)
        else:
            abort(400)
    except EventError as error:
        return _show(event_id, number, error)
    except RuleError:  # the game is not for so many players
        return _show(event_id, number, EventError("not_on_pad"))
    return redirect(url_for("event_tables.table", event_id=event_id, number=number), 303)


@blueprint.get("/event/<event_id>/round/<int:round_>/table/<int:number>")
def result(event_id: str, round_: int, number: int) -> ResponseReturnValue:
    """GET /event/<event_id>/round/<round_>/table/<number>: show the desk's form for the result of a table."""
    return _show_result(event_id, round_, number)


@blueprint.post("/event/<event_id>/round/<int:round_>/table/<int:number>")
def settle(event_id: str, round_: int, number: int) -> ResponseReturnValue:
    """POST /event/<event_id>/round/<round_>/table/<number>: let the organiser write or change the result of a table.

    With `do=confirm` the result that a side has written counts. Otherwise the result in the form is written; if the
    table already has a confirmed one, that is corrected for the `reason`. A refused form is shown again with the reason
    and status 422.
    """
    sent = request.form
    record = load_event(get_store(), event_id)
    report = _find_report(record, round_, number)
    seen, post, place = read_number(sent.get("seen", "")) or 0, sent.get("post", ""), (event_id, round_, number)
    try:
        if sent.get("do") == "confirm":
            confirm_result(get_store(), *place, DESK, seen, post)
        elif report.progress == "done":
            result = read_result_form(sent, report, record.event)
            correct_result(get_store(), *place, result, sent.get("reason", ""), seen, post)
        else:
            report_result(get_store(), *place, read_result_form(sent, report, record.event), DESK, seen, post)
    except EventError as error:
        return _show_result(event_id, round_, number, error)
    return redirect(url_for("desk.show", event_id=event_id, table=number), 303)


def _find_report(record: ClubEvent, round_: int, number: int) -> TableReport:
    """Return the report of a table in round `round_`. Raise NotFoundError if there is no such table."""
    report = record.reports.get((round_, number))
    if report is None:
        raise NotFoundError(f"{round_}/{number}")
    return report


def _show(event_id: str, number: int, error: EventError | None = None) -> tuple[str, int]:
    """Return the table's page; for htmx, the part that changes by itself."""
    record = load_event(get_store(), event_id)
    report = record.reports.get((record.round, number))
    page = TablePage(
        record=record,
        number=number,
        report=report,
        by=None if report is None else find_writer(report, find_event_permission()),
        desk=find_event_permission().desk,
        pads=find_pads(get_store(), report) if report else {},
        boards=list_board_forms(record, report) if report else (),
        clock=read_clock(record),
        error=error,
        sent=request.form,
    )
    return show_page("events/table.html", page, 422 if error else 200, fragment="events/_table.html")


def _show_result(event_id: str, round_: int, number: int, error: EventError | None = None) -> tuple[str, int]:
    """Return the desk's form for the result of a table, with the reason and the values typed if it was refused."""
    record = load_event(get_store(), event_id)
    report = _find_report(record, round_, number)
    boards = list_board_forms(record, report)
    page = TableResultPage(record, report, boards, read_clock(record), error, request.form)
    return show_page("events/result.html", page, 422 if error else 200)
