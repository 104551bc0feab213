"""The events of a book as recorded by their entries: loading one, and reading it from its entries."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from typing import Any

from scorekeeper.play.events.club_event import DESK, ClubEvent, Lot, Progress, TableReport
from scorekeeper.play.events.entries import (
    read_draw,
    read_entrants,
    read_result,
    read_settings_entry,
    read_substitution,
    read_winner,
)
from scorekeeper.play.events.rounds import (
    EventRound,
    EventSheet,
    EventTable,
    ResultCorrection,
    Substitution,
    TableResult,
    Withdrawal,
)
from scorekeeper.store import Connection, Store
from scorekeeper.store.errors import NotFoundError, report_damage
from scorekeeper.store.events import (
    EventEntryRow,
    EventRow,
    find_event_of_match,
    find_last_event_number,
    list_event_entries,
    list_event_rows,
    look_up_event,
)


def load_event(store: Store, event_id: str) -> ClubEvent:
    """Return the event with this id. Raises NotFoundError, or RuleError for an event that cannot be read."""
    with store.read() as db:
        record = read_event(db, look_up_event(db, event_id))
    if record.is_deleted:
        raise NotFoundError(event_id)
    return record


def find_table_of_match(store: Store, match_id: str) -> tuple[ClubEvent, TableReport] | None:
    """Return the event whose last round has a table that plays this match on the pad, and the table.

    Return None if there is none. Raises RuleError for an event that cannot be read.
    """
    with store.read() as db:
        row = find_event_of_match(db, match_id)
        record = read_event(db, row) if row else None
    reports = (record.reports.values() if record.event.league else record.now) if record else ()
    report = next((each for each in reports if match_id in (each.match, *each.matches.values())), None)
    return (record, report) if record and report else None


def list_events(store: Store) -> tuple[ClubEvent, ...]:
    """Return the events of the book, the newest first."""
    with store.read() as db:
        events = [read_event(db, row) for row in list_event_rows(db)]
    return tuple(each for each in events if not each.is_deleted)


def find_event_version(store: Store, event_id: str) -> int | None:
    """Return the number of the last entry of an event, so that pages can see that they are out of date.

    Return None if the event is unknown. Every display and phone polls this number, so nothing else is read for it.
    """
    return store.look(lambda db: find_last_event_number(db, event_id))


def read_event(db: Connection, row: EventRow) -> ClubEvent:
    """Return the event of this row. Raises RuleError for an event that cannot be read."""
    with report_damage("events", row.id):
        return fold_event(row, list_event_entries(db, row.serial))


def fold_event(row: EventRow, entries: Iterable[EventEntryRow]) -> ClubEvent:
    """Return the event recorded by these entries.

    Raises ValueError or TypeError for entries that are no valid event.
    """
    record = _Record()
    try:
        for each in entries:
            record.add(each)
        return record.finish(row)
    except (KeyError, IndexError, AttributeError) as error:
        raise ValueError(str(error)) from error


@dataclass
class _Record:
    """The facts in the entries that were read so far."""

    opening: Mapping[str, Any] = field(default_factory=dict)
    entrants: dict[str, Any] = field(default_factory=dict)
    rounds: list[EventRound] = field(default_factory=list)
    seeds: list[int] = field(default_factory=list)
    reports: dict[tuple[int, int], TableReport] = field(default_factory=dict)
    first_results: dict[tuple[int, int], TableResult] = field(default_factory=dict)
    corrections: list[ResultCorrection] = field(default_factory=list)
    withdrawals: dict[str, Withdrawal] = field(default_factory=dict)
    clock: datetime | None = None
    closed: bool = False
    deleted: bool = False
    lots: list[Lot] = field(default_factory=list)
    substitutions: list[Substitution] = field(default_factory=list)
    dates: dict[tuple[int, int], date] = field(default_factory=dict)
    here: set[str] = field(default_factory=set)
    last: int = 0

    def add(self, row: EventEntryRow) -> None:
        """Add the next entry."""
        self.last, entry = row.number, row.entry
        kind = str(entry["entry"])
        if kind == "settings":
            self.opening = entry
        elif kind == "entrants":
            self.entrants |= {each.name: each for each in read_entrants(entry)}
        elif kind == "presence":
            for name, present in dict(entry["present"]).items():
                self.entrants[name] = replace(self.entrants[name], present=bool(present))
                (self.here.add if present else self.here.discard)(name)
        elif kind == "withdrawal":
            self.withdrawals[entry["who"]] = Withdrawal(self.entrants[entry["who"]].name, int(entry["after"]))
        elif kind == "draw":
            self._add_draw(row)
        elif kind == "clock":
            self.clock = row.written
        elif kind == "close":
            self.closed = bool(entry["closed"])
        elif kind == "delete":
            self.deleted = True
        elif kind == "substitution":
            self.substitutions.append(read_substitution(entry))
        elif kind == "date":
            self.dates[int(entry["round"]), int(entry["table"])] = date.fromisoformat(entry["date"])
        elif kind == "lot":
            names = tuple(self.entrants[name].name for name in entry["names"])
            self.lots.append(Lot(names, tuple(map(str, entry["tiles"]))))
        else:
            self._add_report(row, kind)

    def _add_draw(self, row: EventEntryRow) -> None:
        """Add a drawn round; the last round may be drawn again while it has no result."""
        number, drawn = int(row.entry["round"]), read_draw(row.entry)
        if number not in (len(self.rounds), len(self.rounds) + 1) or number < 1:
            raise ValueError(number)
        del self.rounds[number - 1 :], self.seeds[number - 1 :]
        self.reports = {place: report for place, report in self.reports.items() if place[0] < number}
        self.rounds.append(drawn)
        self.seeds.append(int(row.entry["seed"]))
        self.clock = None
        for table in drawn.tables:
            if not set(table.names()) <= self.entrants.keys():
                raise ValueError(table.names())
            target = table.target or int(self.opening["target"])
            report = TableReport(number, table.number, table.sides, row.written, seen=row.number, target=target)
            self.reports[number, table.number] = report

    def _add_report(self, row: EventEntryRow, kind: str) -> None:
        """Add an entry about a table; raise ValueError for an unknown kind."""
        entry = row.entry
        place = int(entry["round"]), int(entry["table"])
        before = replace(self.reports[place], seen=row.number)
        if kind == "match":
            board, match = int(entry.get("board", 0)), str(entry["match"])
            after = replace(before, matches={**before.matches, board: match}) if board else replace(before, match=match)
        elif kind == "hand":
            hands = before.hands[:-1] if entry.get("undo") else (*before.hands, read_winner(entry["won"]))
            after = replace(before, hands=hands)
        elif kind == "result":
            by, result = int(entry["by"]), read_result(entry["result"])
            is_second = before.progress != "missing" and by not in (DESK, before.by)
            progress: Progress = "done" if by == DESK else "disputed" if is_second else "pending"
            other = before.result if is_second else None
            after = replace(before, since=row.written, progress=progress, result=result, other=other, by=by)
        elif kind == "confirmation":
            after = replace(before, since=row.written, progress="done")
        elif kind == "dispute":
            after = replace(before, since=row.written, progress="disputed")
        elif kind == "correction":
            result, reason = read_result(entry["result"]), str(entry["reason"])
            after = replace(before, since=row.written, progress="done", result=result, reason=reason)
            self.corrections.append(ResultCorrection(len(self.rounds), *place, result, reason))
        else:
            raise ValueError(kind)
        self.reports[place] = after
        if after.result is not None and kind != "correction":
            self.first_results[place] = replace(after.result, pending=after.progress != "done")

    def finish(self, row: EventRow) -> ClubEvent:
        """Return the event recorded by the entries."""
        opening = self.opening
        event = replace(read_settings_entry(opening), entrants=tuple(self.entrants.values()))
        if self.lots and "lot" not in event.ranking:
            event = replace(event, ranking=(*event.ranking, "lot"))
        sheet = EventSheet(
            event,
            tuple(self._fill_in(number, drawn) for number, drawn in enumerate(self.rounds, 1)),
            tuple(self.corrections),
            tuple(self.withdrawals.values()),
            tuple(lot.names for lot in reversed(self.lots)),
        )
        return ClubEvent(
            row.id,
            row.started,
            str(opening["name"]),
            str(opening["game"]),
            dict(opening["options"]),
            sheet,
            self.reports,
            tuple(self.seeds),
            self.clock,
            self.closed,
            self.last,
            bool(opening.get("rehearsal", False)),
            self.deleted,
            tuple(self.lots),
            tuple(self.substitutions),
            self.dates,
            frozenset(self.here),
        )

    def _fill_in(self, number: int, drawn: EventRound) -> EventRound:
        """Return a round with the results of its tables, as they were before they were corrected."""
        tables = [replace(table, result=self.first_results.get((number, table.number))) for table in drawn.tables]
        return replace(drawn, tables=tuple[EventTable, ...](tables))
