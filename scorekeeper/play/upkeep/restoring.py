"""Restoring a book from a file of matches, which may come from anybody.

A child process with limits reads the file: it copies the rows into a new file and re-encodes the photos, as for an
archive. The book takes over the new file; this process never opens the uploaded one.
"""

import math
from collections.abc import Callable, Collection
from pathlib import Path
from tempfile import TemporaryDirectory

from scorekeeper.play.history.statistics import record_statistics
from scorekeeper.play.upkeep.copies import KEPT, drop_copies
from scorekeeper.store import SqliteStore, StoreError
from scorekeeper.store.columns import hash_jpeg
from scorekeeper.store.photos import change_photo, find_jpeg, list_all_photos, list_digests
from scorekeeper.store.rebuild import rebuild_file
from scorekeeper.store.upkeep import take_over_file
from scorekeeper.worker import Limits, WorkerError, run_in_worker

LIMITS = Limits(processor=600, wall=900.0)
"""Seconds that one file may take: enough to score some 20,000 matches again, or to re-encode 20,000 photos."""


def restore_book(
    store: SqliteStore,
    path: Path,
    tidy: Callable[[bytes], bytes | None],
    keep: int = KEPT,
    most_bytes: int | None = None,
    limits: Limits = LIMITS,
) -> Path | None:
    """Replace everything in the book by the backup at `path`, also while the book is in use.

    Return the path of a copy of the replaced content, or None if the book was empty. Photos are stored as `tidy`, a
    function at the top level of a module, returns them; a photo for which it returns None is emptied. Old copies are
    deleted as `drop_copies` does. Raises StoreError if `path` is no sound file of matches, with the key `reserve` if
    the disk has too little room; then nothing changes. The disk is not checked for a book that cannot be read.
    """
    if not store.trouble and path.is_file():
        # The file is read into a draft, then written to the log of the book; the old content is copied.
        store.require_space(2 * path.stat().st_size + store.measure_files())
    with TemporaryDirectory(prefix=".restore-", dir=store.path.parent) as folder:
        draft = Path(folder) / "restored.db"
        try:
            refused = run_in_worker(rebuild_book, path, draft, tidy, _list_known_photos(store), limits=limits)
        except WorkerError as error:
            refused = "not_a_database" if error.key == "error" else "too_heavy"
        if refused:
            raise StoreError(refused, path=str(path))
        copy = take_over_file(store, draft)
    store.truncate_log()
    drop_copies(store, keep, most_bytes)
    return copy


def rebuild_book(
    source: Path, draft: Path, tidy: Callable[[bytes], bytes | None], known: Collection[str]
) -> str | None:
    """Build the new file `draft` from `source`; return the key of the StoreError if `source` is refused, else None.

    Photos are stored as `tidy` returns them, except those whose digests are `known`, which were tidied before.
    """
    try:
        rebuild_file(source, draft)
        with SqliteStore(draft, create=False, seconds=math.inf) as store:
            _tidy_photos(store, tidy, frozenset(known))
            record_statistics(store)
    except StoreError as error:
        return error.key
    return None


def _tidy_photos(store: SqliteStore, tidy: Callable[[bytes], bytes | None], known: Collection[str]) -> None:
    """Replace each photo by the result of `tidy`, except photos whose digests are `known`."""
    with store.write() as db:
        for id_ in list_all_photos(db):
            jpeg = find_jpeg(db, id_)
            if hash_jpeg(jpeg) in known:
                continue
            clean = tidy(jpeg)
            if clean != jpeg:
                change_photo(db, id_, clean)


def _list_known_photos(store: SqliteStore) -> tuple[str, ...]:
    """Return the digests of the photos in the book; none if it cannot be read."""
    try:
        return store.look(list_digests)
    except StoreError:
        return ()
