"""Where a match lies: `here` in the list, `archived`, or `deleted` into the bin, from which it comes back whole."""

from datetime import UTC, datetime

from scorekeeper.store import Store
from scorekeeper.store.matches import look_up_match
from scorekeeper.store.standings import MatchPlace, find_standing, write_place


def move_match(store: Store, match_id: str, place: MatchPlace) -> None:
    """Move the match to `here`, `archived` or `deleted`; no entry is lost. Raises NotFound."""
    with store.write() as db:
        serial = look_up_match(db, match_id).serial
        if find_standing(db, serial).place != place:
            write_place(db, serial, place, datetime.now(UTC))


def find_place(store: Store, match_id: str) -> MatchPlace:
    """Where the match lies; raises NotFound."""
    with store.read() as db:
        return find_standing(db, look_up_match(db, match_id).serial).place
