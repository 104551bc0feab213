"""Where to draw on a photo: outlines that can be tapped, the pips beside them, and one tile cut out and laid straight.

Everything is in pixels of the photo, the units of the drawing that lies over it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import atan2, degrees, hypot

from scorekeeper.web.photo.edits import PhotoPoint, SeenTile

DIGIT = 0.42  # of a tile's width: read at a glance, and most pips are still seen
SMALLEST_DIGIT = 0.03  # of what is seen of the photo: still read on a phone
WORTH_IT = 0.7  # of the photo: going nearer than to that shows more


@dataclass(frozen=True, slots=True)
class Outline:
    """A tile on the photo: its corners as SVG points, where the pips of each half are written and how large, and its
    topmost corner.
    """

    tile: SeenTile
    points: str
    spots: tuple[PhotoPoint, PhotoPoint]
    digit: float
    top: PhotoPoint


@dataclass(frozen=True, slots=True)
class Cutting:
    """A piece of the photo (`box` as an SVG viewBox) turned by `turn` degrees about `middle`, so that the tile lies
    straight; `order` names its halves from left to right.
    """

    box: str
    turn: float
    middle: PhotoPoint
    order: tuple[int, int]


def draw_outline(tile: SeenTile, width: float) -> Outline:
    """The outline of a tile on a photo of which `width` pixels are seen."""
    corners = tile.corners
    middle = tile.middle
    ends = _between(corners[0], corners[1]), _between(corners[2], corners[3])
    spots = _between(ends[0], middle), _between(ends[1], middle)
    across = (_length(corners[0], corners[1]) + _length(corners[2], corners[3])) / 2
    points = " ".join(f"{x:.0f},{y:.0f}" for x, y in corners)
    top = min(corners, key=lambda corner: corner[1])
    return Outline(tile, points, spots, round(max(DIGIT * across, SMALLEST_DIGIT * width), 1), top)


def cut_out(tile: SeenTile) -> Cutting:
    """The piece of the photo that shows a tile and what lies close to it."""
    one, other = _between(*tile.corners[:2]), _between(*tile.corners[2:])
    turn = -degrees(atan2(other[1] - one[1], other[0] - one[0]))
    order = (0, 1)
    if not -100 < turn <= 80:  # never upside down; what stands comes to lie with its top half to the left
        turn, order = (turn + 180) % 360, (1, 0)
        turn = turn - 360 if turn > 180 else turn
    long, wide = _length(one, other), _length(tile.corners[0], tile.corners[1])
    width, height = 1.5 * long, max(1.6 * wide, 0.75 * long)
    x, y = tile.middle
    box = f"{x - width / 2:.0f} {y - height / 2:.0f} {width:.0f} {height:.0f}"
    return Cutting(box, round(turn, 1), (round(x, 1), round(y, 1)), order)


def find_label_spot(tiles: Sequence[SeenTile], seen: tuple[int, int, int, int]) -> PhotoPoint:
    """Where a name is written above the tiles of a hand, within the part of the photo that is `seen`."""
    corners = [corner for tile in tiles for corner in tile.corners]
    x = sum(x for x, _ in corners) / len(corners)
    y = min(y for _, y in corners)
    left, top, width, _ = seen
    return min(max(x, left + 0.12 * width), left + 0.88 * width), max(y - 0.02 * width, top + 0.05 * width)


def find_region(tiles: Sequence[SeenTile], size: tuple[int, int]) -> tuple[int, int, int, int]:
    """The part of the photo (left, top, width, height) where tiles lie, with room for what was not found beside them;
    the whole photo where that is hardly less.
    """
    corners = [corner for tile in tiles for corner in tile.corners]
    if not corners:
        return 0, 0, *size
    room = 1.5 * max(_length(*tile.corners[1:3]) for tile in tiles if tile.corners)
    left, right = _within([x for x, _ in corners], room, size[0])
    top, bottom = _within([y for _, y in corners], room, size[1])
    if (right - left) * (bottom - top) > WORTH_IT * size[0] * size[1]:
        return 0, 0, *size
    return left, top, right - left, bottom - top


def _within(values: Sequence[float], room: float, most: int) -> tuple[int, int]:
    return round(max(0, min(values) - room)), round(min(most, max(values) + room))


def _between(one: PhotoPoint, other: PhotoPoint) -> PhotoPoint:
    return round((one[0] + other[0]) / 2, 1), round((one[1] + other[1]) / 2, 1)


def _length(one: PhotoPoint, other: PhotoPoint) -> float:
    return hypot(one[0] - other[0], one[1] - other[1])
