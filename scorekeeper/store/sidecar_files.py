"""The small files next to a book, its keys and its name, which are copied into the book's file as a backup.

The files themselves are used, except for keys that are empty or damaged: the copies in the book replace them. The
copies are updated when the book is opened, restored, or when one of the files is changed.
"""

import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from sqlite_utils import Database

from scorekeeper.store.connections import REQUEST, connect
from scorekeeper.store.database import SqliteStore
from scorekeeper.store.errors import StoreError
from scorekeeper.store.files import write_file
from scorekeeper.store.keys import FILE as KEYS
from scorekeeper.store.keys import put_keys_aside, read_keys
from scorekeeper.store.schema import refuse_changed_files

FILES = (KEYS, "name.txt")
LONGEST = 10_000  # characters


def save_sidecar_files(store: SqliteStore) -> None:
    """Copy the keys and the name next to the book into its file if they changed. Raises StoreError."""
    known = store.look(_list_copies)
    contents = {name: _read(store.path.with_name(name)) for name in FILES if not _is_lost(store.path.with_name(name))}
    changed = {name: content for name, content in contents.items() if content not in (None, known.get(name))}
    if changed:
        with store.write() as db:
            db.conn.executemany("INSERT OR REPLACE INTO beside (name, content) VALUES (?, ?)", changed.items())


def restore_sidecar_files(book: Path) -> None:
    """Write the missing files next to a book (its keys and its name) from the copies inside the book.

    `book` is the path of the book's file. Unreadable keys are renamed first. Nothing is done if the book is damaged.
    """
    missing = [name for name in FILES if _is_lost(book.with_name(name))]
    if not missing or not book.is_file():
        return
    with suppress(sqlite3.Error, StoreError), closing(connect(book, REQUEST)) as connection:
        db = Database(connection)
        refuse_changed_files(db, book)
        copies = _list_copies(db)
        for name in copies.keys() & set(missing):
            path = book.with_name(name)
            if path.exists():
                put_keys_aside(path)
            write_file(path, copies[name])


def _list_copies(db: Database) -> dict[str, str]:
    """Return the contents of the copies in the book, by file name."""
    return dict(db.execute("SELECT name, content FROM beside").fetchall())


def _is_lost(path: Path) -> bool:
    """Return whether the file at `path` is missing, or is the file of keys and has no readable key."""
    if path.name != KEYS:
        return not path.exists()
    with suppress(OSError):
        return not (path.exists() and read_keys(path))
    return False  # the file exists, but this user may not read it


def _read(path: Path) -> str | None:
    """Return the text of the file; None if it is missing or cannot be read."""
    try:
        return path.read_text(encoding="utf-8")[:LONGEST]
    except (OSError, ValueError):
        return None
