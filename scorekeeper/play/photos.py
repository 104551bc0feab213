"""The photos of a match: kept when they are read, shown beside the entry that was taken from them."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from scorekeeper.play.scoring.match import NotFound, find
from scorekeeper.store import Store
from scorekeeper.store.ids import new_id
from scorekeeper.store.photos import Photo, find_photo, let_go, unused, write_photo

UNUSED_FOR = timedelta(days=30)


def keep_photo(store: Store, match_id: str, jpeg: bytes, reading: Mapping[str, Any]) -> str:
    """Keep a photo, as it was re-encoded, and what was read from it; gives its id. Raises NotFound."""
    id_ = new_id()
    with store.write() as db:
        write_photo(db, find(db, match_id).serial, id_, datetime.now(UTC), reading, jpeg)
    return id_


def photo(store: Store, photo_id: str) -> Photo:
    """The photo; raises NotFound."""
    with store.read() as db:
        found = find_photo(db, photo_id)
    if found is None:
        raise NotFound(photo_id)
    return found


def let_go_of_unused(store: Store, now: datetime | None = None) -> int:
    """Delete the photos that were taken a while ago and that no entry shows; gives how many.

    A form may still lie open with one that was taken lately. What an entry shows is kept, be the entry struck out.
    """
    before = (now or datetime.now(UTC)) - UNUSED_FOR
    with store.read() as db:
        if not unused(db, before):
            return 0
    with store.write() as db:
        gone = unused(db, before)
        for _, id_ in gone:
            let_go(db, id_)
    return len(gone)
