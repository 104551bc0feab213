"""The matches of the benchmark: their rounds score nothing, so that no match ever ends."""

from typing import Any

PLAYERS = ["Anna", "Bo", "Carl", "Dora"]
# The pips of Anna and Carl are rounded down to 0.
LEFT: dict[str, Any] = {"Anna": {"pips": 1}, "Carl": ["0-0"], "Dora": {"pips": 3}}
ROUND: dict[str, Any] = {"entry": "round", "out": "Bo", "hands": LEFT}
TYPED = {"kind": "round", "ended": "out 2", "hand-1": "1", "hand-3": "0-0", "hand-4": "3", "do": "save"}
"""The same round as the pad's form sends it."""
KEY = "key-of-this-table"


def make_match(entries: int) -> dict[str, Any]:
    """Return a match file with this number of entries."""
    match = {"format": 1, "variant": "spansk", "players": PLAYERS, "partners": True, "lead": "Anna"}
    return {**match, "entries": [ROUND] * entries}
