"""Writing about the results of an event: the match of a table, its result, confirmations and corrections.

`scorekeeper.play.events.transactions` says what each function raises, and what `post` is.
"""

from collections.abc import Mapping
from typing import Any

from scorekeeper.play.events.checks import check_correction, check_posted_result
from scorekeeper.play.events.club_event import DESK, ClubEvent, TableReport
from scorekeeper.play.events.elimination import check_winner
from scorekeeper.play.events.entries import write_result
from scorekeeper.play.events.refusals import EventError
from scorekeeper.play.events.rounds import TableResult
from scorekeeper.play.events.transactions import write_entry_about
from scorekeeper.store import Store


def write_match(
    store: Store, event_id: str, number: int, table: int, match_id: str, post: str, *, board: int = 0
) -> None:
    """Record which match on the pad is played at a table; `board` is its number at a table with several matches."""

    def write(record: ClubEvent) -> Mapping[str, Any]:
        """Return the entry of the match at the table."""
        find_report(record, number, table)
        entry = {"entry": "match", "round": number, "table": table, "match": match_id}
        return entry | {"board": board} if board else entry

    write_entry_about(store, event_id, post, write)


def write_hand(
    store: Store,
    event_id: str,
    number: int,
    table: int,
    winner: int | None,
    seen: int,
    post: str,
    *,
    undo: bool = False,
) -> None:
    """Record which of two teams has won a hand, None for a tied block; with `undo`, remove the last one."""

    def write(record: ClubEvent) -> Mapping[str, Any] | None:
        """Return the entry of the hand; None if there is no hand to remove."""
        known = find_report(record, number, table, seen)
        if known.progress != "missing":
            raise EventError("confirmed")
        entry = {"entry": "hand", "round": number, "table": table}
        if undo:
            return entry | {"undo": True} if known.hands else None
        return entry | {"won": winner}

    write_entry_about(store, event_id, post, write)


def report_result(
    store: Store, event_id: str, number: int, table: int, result: TableResult, by: int, seen: int, post: str
) -> None:
    """Write a result: that of the desk (`by` DESK) is final, that of a side when the other side confirms it.

    A second side that writes the same result confirms it; another result makes it disputed. `seen` is the number of the
    last entry about the table that the sender saw.
    """

    def report(record: ClubEvent) -> Mapping[str, Any]:
        """Return the entry of the result, or of a confirmation if the other side has written the same result."""
        known = find_report(record, number, table, seen)
        check_posted_result(record.sheet, number, table, result)
        check_winner(record.sheet, number, result)
        place = {"round": number, "table": table}
        if known.progress == "done":
            raise EventError("confirmed")
        if known.progress == "disputed" and by != DESK:
            raise EventError("disputed")
        if by != DESK and known.progress == "pending" and by != known.by and known.result == result:
            return {"entry": "confirmation", **place, "by": by}
        return {"entry": "result", **place, "by": by, "result": write_result(result)}

    write_entry_about(store, event_id, post, report)


def confirm_result(store: Store, event_id: str, number: int, table: int, by: int, seen: int, post: str) -> None:
    """Confirm a result that the other side wrote; the desk (`by` DESK) may confirm any result."""

    def confirm(record: ClubEvent) -> Mapping[str, Any]:
        """Return the entry of the confirmation."""
        known = find_report(record, number, table, seen)
        if known.progress == "done":
            raise EventError("confirmed")
        if known.result is None or (by != DESK and (by == known.by or known.progress != "pending")):
            raise EventError("not_yours")
        return {"entry": "confirmation", "round": number, "table": table, "by": by}

    write_entry_about(store, event_id, post, confirm)


def dispute_result(store: Store, event_id: str, number: int, table: int, by: int, seen: int, post: str) -> None:
    """Record that a side does not agree with the result, so that the desk decides."""

    def dispute(record: ClubEvent) -> Mapping[str, Any]:
        """Return the entry of the disagreement."""
        known = find_report(record, number, table, seen)
        if known.progress != "pending":
            raise EventError("confirmed")
        return {"entry": "dispute", "round": number, "table": table, "by": by}

    write_entry_about(store, event_id, post, dispute)


def correct_result(
    store: Store, event_id: str, number: int, table: int, result: TableResult, reason: str, seen: int, post: str
) -> None:
    """Replace a confirmed result at the desk; all standings follow, and no drawn round changes."""

    def correct(record: ClubEvent) -> Mapping[str, Any]:
        """Return the entry of the correction."""
        find_report(record, number, table, seen)
        check_correction(record.sheet, number, table, result, reason)
        check_winner(record.sheet, number, result)
        result_json = write_result(result)
        return {"entry": "correction", "round": number, "table": table, "result": result_json, "reason": reason.strip()}

    write_entry_about(store, event_id, post, correct)


def find_report(record: ClubEvent, number: int, table: int, seen: int | None = None) -> TableReport:
    """Return the report of a table. Raises EventError if there is no table, or if it was written about since `seen`."""
    report = record.reports.get((number, table))
    if report is None:
        raise EventError("no_table", table=table)
    if seen is not None and seen != report.seen:
        raise EventError("stale", table=table)
    return report
