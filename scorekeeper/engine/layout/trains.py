"""Layout models of Mexican Train and Chicken Foot: how many tiles a double takes (docs/rules.md §10.3, §10.4)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

TOES = 3  # tiles that a later double takes in addition to the one it is joined to


@dataclass(unsafe_hash=True)
class Train:
    """The layout model of Mexican Train: lines that start from a double in the middle.

    The branches of the lines are not followed.
    """

    most_ends: int | None = None
    spinner: Literal["first_tile", "first_double"] = "first_tile"

    def room(self, joined: int, first: bool) -> int:
        return 2 - joined

    def incomplete(self, joined: int, first: bool) -> bool:
        return False

    def open_halves(self, joined: int, first: bool) -> int:
        return 2 if joined < 2 else 0

    def open_on_photo(self, parts: Sequence[str], first: bool) -> int:
        return self.open_halves(len(parts), first)


@dataclass(unsafe_hash=True)
class Chicken:
    """The layout model of Chicken Foot.

    The first double takes `hub_toes` tiles, a later one `TOES` tiles in addition to the tile to which it is joined.
    """

    hub_toes: int = 4
    most_ends: int | None = None
    spinner: Literal["first_tile", "first_double"] = "first_tile"

    def incomplete(self, joined: int, first: bool) -> bool:
        return self.room(joined, first) > 0

    def room(self, joined: int, first: bool) -> int:
        return (self.hub_toes if first else 1 + TOES) - joined

    def open_halves(self, joined: int, first: bool) -> int:
        return 2 if self.room(joined, first) > 0 else 0

    def open_on_photo(self, parts: Sequence[str], first: bool) -> int:
        return self.open_halves(len(parts), first)
