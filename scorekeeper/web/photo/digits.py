"""The positions of the digits on a photo: next to each half, so that they hide no pips.

A half has three outer sides. The digit is put at the first free side: beyond the short end, else beyond one of the two
long sides. A position is free if it overlaps no tile and no other digit, and lies within the part of the photo that is
shown. If none is free, as in the middle of a heap, the digit is put on the half itself.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import dist

from scorekeeper.vision import Point
from scorekeeper.web.photo.points import find_middle, round_point
from scorekeeper.web.photo.tiles import SeenTile

AWAY = 0.7  # the distance from a digit's middle to the edge of the half, in digit sizes
REACH = 0.5  # the radius around a digit's middle that must be free, in digit sizes

Edge = tuple[Point, Point]
"""A point of a tile's outline, and the direction outwards there, one pixel long."""


@dataclass(frozen=True, slots=True)
class _Spot:
    """A place on the photo for a digit that is `size` pixels high."""

    at: Point
    size: float

    def is_clear_of(self, other: "_Spot") -> bool:
        """Return whether the digits at both spots do not overlap."""
        return dist(self.at, other.at) > (self.size + other.size) / 2

    def lies_outside(self, outline: Sequence[Edge]) -> bool:
        """Return whether the digit lies wholly outside a tile's outline, beyond one of its edges."""
        reach = REACH * self.size
        return any((self.at[0] - p[0]) * out[0] + (self.at[1] - p[1]) * out[1] >= reach for p, out in outline)

    def lies_within(self, seen: tuple[int, int, int, int]) -> bool:
        """Return whether the digit lies within the part `seen` of the photo (left, top, width, height)."""
        left, top, width, height = seen
        x, y, reach = *self.at, REACH * self.size
        return left + reach <= x <= left + width - reach and top + reach <= y <= top + height - reach


def place_digits(
    tiles: Sequence[SeenTile], sizes: Mapping[int, float], seen: tuple[int, int, int, int]
) -> Mapping[int, tuple[Point, Point]]:
    """Return the middles of the two digits of each tile, for its first and second half, by the tile's place.

    All lengths are pixels of the photo. Every one of `tiles` has corners; `sizes` are the heights of its digits by
    place, and `seen` is the part of the photo that is shown: left, top, width, height.
    """
    outlines = {tile.place: _list_edges(tile) for tile in tiles}
    lengths = {tile.place: max(dist(tile.middle, corner) for corner in tile.corners) for tile in tiles}
    taken: list[_Spot] = []
    positions: dict[int, tuple[Point, Point]] = {}
    for tile in tiles:
        size = sizes[tile.place]
        far = lengths[tile.place] + 2 * size
        near = [outlines[o.place] for o in tiles if dist(tile.middle, o.middle) < far + lengths[o.place]]
        both = []
        for half in (0, 1):
            spots = (_Spot(at, size) for at in _list_places(tile, half, AWAY * size))
            free = (
                spot
                for spot in spots
                if spot.lies_within(seen) and all(map(spot.lies_outside, near)) and all(map(spot.is_clear_of, taken))
            )
            on_it = _Spot(find_middle((_find_end(tile, half), tile.middle)), size)
            both.append(next(free, on_it))
        taken += both
        positions[tile.place] = round_point(both[0].at), round_point(both[1].at)
    return positions


def _find_end(tile: SeenTile, half: int) -> Point:
    """Return the middle of the short end of a tile's half 0 or 1."""
    return find_middle(tile.corners[2 * half : 2 * half + 2])


def _list_places(tile: SeenTile, half: int, away: float) -> list[Point]:
    """Return the points that lie `away` pixels beyond a half: beyond its short end, then beyond its two long sides."""
    end, middle = _find_end(tile, half), tile.middle
    one, other = tile.corners[2 * half : 2 * half + 2]
    centre, wide = find_middle((end, middle)), dist(one, other) / 2
    outwards, aside = _point_to(middle, end), _point_to(one, other)
    return [
        (end[0] + outwards[0] * away, end[1] + outwards[1] * away),
        (centre[0] + aside[0] * (wide + away), centre[1] + aside[1] * (wide + away)),
        (centre[0] - aside[0] * (wide + away), centre[1] - aside[1] * (wide + away)),
    ]


def _list_edges(tile: SeenTile) -> tuple[Edge, ...]:
    """Return the four edges of a tile, each as its first corner and the direction outwards."""
    corners = tile.corners
    edges = []
    for one, other in zip(corners, (*corners[1:], corners[0]), strict=True):
        along = _point_to(one, other)
        out = along[1], -along[0]
        inside = (tile.middle[0] - one[0]) * out[0] + (tile.middle[1] - one[1]) * out[1] > 0
        edges.append((one, (-out[0], -out[1]) if inside else out))
    return tuple(edges)


def _point_to(one: Point, other: Point) -> Point:
    """Return the direction from `one` to `other` as a vector of length 1."""
    far = max(dist(one, other), 1e-9)
    return (other[0] - one[0]) / far, (other[1] - one[1]) / far
