"""The desk of an event: what is missing, pending and disputed, results of tables on paper, the clock and the links."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from scorekeeper.play.events.club_event import DESK, ClubEvent, TableReport
from scorekeeper.play.events.links import find_watch_key
from scorekeeper.play.events.record import load_event
from scorekeeper.play.events.refusals import EventError
from scorekeeper.play.events.rehearsal import play_rehearsal, start_rehearsal
from scorekeeper.play.events.results import report_result
from scorekeeper.play.events.writing import close_event, delete_rehearsal, renew_event_link, start_clock
from scorekeeper.web.forms.events import read_result_form
from scorekeeper.web.forms.form import read_number
from scorekeeper.web.http.book_middleware import get_store
from scorekeeper.web.http.fragments import show_page, wants_part
from scorekeeper.web.views.events import EventClock, TableGroup, group_tables, read_clock
from scorekeeper.web.views.links import draw_link

blueprint = Blueprint("desk", __name__)


@dataclass(frozen=True, slots=True)
class DeskPage:
    """The tables of an event's last round that are not done, and the one whose result was just `written`, or None."""

    record: ClubEvent
    groups: Sequence[TableGroup]
    clock: EventClock | None
    written: TableReport | None
    error: EventError | None


@blueprint.get("/event/<event_id>")
def show(event_id: str) -> ResponseReturnValue:
    """GET /event/<event_id>: show the desk; `table` in the address names the table whose result was just written.

    The desk of a league is its fixtures.
    """
    if load_event(get_store(), event_id).event.league:
        return redirect(url_for("league.fixtures", event_id=event_id), 303)
    return _show(event_id)


@blueprint.post("/event/<event_id>")
def do(event_id: str) -> ResponseReturnValue:
    """POST /event/<event_id>: do what `do` says: write a table's `result`, start the `clock`, `close` or `open`.

    `rehearse` makes a rehearsal of the event; in a rehearsal `play` makes the invented players play on, and `delete`
    deletes it.
    """
    sent, post = request.form, request.form.get("post", "")
    what, number = sent.get("do", ""), read_number(sent.get("round", "")) or 0
    written: int | None = None
    try:
        if what == "result":
            record = load_event(get_store(), event_id)
            written = read_number(sent.get("table", "").strip()) or 0
            report = record.reports.get((number, written))
            if report is None:
                raise EventError("no_table", table=written)
            result = read_result_form(sent, report, record.event)
            report_result(get_store(), event_id, number, written, result, DESK, report.seen, post)
        elif what == "clock":
            start_clock(get_store(), event_id, number, post)
        elif what in ("close", "open"):
            close_event(get_store(), event_id, what == "close", post)
        elif what == "rehearse":
            record = load_event(get_store(), event_id)
            name = _("Rehearsal: %(name)s", name=record.name or _("Club evening"))
            event_id = start_rehearsal(get_store(), record, name[:80], post)
        elif what == "play":
            play_rehearsal(get_store(), event_id, datetime.now(UTC))
            if wants_part():
                return "", 204
        elif what == "delete":
            delete_rehearsal(get_store(), event_id, post)
            return redirect(url_for("events.index"), 303)
        else:
            abort(400)
    except EventError as error:
        return _show(event_id, error)
    return redirect(url_for("desk.show", event_id=event_id, table=written), 303)


@blueprint.get("/event/<event_id>/links")
def links(event_id: str) -> str:
    """GET /event/<event_id>/links: show the link by which everybody watches the event, with its QR code."""
    record = load_event(get_store(), event_id)
    link = draw_link(url_for("join.join", key=find_watch_key(get_store(), event_id)))
    return render_template("events/event_links.html", record=record, link=link)


@blueprint.post("/event/<event_id>/links")
def renew(event_id: str) -> ResponseReturnValue:
    """POST /event/<event_id>/links: replace the link by which everybody watches, and show the new one."""
    renew_event_link(get_store(), event_id)
    return redirect(url_for("desk.links", event_id=event_id), 303)


def _show(event_id: str, error: EventError | None = None) -> tuple[str, int]:
    """Return the desk, with the reason if a form was refused; for htmx, the part that changes by itself."""
    record = load_event(get_store(), event_id)
    written = record.reports.get((record.round, request.args.get("table", 0, int)))
    page = DeskPage(record, group_tables(record), read_clock(record), written, error)
    return show_page("events/desk.html", page, 422 if error else 200, fragment="events/_desk.html")
