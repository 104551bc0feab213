"""Copying all rows of a book into another store, also of the other engine, and comparing the two."""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from sqlite_utils import Database as SqliteDatabase

from scorekeeper.store.connection import Database
from scorekeeper.store.match_index import rebuild_index
from scorekeeper.store.schema import STEPS

ORDER = (
    *("matches", "seats", "photos", "entries", "finals", "names", "shelves", "links", "notes", "called_off", "given"),
    *("beside", "own_games", "profiles", "events", "event_entries", "event_links"),
)
"""The tables of facts, each after those that its rows refer to."""
ORDERED_BY_ROWID = ("photos", "finals")


@dataclass(frozen=True, slots=True)
class _Table:
    """A table, its columns, and those of its key as SQL; the same in both engines."""

    name: str
    columns: tuple[str, ...]
    key: str

    @property
    def rows(self) -> str:
        """The statement that reads all rows in the order of their keys."""
        return f"SELECT {', '.join(self.columns)} FROM {self.name} ORDER BY {self.key}"  # noqa: S608  # our own words

    @property
    def insert(self) -> str:
        """The statement that writes one row."""
        marks = ", ".join("?" * len(self.columns))
        return f"INSERT INTO {self.name} ({', '.join(self.columns)}) VALUES ({marks})"  # noqa: S608  # our own words


def copy_rows(source: Database, target: Database) -> None:
    """Copy all facts of the book in `source` to the empty book in `target`, and build the match index there."""
    for table in _read_tables():
        for rows in _read_rows(source, table):
            target.conn.executemany(table.insert, rows)
    rebuild_index(target)


def hash_rows(db: Database) -> dict[str, str]:
    """Return a SHA-256 digest of all rows of each table of facts, by the name of the table."""
    hashes = {}
    for table in _read_tables():
        digest = hashlib.sha256()
        for rows in _read_rows(db, table):
            for row in rows:
                digest.update(repr(tuple(row)).encode())
        hashes[table.name] = digest.hexdigest()
    return hashes


def erase_rows(db: Database, book: str) -> None:
    """Delete all rows of the book in PostgreSQL that `db` is set to."""
    db.execute("SELECT set_config('scorekeeper.erased', ?, true)", (book,))
    for name in ("periods", "rivalries", "tallies", "standings", *reversed(ORDER)):
        db.execute(f"DELETE FROM {name}")  # noqa: S608  # our own words
    db.execute("SELECT set_config('scorekeeper.erased', '', true)")


def _read_rows(db: Database, table: _Table) -> Iterator[list[tuple[object, ...]]]:
    """Yield the rows of a table in lists; photos one by one, as all of them may be larger than the memory."""
    if table.name != "photos":
        yield db.execute(table.rows).fetchall()
        return
    one = f"SELECT {', '.join(table.columns)} FROM photos WHERE id = ?"  # noqa: S608  # our own words
    for (id_,) in db.execute("SELECT id FROM photos ORDER BY rowid").fetchall():
        yield db.execute(one, (id_,)).fetchall()


@cache
def _read_tables() -> tuple[_Table, ...]:
    """Return the tables of facts as the migrations of SQLite make them."""
    with SqliteDatabase(memory=True) as db:
        STEPS.apply(db)
        return tuple(_read_table(db, name) for name in ORDER)


def _read_table(db: SqliteDatabase, name: str) -> _Table:
    """Return the columns and the key of the table `name`."""
    facts = db.execute(f"PRAGMA table_xinfo({name})").fetchall()  # number, name, type, not null, default, key, hidden
    columns = [each[1] for each in facts if not each[6]]
    key = ", ".join(each[1] for each in sorted(facts, key=lambda each: each[5]) if each[5])
    if name in ORDERED_BY_ROWID:
        columns, key = ["rowid", *columns], "rowid"
    return _Table(name, tuple(columns), key)
