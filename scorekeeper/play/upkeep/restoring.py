"""Putting a file of matches, which may be anybody's, in the place of a book.

A child process with limits reads it: there the rows are copied into a new file of our own, and the photos are tidied as
those of an archive are. The book takes over that new file; the given one is never opened by this process.
"""

import math
from collections.abc import Callable, Collection
from pathlib import Path
from tempfile import TemporaryDirectory

from scorekeeper.play.history.tallies import record_tallies
from scorekeeper.play.upkeep.copies import KEPT, drop_copies
from scorekeeper.store import Store, StoreError
from scorekeeper.store.columns import hash_jpeg
from scorekeeper.store.photos import change_photo, find_jpeg, list_all_photos, list_digests
from scorekeeper.store.rebuild import rebuild_file
from scorekeeper.store.upkeep import take_over_file
from scorekeeper.worker import Limits, WorkerError, run_in_worker

LIMITS = Limits(processor=600, wall=900.0)
"""What one file may take: some 20,000 matches are scored again in that time, or 20,000 photos tidied."""


def restore_book(
    store: Store,
    path: Path,
    tidy: Callable[[bytes], bytes | None],
    keep: int = KEPT,
    most_bytes: int | None = None,
    limits: Limits = LIMITS,
) -> Path | None:
    """Put a backup in the place of everything stored, also while it is in use; gives where what was there is kept.

    Photos are kept as `tidy`, a function at the top level of a module, gives them; one for which it gives None is kept
    as an empty one. Copies beyond `keep` and `most_bytes` go, as by `drop_copies`. Raises StoreError where `path` is no
    sound file of matches, and `reserve` where the disk has too little room; then nothing changes. A book that cannot be
    read is restored even then.
    """
    if not store.trouble and path.is_file():
        # The file is read into a draft, then written to the log of the book; what was there is copied.
        store.require_space(2 * path.stat().st_size + store.measure_files())
    with TemporaryDirectory(prefix=".restore-", dir=store.path.parent) as folder:
        draft = Path(folder) / "restored.db"
        try:
            refused = run_in_worker(rebuild_book, path, draft, tidy, _list_known_photos(store), limits=limits)
        except WorkerError as error:
            refused = "not_a_database" if error.key == "error" else "too_heavy"
        if refused:
            raise StoreError(refused, path=str(path))
        kept = take_over_file(store, draft)
    store.truncate_log()
    drop_copies(store, keep, most_bytes)
    return kept


def rebuild_book(
    source: Path, draft: Path, tidy: Callable[[bytes], bytes | None], known: Collection[str]
) -> str | None:
    """Build the file `draft` anew from `source`; gives the key of the StoreError that refuses it.

    Photos whose digests are `known` were tidied before.
    """
    try:
        rebuild_file(source, draft)
        with Store(draft, create=False, seconds=math.inf) as store:
            _tidy_photos(store, tidy, frozenset(known))
            record_tallies(store)
    except StoreError as error:
        return error.key
    return None


def _tidy_photos(store: Store, tidy: Callable[[bytes], bytes | None], known: Collection[str]) -> None:
    with store.write() as db:
        for id_ in list_all_photos(db):
            jpeg = find_jpeg(db, id_)
            if hash_jpeg(jpeg) in known:
                continue
            kept = tidy(jpeg)
            if kept != jpeg:
                change_photo(db, id_, kept)


def _list_known_photos(store: Store) -> tuple[str, ...]:
    """The digests of the photos that are in the book; none where it cannot be asked."""
    try:
        return store.look(list_digests)
    except StoreError:
        return ()
