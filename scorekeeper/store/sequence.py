"""Matches, entries and endings are numbered by the moment they began, so that one brought in later finds its place.

A number is the microseconds since 1970, or the next one that is free. What is written now is always the newest: the
numbers go on upwards where a clock was put back, and nothing is ever put in order by a clock.
"""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from sqlite_utils import Database

from scorekeeper.store.columns import read_moment

START = datetime(1970, 1, 1, tzinfo=UTC)
GUARDS = {"entries": "entries_stay", "called_off": "called_off_stays"}  # what refuses to change a row
MATCHES = ("seats", "photos", "entries", "finals", "shelves", "standings", "links")  # whose `match` is a serial


def make_sequence_number(moment: datetime) -> int:
    """The number of a moment, from 1."""
    return max(1, (moment - START) // timedelta(microseconds=1))


def find_free_number(db: Database, column: str, table: str, moment: datetime, newest: bool) -> int:
    """The number of something that began or ended then: after all others if it is the `newest`, else where it belongs.

    A clock that was put back leaves what is new the newest.
    """
    number = make_sequence_number(moment)
    if newest:
        last = db.execute(f"SELECT coalesce(max({column}), 0) FROM {table}").fetchone()[0]  # noqa: S608  # our own words
        return max(number, int(last) + 1, find_next_number(db, moment))
    while db.execute(f"SELECT 1 FROM {table} WHERE {column} = ?", (number,)).fetchone():  # noqa: S608  # our own words
        number += 1
    return number


def find_next_number(db: Database, moment: datetime) -> int:
    """The number of something that is written at this moment: after everything in the book."""
    (last,) = db.execute("SELECT coalesce(max(latest), 0) FROM standings").fetchone()
    return max(make_sequence_number(moment), int(last) + 1)


def number_entries(db: Database) -> None:
    """Give the entries of an older file, and what was called off, such numbers; nobody else reads or writes it."""
    for table in ("entries", "called_off"):
        moment = "written" if table == "entries" else "at"
        (guard,) = db.execute("SELECT sql FROM sqlite_master WHERE name = ?", (GUARDS[table],)).fetchone()
        db.execute(f"DROP TRIGGER {GUARDS[table]}")
        rows = db.execute(f"SELECT rowid, match, {moment} FROM {table} ORDER BY rowid").fetchall()  # noqa: S608  # our own
        numbers = [(_read_number(told, match), rowid) for rowid, match, told in rows]
        db.conn.executemany(f"UPDATE {table} SET came = ? WHERE rowid = ?", numbers)  # noqa: S608  # our own words
        db.execute(guard)


def _read_number(moment: str, match: int) -> int:
    """The number of a moment; of one that is damaged, that of its match."""
    try:
        return make_sequence_number(read_moment(moment))
    except (ValueError, TypeError):
        return match


def renumber_matches(db: Database) -> None:
    """Give the matches and endings of an older file such numbers; nobody else reads or writes it meanwhile."""
    matches = db.execute("SELECT serial, started FROM matches ORDER BY started, serial").fetchall()
    endings = db.execute(
        "SELECT finals.rowid, written FROM finals JOIN entries USING (match, number) ORDER BY written, finals.rowid"
    ).fetchall()
    if not matches:
        return
    guards = db.execute(
        "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND sql LIKE '%BEFORE UPDATE%'"
    ).fetchall()
    for name, _ in guards:
        db.execute(f"DROP TRIGGER {name}")
    db.execute("PRAGMA defer_foreign_keys = ON")
    db.execute("CREATE TEMP TABLE renumbered (old INTEGER PRIMARY KEY, new INTEGER NOT NULL)")
    _keep(db, matches)
    db.execute("UPDATE matches SET serial = (SELECT new FROM renumbered WHERE old = serial)")
    for table in MATCHES:
        db.execute(f"UPDATE {table} SET match = (SELECT new FROM renumbered WHERE old = match)")  # noqa: S608  # our own
    db.execute("DELETE FROM renumbered")
    _keep(db, endings)
    db.execute("UPDATE finals SET rowid = (SELECT new FROM renumbered WHERE old = finals.rowid)")
    db.execute("UPDATE standings SET ended = (SELECT new FROM renumbered WHERE old = ended) WHERE ended IS NOT NULL")
    db.execute("DROP TABLE renumbered")
    db.execute("DELETE FROM tallies")  # counted up to an ending's old number
    for _, sql in guards:
        db.execute(sql)


def _keep(db: Database, found: Iterable[tuple[int, str]]) -> None:
    last, pairs = 0, list[tuple[int, int]]()
    for old, moment in found:
        last = max(make_sequence_number(datetime.fromisoformat(moment)), last + 1)
        pairs.append((old, last))
    db.conn.executemany("INSERT INTO renumbered (old, new) VALUES (?, ?)", pairs)
