"""How tiles lie in games of trains and chickens, where nobody writes them down (docs/rules.md §10.3, §10.4).

In Chicken Foot the first double takes so many toes, each later one three.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

TOES = 3  # of a double that is not the first


@dataclass(unsafe_hash=True)
class Train:
    """Lines from a double in the middle: how they branch is not followed."""

    most_ends: int | None = None
    one: Literal["first_tile", "first_double"] = "first_tile"

    def room(self, joined: int, first: bool) -> int:
        return 2 - joined

    def wants(self, joined: int, first: bool) -> bool:
        return False

    def shown(self, joined: int, first: bool) -> int:
        return 2 if joined < 2 else 0

    def pictured(self, parts: Sequence[str], first: bool) -> int:
        return self.shown(len(parts), first)


@dataclass(unsafe_hash=True)
class Chicken:
    """The first double takes `hub_toes` tiles; a later one the tile it lies at, and three more."""

    hub_toes: int = 4
    most_ends: int | None = None
    one: Literal["first_tile", "first_double"] = "first_tile"

    def wants(self, joined: int, first: bool) -> bool:
        return self.room(joined, first) > 0

    def room(self, joined: int, first: bool) -> int:
        return (self.hub_toes if first else 1 + TOES) - joined

    def shown(self, joined: int, first: bool) -> int:
        return 2 if self.room(joined, first) > 0 else 0

    def pictured(self, parts: Sequence[str], first: bool) -> int:
        return self.shown(len(parts), first)
