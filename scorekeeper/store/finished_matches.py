"""The finished matches in the order in which they ended, and the stored tallies of each player's wins and losses.

A position is the number of an ending; it grows with each match that ends. A digest has the few numbers of a finished
match that tallies need.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from scorekeeper.store.columns import read_moment, read_object, read_or_default, write_json
from scorekeeper.store.connection import Database
from scorekeeper.store.match_index import LATEST, read_sides, read_totals, read_winners
from scorekeeper.store.matches import COLUMNS, OWN_NAME, MatchRow, read_match_row
from scorekeeper.store.persons import list_names_of, make_marks


@dataclass(frozen=True, slots=True)
class FinishedMatch:
    """A finished match: `ended` is its position in the order of endings, and `row` has its game and players.

    `evening` is the evening that it is part of, `written` the time of its last entry. `digest` has the numbers for the
    tallies, or is None if it was not computed yet.
    """

    ended: int
    row: MatchRow
    evening: int
    written: datetime | None
    totals: Mapping[str, int]
    winners: tuple[str, ...]
    digest: Mapping[str, Any] | None


def list_finished(db: Database, after: int, upto: int) -> Iterator[FinishedMatch]:
    """Yield the finished matches at positions above `after` up to `upto`, in the order in which they ended.

    Deleted matches are left out.
    """
    rows = db.execute(
        f"SELECT {COLUMNS}, ended, standings.evening, written, totals, winners, digest FROM standings"  # noqa: S608  # our own words
        " CROSS JOIN matches ON serial = standings.match"
        " WHERE ended > ? AND ended <= ? AND place <> 'deleted' ORDER BY ended",
        (after, upto),
    )
    return _read_finished(db, rows)


def has_more_finished(db: Database, first: int, after: int, count: int) -> bool:
    """Return whether more than `count` matches of these evenings are finished, as `list_finished_between` has them."""
    rows = db.execute(
        "SELECT 1 FROM standings WHERE place IN ('here', 'archived') AND over = 1 AND evening >= ? AND evening < ?"
        " LIMIT 1 OFFSET ?",
        (first, after, count),
    )
    return rows.fetchone() is not None


def has_finished_outside(db: Database, first: int, after: int) -> bool:
    """Return whether a finished match began before the evening `first` or from the evening `after` on, both serials."""
    (found,) = db.execute(
        "SELECT EXISTS (SELECT 1 FROM standings WHERE place IN ('here', 'archived') AND evening < ? AND over = 1)"
        " OR EXISTS (SELECT 1 FROM standings WHERE place IN ('here', 'archived') AND evening >= ? AND over = 1)",
        (first, after),
    ).fetchone()
    return bool(found)


def list_finished_since(db: Database, first: int, after: int, upto: int, limit: int = -1) -> Iterator[FinishedMatch]:
    """Yield at most `limit` finished matches of the evenings from `first` to before `after` that ended after `upto`.

    They come in the order in which they ended, of which `upto` is a position. Deleted matches are left out.
    """
    rows = db.execute(
        f"SELECT {COLUMNS}, ended, standings.evening, written, totals, winners, digest FROM standings"  # noqa: S608  # our own words
        f" CROSS JOIN matches ON serial = standings.match WHERE {_select_since(after)} LIMIT ?",
        (first, after, upto, limit),
    )
    return _read_finished(db, rows)


def has_finished_since(db: Database, first: int, after: int, upto: int) -> bool:
    """Return whether a match of these evenings ended after `upto`, as `list_finished_since` lists them."""
    rows = db.execute(
        f"SELECT 1 FROM standings WHERE {_select_since(after)} LIMIT 1",  # noqa: S608  # our own words
        (first, after, upto),
    )
    return rows.fetchone() is not None


def _select_since(after: int) -> str:
    """Return an SQL condition and order for the matches of some evenings that ended after a position.

    The evenings before a bound are few, and so are the endings after a position if there is none: a `+` keeps the index
    of the other ones from being used.
    """
    if after == LATEST:
        return "+standings.evening >= ? AND +standings.evening < ? AND ended > ? AND place <> 'deleted' ORDER BY ended"
    return (
        "place IN ('here', 'archived') AND standings.evening >= ? AND standings.evening < ? AND over = 1"
        " AND +ended > ? ORDER BY +ended"
    )


def find_finished_evening(db: Database, before: int) -> int | None:
    """Return the last evening, lower than `before`, that has a finished match; None if there is none."""
    one = (
        "SELECT * FROM (SELECT evening FROM standings WHERE place = ? AND over = 1 AND evening < ?"
        " ORDER BY evening DESC LIMIT 1) AS found"
    )
    rows = db.execute(f"{one} UNION ALL {one.replace('found', 'other')}", ("here", before, "archived", before))
    return max((int(evening) for (evening,) in rows), default=None)


def has_finished_before(db: Database, evening: int, player: str) -> bool:
    """Return whether the player has finished a match of an earlier evening than `evening`."""
    names = list_names_of(db, player)
    rows = db.execute(
        "SELECT 1 FROM seats CROSS JOIN standings ON standings.match = seats.match"  # noqa: S608  # marks only
        f" WHERE player IN ({make_marks(names)}) AND evening < ? AND over = 1 AND place <> 'deleted' LIMIT 1",
        (*names, evening),
    )
    return rows.fetchone() is not None


def was_played_before(db: Database, evening: int, variant: str, own_name: str) -> bool:
    """Return whether a match of the game was finished on an earlier evening than `evening`.

    An evening is the number of its first match. `own_name` is the name of the family's own game, or empty.
    """
    rows = db.execute(
        "SELECT 1 FROM matches CROSS JOIN standings ON standings.match = serial"  # noqa: S608  # our own words
        f" WHERE variant = ? AND coalesce({OWN_NAME}, '') = ? AND standings.evening < ? AND over = 1"
        " AND place <> 'deleted' LIMIT 1",
        (variant, own_name, evening),
    )
    return rows.fetchone() is not None


def _read_finished(db: Database, rows: Iterable[Sequence[Any]]) -> Iterator[FinishedMatch]:
    """Yield the finished match of each row: the columns of the match, and those of its result."""
    for row in rows:
        *match, ended, evening, written, totals, winners, digest = row
        renamed = read_sides(db, match[0])
        by_side, by_winner = read_totals(totals, renamed), read_winners(winners, renamed)
        at = read_or_default(None, read_moment, written)
        numbers = read_or_default(None, read_object, digest)
        yield FinishedMatch(ended, read_match_row(db, match), evening, at, by_side, by_winner, numbers)


def list_finished_between(db: Database, first: int, after: int, limit: int) -> Iterator[FinishedMatch]:
    """Yield the finished matches of the evenings from the serial `first` to before the serial `after`.

    If there are more than `limit`, the last ones to begin are yielded, in the order in which they ended. Deleted
    matches are left out.
    """
    in_place = (
        "SELECT * FROM (SELECT match, ended, written, totals, winners, digest, evening FROM standings"
        " WHERE place = ? AND over = 1 AND evening >= ? AND evening < ? ORDER BY evening DESC, match DESC LIMIT ?)"
    )
    rows = db.execute(
        f"SELECT {COLUMNS}, ended, found.evening, written, totals, winners, digest FROM ("  # noqa: S608  # our own words
        f" SELECT * FROM ({in_place} UNION ALL {in_place}) ORDER BY evening DESC, match DESC LIMIT ?) AS found"
        " CROSS JOIN matches ON serial = found.match ORDER BY ended",
        ("here", first, after, limit, "archived", first, after, limit, limit),
    )
    return _read_finished(db, rows)


def find_last_position(db: Database) -> int:
    """Return the position, in the order of endings, of the match that ended last; 0 if none did."""
    return int(db.execute("SELECT coalesce(max(ended), 0) FROM standings").fetchone()[0])


def find_position_after(db: Database, after: int, count: int) -> int:
    """Return the position, in the order in which matches ended, that is `count` endings after position `after`.

    If there are fewer, return the last position; if there are none, `after`.
    """
    row = db.execute(
        "SELECT max(ended) FROM (SELECT ended FROM standings WHERE ended > ? ORDER BY ended LIMIT ?)", (after, count)
    ).fetchone()
    return int(row[0] or after)


def write_digest(db: Database, serial: int, digest: Mapping[str, Any]) -> None:
    """Store the digest of a finished match, which has the few numbers of its entries that tallies need."""
    db.execute(
        "UPDATE standings SET digest = ? WHERE match = ? AND over = 1",
        (write_json(digest), serial),
    )


def list_tallies(db: Database, persons: Sequence[str]) -> dict[str, tuple[int, Mapping[str, Any]]]:
    """Return the stored tally (wins and losses) of each of these players, and the last ending that it includes.

    The ending is a position in the order in which matches ended. Players without a stored tally, or with a damaged one,
    are left out.
    """
    query = "SELECT person, upto, tally FROM tallies JOIN json_each(?) ON person = value WHERE json_valid(tally) = 1"
    rows = db.execute(query, (json.dumps(persons),))
    return {person: (upto, json.loads(tally)) for person, upto, tally in rows}


def list_tally_positions(db: Database) -> dict[str, int]:
    """Return, for each player with a stored tally, the last ending that it includes.

    The ending is a position in the order in which matches ended.
    """
    return dict(db.execute("SELECT person, upto FROM tallies WHERE json_valid(tally) = 1").fetchall())


def write_tallies(db: Database, tallies: Mapping[str, Mapping[str, Any]], upto: int) -> None:
    """Store these tallies (wins and losses) by player.

    It is recorded that all stored tallies include the endings up to `upto`, a position in the order in which matches
    ended.
    """
    db.conn.executemany(
        "INSERT OR REPLACE INTO tallies (person, upto, tally) VALUES (?, ?, ?)",
        [(person, upto, write_json(tally)) for person, tally in tallies.items()],
    )
    db.execute("UPDATE tallies SET upto = ? WHERE upto < ?", (upto, upto))
