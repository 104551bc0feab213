"""What fits in games of trains and chickens, where nobody writes the tiles down (docs/rules.md §10.3, §10.4).

In Mexican Train everybody may play on some open halves; an unanswered double wants its tile before anything else. In
Chicken Foot the first double takes so many toes, each later one three, and until it has them only it may be played on.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from scorekeeper.engine.layout.growing import Layout
from scorekeeper.engine.problems import refuse
from scorekeeper.engine.tiles import Tile

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


def find_uncovered(layout: Layout) -> Tile | None:
    """The double that still wants tiles."""
    doubles = (laid for laid in layout.laid.values() if laid.tile.double)
    return next((laid.tile for laid in doubles if layout.model.wants(laid.joined[0], laid.first)), None)


def lay_toe(layout: Layout, tile: Tile, at: Tile | None, pip: int | None) -> Layout:
    """The layout with one more tile; raises RuleError `double_not_covered` for one laid elsewhere than it must be."""
    wants = find_uncovered(layout)
    if wants is not None and at != wants:
        raise refuse("double_not_covered", "at", tile=str(wants))
    return layout.lay(tile, at, pip)


def find_playable(hand: Iterable[Tile], open_halves: Collection[int], must: int | None = None) -> tuple[Tile, ...]:
    """The tiles of a hand that fit: the double that wants tiles (`must`), else any of the open halves."""
    wanted = set(open_halves) if must is None else {must}
    return tuple(tile for tile in hand if wanted & set(tile.halves))
