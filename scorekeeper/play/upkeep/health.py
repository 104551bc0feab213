"""Whether a book works while it is in use: it can be written, photos are readable, and copies exist."""

import shutil
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile

from scorekeeper.store import SqliteStore, Store, StoreError
from scorekeeper.store.copies import FOLDER, list_copy_files
from scorekeeper.store.database import LEAST_FREE
from scorekeeper.store.matches import list_match_rows
from scorekeeper.store.photos import is_last_photo_whole
from scorekeeper.store.upkeep import may_write


@dataclass(frozen=True, slots=True)
class Health:
    """The parts that work: to `write` an entry, to read the last `photo`, and to find `copies`.

    `photo` and `copies` are also true if the book has no photo or needs no copy.
    """

    write: bool
    photo: bool
    copies: bool

    @property
    def well(self) -> bool:
        """Whether everything works."""
        return self.write and self.photo and self.copies


def examine_book(store: Store, keep: int) -> Health:
    """Return which parts of the book work at the moment; `keep` 0 says that no copies are wanted."""
    try:
        with store.read() as db:
            photo, empty = is_last_photo_whole(db), not list_match_rows(db, limit=1)
    except StoreError:
        photo = empty = False
    return Health(may_write(store), photo, keep < 1 or empty or _has_copies(store))


def examine_host(data: Path) -> Health:
    """Return whether there is room to write in the folder `data` of a host with many books."""
    try:
        folder = data / "books"
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=folder) as file:
            file.write(b"room")
        write = shutil.disk_usage(folder).free >= LEAST_FREE
    except OSError:
        write = False
    return Health(write, photo=True, copies=True)


def _has_copies(store: Store) -> bool:
    """Return whether there are copies of the book, or none are needed.

    Copies are made when the server starts, so a new book has none on its first evening. The copies of a cluster are not
    made by the score pad.
    """
    if not isinstance(store, SqliteStore) or list_copy_files(store.path):
        return True
    return not store.trouble and not (store.path.parent / FOLDER).exists()
