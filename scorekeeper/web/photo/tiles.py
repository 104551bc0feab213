"""The tiles of a photo, each at its place: as the reader saw them, and as they are after the players' corrections."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from scorekeeper.vision import Point, Reading
from scorekeeper.web.photo.points import find_middle


@dataclass(frozen=True, slots=True)
class SeenTile:
    """A tile at its `place`. `corners` go clockwise from the first half's short end, in pixels of the photo; none where
    the tile was added. `open` are the ends a player said are open. It is `doubtful` until somebody looked at it. The
    pips of a half that is hidden are None until a player says what it shows.
    """

    place: int
    pips: tuple[int | None, int | None]
    corners: tuple[Point, ...] = ()
    doubtful: bool = False
    gone: bool = False
    open: tuple[str, ...] | None = None

    @property
    def known(self) -> tuple[int, int] | None:
        """The pips of both halves; None while one is hidden."""
        first, second = self.pips
        return None if first is None or second is None else (first, second)

    @property
    def hidden(self) -> bool:
        """Whether one half is hidden, and nobody has said yet what it shows."""
        return self.known is None

    @property
    def seen(self) -> int:
        """The pips of the half that is seen; of a tile that is known, those of the higher one."""
        return max(pips for pips in self.pips if pips is not None)

    @property
    def halves(self) -> tuple[str, str]:
        """The labels of both halves: the pips, or a question mark."""
        first, second = ("?" if pips is None else str(pips) for pips in self.pips)
        return first, second

    @property
    def name(self) -> str:
        """The tile as players write it, the higher half first: 6-4; with a hidden half 5-?."""
        return f"{max(self.known)}-{min(self.known)}" if self.known else f"{self.seen}-?"

    @property
    def double(self) -> bool:
        return self.pips[0] == self.pips[1]

    @property
    def middle(self) -> Point:
        """The position in pixels."""
        return find_middle(self.corners)


@dataclass(frozen=True)
class PhotoTiles:
    """The tiles as they were `read`, and `now`: corrected, with those that were added, and those that are gone still
    in their places.
    """

    read: tuple[SeenTile, ...]
    now: tuple[SeenTile, ...]

    @cached_property
    def there(self) -> Mapping[int, SeenTile]:
        """The tiles that are there, by place."""
        return {tile.place: tile for tile in self.now if not tile.gone}

    @cached_property
    def hidden(self) -> tuple[SeenTile, ...]:
        """The tiles of which one half is hidden."""
        return tuple(tile for tile in self.there.values() if tile.hidden)

    @cached_property
    def doubtful(self) -> tuple[SeenTile, ...]:
        """The tiles that were read whole and may be wrong."""
        return tuple(tile for tile in self.there.values() if tile.doubtful and not tile.hidden)

    @cached_property
    def names(self) -> Counter[str]:
        """How often each tile is there, by name; one with a hidden half has none yet."""
        return Counter(tile.name for tile in self.there.values() if not tile.hidden)

    @property
    def twice(self) -> tuple[str, ...]:
        """The names of tiles that are there more than once, though a set has them once."""
        return tuple(sorted(name for name, count in self.names.items() if count > 1))


def list_seen_tiles(reading: Reading) -> tuple[SeenTile, ...]:
    """The tiles as the reader saw them; those that it is not sure of are doubtful."""
    return tuple(
        SeenTile(place, tile.pips, tile.corners, doubtful=not tile.sure) for place, tile in enumerate(reading.tiles)
    )
