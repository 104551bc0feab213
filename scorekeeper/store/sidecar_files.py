"""Sidecar files of a book are stored in the book, too: its file alone restores its keys and its name.

The files are what counts, except for keys that were emptied or cut: the book's own take their place. The book is told
of the files when it is opened, restored, and when one of them is changed.
"""

import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from sqlite_utils import Database

from scorekeeper.store.connections import REQUEST, connect
from scorekeeper.store.database import Store
from scorekeeper.store.errors import StoreError
from scorekeeper.store.files import write_file
from scorekeeper.store.keys import FILE as KEYS
from scorekeeper.store.keys import put_keys_aside, read_keys
from scorekeeper.store.schema import refuse_changed_files

FILES = (KEYS, "name.txt")
LONGEST = 10_000  # characters


def save_sidecar_files(store: Store) -> None:
    """Store the sidecar files that have changed in the book. Raises StoreError."""
    known = store.look(_list_kept)
    found = {name: _read(store.path.with_name(name)) for name in FILES if not _is_lost(store.path.with_name(name))}
    changed = {name: said for name, said in found.items() if said not in (None, known.get(name))}
    if changed:
        with store.write() as db:
            db.conn.executemany("INSERT OR REPLACE INTO beside (name, content) VALUES (?, ?)", changed.items())


def restore_sidecar_files(book: Path) -> None:
    """Put back what is lost beside the book in this file, as the book knows it; a damaged one knows nothing.

    Keys that cannot be read are kept aside.
    """
    missing = [name for name in FILES if _is_lost(book.with_name(name))]
    if not missing or not book.is_file():
        return
    with suppress(sqlite3.Error, StoreError), closing(connect(book, REQUEST)) as connection:
        db = Database(connection)
        refuse_changed_files(db, book)
        kept = _list_kept(db)
        for name in kept.keys() & set(missing):
            path = book.with_name(name)
            if path.exists():
                put_keys_aside(path)
            write_file(path, kept[name])


def _list_kept(db: Database) -> dict[str, str]:
    return dict(db.execute("SELECT name, content FROM beside").fetchall())


def _is_lost(path: Path) -> bool:
    """Whether the file is missing, or there are to be keys in it and none can be read."""
    if path.name != KEYS:
        return not path.exists()
    with suppress(OSError):
        return not (path.exists() and read_keys(path))
    return False  # it is there, and somebody else's


def _read(path: Path) -> str | None:
    """What is in the file; None where there is none, or none that can be read."""
    try:
        return path.read_text(encoding="utf-8")[:LONGEST]
    except (OSError, ValueError):
        return None
