"""Numbers of matches, entries and endings that order them by time, so that an imported match gets its place.

A number is the microseconds since 1970, or the next free number. What is written now always gets the highest number,
even if the clock was set back.
"""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from scorekeeper.store.columns import read_moment
from scorekeeper.store.connection import Database

START = datetime(1970, 1, 1, tzinfo=UTC)
GUARDS = {"entries": "entries_stay", "called_off": "called_off_stays"}  # the triggers that refuse to change a row
MATCHES = ("seats", "photos", "entries", "finals", "shelves", "standings", "links")  # `match` is a serial in these


def make_sequence_number(moment: datetime) -> int:
    """Return the microseconds from 1970 to `moment`, at least 1."""
    return max(1, (moment - START) // timedelta(microseconds=1))


def read_sequence_number(number: int) -> datetime:
    """Return the moment of a number that `make_sequence_number` made."""
    return START + timedelta(microseconds=number)


def find_free_number(db: Database, column: str, table: str, moment: datetime, newest: bool) -> int:
    """Return a free number in `column` of `table` for a match or an ending that began at `moment`.

    With `newest` it is higher than all others, even if the clock was set back; otherwise it is the first free one from
    `moment`.
    """
    number = make_sequence_number(moment)
    if newest:
        last = db.execute(f"SELECT coalesce(max({column}), 0) FROM {table}").fetchone()[0]  # noqa: S608  # our own words
        return max(number, int(last) + 1, find_next_number(db, moment))
    while db.execute(f"SELECT 1 FROM {table} WHERE {column} = ?", (number,)).fetchone():  # noqa: S608  # our own words
        number += 1
    return number


def find_next_number(db: Database, moment: datetime) -> int:
    """Return a number for something that is written at `moment`, which is higher than all numbers in the book."""
    (last,) = db.execute("SELECT coalesce(max(latest), 0) FROM standings").fetchone()
    return max(make_sequence_number(moment), int(last) + 1)


def number_entries(db: Database) -> None:
    """Number the entries and call-offs of an older file, for a migration; nobody else uses the file meanwhile."""
    for table in ("entries", "called_off"):
        moment = "written" if table == "entries" else "at"
        (guard,) = db.execute("SELECT sql FROM sqlite_master WHERE name = ?", (GUARDS[table],)).fetchone()
        db.execute(f"DROP TRIGGER {GUARDS[table]}")
        rows = db.execute(f"SELECT rowid, match, {moment} FROM {table} ORDER BY rowid").fetchall()  # noqa: S608  # our own
        numbers = [(_read_number(text, match), rowid) for rowid, match, text in rows]
        db.conn.executemany(f"UPDATE {table} SET came = ? WHERE rowid = ?", numbers)  # noqa: S608  # our own words
        db.execute(guard)


def _read_number(moment: str, match: int) -> int:
    """Return the number of a time in a column; if the time is damaged, the number of its match."""
    try:
        return make_sequence_number(read_moment(moment))
    except (ValueError, TypeError):
        return match


def renumber_matches(db: Database) -> None:
    """Number the matches and endings of an older file by their time, for a migration.

    Nobody else uses the file meanwhile.
    """
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
    _write_renumbered(db, matches)
    db.execute("UPDATE matches SET serial = (SELECT new FROM renumbered WHERE old = serial)")
    for table in MATCHES:
        db.execute(f"UPDATE {table} SET match = (SELECT new FROM renumbered WHERE old = match)")  # noqa: S608  # our own
    db.execute("DELETE FROM renumbered")
    _write_renumbered(db, endings)
    db.execute("UPDATE finals SET rowid = (SELECT new FROM renumbered WHERE old = finals.rowid)")
    db.execute("UPDATE standings SET ended = (SELECT new FROM renumbered WHERE old = ended) WHERE ended IS NOT NULL")
    db.execute("DROP TABLE renumbered")
    db.execute("DELETE FROM tallies")  # they refer to old numbers of endings
    for _, sql in guards:
        db.execute(sql)


def _write_renumbered(db: Database, numbered: Iterable[tuple[int, str]]) -> None:
    """Fill the table `renumbered` with the new number of each old one.

    `numbered` has old numbers and times, in the order that the new numbers are to have.
    """
    last, pairs = 0, list[tuple[int, int]]()
    for old, moment in numbered:
        last = max(make_sequence_number(datetime.fromisoformat(moment)), last + 1)
        pairs.append((old, last))
    db.conn.executemany("INSERT INTO renumbered (old, new) VALUES (?, ?)", pairs)
