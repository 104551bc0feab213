"""Rows of matches and of their final results.

A serial is the row number of a match. A post is the id of a form, so that a form that is sent twice counts once.
Functions that write need a connection from `Store.write`.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from scorekeeper.store.columns import read_moment, read_object, write_json, write_moment
from scorekeeper.store.connection import Database
from scorekeeper.store.errors import NotFoundError, report_damage
from scorekeeper.store.persons import list_names_of, make_marks, map_persons, read_naming
from scorekeeper.store.profiles import assign_marks
from scorekeeper.store.sequence import START, find_free_number

# The name of a family's own game, or of an imported one; only the former has a column.
PAD_NAME = "CASE WHEN variant = 'penalty_pad' AND json_valid(options) = 1 THEN json_extract(options, '$.name') END"
OWN_NAME = f"coalesce(own_name, {PAD_NAME})"
RECENT_PADS = 500
COLUMNS = "serial, id, variant, partners, lead, options, started"


@dataclass(frozen=True, slots=True)
class MatchRow:
    """A match as it was begun: its game, players and options.

    `serial` orders matches by start time; `id` is in addresses. `lead` is the player who led first, or None. `damaged`
    is the name of a column that cannot be read any more, such as `options`, or None; a damaged match can be listed, but
    not scored.
    """

    serial: int
    id: str
    variant: str
    players: tuple[str, ...]
    partners: bool
    lead: str | None
    options: Mapping[str, Any]
    started: datetime
    damaged: str | None = None

    @property
    def own_name(self) -> str:
        """The name of the family's own game that was played; empty for a game without a name and for other games."""
        return str(self.options.get("name", ""))


@dataclass(frozen=True, slots=True)
class Final:
    """The result of a match as it was recorded when entry `number` ended it."""

    number: int
    totals: Mapping[str, int]
    winners: tuple[str, ...]


def write_match(
    db: Database,
    id_: str,
    variant: str,
    players: Sequence[str],
    partners: bool,
    lead: str | None,
    options: Mapping[str, Any],
    started: datetime,
    post: str | None = None,
    newest: bool = True,
) -> MatchRow:
    """Write a match without entries and return its row; `post` is the id of the form that started it, or None.

    With `newest` false the match was played elsewhere before, and is ordered among the others by `started`.
    """
    serial = find_free_number(db, "serial", "matches", started, newest)
    db.execute(
        "INSERT INTO matches (serial, id, variant, partners, lead, options, started, post)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (serial, id_, variant, partners, lead, write_json(options), write_moment(started), post),
    )
    for seat, player in enumerate(players, start=1):
        db.execute("INSERT INTO seats (match, seat, player) VALUES (?, ?, ?)", (serial, seat, player))
    assign_marks(db, players, started)
    return look_up_match(db, id_)


def find_match(db: Database, id_: str) -> MatchRow | None:
    """Return the match with this id; None if there is none."""
    row = db.execute(f"SELECT {COLUMNS} FROM matches WHERE id = ?", (id_,)).fetchone()  # noqa: S608  # our own words
    return read_match_row(db, row) if row else None


def look_up_match(db: Database, id_: str) -> MatchRow:
    """Return the match with this id. Raises NotFoundError."""
    row = find_match(db, id_)
    if row is None:
        raise NotFoundError(id_)
    return row


def find_started(db: Database, post: str) -> MatchRow | None:
    """Return the match that the form with the id `post` started; None if it started none."""
    row = db.execute(f"SELECT {COLUMNS} FROM matches WHERE post = ?", (post,)).fetchone()  # noqa: S608  # our own words
    return read_match_row(db, row) if row else None


def list_match_rows(
    db: Database, variant: str | None = None, player: str | None = None, limit: int = -1, offset: int = 0
) -> tuple[MatchRow, ...]:
    """Return matches, the newest first; `variant` (the key of a game) and `player` restrict them to those.

    `limit` -1 stands for all matches; the first `offset` ones are skipped.
    """
    tables, wanted, values = "matches", ["1 = 1"], list[Any]()
    if player is not None:
        # Seats are indexed by player and match, so that only rows that are shown are read.
        tables = "seats CROSS JOIN matches ON serial = match"
        wanted.append(f"player IN ({make_marks(names := list_names_of(db, player))})")
        values.extend(names)
    if variant is not None:
        wanted.append("variant = ?")
        values.append(variant)
    newest_first = f"ORDER BY {'serial' if player is None else 'match'} DESC LIMIT ? OFFSET ?"
    rows = db.execute(
        f"SELECT {COLUMNS} FROM {tables} WHERE {' AND '.join(wanted)} {newest_first}",  # noqa: S608  # our own words
        (*values, limit, offset),
    )
    return tuple(read_match_row(db, row) for row in rows.fetchall())


def read_every_match(db: Database) -> Iterator[MatchRow]:
    """Yield all matches, the oldest first, also deleted ones."""
    for row in db.execute(f"SELECT {COLUMNS} FROM matches ORDER BY serial"):  # noqa: S608  # our own words
        yield read_match_row(db, row)


def list_ids(db: Database) -> tuple[str, ...]:
    """Return the ids of all matches, the oldest first, also of deleted ones."""
    return tuple(id_ for (id_,) in db.execute("SELECT id FROM matches ORDER BY serial").fetchall())


def count_matches(db: Database) -> int:
    """Return the number of matches, including deleted ones."""
    return int(db.execute("SELECT count(*) FROM matches").fetchone()[0])


def list_players(db: Database) -> tuple[str, ...]:
    """Return the current names of everybody who ever played, the players of the newest matches first.

    The time it takes depends on the number of players, not of matches.
    """
    rows = db.execute("""
        WITH RECURSIVE names (player) AS (
            SELECT min(player) FROM seats
            UNION ALL
            SELECT (SELECT min(player) FROM seats WHERE player > names.player) FROM names WHERE player IS NOT NULL
        )
        SELECT player, (SELECT max(match) FROM seats WHERE seats.player = names.player) AS newest
        FROM names WHERE player IS NOT NULL ORDER BY newest DESC, player
    """)
    known = map_persons(db)
    return tuple(dict.fromkeys(str(known.get(player, player)) for player, _ in rows))


def list_own_names(db: Database) -> tuple[str, ...]:
    """Return the names of the family's own games that were played, sorted.

    The time it takes depends on the number of names, not of matches.
    """
    rows = db.execute("""
        WITH RECURSIVE names (name) AS (
            SELECT min(own_name) FROM matches WHERE own_name > ''
            UNION ALL
            SELECT (SELECT min(own_name) FROM matches WHERE own_name > names.name) FROM names WHERE name IS NOT NULL
        )
        SELECT name FROM names WHERE name IS NOT NULL
    """)
    return tuple(str(name) for (name,) in rows)


def list_pad_names(db: Database) -> tuple[str, ...]:
    """Return the names of the games in the newest matches that were imported from other programs, sorted."""
    rows = db.execute(
        f"SELECT DISTINCT {PAD_NAME} AS name FROM (SELECT variant, options FROM matches WHERE variant = 'penalty_pad'"  # noqa: S608  # our own words
        " ORDER BY serial DESC LIMIT ?) AS pads ORDER BY name",
        (RECENT_PADS,),
    )
    return tuple(str(name) for (name,) in rows.fetchall() if name)


def write_final(db: Database, serial: int, final: Final, at: datetime, newest: bool = True) -> None:
    """Append the result of a match that entry `final.number` ended, which was written at the time `at`.

    With `newest` false the match ended elsewhere before, and is ordered among the endings by `at`.
    """
    names = read_naming(db, serial)
    sides = {called: written for written, called in names.read_sides().items()} if names else {}
    totals = {sides.get(side, side): total for side, total in final.totals.items()}
    winners = [sides.get(side, side) for side in final.winners]
    db.execute(
        "INSERT INTO finals (rowid, match, number, totals, winners) VALUES (?, ?, ?, ?, ?)",
        (
            find_free_number(db, "rowid", "finals", at, newest),
            serial,
            final.number,
            write_json(totals),
            write_json(winners),
        ),
    )


def find_final(db: Database, serial: int) -> Final | None:
    """Return the last recorded result of a match; None if it never ended.

    The match is over only if entry `number` of the result is its last entry. Raises RuleError if the result cannot be
    read any more.
    """
    names = read_naming(db, serial)
    sides = names.read_sides() if names else {}
    with report_damage("result"):
        row = db.execute(
            "SELECT number, totals, winners FROM finals WHERE match = ? ORDER BY number DESC LIMIT 1", (serial,)
        ).fetchone()
        if row is None:
            return None
        totals = {sides.get(side, side): int(total) for side, total in read_object(row[1]).items()}
        return Final(row[0], totals, tuple(sides.get(side, side) for side in json.loads(row[2])))


def read_match_row(db: Database, row: Sequence[Any]) -> MatchRow:
    """Return the match of a row with the columns `COLUMNS`, with the current names of its players.

    Values that cannot be read are replaced, and the last of their columns is named in `damaged`.
    """
    serial, id_, variant, partners, lead, options, started = row
    seats = db.execute("SELECT player, person FROM sitting WHERE match = ? ORDER BY seat", (serial,)).fetchall()
    players = tuple(str(person) for _, person in seats)
    agreed, damaged = dict[str, Any](), None
    try:
        when = read_moment(started)
    except (ValueError, TypeError):
        when, damaged = START + timedelta(microseconds=serial), "started"  # the serial is the start time
    try:
        agreed = read_object(options)
    except (ValueError, TypeError):
        damaged = "options"
    leader = dict(seats).get(lead, lead)
    return MatchRow(serial, id_, str(variant), players, bool(partners), leader, agreed, when, damaged)
