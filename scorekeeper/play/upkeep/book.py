"""An open book: its store, its current keys and its name."""

import json
import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from scorekeeper.store import SqliteStore, Store, StoreError
from scorekeeper.store.keys import FILE as KEYS
from scorekeeper.store.keys import KeyFile, make_owner_key, parse_keys
from scorekeeper.store.keys import Keys as Keys
from scorekeeper.store.keys import make_keys as make_keys
from scorekeeper.store.match_cache import MatchCache
from scorekeeper.store.sidecar_files import restore_sidecar_files as restore_sidecar_files
from scorekeeper.store.sidecar_files import save_sidecar_files as save_sidecar_files

FILE = "matches.db"
USED = "used"  # an empty file; its modification time is when somebody last opened the book
NAME = "name.txt"
LONGEST_NAME = 40  # characters
MOST_IDLE = 2  # idle connections to each open book, few so that many books can be open


@dataclass(frozen=True, slots=True, eq=False)
class Book:
    """An open book. `id` is part of its address, and is empty for the only book of a server with one book.

    `find_keys` returns its current keys; None if they are missing, for example after the book was moved away.
    """

    id: str
    store: Store
    find_keys: Callable[[], Keys | None]


@dataclass(frozen=True, slots=True, eq=False)
class FolderBook(Book):
    """An open book in a folder of its own."""

    store: SqliteStore


def open_book(folder: Path, reserve: int | None = None, cache: MatchCache | None = None) -> FolderBook:
    """Open the book in this folder and migrate it. Raises StoreError.

    A damaged book that has copies is opened so that it can be restored. `reserve` is how many bytes of the disk stay
    free for entries; `cache` is shared with other open books.
    """
    if not any(folder.iterdir()):
        raise StoreError("missing", path=str(folder / FILE))
    restore_sidecar_files(folder / FILE)
    if not (folder / "keys.json").exists():
        make_keys(folder)
    keys = KeyFile(folder)
    if keys.find_keys() is None:
        raise StoreError("no_keys", path=str(folder))
    store = SqliteStore(
        folder / FILE,
        create=False,
        rescue=True,
        cache=cache,
        most_idle=MOST_IDLE,
        reserve=reserve,
        strict=True,
    )
    with suppress(StoreError):  # a book on a full disk can still be read
        save_sidecar_files(store)
    return FolderBook(folder.name, store, keys.find_keys)


def find_folder_keys(folder: Path) -> Keys | None:
    """Return the keys of the book in this folder, open or not; None if they cannot be read."""
    return KeyFile(folder).find_keys()


def mark_used(folder: Path) -> None:
    """Record that somebody opened the book in this folder now."""
    path = folder / USED
    path.touch()
    os.utime(path)


def find_last_use(folder: Path) -> float:
    """Return when somebody last used the book in this folder, in seconds since 1970; 0 for an empty folder.

    The time is that of `mark_used`, because backup programs touch the book's file. For a book that nobody has opened
    here yet, it is the newest modification time of its files.
    """
    files = [folder / name for name in (FILE, f"{FILE}-wal", "keys.json")]
    sources = [used] if (used := folder / USED).exists() else files
    return max((path.stat().st_mtime for path in sources if path.exists()), default=0.0)


def find_book_name(book: Book) -> str:
    """Return the name that the book's owner gave it; empty if it has none."""
    return (book.store.read_sidecar(NAME) or "")[:LONGEST_NAME]


def name_book(book: Book, name: str) -> None:
    """Store the name of the book, on one line and cut to `LONGEST_NAME` characters."""
    book.store.write_sidecar(NAME, " ".join(name.split())[:LONGEST_NAME])


def renew_owner_key(book: Book) -> None:
    """Replace the key of the owner's link; devices that used the old link lose their rights."""
    keys = parse_keys(book.store.read_sidecar(KEYS) or "")
    book.store.write_sidecar(KEYS, json.dumps({**keys, "OWNER_KEY": make_owner_key()}))
