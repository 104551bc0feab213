"""Events for other programs: a JSON document, or the standings as CSV; and the events of a book in an archive."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import asdict
from datetime import UTC, datetime
from string import ascii_uppercase
from typing import Any

from scorekeeper.engine.text import N_
from scorekeeper.play.events.club_event import ClubEvent, TableReport
from scorekeeper.play.events.elimination import compute_group_standings, count_group_rounds, list_outcomes
from scorekeeper.play.events.entries import write_result
from scorekeeper.play.events.league import compute_league_table
from scorekeeper.play.events.record import fold_event, read_event
from scorekeeper.play.events.rounds import turn_points
from scorekeeper.play.events.season import list_averages, list_fixtures, read_season
from scorekeeper.play.events.standings import compute_standings
from scorekeeper.play.transfer.spreadsheets import write_rows
from scorekeeper.play.transfer.zips import refuse_archive
from scorekeeper.store import Connection
from scorekeeper.store.columns import read_moment
from scorekeeper.store.events import (
    EventEntryRow,
    EventRow,
    list_event_entries,
    list_event_rows,
    write_event,
    write_event_entry,
    write_event_link,
)
from scorekeeper.store.ids import is_id, make_id

BRACKET_COLUMNS = ("stage", "round", "name", "opponent", "points", "points against", "winner")
SEASON_COLUMNS = ("place", "team", "played", "won", "drawn", "lost", "games", "games against", "points")
COLUMNS = ("place", "name", "club", "played", "won", "effectiveness", "for", "against", "group")


def describe_event(record: ClubEvent) -> dict[str, Any]:
    """Return the event as a document: its settings, the standings, and each round with its results."""
    event = record.event
    return {
        "id": record.id,
        "name": record.name,
        "game": record.game,
        "mode": event.mode,
        "target": event.target,
        "final target": event.final_target,
        "rounds": event.rounds,
        "closed": record.closed,
        "standings": [dict(zip(COLUMNS, row, strict=True)) for row in _list_rows(record)],
        "bracket": [dict(zip(BRACKET_COLUMNS, row, strict=True)) for row in _list_bracket_rows(record)],
        "substitutions": [asdict(each) for each in record.substitutions],
        "lots": [{"names": list(lot.names), "tiles": list(lot.tiles)} for lot in record.lots],
        "played": [
            {
                "round": number,
                "seed": seed,
                "byes": list(drawn.byes),
                "tables": [
                    {
                        "table": each.number,
                        "sides": [list(side) for side in each.sides],
                        "target": each.target,
                        "progress": each.progress,
                        "result": write_result(each.result) if each.result else None,
                        "corrected": each.reason or None,
                    }
                    for each in record.list_reports(number)
                ],
            }
            for number, (drawn, seed) in enumerate(zip(record.sheet.rounds, record.seeds, strict=True), 1)
        ],
    }


def write_event_csv(record: ClubEvent) -> str:
    """Return the standings as CSV, a row for each entrant."""
    return write_rows([COLUMNS, *_list_rows(record)])


def write_bracket_csv(record: ClubEvent) -> str:
    """Return the bracket of an elimination as CSV, a row for each match."""
    return write_rows([BRACKET_COLUMNS, *_list_bracket_rows(record)])


def _list_bracket_rows(record: ClubEvent) -> list[tuple[object, ...]]:
    """Return the matches of a bracket in rows of `BRACKET_COLUMNS`; who is not known yet, or free, is None."""
    reports = defaultdict[frozenset[str | None], list[TableReport]](list)
    for number in range(count_group_rounds(record.sheet) + 1, record.round + 1):
        for report in record.list_reports(number):
            reports[frozenset(report.names)].append(report)
    rows: list[tuple[object, ...]] = []
    for each in list_outcomes(record.sheet):
        one, other = each.sides
        meetings = reports[frozenset(each.sides)]
        played = meetings.pop(0) if meetings else None
        own = turn_points(played.result, played.names.index(one)) if played and one else None
        rows.append((each.match.stage, each.match.round, one, other, *(own or (None, None)), each.winner))
    return rows


def describe_season(record: ClubEvent) -> dict[str, Any]:
    """Return a league's season as a document: its rules, the table, the averages and each match."""
    league = record.event.league
    return {
        "id": record.id,
        "name": record.name,
        "league": asdict(league) if league else None,
        "table": [asdict(row) for row in compute_league_table(read_season(record))],
        "players": [asdict(row) for row in list_averages(record)],
        "matches": [
            {
                "round": number,
                "date": day.isoformat() if (day := record.find_date(number, report.number)) else None,
                "home": report.names[0],
                "away": report.names[1],
                "progress": report.progress,
                "result": write_result(report.result) if report.result else None,
                "corrected": report.reason or None,
            }
            for number, reports in list_fixtures(record)
            for report in reports
        ],
    }


def write_season_csv(record: ClubEvent) -> str:
    """Return the table of a league's season as CSV, a row for each team."""
    rows = [
        (row.place, row.name, row.played, row.won, row.drawn, row.lost, row.games, row.games_against, row.points)
        for row in compute_league_table(read_season(record))
    ]
    return write_rows([SEASON_COLUMNS, *rows])


def _list_rows(record: ClubEvent) -> list[tuple[object, ...]]:
    """Return the standings in rows of `COLUMNS`."""
    if not record.round:
        return []
    sheet, clubs = record.sheet, {each.name: each.club or "" for each in record.event.entrants}
    in_groups = count_group_rounds(sheet)
    groups = compute_group_standings(sheet, record.round) if in_groups else (compute_standings(sheet, record.round),)
    return [
        (row.place, row.name, clubs[row.name], row.played, row.won, row.effectiveness, row.points, row.against, letter)
        for letter, rows in zip(ascii_uppercase if in_groups else ("",), groups, strict=False)
        for row in rows
    ]


def pack_events(db: Connection) -> list[dict[str, Any]]:
    """Return the events of the book for an archive, the oldest first, without their links."""
    return [
        {
            "id": row.id,
            "started": row.started.isoformat(),
            "entries": [
                {"written": each.written.isoformat(), "entry": each.entry}
                for each in list_event_entries(db, row.serial)
            ],
        }
        for row in reversed(list_event_rows(db))
        if not read_event(db, row).is_deleted
    ]


def read_packed_event(packed: Mapping[str, Any]) -> tuple[EventRow, tuple[EventEntryRow, ...]]:
    """Return an event of an archive, validated. Raises RuleError."""
    try:
        row = EventRow(0, packed["id"], read_moment(packed["started"]))
        entries = tuple(
            EventEntryRow(number, read_moment(each["written"]), dict(each["entry"]))
            for number, each in enumerate(packed["entries"], start=1)
        )
        if not is_id(row.id):
            raise ValueError(row.id)
        fold_event(row, entries)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise refuse_archive(N_("an event in it cannot be read")) from error
    return row, entries


def import_event(db: Connection, event: Mapping[str, Any]) -> None:
    """Store an event of an archive with new links, unless the book has it. Raises RuleError."""
    packed, entries = read_packed_event(event)
    if any(row.id == packed.id for row in list_event_rows(db)):
        return
    row, now = write_event(db, packed.started, packed.id), datetime.now(UTC)
    for each in entries:
        write_event_entry(db, row.serial, each.entry, f"archive {each.number}", each.written)
    record = fold_event(row, entries)
    tables = {str(number) for _, number in record.reports}
    write_event_link(db, row.serial, "watch", "", make_id(), now)
    for table in sorted(tables):
        write_event_link(db, row.serial, "table", table, make_id(), now)
    for name in record.event.names():
        write_event_link(db, row.serial, "play", name, make_id(), now)
