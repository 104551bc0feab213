"""Finished matches in the order in which they ended, with the figures of each player."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlite_utils import Database

from scorekeeper.store.columns import read_object, read_or_default
from scorekeeper.store.match_index import read_sides, read_totals, read_winners
from scorekeeper.store.matches import COLUMNS, MatchRow, read_match_row


@dataclass(frozen=True, slots=True)
class FinishedMatch:
    """A match that is over: `ended` counts the endings, `digest` is None where it was not made yet."""

    ended: int
    row: MatchRow
    totals: Mapping[str, int]
    winners: tuple[str, ...]
    digest: Mapping[str, Any] | None


def list_finished(db: Database, after: int, upto: int) -> Iterator[FinishedMatch]:
    """The matches that are over and were not deleted, in the order in which they ended: those `after` up to `upto`."""
    found = db.execute(
        f"SELECT {COLUMNS}, ended, totals, winners, digest FROM standings"  # noqa: S608  # our own words
        " CROSS JOIN matches ON serial = standings.match"
        " WHERE ended > ? AND ended <= ? AND place <> 'deleted' ORDER BY ended",
        (after, upto),
    )
    for row in found:
        *match, ended, totals, winners, digest = row
        renamed = read_sides(db, match[0])
        told, won = read_totals(totals, renamed), read_winners(winners, renamed)
        yield FinishedMatch(ended, read_match_row(db, match), told, won, read_or_default(None, read_object, digest))


def find_last_position(db: Database) -> int:
    """The number of the newest ending."""
    return int(db.execute("SELECT coalesce(max(ended), 0) FROM standings").fetchone()[0])


def find_position_after(db: Database, after: int, count: int) -> int:
    """The number of the ending that comes `count` endings after another one, or of the last."""
    row = db.execute(
        "SELECT max(ended) FROM (SELECT ended FROM standings WHERE ended > ? ORDER BY ended LIMIT ?)", (after, count)
    ).fetchone()
    return int(row[0] or after)


def write_digest(db: Database, serial: int, digest: Mapping[str, Any]) -> None:
    """Keep what tallies need of a finished match."""
    db.execute(
        "UPDATE standings SET digest = ? WHERE match = ? AND over = 1",
        (json.dumps(digest, separators=(",", ":")), serial),
    )


def list_tallies(db: Database, persons: Sequence[str]) -> dict[str, tuple[int, Mapping[str, Any]]]:
    """The tally of each person, with the last ending counted in it; a damaged one is none, and counted anew."""
    asked = "SELECT person, upto, tally FROM tallies JOIN json_each(?) ON person = value WHERE json_valid(tally)"
    rows = db.execute(asked, (json.dumps(persons),))
    return {person: (upto, json.loads(tally)) for person, upto, tally in rows}


def list_tally_positions(db: Database) -> dict[str, int]:
    """For each person whose tally is stored, the last ending counted in it."""
    return dict(db.execute("SELECT person, upto FROM tallies WHERE json_valid(tally)").fetchall())


def write_tallies(db: Database, tallies: Mapping[str, Mapping[str, Any]], upto: int) -> None:
    """Keep these tallies; all that are kept are counted up to ending `upto` now."""
    db.conn.executemany(
        "INSERT OR REPLACE INTO tallies (person, upto, tally) VALUES (?, ?, ?)",
        [(person, upto, json.dumps(tally, separators=(",", ":"))) for person, tally in tallies.items()],
    )
    db.execute("UPDATE tallies SET upto = ? WHERE upto < ?", (upto, upto))
