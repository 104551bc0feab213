"""How each match stands: rows that can be made anew from the entries at any time."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Literal

from sqlite_utils import Database

from scorekeeper.store.columns import read_moment, read_object, read_or_default, write_moment
from scorekeeper.store.matches import COLUMNS, MatchRow, find_tip, read_match_row
from scorekeeper.store.persons import read_naming
from scorekeeper.store.sequence import find_next_number

MatchLocation = Literal["here", "archived", "deleted"]


NEVER = datetime.min.replace(tzinfo=UTC)


# What standings must be like. The digest is not compared: only the rules can make it.
EXPECTED_ROWS = """
    SELECT serial AS match,
        coalesce((SELECT place FROM shelves WHERE shelves.match = serial ORDER BY shelves.number DESC LIMIT 1), 'here')
            AS place,
        finals.number IS NOT NULL AS over,
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
    """A match and how it stands: `number` of its last entry, and the result while it is over.

    `touched` is when it was begun, written, called off or taken up last, `off` whether it was called off. `evening` is
    the serial of the match that its evening began with. `latest` grows with everything that is written in the book:
    which of two matches was touched later it tells, and not the clock.
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
    """The matches of an evening that lie in no bin, in the order in which they began."""
    where = "WHERE place IN ('here', 'archived') AND standings.evening = ? ORDER BY standings.match"
    return list_indexed_matches(db, where, (evening,))


def find_indexed_match(db: Database, serial: int) -> IndexedMatch:
    """How one match stands."""
    [found] = list_indexed_matches(db, "WHERE standings.match = ?", (serial,))
    return found


def list_recent(db: Database, over: bool, since: datetime, limit: int) -> tuple[IndexedMatch, ...]:
    """The matches in the list that were begun or written since then, the last one first; none that was called off.

    Those of a few hours are found by their time and then put in order; of all times the last ones are found at once.
    """
    lately = (
        "touched >= ? AND NOT off ORDER BY +latest" if since > NEVER else "+touched >= ? AND NOT off ORDER BY latest"
    )
    where = f"WHERE place = 'here' AND over = ? AND {lately} DESC LIMIT ?"
    return list_indexed_matches(db, where, (over, write_moment(since), limit))


def list_abandoned(db: Database, lately: datetime, limit: int) -> tuple[IndexedMatch, ...]:
    """The matches that go on, and were called off or not touched since `lately`; the last one first.

    Those in which nothing was written are not among them.
    """
    where = "WHERE place = 'here' AND over = 0 AND number > 0 AND (off OR touched < ?) ORDER BY latest DESC LIMIT ?"
    return list_indexed_matches(db, where, (write_moment(lately), limit))


def call_off(db: Database, serial: int, off: bool, at: datetime) -> None:
    """Write down that nobody plays this match on, or that it is taken up again."""
    db.execute(
        "INSERT INTO called_off (match, off, seen, at, came) VALUES (?, ?, ?, ?, ?)",
        (serial, off, find_tip(db, serial).number, write_moment(at), find_next_number(db, at)),
    )


def write_location(db: Database, serial: int, location: MatchLocation, at: datetime) -> None:
    """Write down where the match lies from now on."""
    db.execute(
        "INSERT INTO shelves (match, place, at) VALUES (?, ?, ?)",
        (serial, location, write_moment(at)),
    )


def find_wrong_index_rows(db: Database) -> tuple[str, ...]:
    """The ids of the matches whose standing is not what their entries make it."""
    rows = db.execute(
        f"SELECT id FROM matches WHERE serial IN (SELECT match FROM ("  # noqa: S608  # our own words
        f" SELECT {COMPARED} FROM ({EXPECTED_ROWS}) EXCEPT SELECT {COMPARED} FROM standings)) ORDER BY serial"
    )
    return tuple(id_ for (id_,) in rows)


def rebuild_index(db: Database) -> None:
    """Make all standings from the entries again, and forget the tallies and digests."""
    db.execute("DELETE FROM tallies")
    db.execute("DELETE FROM standings")
    db.execute(f"INSERT INTO standings ({COMPARED}) SELECT {COMPARED} FROM ({EXPECTED_ROWS})")  # noqa: S608  # our own words


def list_indexed_matches(db: Database, where: str, values: Sequence[object]) -> tuple[IndexedMatch, ...]:
    """The matches that `where` names: SQL of our own words, with marks for the `values`."""
    found = db.execute(
        f"SELECT {COLUMNS}, place, number, written, over, totals, winners, standings.evening, touched, off, latest"  # noqa: S608  # ours
        f" FROM standings CROSS JOIN matches ON serial = standings.match {where}",
        tuple(values),
    )
    return tuple(_standing(db, row) for row in found.fetchall())


def _standing(db: Database, found: Sequence[Any]) -> IndexedMatch:
    *match, location, number, written, over, totals, winners, evening, touched, off, latest = found
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
    told: dict[str, int] = read_or_default({}, read_object, totals)
    return {renamed.get(side, side): total for side, total in told.items()}


def read_winners(winners: str | None, renamed: Mapping[str, str]) -> tuple[str, ...]:
    told: list[str] = read_or_default([], json.loads, winners)
    return tuple(renamed.get(side, side) for side in told)


def read_sides(db: Database, serial: int) -> dict[str, str]:
    names = read_naming(db, serial)
    return names.read_sides() if names else {}
