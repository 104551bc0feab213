"""Where a match lies: on the table, put away, or thrown away; out of the bin it comes back whole."""

from datetime import UTC, datetime

from scorekeeper.play.reading import find
from scorekeeper.store import Store
from scorekeeper.store.standings import Place, find_standing, move


def put(store: Store, match_id: str, place: Place) -> None:
    """Put the match `here`, among the `archived` ones, or with the `deleted`; no entry is lost. Raises NotFound."""
    with store.write() as db:
        serial = find(db, match_id).serial
        if find_standing(db, serial).place != place:
            move(db, serial, place, datetime.now(UTC))


def place_of(store: Store, match_id: str) -> Place:
    """Where the match lies; raises NotFound."""
    with store.read() as db:
        return find_standing(db, find(db, match_id).serial).place
