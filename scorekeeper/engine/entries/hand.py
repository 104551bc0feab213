"""A hand: the tiles a player holds, or as much of it as was typed."""

from dataclasses import dataclass
from typing import Any

from scorekeeper.engine.tiles import DOUBLE_BLANK, Tile, add_up_pips


@dataclass(frozen=True, slots=True)
class Hand:
    """The tiles a player holds: the tiles themselves, or only their pips, their number, or both, as they were typed.

    Typed pips may say that the double blank is among the tiles (`has`).
    """

    tiles: tuple[Tile, ...] | None = ()
    typed_pips: int | None = None
    typed_count: int | None = None
    has: tuple[Tile, ...] = ()

    @property
    def count(self) -> int | None:
        """How many tiles, where that is known."""
        return self.typed_count if self.tiles is None else len(self.tiles)

    @property
    def pips(self) -> int | None:
        """The pips of the hand, where they are known."""
        if self.tiles is not None:
            return add_up_pips(self.tiles)
        return 0 if self.typed_pips is None and self.typed_count == 0 else self.typed_pips

    @property
    def empty(self) -> bool:
        """No tiles at all. Pips typed as 0 are the double blank, which is a tile."""
        return self.count == 0

    @property
    def holds_double_blank(self) -> bool:
        """Whether the double blank of the only set is among the tiles, as far as they are known."""
        return DOUBLE_BLANK in (self.tiles or self.has) or (self.pips == 0 and not self.empty)

    def to_json(self) -> Any:
        """As it stands in a match file: `["6-4", "1-0"]`, or `{"pips": 13, "tiles": 2}` with what is known of them."""
        if self.tiles is not None:
            return [str(tile) for tile in self.tiles]
        has = [str(tile) for tile in self.has] or None
        typed = {"pips": self.typed_pips, "tiles": self.typed_count, "has": has}
        return {key: value for key, value in typed.items() if value is not None}


NO_TILES = Hand()
UNKNOWN = Hand(tiles=None)
