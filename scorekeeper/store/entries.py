"""Rows of the entries of matches, and the number and post of the last one.

A serial is the row number of a match. A post is the id of a form, so that a form that is sent twice counts once.
Functions that write need a connection from `Store.write`.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from scorekeeper.engine.problems import Findings
from scorekeeper.store.columns import read_moment, read_object, write_json, write_moment
from scorekeeper.store.connection import Database
from scorekeeper.store.errors import report_damage
from scorekeeper.store.persons import PERSONS_VERSION, PersonsVersion, read_naming
from scorekeeper.store.sequence import START, find_next_number, make_sequence_number

TIP_OF = f"""
    SELECT serial, number, entries.post, {PERSONS_VERSION} FROM matches
    LEFT JOIN entries ON match = serial AND number = (SELECT max(number) FROM entries WHERE match = serial)
    WHERE matches.id = ?"""  # noqa: S608  # our own words
ENTRY = "INSERT INTO entries (match, number, post, written, entry, photo, came) VALUES (?, ?, ?, ?, ?, ?, ?)"


@dataclass(frozen=True, slots=True)
class EntryRow:
    """One entry of a match: `entry` is its JSON as in the match file, `photo` the id of its photo or None."""

    number: int
    post: str
    written: datetime
    entry: Mapping[str, Any]
    photo: str | None


@dataclass(frozen=True, slots=True)
class Tip:
    """Number and post of the last entry of a match; 0 and an empty text if there is no entry."""

    number: int
    post: str


def find_tip_of(db: Database, id_: str) -> tuple[int, Tip, PersonsVersion] | None:
    """Return serial, last entry and version of names and profiles for the match with this id, by one statement.

    Return None if there is no such match. Raises RuleError if the entry cannot be read any more.
    """
    with report_damage("entries"):
        row = db.conn.execute(TIP_OF, (id_,)).fetchone()
    return (int(row[0]), Tip(row[1] or 0, row[2] or ""), PersonsVersion(*row[3:])) if row else None


def find_tip(db: Database, serial: int) -> Tip:
    """Return number and post of the last entry of a match. Raises RuleError if it cannot be read any more."""
    with report_damage("entries"):
        row = db.execute(
            "SELECT number, post FROM entries WHERE match = ? ORDER BY number DESC LIMIT 1", (serial,)
        ).fetchone()
    return Tip(*row) if row else Tip(0, "")


def find_tip_number(db: Database, id_: str) -> int | None:
    """Return the number of the last entry of the match with this id; None if there is no such match."""
    row = db.conn.execute(
        "SELECT coalesce((SELECT max(number) FROM entries WHERE match = serial), 0) FROM matches WHERE id = ?", (id_,)
    ).fetchone()
    return int(row[0]) if row else None


def find_last_numbers(db: Database, id_: str) -> tuple[int, int] | None:
    """Return the numbers of the last entry and of the last pending hand of a match, by one statement.

    A pending hand is one that a phone sent for the end of the round. Return None if there is no match with this id.
    """
    row = db.conn.execute(
        "SELECT coalesce((SELECT max(number) FROM entries WHERE match = serial), 0),"
        " coalesce((SELECT max(number) FROM given WHERE match = serial), 0) FROM matches WHERE id = ?",
        (id_,),
    ).fetchone()
    return (int(row[0]), int(row[1])) if row else None


def find_post(db: Database, serial: int, post: str) -> int | None:
    """Return the number of the entry that the form with the id `post` wrote in the match; None if it wrote none."""
    row = db.conn.execute("SELECT number FROM entries WHERE match = ? AND post = ?", (serial, post)).fetchone()
    return int(row[0]) if row else None


def list_entries(db: Database, serial: int, after: int = 0) -> tuple[EntryRow, ...]:
    """Return the entries of a match with numbers above `after`, in order.

    Raises RuleError with a problem for each damaged entry.
    """
    with report_damage("entries"):
        rows = db.execute(
            "SELECT number, post, written, entry, photo FROM entries WHERE match = ? AND number > ? ORDER BY number",
            (serial, after),
        ).fetchall()
    names, entries, findings = read_naming(db, serial), list[EntryRow](), Findings()
    for number, post, written, entry, photo in rows:
        with findings.at(f"entry {number}"), report_damage():
            data = read_object(entry)
            entries.append(EntryRow(number, post, read_moment(written), names.read(data) if names else data, photo))
    findings.settle()
    return tuple(entries)


def write_entry(db: Database, serial: int, row: EntryRow, newest: bool = True) -> None:
    """Append the entry `row` to the match `serial`; the caller has checked that its number is the next one.

    With `newest` false the entry was written elsewhere before, and is ordered among all entries by its time.
    """
    names = read_naming(db, serial)
    entry = names.write(row.entry) if names else row.entry
    db.execute(
        ENTRY,
        (
            serial,
            row.number,
            row.post,
            write_moment(row.written),
            write_json(entry),
            row.photo,
            find_next_number(db, row.written) if newest else make_sequence_number(row.written),
        ),
    )


def write_new_entries(db: Database, serial: int, rows: Iterable[EntryRow]) -> None:
    """Append entries to a match, as the newest ones of the book; `rows` is consumed lazily."""
    names, next_number = read_naming(db, serial), find_next_number(db, START)

    def list_values() -> Iterator[tuple[object, ...]]:
        """Yield the values of each row's columns, numbered in the order of all entries of the book."""
        came = next_number - 1
        for row in rows:
            came = max(make_sequence_number(row.written), came + 1)
            entry = names.write(row.entry) if names else row.entry
            yield serial, row.number, row.post, write_moment(row.written), write_json(entry), row.photo, came

    db.conn.executemany(ENTRY, list_values())
