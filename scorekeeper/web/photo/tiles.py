"""The tiles of a photo by their places: as the reader saw them, and as they are after the players' corrections."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from scorekeeper.vision import Point, Reading
from scorekeeper.web.photo.points import find_middle


@dataclass(frozen=True, slots=True)
class SeenTile:
    """A tile on a photo.

    `place` is its index. `corners` go clockwise from the first half's short end, in pixels of the photo; they are empty
    for an added tile. A hidden half has the pips None until a player enters them. `doubtful` means that the reader is
    not sure and nobody has looked at it, `gone` that a player removed it. `open` are the ends that a player has set as
    open, None if nobody did.
    """

    place: int
    pips: tuple[int | None, int | None]
    corners: tuple[Point, ...] = ()
    doubtful: bool = False
    gone: bool = False
    open: tuple[str, ...] | None = None

    @property
    def known(self) -> tuple[int, int] | None:
        """Return the pips of both halves; None while one is hidden."""
        first, second = self.pips
        return None if first is None or second is None else (first, second)

    @property
    def hidden(self) -> bool:
        """Return whether a half of the tile is hidden on the photo and nobody has entered its pips."""
        return self.known is None

    @property
    def seen(self) -> int:
        """Return the pips of the half that is visible; if both are, those of the higher one."""
        return max(pips for pips in self.pips if pips is not None)

    @property
    def halves(self) -> tuple[str, str]:
        """Return the text of both halves: the pips, or a question mark."""
        first, second = ("?" if pips is None else str(pips) for pips in self.pips)
        return first, second

    @property
    def name(self) -> str:
        """Return the tile with its higher half first, such as 6-4; with a hidden half 5-?."""
        return f"{max(self.known)}-{min(self.known)}" if self.known else f"{self.seen}-?"

    @property
    def double(self) -> bool:
        """Return whether both halves have the same pips."""
        return self.pips[0] == self.pips[1]

    @property
    def middle(self) -> Point:
        """Return the point in the middle of the tile, in pixels of the photo. The tile must have corners."""
        return find_middle(self.corners)


@dataclass(frozen=True)
class PhotoTiles:
    """The tiles of a photo as they were `read`, and as they are `now`, with corrections and added tiles.

    Tiles that are gone keep their places in `now`.
    """

    read: tuple[SeenTile, ...]
    now: tuple[SeenTile, ...]

    @cached_property
    def remaining(self) -> Mapping[int, SeenTile]:
        """Return the tiles that no player has removed, by place."""
        return {tile.place: tile for tile in self.now if not tile.gone}

    @cached_property
    def hidden(self) -> tuple[SeenTile, ...]:
        """Return the tiles that have a hidden half."""
        return tuple(tile for tile in self.remaining.values() if tile.hidden)

    @cached_property
    def doubtful(self) -> tuple[SeenTile, ...]:
        """Return the tiles that were read whole and may be wrong."""
        return tuple(tile for tile in self.remaining.values() if tile.doubtful and not tile.hidden)

    @cached_property
    def names(self) -> Counter[str]:
        """Return the number of tiles with each name; removed tiles, and tiles with a hidden half, are not counted."""
        return Counter(tile.name for tile in self.remaining.values() if not tile.hidden)

    @property
    def twice(self) -> tuple[str, ...]:
        """Return the names, sorted, that more than one tile has, although a set has each tile once."""
        return tuple(sorted(name for name, count in self.names.items() if count > 1))

    def list_of_larger_set(self, largest: int) -> tuple[str, ...]:
        """Return the names of tiles with a half above `largest`, the most pips in the set that is played with."""
        return tuple(tile.name for tile in self.remaining.values() if tile.known and max(tile.known) > largest)


def list_seen_tiles(reading: Reading) -> tuple[SeenTile, ...]:
    """Return the tiles of a reading as `SeenTile`; those of which the reader is not sure are doubtful."""
    return tuple(
        SeenTile(place, tile.pips, tile.corners, doubtful=not tile.sure) for place, tile in enumerate(reading.tiles)
    )
