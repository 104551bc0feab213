"""The tiles that lie open in a solitaire right now, shared by all phones that look at it.

The phone that tapped last says what lies there. Nothing of it is written down, and nothing is missed after a restart:
each phone has its tiles in its own address.
"""

from threading import Lock

from cachetools import LRUCache
from flask import current_app

MOST = 200  # matches

Shared = tuple[int, str]  # how often it changed, and the query of its address


class SharedTiles:
    """The matches whose tiles were looked at last."""

    def __init__(self) -> None:
        self._lying: LRUCache[str, tuple[Shared, str, int]] = LRUCache(MOST)  # with the phone and its tap
        self._lock = Lock()

    def lay(self, match_id: str, query: str, turn: str = "") -> None:
        """Say what lies there now. A `turn` is a phone and the number of its tap: `a1b2-7`.

        Taps may be faster than the answers: when tap 6 of a phone comes after its tap 7, it says nothing.
        """
        phone, _, number = turn.partition("-")
        tap = int(number[:9]) if number.isdecimal() else 0
        with self._lock:
            (changes, before), last_phone, last_tap = self._lying.get(match_id, ((0, None), "", 0))
            if number.isdecimal() and phone == last_phone and tap < last_tap:
                return
            self._lying[match_id] = ((changes + (query != before), query), phone, tap)

    def lies(self, match_id: str) -> Shared | None:
        """What lies there, if anybody has said so."""
        with self._lock:
            found = self._lying.get(match_id)
        return found[0] if found else None


def get_shared_tiles() -> SharedTiles:
    """The shared tiles of this score pad."""
    found: SharedTiles = current_app.extensions.setdefault("lying", SharedTiles())
    return found
