"""The set of tiles with which a table plays, and the deal."""

from dataclasses import dataclass

from scorekeeper.engine.tiles import Tile, make_set


@dataclass(frozen=True, slots=True)
class Deal:
    """The deal: `each` tiles for each player, `start_tile` tiles face up as a start, and the rest in the `boneyard`.

    The last `never_drawn` tiles of the boneyard stay undrawn. The first `extra` players, counted from the lead, get one
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
    """The set up to the half `largest`, and how it is dealt.

    With `one_set`, all tiles come from one set, so that hands which it cannot hold are refused. `removed` are tiles
    that the table has taken out of the set.
    """

    largest: int
    deal: Deal
    one_set: bool = True
    removed: frozenset[Tile] = frozenset()

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """All tiles with which the table plays."""
        return list_tiles(self.largest, self.removed)


def list_tiles(largest: int, removed: frozenset[Tile]) -> tuple[Tile, ...]:
    """Return the tiles of the set whose largest half is `largest`, without those in `removed`."""
    tiles = make_set(largest)
    return tuple(tile for tile in tiles if tile not in removed) if removed else tiles
