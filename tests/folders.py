"""What tests do with the folder of a book without the score pad."""

from pathlib import Path

from scorekeeper.play.upkeep.book import Book
from scorekeeper.store import SqliteStore
from scorekeeper.store.keys import FILE, make_owner_key, read_keys, write_keys


def get_file_store(book: Book) -> SqliteStore:
    """Return the store of a book that lies in a folder."""
    assert isinstance(book.store, SqliteStore)
    return book.store


def renew_owner_key(folder: Path) -> None:
    """Replace the key of the owner's link of the book in this folder, as another process may do."""
    write_keys(folder, {**read_keys(folder / FILE), "OWNER_KEY": make_owner_key()})
