"""Rebuilding a file of matches that comes from a stranger: only rows are taken over, after checks.

The new file is made by this program's migrations, as many as the other file says that it has. Then the rows of known
tables are copied, column by column, and the remaining migrations are applied. Views, triggers, indexes, virtual tables
and unknown tables are not copied. The file is refused if one of the known tables is not an ordinary table there, or has
a value of a wrong type. Derived tables are computed again.
"""

import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from sqlite_utils import Database

from scorekeeper.store.connection_pool import decode_text
from scorekeeper.store.connections import connect, connect_to_read
from scorekeeper.store.database import PRIVATE, SMALLEST
from scorekeeper.store.errors import StoreError, explain_error
from scorekeeper.store.match_index import rebuild_index
from scorekeeper.store.schema import STEPS, apply_steps, list_steps
from scorekeeper.store.schema.step_0001_matches import APPLICATION_ID

DERIVED = ("standings", "tallies", "rivalries", "periods")
JSON_COLUMNS = ("entry", "options", "reading", "rules", "said", "totals", "winners")
TYPES: dict[str, type] = {"TEXT": str, "INTEGER": int, "BLOB": bytes}
LARGEST = 2**53  # integers are times in microseconds, or small
DEEPEST = 50  # levels of nesting of a JSON value
MOST_ENTRIES = 100_000  # entries of a match; an imported file hardly has more
GROWTH, SPARE = 4, 16_000_000  # the new file may have GROWTH × the bytes of the other one + SPARE
PAGE = 4096
FUNCTIONS = ("count", "json_extract", "json_valid", "max")  # used by our queries and by the schema that our steps make
ALLOWED = (sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_PRAGMA, sqlite3.SQLITE_TRANSACTION)
FOREIGN_LIMITS = {
    sqlite3.SQLITE_LIMIT_SQL_LENGTH: 100_000,
    sqlite3.SQLITE_LIMIT_COLUMN: 100,
    sqlite3.SQLITE_LIMIT_EXPR_DEPTH: 50,
    sqlite3.SQLITE_LIMIT_COMPOUND_SELECT: 3,
    sqlite3.SQLITE_LIMIT_FUNCTION_ARG: 8,
    sqlite3.SQLITE_LIMIT_TRIGGER_DEPTH: 1,
}


@dataclass(frozen=True, slots=True)
class _Table:
    """A table as the migrations make it: for each column its name, its Python type and whether it may be NULL."""

    name: str
    columns: tuple[tuple[str, type, bool], ...]

    @property
    def listed(self) -> str:
        """The quoted names of the columns, separated by commas."""
        return ", ".join(f'"{name}"' for name, *_ in self.columns)


def rebuild_file(source: Path, target: Path) -> None:
    """Copy the rows of the file `source` into the new file `target`; `source` is not changed.

    Raises StoreError if `source` is not a sound file of matches, or if `target` cannot be written. Limits of time and
    memory are up to the caller, because `source` may come from anybody.
    """
    if not source.is_file():
        raise StoreError("cannot_open", path=str(source))
    size = source.stat().st_size
    if size < SMALLEST:
        raise StoreError("not_a_database", path=str(source))
    try:
        target.touch(PRIVATE, exist_ok=False)
        with closing(_open_foreign(source)) as rows, closing(Database(connect(target, isolation_level=None))) as db:
            db.execute("PRAGMA journal_mode = MEMORY")  # an unfinished file is deleted anyway
            db.execute("PRAGMA synchronous = OFF")
            db.execute(f"PRAGMA max_page_count = {(GROWTH * size + SPARE) // PAGE}")
            _rebuild(rows, db, source)
    except sqlite3.Error as error:
        raise explain_error(error, source) or StoreError("not_a_database", path=str(source)) from error
    except (ValueError, TypeError, OverflowError, RecursionError) as error:  # rows that no score pad has written
        raise StoreError("not_a_database", path=str(source)) from error


def _open_foreign(source: Path) -> sqlite3.Connection:
    """Open `source` for reading its ordinary tables only; no expression in the file is evaluated."""
    connection = connect_to_read(source)
    for limit, most in FOREIGN_LIMITS.items():
        connection.setlimit(limit, most)
    connection.text_factory = decode_text
    connection.execute("PRAGMA ignore_check_constraints = ON")
    connection.set_authorizer(_authorize)
    return connection


def _authorize(action: int, one: str | None, two: str | None, _: str | None, view: str | None) -> int:
    """Allow only reading, outside of views and triggers, with known functions.

    The result is a code for SQLite's authorizer.
    """
    known = action in ALLOWED or (action == sqlite3.SQLITE_FUNCTION and two in FUNCTIONS)
    return sqlite3.SQLITE_OK if known and view is None else sqlite3.SQLITE_DENY


def _rebuild(rows: sqlite3.Connection, db: Database, source: Path) -> None:
    """Copy all rows from the connection `rows` into the new file `db`, and migrate it."""
    applied = _count_steps(rows, source)
    apply_steps(db, applied)
    triggers = db.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
    for name, _ in triggers:  # they would write rows that are copied or rebuilt
        db.execute(f'DROP TRIGGER "{name}"')
    db.execute("PRAGMA foreign_keys = OFF")
    ordinary = _list_ordinary_tables(rows)
    for table in _list_tables(db):
        if table.name not in ordinary:
            raise ValueError(f"{table.name} is no table")
        _copy_rows(rows, db, table)
    for _, sql in triggers:
        db.execute(sql)
    STEPS.apply(db)
    most = "SELECT coalesce(max(number), 0) FROM (SELECT count(*) AS number FROM entries GROUP BY match)"
    if db.execute(most).fetchone()[0] > MOST_ENTRIES:
        raise StoreError("too_heavy", path=str(source))
    rebuild_index(db)
    if db.execute("PRAGMA foreign_key_check").fetchone():
        raise ValueError("a row refers to a missing one")


def _count_steps(rows: sqlite3.Connection, source: Path) -> int:
    """Return how many migrations the file has, as it says. Raises StoreError or ValueError if they are unknown."""
    if rows.execute("PRAGMA application_id").fetchone()[0] != APPLICATION_ID:
        raise StoreError("not_ours", path=str(source))
    if STEPS.migrations_table not in _list_ordinary_tables(rows):
        raise ValueError("it does not say which steps it has")
    query = f"SELECT name FROM {STEPS.migrations_table} WHERE migration_set = ?"  # noqa: S608  # sqlite-utils' name
    names, known = {name for (name,) in rows.execute(query, (STEPS.name,))}, list_steps()
    if names - set(known):
        raise StoreError("newer", path=str(source))
    if not names or names != set(known[: len(names)]):
        raise ValueError("some of its steps are missing")
    return len(names)


def _list_ordinary_tables(rows: sqlite3.Connection) -> frozenset[str]:
    """Return the names of the tables that store rows of their own.

    Virtual tables are recognised by their SQL, because a forged schema may say that they have pages. SQLite itself
    refuses to open a file in which it says so of a view.
    """
    listed = rows.execute("SELECT name, sql FROM sqlite_master WHERE type = 'table' AND rootpage > 0").fetchall()
    return frozenset(name for name, sql in listed if isinstance(sql, str) and sql.upper().startswith("CREATE TABLE"))


def _list_tables(db: Database) -> Iterator[_Table]:
    """Yield the tables of facts in `db`; a table without an integer key has its rowid as first column."""
    named = "SELECT name, sql FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite^_%' ESCAPE '^'"
    for name, sql in db.execute(named).fetchall():
        if name in (*DERIVED, STEPS.migrations_table):
            continue
        rows = db.execute(
            f"PRAGMA table_xinfo({name})"
        ).fetchall()  # number, name, type, not null, default, key, hidden
        columns = [(each[1], TYPES[each[2]], not each[3] and not each[5]) for each in rows if not each[6]]
        key = [each[2] for each in rows if each[5]]
        if key != ["INTEGER"] and "WITHOUT ROWID" not in sql:
            columns.insert(0, ("rowid", int, False))
        yield _Table(name, tuple(columns))


def _copy_rows(rows: sqlite3.Connection, db: Database, table: _Table) -> None:
    """Copy all rows of one table after checks. Raises ValueError or TypeError for a forbidden table or row."""
    damaged = [text for (text,) in rows.execute(f"PRAGMA integrity_check({table.name})") if text != "ok"]
    if damaged:
        raise ValueError("; ".join(damaged))
    hidden = {each[1]: each[6] for each in rows.execute(f"PRAGMA table_xinfo({table.name})")}
    if any(hidden.get(name, 1) for name, *_ in table.columns if name != "rowid"):
        raise ValueError(f"{table.name} has other columns, or computes some")
    copied = rows.execute(f"SELECT {table.listed} FROM {table.name} NOT INDEXED")  # noqa: S608  # our own words
    marks = ", ".join("?" * len(table.columns))
    insert = f"INSERT INTO {table.name} ({table.listed}) VALUES ({marks})"  # noqa: S608  # our own words
    db.execute("BEGIN")
    db.conn.executemany(insert, (_check_row(table, row) for row in copied))
    db.commit()


def _check_row(table: _Table, row: Sequence[object]) -> Sequence[object]:
    """Return the row if every value has the type of its column. Raises TypeError or ValueError otherwise."""
    for (name, type_, may_lack), value in zip(table.columns, row, strict=True):
        if not (isinstance(value, type_) or (value is None and may_lack)):
            raise TypeError(f"{table.name}.{name}")
        if isinstance(value, int) and abs(value) > LARGEST:
            raise ValueError(f"{table.name}.{name}")
        if name in JSON_COLUMNS and isinstance(value, str):
            _check_depth(json.loads(value))
    return row


def _check_depth(value: object) -> None:
    """Raise ValueError if a JSON value has more than `DEEPEST` levels."""
    level = [value]
    for _ in range(DEEPEST):
        level = [
            each
            for outer in level
            if isinstance(outer, list | dict)
            for each in (outer.values() if isinstance(outer, dict) else outer)
        ]
        if not level:
            return
    raise ValueError("nested too deep")
