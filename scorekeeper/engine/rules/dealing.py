"""Which set of tiles a table plays with, and how it is dealt."""

from dataclasses import dataclass

from scorekeeper.engine.tiles import Tile, make_set


@dataclass(frozen=True, slots=True)
class Deal:
    """How many tiles each player gets, how many lie face up as a start, and how many make the boneyard.

    The last `never_drawn` tiles of the boneyard stay there. `extra` is how many players, counted from the lead, get one
    tile more.
    """

    each: int
    boneyard: int
    never_drawn: int
    start_tile: int = 0
    extra: int = 0

    @property
    def nobody_draws(self) -> bool:
        """Whether no tile is drawn after the deal."""
        return self.boneyard == self.never_drawn


@dataclass(frozen=True, slots=True)
class Dealing:
    """The set, named by its `largest` half, and the `deal`.

    With `one_set`, all tiles come from one set, so that hands that it does not hold are refused. `removed` are tiles
    with which the table does not play.
    """

    largest: int
    deal: Deal
    one_set: bool = True
    removed: frozenset[Tile] = frozenset()

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """Every tile of the set with which the table plays."""
        return list_tiles(self.largest, self.removed)


def list_tiles(largest: int, removed: frozenset[Tile]) -> tuple[Tile, ...]:
    """Return the tiles of the set up to the half `largest` without those that are `removed`."""
    tiles = make_set(largest)
    return tuple(tile for tile in tiles if tile not in removed) if removed else tiles
