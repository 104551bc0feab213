"""Writing about an event: its entrants, draws, results, confirmations, corrections and its end.

Each function writes in one transaction, and nothing if it raises: EventError if the rules of the event refuse it,
NotFoundError, StoreError or PostError. `post` is the id of the form: a form that is sent twice counts once.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime
from random import Random
from typing import Any

from scorekeeper.engine.text import fold_case
from scorekeeper.play.events.checks import (
    check_correction,
    check_draw,
    check_entry,
    check_posted_result,
    check_redraw,
)
from scorekeeper.play.events.draw import draw_lots, draw_round, swap_seats
from scorekeeper.play.events.elimination import check_winner
from scorekeeper.play.events.entries import write_draw, write_entrants, write_result, write_settings
from scorekeeper.play.events.event import SCHEDULED, Entrant, Event
from scorekeeper.play.events.record import DESK, ClubEvent, TableReport, read_event
from scorekeeper.play.events.refusals import EventError
from scorekeeper.play.events.rounds import EventRound, EventSheet, TableResult
from scorekeeper.play.events.standings import compute_standings
from scorekeeper.play.player_names import normalize_name
from scorekeeper.play.scoring.posts import check_post, name_linked_post
from scorekeeper.store import Connection, NotFoundError, Store
from scorekeeper.store.events import (
    EventRow,
    find_event_of_post,
    list_event_links,
    look_up_event,
    write_event,
    write_event_entry,
    write_event_link,
)
from scorekeeper.store.ids import make_id

LONGEST_NAME = 80  # characters of the name of an entrant: two names of players
MOST_ENTRANTS = 600
HANDS_BEFORE_SUBSTITUTE = 6

Swap = tuple[str, str]


def start_event(
    store: Store,
    name: str,
    game: str,
    options: Mapping[str, Any],
    event: Event,
    post: str,
    drawn: Sequence[EventRound] = (),
    *,
    days: Sequence[date] = (),
    is_rehearsal: bool = False,
) -> str:
    """Create an event with the entrants of `event`, or find the event that the same form has created; return its id.

    `drawn` are rounds that are settled when it begins, and `days` their dates.
    """
    check_post(post)
    check_names(event.entrants, ())
    now = datetime.now(UTC)
    with store.write() as db:
        if known := find_event_of_post(db, post):
            return known.id
        row = write_event(db, now)
        write_event_entry(
            db, row.serial, write_settings(name, game, options, event, is_rehearsal=is_rehearsal), post, now
        )
        write_event_link(db, row.serial, "watch", "", make_id(), now)
        if event.entrants:
            _write_entrants(db, row, event.entrants, name_linked_post(post, 2), now)
        for number, each in enumerate(drawn, 1):
            write_event_entry(db, row.serial, write_draw(number, 0, each), name_linked_post(post, 2 + number), now)
        for number, day in enumerate(days, 1):
            entry = _write_date(number, 0, day)
            write_event_entry(db, row.serial, entry, name_linked_post(post, 2 + len(drawn) + number), now)
        for table in range(1, max((len(each.tables) for each in drawn), default=0) + 1):
            write_event_link(db, row.serial, "table", str(table), make_id(), now)
    return row.id


def add_entrants(store: Store, event_id: str, entrants: Sequence[Entrant], post: str) -> None:
    """Add entrants, who play from the next round on."""

    def add(db: Connection, row: EventRow, record: ClubEvent) -> None:
        """Write the entry of the new entrants, if the event still accepts them."""
        check_names(entrants, record.event.names())
        if record.round and record.event.mode in SCHEDULED:
            raise EventError("too_late", round=1)
        first = record.round + 1
        check_entry(record.sheet, first)
        _write_entrants(db, row, [replace(each, first_round=first) for each in entrants], post, datetime.now(UTC))

    _write(store, event_id, post, add)


def change_presence(store: Store, event_id: str, present: Mapping[str, bool], post: str) -> None:
    """Record which of these entrants are present; the next draw leaves out the others."""

    def change(record: ClubEvent) -> Mapping[str, Any] | None:
        """Return the entry of the entrants whose presence changes; None if nobody's does."""
        known = {each.name: each.present for each in record.event.entrants}
        changed = {name: each for name, each in present.items() if known.get(name, each) != each}
        if changed and record.round and record.event.mode in SCHEDULED:
            raise EventError("drawn_round", round=1)
        return {"entry": "presence", "present": changed} if changed else None

    _write_entry(store, event_id, post, change)


def confirm_presence(store: Store, event_id: str, name: str, post: str) -> None:
    """Record that an entrant has arrived, as their own phone confirms."""

    def arrive(record: ClubEvent) -> Mapping[str, Any] | None:
        """Return the entry of the presence; None if it is confirmed already, or if the event does not need it."""
        if name in record.here or name not in record.event.names() or record.round or record.closed:
            return None
        return {"entry": "presence", "present": {name: True}}

    _write_entry(store, event_id, post, arrive)


def withdraw(store: Store, event_id: str, name: str, post: str) -> None:
    """Record that an entrant leaves after the last drawn round; their results stay."""

    def leave(record: ClubEvent) -> Mapping[str, Any]:
        """Return the entry of the withdrawal."""
        if name not in record.event.names() or name in record.list_left():
            raise EventError("withdrawn", name=name)
        return {"entry": "withdrawal", "who": name, "after": record.round}

    _write_entry(store, event_id, post, leave)


def substitute(store: Store, event_id: str, name: str, player: str, new: str, post: str) -> None:
    """Record that the person `new` replaces the `player` of the entrant `name`. Raises EventError.

    The substitute plays in the match that the entrant plays now, or else from the next round on. In a match by hands
    (“across”) that is possible after six hands.
    """

    def write(record: ClubEvent) -> Mapping[str, Any]:
        """Return the entry of the substitution."""
        if name not in record.event.names() or all(player not in pair for pair in record.list_pairs(name)):
            raise EventError("no_player", name=player, entrant=name)
        players = [each for other in record.event.names() for pair in record.list_pairs(other) for each in pair]
        check_names([Entrant(new)], players)
        report = record.find_table(name, record.round)
        plays = report is not None and report.progress == "missing"
        if report and plays and record.event.options.across and len(report.hands) < HANDS_BEFORE_SUBSTITUTE:
            raise EventError("too_few_hands", hands=HANDS_BEFORE_SUBSTITUTE)
        first = record.round if plays else record.round + 1
        return {"entry": "substitution", "who": name, "out": player, "in": new, "round": first}

    _write_entry(store, event_id, post, write)


def preview_draw(record: ClubEvent, number: int, seed: int, swaps: Iterable[Swap]) -> EventRound:
    """Return the round `number` as drawn with this seed, with seats swapped. Raises EventError.

    It is the next round, or the last one again.
    """
    drawn = draw_round(_find_sheet_to_draw(record, number), seed)
    for first, second in swaps:
        drawn = swap_seats(drawn, first, second)
    return drawn


def publish_draw(store: Store, event_id: str, number: int, seed: int, swaps: Sequence[Swap], post: str) -> None:
    """Write the round `number` that `preview_draw` returns, and create a link for each of its tables."""

    def publish(db: Connection, row: EventRow, record: ClubEvent) -> None:
        """Write the entry of the draw, and a link for each table that has none yet."""
        drawn, now = preview_draw(record, number, seed, swaps), datetime.now(UTC)
        write_event_entry(db, row.serial, write_draw(number, seed, drawn), post, now)
        known = {link.what for link in list_event_links(db, row.serial) if link.doing == "table"}
        for table in drawn.tables:
            if str(table.number) not in known:
                write_event_link(db, row.serial, "table", str(table.number), make_id(), now)

    _write(store, event_id, post, publish)


def _find_sheet_to_draw(record: ClubEvent, number: int) -> EventSheet:
    """Return the sheet from which the round `number` is drawn. Raises EventError if it may not be drawn."""
    sheet = record.sheet
    if number == record.round and number:
        check_redraw(sheet, number)
        if any(report.progress != "missing" for report in record.now):
            raise EventError("drawn_round", round=number)
        sheet = replace(sheet, rounds=sheet.rounds[:-1])
    elif number != record.round + 1 or record.closed:
        raise EventError("drawn_round", round=number)
    check_draw(sheet)
    return sheet


def start_clock(store: Store, event_id: str, number: int, post: str) -> None:
    """Start the clock of the last round; a clock that was started is not changed."""

    def start(record: ClubEvent) -> Mapping[str, Any] | None:
        """Return the entry of the clock; None if it runs already, or if another round was drawn meanwhile."""
        return {"entry": "clock", "round": number} if number == record.round and record.clock is None else None

    _write_entry(store, event_id, post, start)


def write_date(store: Store, event_id: str, number: int, table: int, day: date, post: str) -> None:
    """Write down on which day the match at a table of a league's round is played."""

    def write(record: ClubEvent) -> Mapping[str, Any]:
        """Return the entry of the date of the match."""
        _find_report(record, number, table)
        return _write_date(number, table, day)

    _write_entry(store, event_id, post, write)


def _write_date(number: int, table: int, day: date) -> dict[str, Any]:
    """Return the entry of the date of a round, or of the match at one of its tables if `table` is not 0."""
    return {"entry": "date", "round": number, "table": table, "date": day.isoformat()}


def write_match(
    store: Store, event_id: str, number: int, table: int, match_id: str, post: str, *, board: int = 0
) -> None:
    """Record which match on the pad is played at a table; `board` is its number at a table with several matches."""

    def write(record: ClubEvent) -> Mapping[str, Any]:
        """Return the entry of the match at the table."""
        _find_report(record, number, table)
        entry = {"entry": "match", "round": number, "table": table, "match": match_id}
        return entry | {"board": board} if board else entry

    _write_entry(store, event_id, post, write)


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
        known = _find_report(record, number, table, seen)
        if known.progress != "missing":
            raise EventError("confirmed")
        entry = {"entry": "hand", "round": number, "table": table}
        if undo:
            return entry | {"undo": True} if known.hands else None
        return entry | {"won": winner}

    _write_entry(store, event_id, post, write)


def report_result(
    store: Store, event_id: str, number: int, table: int, result: TableResult, by: int, seen: int, post: str
) -> None:
    """Write a result: that of the desk (`by` DESK) is final, that of a side when the other side confirms it.

    A second side that writes the same result confirms it; another result makes it disputed. `seen` is the number of the
    last entry about the table that the sender saw.
    """

    def report(record: ClubEvent) -> Mapping[str, Any]:
        """Return the entry of the result, or of a confirmation if the other side has written the same result."""
        known = _find_report(record, number, table, seen)
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

    _write_entry(store, event_id, post, report)


def confirm_result(store: Store, event_id: str, number: int, table: int, by: int, seen: int, post: str) -> None:
    """Confirm a result that the other side wrote; the desk (`by` DESK) may confirm any result."""

    def confirm(record: ClubEvent) -> Mapping[str, Any]:
        """Return the entry of the confirmation."""
        known = _find_report(record, number, table, seen)
        if known.progress == "done":
            raise EventError("confirmed")
        if known.result is None or (by != DESK and (by == known.by or known.progress != "pending")):
            raise EventError("not_yours")
        return {"entry": "confirmation", "round": number, "table": table, "by": by}

    _write_entry(store, event_id, post, confirm)


def dispute_result(store: Store, event_id: str, number: int, table: int, by: int, seen: int, post: str) -> None:
    """Record that a side does not agree with the result, so that the desk decides."""

    def dispute(record: ClubEvent) -> Mapping[str, Any]:
        """Return the entry of the disagreement."""
        known = _find_report(record, number, table, seen)
        if known.progress != "pending":
            raise EventError("confirmed")
        return {"entry": "dispute", "round": number, "table": table, "by": by}

    _write_entry(store, event_id, post, dispute)


def correct_result(
    store: Store, event_id: str, number: int, table: int, result: TableResult, reason: str, seen: int, post: str
) -> None:
    """Replace a confirmed result at the desk; all standings follow, and no drawn round changes."""

    def correct(record: ClubEvent) -> Mapping[str, Any]:
        """Return the entry of the correction."""
        _find_report(record, number, table, seen)
        check_correction(record.sheet, number, table, result, reason)
        check_winner(record.sheet, number, result)
        result_json = write_result(result)
        return {"entry": "correction", "round": number, "table": table, "result": result_json, "reason": reason.strip()}

    _write_entry(store, event_id, post, correct)


def write_lots(store: Store, event_id: str, seed: int, post: str) -> None:
    """Draw a tile for each entrant who shares a place, and record the tiles; the highest tile comes first.

    The lot counts after all other criteria of the ranking. Raises EventError if no place is shared.
    """

    def draw(db: Connection, row: EventRow, record: ClubEvent) -> None:
        """Write an entry with the tiles of each shared place."""
        lots = draw_lots(compute_standings(record.sheet, record.round), seed) if record.round else ()
        if not lots:
            raise EventError("nobody_tied")
        for number, names in enumerate(lots, 1):
            tiles = _draw_tiles(len(names), seed + number)
            entry = {"entry": "lot", "names": list(names), "tiles": [f"{high}-{low}" for high, low in tiles]}
            write_event_entry(
                db, row.serial, entry, post if number == 1 else name_linked_post(post, number), datetime.now(UTC)
            )

    _write(store, event_id, post, draw)


def _draw_tiles(count: int, seed: int) -> list[tuple[int, int]]:
    """Return `count` random tiles of the smallest set that has enough, the tile with the most pips first."""
    highest = next(pips for pips in (6, 9, 12, 15, 18, 40) if (pips + 1) * (pips + 2) // 2 >= count)
    tiles = [(high, low) for high in range(highest + 1) for low in range(high + 1)]
    drawn = Random(seed).sample(tiles, count)  # noqa: S311 - a lot is repeated by its seed, and keeps no secret
    return sorted(drawn, key=lambda tile: (sum(tile), tile[0]), reverse=True)


def close_event(store: Store, event_id: str, closed: bool, post: str) -> None:
    """Close the event, or open it again."""
    _write_entry(
        store,
        event_id,
        post,
        lambda record: None if record.closed == closed else {"entry": "close", "closed": closed},
    )


def delete_rehearsal(store: Store, event_id: str, post: str) -> None:
    """Delete a rehearsal: no page and no archive includes it from then on. Raises NotFoundError for another event."""

    def delete(record: ClubEvent) -> Mapping[str, Any]:
        """Return the entry of the deletion."""
        if not record.is_rehearsal:
            raise NotFoundError(event_id)
        return {"entry": "delete"}

    _write_entry(store, event_id, post, delete)


def renew_event_link(store: Store, event_id: str) -> None:
    """Replace the link that opens the event to watchers; devices that used the old link lose access."""
    with store.write() as db:
        write_event_link(db, look_up_event(db, event_id).serial, "watch", "", make_id(), datetime.now(UTC))


def check_names(entrants: Iterable[Entrant], known: Iterable[str]) -> None:
    """Raise EventError for an entrant whose name is missing, too long, or taken.

    A name is taken if another one of `entrants` has it, or if it is among `known`.
    """
    taken = {fold_case(name) for name in known}
    for each in entrants:
        if not each.name or each.name != normalize_name(each.name):
            raise EventError("name_missing")
        if len(each.name) > LONGEST_NAME or len(each.club or "") > LONGEST_NAME:
            raise EventError("name_too_long", name=each.name[:LONGEST_NAME], most=LONGEST_NAME)
        if any(len(member) > LONGEST_NAME for member in each.members):
            raise EventError("name_too_long", name=each.name, most=LONGEST_NAME)
        if fold_case(each.name) in taken:
            raise EventError("name_twice", name=each.name)
        taken.add(fold_case(each.name))
    if len(taken) > MOST_ENTRANTS:
        raise EventError("too_many_names", most=MOST_ENTRANTS)


def _write_entrants(db: Connection, row: EventRow, entrants: Sequence[Entrant], post: str, now: datetime) -> None:
    """Write the entry of new entrants, and a link for each of them."""
    write_event_entry(db, row.serial, write_entrants(entrants), post, now)
    for each in entrants:
        write_event_link(db, row.serial, "play", each.name, make_id(), now)


def _find_report(record: ClubEvent, number: int, table: int, seen: int | None = None) -> TableReport:
    """Return the report of a table. Raises EventError if there is no table, or if it was written about since `seen`."""
    report = record.reports.get((number, table))
    if report is None:
        raise EventError("no_table", table=table)
    if seen is not None and seen != report.seen:
        raise EventError("stale", table=table)
    return report


def _write_entry(store: Store, event_id: str, post: str, make: Callable[[ClubEvent], Mapping[str, Any] | None]) -> None:
    """Write the entry that `make` returns for the current event, unless it returns None."""

    def write(db: Connection, row: EventRow, record: ClubEvent) -> None:
        """Write the entry of `make`, if there is one."""
        entry = make(record)
        if entry is not None:
            write_event_entry(db, row.serial, entry, post, datetime.now(UTC))

    _write(store, event_id, post, write)


def _write(store: Store, event_id: str, post: str, write: Callable[[Connection, EventRow, ClubEvent], None]) -> None:
    """Call `write` in one transaction, unless the form with the id `post` has already been written."""
    check_post(post)
    with store.write() as db:
        row = look_up_event(db, event_id)
        if find_event_of_post(db, post) is None:
            write(db, row, read_event(db, row))
