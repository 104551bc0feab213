"""The tiles that lie open in a solitaire right now, shared by all phones that look at it.

The phone that tapped last says what lies there. Nothing is missed where that cannot be told, on a full disk say: each
phone has its tiles in its own address.
"""

from contextlib import suppress

from scorekeeper.play import StoreError
from scorekeeper.play.upkeep.ephemeral import LyingTiles, find_lying_tiles, lay_tiles
from scorekeeper.web.app.ephemeral import find_book, get_ephemeral
from scorekeeper.web.app.this_match import get_match_id


def share_tiles(query: str, turn: str) -> None:
    """Tell the phones that look at this match what lies there now; `turn` is a phone and the number of its tap."""
    with suppress(StoreError):
        lay_tiles(get_ephemeral(), find_book(), get_match_id(), query, turn)


def find_shared_tiles() -> LyingTiles | None:
    """What lies there in this match, if any phone has said so."""
    with suppress(StoreError):
        return find_lying_tiles(get_ephemeral(), find_book(), get_match_id())
    return None
