"""What lies open in a solitaire right now, as the phone that tapped last has it: so that a second one sees it, too.

Nothing of it is written down, and nothing is missed after a restart: each phone has it in its own address.
"""

from collections import OrderedDict
from threading import Lock

from flask import current_app

MOST = 200  # matches

Shared = tuple[int, str]  # how often it changed, and the query of its address


class SharedTiles:
    """The matches whose tiles were looked at last."""

    def __init__(self) -> None:
        self._lying: OrderedDict[str, Shared] = OrderedDict()
        self._turns: dict[str, tuple[str, int]] = {}
        self._lock = Lock()

    def lay(self, match_id: str, query: str, turn: str = "") -> None:
        """Say what lies there now. A `turn` is a phone and the number of its tap: `a1b2-7`. Of taps that are faster
        than the answers an earlier one may come later, and says nothing.
        """
        phone, _, tap = turn.partition("-")
        with self._lock:
            last = self._turns.get(match_id, ("", 0))
            if tap.isdecimal() and phone == last[0] and int(tap[:9]) < last[1]:
                return
            self._turns[match_id] = (phone, int(tap[:9]) if tap.isdecimal() else 0)
            changes, before = self._lying.pop(match_id, (0, None))
            self._lying[match_id] = (changes + (query != before), query)
            while len(self._lying) > MOST:
                self._turns.pop(self._lying.popitem(last=False)[0], None)

    def lies(self, match_id: str) -> Shared | None:
        """What lies there, if anybody has said so."""
        return self._lying.get(match_id)


def get_shared_tiles() -> SharedTiles:
    """The table of this score pad."""
    found: SharedTiles = current_app.extensions.setdefault("lying", SharedTiles())
    return found
