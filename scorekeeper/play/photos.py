"""Photos of a match: stored when they are read, and displayed with the entry that was taken from them."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from scorekeeper.store import NotFoundError, Store
from scorekeeper.store.ids import make_id
from scorekeeper.store.matches import look_up_match
from scorekeeper.store.photos import StoredPhoto as StoredPhoto
from scorekeeper.store.photos import drop_photos, find_photo_row, list_unused_photos, write_photo

UNUSED_FOR = timedelta(days=30)  # after which a photo that no entry shows is deleted


def keep_photo(store: Store, match_id: str, jpeg: bytes, reading: Mapping[str, Any]) -> str:
    """Store a re-encoded photo of the match with its `reading`, as JSON values, and return its id.

    Raises NotFoundError.
    """
    id_ = make_id()
    with store.write() as db:
        write_photo(db, look_up_match(db, match_id).serial, id_, datetime.now(UTC), reading, jpeg)
    return id_


def find_photo(store: Store, photo_id: str) -> StoredPhoto:
    """Return the photo with this id. Raises NotFoundError, or RuleError if the photo is damaged."""
    with store.read() as db:
        row = find_photo_row(db, photo_id)
    if row is None:
        raise NotFoundError(photo_id)
    return row


def drop_unused_photos(store: Store, now: datetime | None = None) -> int:
    """Delete the photos that are older than `UNUSED_FOR` and that no entry shows; return how many were deleted.

    A form with a newer photo may still be open. A photo of a struck-out entry stays.
    """
    before = (now or datetime.now(UTC)) - UNUSED_FOR
    with store.read() as db:
        if not list_unused_photos(db, before):
            return 0
    with store.write() as db:
        gone = list_unused_photos(db, before)
        for _, id_ in gone:
            drop_photos(db, id_)
    return len(gone)
