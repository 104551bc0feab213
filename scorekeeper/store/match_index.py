"""The match index: one row per match with its current result and place, which can be rebuilt from the entries."""

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Literal

from scorekeeper.store.columns import read_moment, read_object, read_or_default, write_moment
from scorekeeper.store.connection import Database
from scorekeeper.store.entries import find_tip
from scorekeeper.store.matches import COLUMNS, MatchRow, read_match_row
from scorekeeper.store.persons import map_persons, read_naming
from scorekeeper.store.sequence import find_next_number

MatchLocation = Literal["here", "archived", "deleted"]


NEVER = datetime.min.replace(tzinfo=UTC)
LATEST = 2**63 - 1  # no serial is greater


# The rows that `standings` should have. Digests are not compared, because only the rules can compute them.
EXPECTED_ROWS = """
    SELECT serial AS match,
        coalesce((SELECT place FROM shelves WHERE shelves.match = serial ORDER BY shelves.number DESC LIMIT 1), 'here')
            AS place,
        CAST(finals.number IS NOT NULL AS INTEGER) AS over,
        coalesce(last.number, 0) AS number, last.written AS written,
        finals.rowid AS ended, finals.totals AS totals, finals.winners AS winners,
        evening, coalesce(said.at, last.written, started) AS touched, coalesce(said.off, 0) AS off,
        coalesce(said.came, last.came, matches.serial) AS latest
    FROM matches
    LEFT JOIN entries AS last ON last.match = serial
        AND last.number = (SELECT max(number) FROM entries WHERE entries.match = serial)
    LEFT JOIN called_off AS said ON said.match = serial AND said.seen = coalesce(last.number, 0)
        AND said.number = (SELECT max(number) FROM called_off WHERE called_off.match = serial)
    LEFT JOIN finals ON finals.match = serial AND finals.number = last.number"""
COMPARED = "match, place, over, number, written, ended, totals, winners, evening, touched, off, latest"


@dataclass(frozen=True, slots=True)
class IndexedMatch:
    """A match with its row in the index.

    `number` is that of its last entry, `totals` and `winners` are its result while it is `over`. `location` is the list
    (`here`), the archive or the bin. `touched` is when the match was begun, written, called off or resumed last; `off`
    is true if it was called off. `evening` is the serial of the first match of its evening. `latest` grows with
    everything that is written in the book, so it orders matches by last change without a clock.
    """

    row: MatchRow
    location: MatchLocation
    number: int
    written: datetime | None
    over: bool
    totals: Mapping[str, int]
    winners: tuple[str, ...]
    evening: int
    touched: datetime
    off: bool
    latest: int


def list_evening(db: Database, evening: int) -> tuple[IndexedMatch, ...]:
    """Return the matches of an evening, without deleted ones, in the order in which they began.

    An evening is the matches that the same players play one after the other; `evening` is the serial (row number) of
    its first match.
    """
    where = "WHERE place IN ('here', 'archived') AND standings.evening = ? ORDER BY standings.match"
    return list_indexed_matches(db, where, (evening,))


def list_evenings_between(db: Database, first: int, after: int, limit: int) -> tuple[IndexedMatch, ...]:
    """Return the matches of all evenings from the serial `first` to before the serial `after`, without deleted ones.

    They are in the order in which they began; if there are more than `limit`, the last ones are returned.
    """
    where = (
        "WHERE place IN ('here', 'archived') AND standings.evening >= ? AND standings.evening < ?"
        " ORDER BY standings.match DESC LIMIT ?"
    )
    return list_indexed_matches(db, where, (first, after, limit))[::-1]


def count_finished_by_evening(db: Database, first: int, after: int) -> list[tuple[int, int]]:
    """Return the evenings from the serial `first` to before the serial `after`, each with its finished matches.

    Deleted matches, and evenings without a finished match, are left out. An evening comes twice if only some of its
    matches are archived.
    """
    in_place = (
        "SELECT evening, count(*) FROM standings"
        " WHERE place = ? AND over = 1 AND evening >= ? AND evening < ? GROUP BY evening"
    )
    return db.execute(f"{in_place} UNION ALL {in_place}", ("here", first, after, "archived", first, after)).fetchall()


def find_last_evening(db: Database, before: int = LATEST) -> int | None:
    """Return the number of the evening, lower than `before`, of the newest finished match not in the bin; None if none.

    The number of an evening is the serial of its first match.
    """
    row = db.execute(
        "SELECT evening FROM standings WHERE place = 'here' AND over = 1 AND +evening < ? ORDER BY match DESC LIMIT 1",
        (before,),
    ).fetchone()
    return int(row[0]) if row else None


def find_indexed_match(db: Database, serial: int) -> IndexedMatch:
    """Return the current result and place of the match with this serial (row number).

    Raises ValueError if there is no such match.
    """
    [match] = list_indexed_matches(db, "WHERE standings.match = ?", (serial,))
    return match


def list_recent(db: Database, over: bool, since: datetime, limit: int) -> tuple[IndexedMatch, ...]:
    """Return at most `limit` matches of the list, without those called off, the one written last first.

    `over` selects finished or running matches; only matches begun or written since the time `since` are returned.
    """
    lately = (
        "touched >= ? AND off = 0 ORDER BY +latest"
        if since > NEVER
        else "touched || '' >= ? AND off = 0 ORDER BY latest"
    )
    where = f"WHERE place = 'here' AND over = ? AND {lately} DESC LIMIT ?"
    return list_indexed_matches(db, where, (over, write_moment(since), limit))


def list_abandoned(db: Database, lately: datetime, limit: int) -> tuple[IndexedMatch, ...]:
    """Return at most `limit` running matches that were called off or last touched before `lately`, the latest first.

    Matches without an entry are left out.
    """
    where = "WHERE place = 'here' AND over = 0 AND number > 0 AND (off = 1 OR touched < ?) ORDER BY latest DESC LIMIT ?"
    return list_indexed_matches(db, where, (write_moment(lately), limit))


def list_players_in_place(db: Database, players: Collection[str]) -> set[str]:
    """Return those of these players who have a match that is not deleted."""
    persons = {player: player for player in players} | map_persons(db)
    names = [name for name, person in persons.items() if person in players]
    rows = db.execute(
        "SELECT value FROM json_each(?) WHERE EXISTS (SELECT 1 FROM seats CROSS JOIN standings"
        " ON standings.match = seats.match WHERE player = value AND place <> 'deleted')",
        (json.dumps(names),),
    )
    return {persons[name] for (name,) in rows}


def call_off(db: Database, serial: int, off: bool, at: datetime) -> None:
    """Record that the match is called off, or with `off` false that it is resumed."""
    db.execute(
        "INSERT INTO called_off (match, off, seen, at, came) VALUES (?, ?, ?, ?, ?)",
        (serial, off, find_tip(db, serial).number, write_moment(at), find_next_number(db, at)),
    )


def write_location(db: Database, serial: int, location: MatchLocation, at: datetime) -> None:
    """Record where the match is filed from now on.

    It is the list (`here`), the archive (`archived`) or the bin (`deleted`).
    """
    db.execute(
        "INSERT INTO shelves (match, place, at) VALUES (?, ?, ?)",
        (serial, location, write_moment(at)),
    )


def find_wrong_index_rows(db: Database) -> tuple[str, ...]:
    """Return the ids of the matches whose row in the index contradicts their entries."""
    rows = db.execute(
        f"SELECT id FROM matches WHERE serial IN (SELECT match FROM ("  # noqa: S608  # our own words
        f" SELECT {COMPARED} FROM ({EXPECTED_ROWS}) EXCEPT SELECT {COMPARED} FROM standings)) ORDER BY serial"
    )
    return tuple(id_ for (id_,) in rows)


def rebuild_index(db: Database) -> None:
    """Delete the match index and all statistics and digests, and build the index again from the entries."""
    db.execute("DELETE FROM tallies")
    db.execute("DELETE FROM rivalries")
    db.execute("DELETE FROM periods")
    db.execute("DELETE FROM standings")
    db.execute(f"INSERT INTO standings ({COMPARED}) SELECT {COMPARED} FROM ({EXPECTED_ROWS})")  # noqa: S608  # our own words


def list_indexed_matches(db: Database, where: str, values: Sequence[object]) -> tuple[IndexedMatch, ...]:
    """Return the matches that the SQL clause `where` selects; `values` are for its placeholders.

    The clause must not contain text from outside.
    """
    rows = db.execute(
        f"SELECT {COLUMNS}, place, number, written, over, totals, winners, standings.evening, touched, off, latest"  # noqa: S608  # ours
        f" FROM standings CROSS JOIN matches ON serial = standings.match {where}",
        tuple(values),
    )
    return tuple(_read_indexed_match(db, row) for row in rows.fetchall())


def _read_indexed_match(db: Database, columns: Sequence[Any]) -> IndexedMatch:
    """Return the indexed match of a row: the columns of the match, and those of the index."""
    *match, location, number, written, over, totals, winners, evening, touched, off, latest = columns
    row = read_match_row(db, match)
    renamed = read_sides(db, row.serial)
    return IndexedMatch(
        row,
        location,
        number,
        read_or_default(None, read_moment, written),
        bool(over),
        read_totals(totals, renamed),
        read_winners(winners, renamed),
        evening,
        read_or_default(row.started, read_moment, touched),
        bool(off),
        latest or row.serial,
    )


def read_totals(totals: str | None, renamed: Mapping[str, str]) -> dict[str, int]:
    """Parse the totals of the sides in a column; damaged ones are empty.

    `renamed` maps sides as written to their current names.
    """
    by_side: dict[str, int] = read_or_default({}, read_object, totals)
    return {renamed.get(side, side): total for side, total in by_side.items()}


def read_winners(winners: str | None, renamed: Mapping[str, str]) -> tuple[str, ...]:
    """Parse the winners in a column; damaged ones are empty.

    `renamed` maps sides as written to their current names.
    """
    sides: list[str] = read_or_default([], json.loads, winners)
    return tuple(renamed.get(side, side) for side in sides)


def read_sides(db: Database, serial: int) -> dict[str, str]:
    """Map the sides of a match as they were written to their current names; empty if no player was renamed."""
    names = read_naming(db, serial)
    return names.read_sides() if names else {}
