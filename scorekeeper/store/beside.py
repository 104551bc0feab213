"""The small files beside a book are kept in it, too: who brings back its file alone has its keys and its name again.

The files are what counts. The book is told of them when it is opened, restored, and when one of them is changed.
"""

import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from sqlite_utils import Database

from scorekeeper.store.database import PRIVATE, Store

FILES = ("keys.json", "name.txt")
LONGEST = 10_000  # signs


def keep_beside(store: Store) -> None:
    """Take into the book what lies beside it, where that has changed. Raises StoreError."""
    known = store.look(_list_kept)
    changed = {
        name: said for name in FILES if (said := _read(store.path.with_name(name))) not in (None, known.get(name))
    }
    if changed:
        with store.write() as db:
            db.conn.executemany("INSERT OR REPLACE INTO beside (name, content) VALUES (?, ?)", changed.items())


def bring_beside(book: Path) -> None:
    """Put back what is missing beside the book in this file, as the book knows it; a damaged one knows nothing."""
    missing = [name for name in FILES if not book.with_name(name).exists()]
    if not missing or not book.is_file():
        return
    with suppress(sqlite3.Error), closing(sqlite3.connect(book)) as connection:
        kept = _list_kept(Database(connection))
        for name in kept.keys() & set(missing):
            path = book.with_name(name)
            path.touch(PRIVATE)
            path.write_text(kept[name], encoding="utf-8")


def _list_kept(db: Database) -> dict[str, str]:
    return dict(db.execute("SELECT name, content FROM beside").fetchall())


def _read(path: Path) -> str | None:
    """What is in the file; None where there is none, or none that can be read."""
    try:
        return path.read_text(encoding="utf-8")[:LONGEST]
    except (OSError, ValueError):
        return None
