"""Matches, their entries and their final results, as rows. Writing needs the connection of `Store.write`."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlite_utils import Database

from scorekeeper.engine.problems import Findings
from scorekeeper.store.columns import read_moment, read_object, write_moment
from scorekeeper.store.errors import NotFoundError, report_damage
from scorekeeper.store.persons import list_names_of, make_marks, map_persons, read_naming
from scorekeeper.store.sequence import START, find_free_number, find_next_number, make_sequence_number

TIP_OF = """
    SELECT serial, number, entries.post, (SELECT coalesce(max(number), 0) FROM names) FROM matches
    LEFT JOIN entries ON match = serial AND number = (SELECT max(number) FROM entries WHERE match = serial)
    WHERE matches.id = ?"""
ENTRY = "INSERT INTO entries (match, number, post, written, entry, photo, came) VALUES (?, ?, ?, ?, ?, ?, ?)"
ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
COLUMNS = "serial, id, variant, partners, lead, options, started"


@dataclass(frozen=True, slots=True)
class MatchRow:
    """A match: its variant and its seating. `serial` orders matches by their start, `id` stands in addresses.

    `damaged` names what cannot be read any more, "options", say; the match can be listed, but not scored.
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
        """What a family calls the own game that this is a match of; empty where it has no name, and in other games."""
        return str(self.options.get("name", ""))


@dataclass(frozen=True, slots=True)
class EntryRow:
    """One entry as it was written: `entry` as in the match file, `photo` the photo it was taken from."""

    number: int
    post: str
    written: datetime
    entry: Mapping[str, Any]
    photo: str | None


@dataclass(frozen=True, slots=True)
class Final:
    """The result of a match as it was told at the table when entry `number` ended it."""

    number: int
    totals: Mapping[str, int]
    winners: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Tip:
    """The last entry of a match; 0 and no post where nothing was written yet."""

    number: int
    post: str


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
    """Write a match that nothing was scored in yet; `post` names the form that started it.

    One that is not the `newest` was played elsewhere before: it lies among the others by when it started.
    """
    serial = find_free_number(db, "serial", "matches", started, newest)
    db.execute(
        "INSERT INTO matches (serial, id, variant, partners, lead, options, started, post)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (serial, id_, variant, partners, lead, _json(options), write_moment(started), post),
    )
    for seat, player in enumerate(players, start=1):
        db.execute("INSERT INTO seats (match, seat, player) VALUES (?, ?, ?)", (serial, seat, player))
    return look_up_match(db, id_)


def find_match(db: Database, id_: str) -> MatchRow | None:
    """The match with this id, if there is one."""
    row = db.execute(f"SELECT {COLUMNS} FROM matches WHERE id = ?", (id_,)).fetchone()  # noqa: S608  # our own words
    return read_match_row(db, row) if row else None


def look_up_match(db: Database, id_: str) -> MatchRow:
    """The match with this id; raises NotFoundError."""
    row = find_match(db, id_)
    if row is None:
        raise NotFoundError(id_)
    return row


def find_started(db: Database, post: str) -> MatchRow | None:
    """The match that this post started, if it did."""
    row = db.execute(f"SELECT {COLUMNS} FROM matches WHERE post = ?", (post,)).fetchone()  # noqa: S608  # our own words
    return read_match_row(db, row) if row else None


def list_match_rows(
    db: Database, variant: str | None = None, player: str | None = None, limit: int = -1, offset: int = 0
) -> tuple[MatchRow, ...]:
    """Return matches, newest first; with `limit` -1 all matches."""
    tables, wanted, values = "matches", ["1"], list[Any]()
    if player is not None:
        # The player's seats lie in the order of the matches: none is looked at that is not shown.
        tables = "seats CROSS JOIN matches ON serial = match"
        wanted.append(f"player IN ({make_marks(names := list_names_of(db, player))})")
        values.extend(names)
    if variant is not None:
        wanted.append("variant = ?")
        values.append(variant)
    newest_first = f"ORDER BY {'serial' if player is None else 'match'} DESC LIMIT ? OFFSET ?"
    found = db.execute(
        f"SELECT {COLUMNS} FROM {tables} WHERE {' AND '.join(wanted)} {newest_first}",  # noqa: S608  # our own words
        (*values, limit, offset),
    )
    return tuple(read_match_row(db, row) for row in found.fetchall())


def read_every_match(db: Database) -> Iterator[MatchRow]:
    """All matches, the oldest first, one at a time."""
    for row in db.execute(f"SELECT {COLUMNS} FROM matches ORDER BY serial"):  # noqa: S608  # our own words
        yield read_match_row(db, row)


def list_ids(db: Database) -> tuple[str, ...]:
    """The ids of all matches, the oldest first."""
    return tuple(id_ for (id_,) in db.execute("SELECT id FROM matches ORDER BY serial").fetchall())


def count_matches(db: Database) -> int:
    """How many there are, be they in the bin."""
    return int(db.execute("SELECT count(*) FROM matches").fetchone()[0])


def list_players(db: Database) -> tuple[str, ...]:
    """Everybody who ever played, those of the newest matches first. Costs by the number of players, not of matches."""
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
    """What the family's own games were called in matches. Costs by the number of names, not of matches."""
    rows = db.execute("""
        WITH RECURSIVE names (name) AS (
            SELECT min(own_name) FROM matches WHERE own_name > ''
            UNION ALL
            SELECT (SELECT min(own_name) FROM matches WHERE own_name > names.name) FROM names WHERE name IS NOT NULL
        )
        SELECT name FROM names WHERE name IS NOT NULL
    """)
    return tuple(str(name) for (name,) in rows)


def find_tip_of(db: Database, id_: str) -> tuple[int, Tip, int] | None:
    """The match with this id in one look: serial, last entry, what was said of who is who (`find_naming_version`).

    None where there is no such match. Raises RuleError where the entry cannot be read any more.
    """
    with report_damage("entries"):
        row = db.conn.execute(TIP_OF, (id_,)).fetchone()
    return (int(row[0]), Tip(row[1] or 0, row[2] or ""), int(row[3])) if row else None


def find_tip(db: Database, serial: int) -> Tip:
    """The last entry of the match; raises RuleError where it cannot be read any more."""
    with report_damage("entries"):
        row = db.execute(
            "SELECT number, post FROM entries WHERE match = ? ORDER BY number DESC LIMIT 1", (serial,)
        ).fetchone()
    return Tip(*row) if row else Tip(0, "")


def find_tip_number(db: Database, id_: str) -> int | None:
    """The number of the last entry of the match with this id; None where there is no such match."""
    row = db.conn.execute(
        "SELECT coalesce((SELECT max(number) FROM entries WHERE match = serial), 0) FROM matches WHERE id = ?", (id_,)
    ).fetchone()
    return int(row[0]) if row else None


def find_last_numbers(db: Database, id_: str) -> tuple[int, int] | None:
    """The numbers of the last entry and of the last hand that was given, with one look; None without such a match."""
    row = db.conn.execute(
        "SELECT coalesce((SELECT max(number) FROM entries WHERE match = serial), 0),"
        " coalesce((SELECT max(number) FROM given WHERE match = serial), 0) FROM matches WHERE id = ?",
        (id_,),
    ).fetchone()
    return (int(row[0]), int(row[1])) if row else None


def find_post(db: Database, serial: int, post: str) -> int | None:
    """The number of the entry that this post wrote, if it did."""
    row = db.conn.execute("SELECT number FROM entries WHERE match = ? AND post = ?", (serial, post)).fetchone()
    return int(row[0]) if row else None


def list_entries(db: Database, serial: int, after: int = 0) -> tuple[EntryRow, ...]:
    """The entries of the match that follow number `after`, in order; raises RuleError with all that are damaged."""
    with report_damage("entries"):
        rows = db.execute(
            "SELECT number, post, written, entry, photo FROM entries WHERE match = ? AND number > ? ORDER BY number",
            (serial, after),
        ).fetchall()
    names, found, findings = read_naming(db, serial), list[EntryRow](), Findings()
    for number, post, written, entry, photo in rows:
        with findings.at(f"entry {number}"), report_damage():
            told = read_object(entry)
            found.append(EntryRow(number, post, read_moment(written), names.read(told) if names else told, photo))
    findings.settle()
    return tuple(found)


def write_entry(db: Database, serial: int, row: EntryRow, newest: bool = True) -> None:
    """Append an entry; its number must follow the last one's. One that is not the `newest` was written elsewhere."""
    names = read_naming(db, serial)
    entry = names.write(row.entry) if names else row.entry
    db.execute(
        ENTRY,
        (
            serial,
            row.number,
            row.post,
            write_moment(row.written),
            _json(entry),
            row.photo,
            find_next_number(db, row.written) if newest else make_sequence_number(row.written),
        ),
    )


def write_new_entries(db: Database, serial: int, rows: Iterable[EntryRow]) -> None:
    """Append the newest entries of the book to a match, one after the other as they come."""
    names, next_number = read_naming(db, serial), find_next_number(db, START)

    def list_values() -> Iterator[tuple[object, ...]]:
        came = next_number - 1
        for row in rows:
            came = max(make_sequence_number(row.written), came + 1)
            entry = names.write(row.entry) if names else row.entry
            yield serial, row.number, row.post, write_moment(row.written), _json(entry), row.photo, came

    db.conn.executemany(ENTRY, list_values())


def write_final(db: Database, serial: int, final: Final, at: datetime, newest: bool = True) -> None:
    """Append the result that stands after entry `final.number`, which was written `at` that moment."""
    names = read_naming(db, serial)
    sides = {called: written for written, called in names.read_sides().items()} if names else {}
    totals = {sides.get(side, side): total for side, total in final.totals.items()}
    winners = [sides.get(side, side) for side in final.winners]
    db.execute(
        "INSERT INTO finals (rowid, match, number, totals, winners) VALUES (?, ?, ?, ?, ?)",
        (find_free_number(db, "rowid", "finals", at, newest), serial, final.number, _json(totals), _json(winners)),
    )


def find_final(db: Database, serial: int) -> Final | None:
    """The last result that was told; the match is over if nothing was written after entry `number`.

    Raises RuleError where it cannot be read any more.
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
    """The match of a row of `COLUMNS`, everybody called as today."""
    serial, id_, variant, partners, lead, options, started = row
    seats = db.execute("SELECT player, person FROM sitting WHERE match = ? ORDER BY seat", (serial,)).fetchall()
    players = tuple(str(person) for _, person in seats)
    agreed, damaged = dict[str, Any](), None
    try:
        when = read_moment(started)
    except (ValueError, TypeError):
        when, damaged = START + timedelta(microseconds=serial), "started"  # as its number has it
    try:
        agreed = read_object(options)
    except (ValueError, TypeError):
        damaged = "options"
    leader = dict(seats).get(lead, lead)
    return MatchRow(serial, id_, str(variant), players, bool(partners), leader, agreed, when, damaged)


def _json(value: Any) -> str:
    return ENCODER.encode(dict(value) if isinstance(value, Mapping) else value)
