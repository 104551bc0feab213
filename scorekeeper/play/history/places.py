"""Where a match lies: on the table, put away, or thrown away; out of the bin it comes back whole."""

from datetime import UTC, datetime

from scorekeeper.play.scoring.match import find
from scorekeeper.store import Store
from scorekeeper.store.standings import Place, find_standing, lies_in_bin, move


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


def thrown_away(store: Store, match_id: str) -> bool:
    """Whether the match lies in the bin; asked with every request of a guest, so it costs next to nothing."""
    with store.read() as db:
        return lies_in_bin(db, match_id)
