"""Reading a copy of a book, such as `matches-of-june.db`, so that its matches can be added to another book.

The copy may come from anybody: its rows are taken over into a new file as for a restoration, and packed as an archive.
`unpacking` stores what is not in the book yet, and checks the photos.
"""

import math
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from typing import IO

from scorekeeper.engine.problems import refuse
from scorekeeper.play.transfer.packing import pack_archive
from scorekeeper.store import SqliteStore, StoreError
from scorekeeper.store.rebuild import rebuild_file

BEGINNING = b"SQLite format 3\0"


def is_copy(first: bytes) -> bool:
    """Return whether a file that begins with the bytes `first` is a SQLite database, as copies of books are."""
    return first.startswith(BEGINNING)


def pack_copy(copy: IO[bytes]) -> IO[bytes]:
    """Return an archive of the matches in a copy of a book; `copy` is open at its start, and so is the archive.

    Raises RuleError `no_copy` if it is no sound copy.
    """
    archive: IO[bytes] = TemporaryFile()  # noqa: SIM115  # the caller reads it
    with TemporaryDirectory() as folder:
        source, draft = Path(folder) / "copy.db", Path(folder) / "read.db"
        with source.open("wb") as target:
            shutil.copyfileobj(copy, target)
        try:
            rebuild_file(source, draft)
            with SqliteStore(draft, create=False, seconds=math.inf) as store:
                pack_archive(store, archive)
        except StoreError as error:
            archive.close()
            raise refuse("no_copy") from error
    archive.seek(0)
    return archive
