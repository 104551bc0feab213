"""Checking copies of a file of matches, and replacing a file in use."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path

from sqlite_utils import Database

from scorekeeper.store.connections import JOB, connect_to_read
from scorekeeper.store.damage import find_damage
from scorekeeper.store.database import SqliteStore
from scorekeeper.store.errors import StoreError
from scorekeeper.store.events import find_damaged_events
from scorekeeper.store.interface import Store
from scorekeeper.store.matches import list_match_rows
from scorekeeper.store.schema import read_schema, refuse_changed_files
from scorekeeper.store.schema.step_0001_matches import APPLICATION_ID
from scorekeeper.store.sidecar_files import save_sidecar_files

FACTS = (
    *("matches", "seats", "entries", "finals", "photos", "links", "names", "shelves", "notes", "called_off", "given"),
    *("own_games", "profiles", "events", "event_entries", "event_links"),
)
LAST = (
    "SELECT match, number, post FROM entries ORDER BY rowid DESC LIMIT 1",
    "SELECT max(serial) FROM matches",
    "SELECT event, number, post FROM event_entries ORDER BY rowid DESC LIMIT 1",
    "SELECT group_concat(content) FROM (SELECT content FROM beside ORDER BY name)",
)


def is_sound(copy: Path, strict: bool = False) -> bool:
    """Return whether a file of matches is undamaged and every match and entry in it can be parsed.

    Nobody else may have the file open. With `strict` its schema must be what the migrations make. A missing file is not
    sound.
    """
    try:
        with _look_into(copy) as db:
            if strict:
                refuse_changed_files(db, copy)
            if find_damage(db):
                return False
            if db.execute("PRAGMA application_id").fetchone()[0] != APPLICATION_ID:
                return False
            for options, started in db.execute("SELECT options, started FROM matches"):
                json.loads(options), datetime.fromisoformat(started)
            for entry, written in db.execute("SELECT entry, written FROM entries"):
                json.loads(entry), datetime.fromisoformat(written)
            has_events = "SELECT 1 FROM sqlite_master WHERE name = 'events'"  # a file of an older version has none
            if db.execute(has_events).fetchone() and find_damaged_events(db):
                return False
    except (sqlite3.DatabaseError, StoreError, ValueError, TypeError, RecursionError):
        return False
    return True


def has_same_rows(store: SqliteStore, copy: Path) -> bool:
    """Return whether nothing was written since the copy was made: the tables have the same counts and last rows.

    It is false for a copy that cannot be read.
    """
    with store.read() as db:
        measured = _measure(db)
    try:
        with _look_into(copy) as other:
            return measured == _measure(other)
    except sqlite3.DatabaseError:
        return False


def may_write(store: Store) -> bool:
    """Return whether an entry could be written now.

    A row is written and rolled back, and the free disk space is checked.
    """
    try:
        with store.write() as db:
            db.execute("INSERT OR REPLACE INTO tallies (person, upto, tally) VALUES ('', 0, '{}')")
            raise InterruptedError  # everything is rolled back
    except InterruptedError:
        return store.has_room()
    except (StoreError, OSError):
        return False


def _measure(db: Database) -> list[tuple[object, ...]]:
    """Return numbers of rows, last rows, sidecar files and schema of a file, to compare two files."""
    counted = [db.execute(f"SELECT count(*) FROM {table}").fetchone() for table in FACTS]  # noqa: S608  # our own words
    return [*counted, *(tuple(db.execute(sql).fetchone() or ()) for sql in LAST), tuple(sorted(read_schema(db)))]


@contextmanager
def _look_into(copy: Path) -> Iterator[Database]:
    """Lend a connection to a file that nobody has open, only to read it."""
    with closing(connect_to_read(copy, JOB)) as connection:
        yield Database(connection)


def take_over_file(store: SqliteStore, draft: Path) -> Path | None:
    """Replace everything in the book by the matches of `draft`, also while the book is in use.

    `draft` is a file made by `rebuild_file`. Return the path of the copy of the book's previous content; None if it was
    empty.
    """
    with SqliteStore(draft, create=False, strict=True) as restored:
        copy = store.keep_copy("before-restore") if _holds_anything(store) else None
        store.take_over(restored)
        save_sidecar_files(store)
    return copy


def _holds_anything(store: SqliteStore) -> bool:
    """Return whether the store has a match, or cannot be read; false for a store in trouble."""
    if store.trouble:
        return False
    try:
        with store.read() as db:
            return bool(list_match_rows(db, limit=1))
    except StoreError:  # it cannot be read, but can be copied
        return True
