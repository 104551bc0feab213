"""Where a match lies: `here` in the list, `archived`, or `deleted` into the bin, from which it comes back whole."""

from datetime import UTC, datetime

from scorekeeper.store import Store
from scorekeeper.store.match_index import MatchLocation as MatchLocation
from scorekeeper.store.match_index import find_indexed_match, write_location
from scorekeeper.store.matches import look_up_match


def move_match(store: Store, match_id: str, place: MatchLocation) -> None:
    """Move the match to `here`, `archived` or `deleted`; no entry is lost. Raises NotFoundError."""
    with store.write() as db:
        serial = look_up_match(db, match_id).serial
        if find_indexed_match(db, serial).place != place:
            write_location(db, serial, place, datetime.now(UTC))


def find_location(store: Store, match_id: str) -> MatchLocation:
    """Where the match lies; raises NotFoundError."""
    with store.read() as db:
        return find_indexed_match(db, look_up_match(db, match_id).serial).place
