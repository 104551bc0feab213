"""A hand: the tiles that a player holds, or their pips and number."""

from dataclasses import dataclass
from typing import Any

from scorekeeper.engine.tiles import DOUBLE_BLANK, Tile, add_up_pips


@dataclass(frozen=True, slots=True)
class Hand:
    """The tiles that a player holds.

    Either `tiles` lists them, or it is None and the players typed only the pips, the number of tiles or both. With
    typed pips, `has` can say that the double blank is among the tiles.
    """

    tiles: tuple[Tile, ...] | None = ()
    typed_pips: int | None = None
    typed_count: int | None = None
    has: tuple[Tile, ...] = ()

    @property
    def count(self) -> int | None:
        """The number of tiles in the hand; None if it is unknown."""
        return self.typed_count if self.tiles is None else len(self.tiles)

    @property
    def pips(self) -> int | None:
        """The sum of the pips of the hand; None if it is unknown."""
        if self.tiles is not None:
            return add_up_pips(self.tiles)
        return 0 if self.typed_pips is None and self.typed_count == 0 else self.typed_pips

    @property
    def empty(self) -> bool:
        """Whether the hand is known to hold no tile.

        Pips typed as 0 without a number of tiles mean the double blank, so such a hand is not empty.
        """
        return self.count == 0

    @property
    def holds_double_blank(self) -> bool:
        """Whether the double blank is known to be in the hand, at a table that plays with one set.

        That is so if the tile is listed, or if the hand is not empty and has 0 pips.
        """
        return DOUBLE_BLANK in (self.tiles or self.has) or (self.pips == 0 and not self.empty)

    def to_json(self) -> Any:
        """Return the hand as in a match file, such as `["6-4", "1-0"]`, or `{"pips": 13, "tiles": 2}` without tiles."""
        if self.tiles is not None:
            return [str(tile) for tile in self.tiles]
        has = [str(tile) for tile in self.has] or None
        typed = {"pips": self.typed_pips, "tiles": self.typed_count, "has": has}
        return {key: value for key, value in typed.items() if value is not None}


NO_TILES = Hand()
UNKNOWN = Hand(tiles=None)
