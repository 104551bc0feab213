"""The part of a photo with one tile, turned straight and enlarged."""

from dataclasses import dataclass
from math import atan2, degrees, dist

from scorekeeper.vision import Point
from scorekeeper.web.photo.points import find_middle, round_point
from scorekeeper.web.photo.tiles import SeenTile


@dataclass(frozen=True, slots=True)
class Cutting:
    """A part of a photo with one tile, turned so that the tile lies straight.

    `box` is the part as an SVG viewBox, `turn` an angle in degrees about `middle`, and `order` gives the indices of the
    halves from left to right.
    """

    box: str
    turn: float
    middle: Point
    order: tuple[int, int]


def cut_out_tile(tile: SeenTile) -> Cutting:
    """Return the part of the photo with `tile` and a margin around it; the tile must have corners."""
    one, other = round_point(find_middle(tile.corners[:2])), round_point(find_middle(tile.corners[2:]))
    turn = -degrees(atan2(other[1] - one[1], other[0] - one[0]))
    order = (0, 1)
    if not -100 < turn <= 80:  # never upside down; an upright tile gets its top half to the left
        turn, order = (turn + 180) % 360, (1, 0)
        turn = turn - 360 if turn > 180 else turn
    long, wide = dist(one, other), dist(tile.corners[0], tile.corners[1])
    width, height = 1.5 * long, max(1.6 * wide, 0.75 * long)
    x, y = tile.middle
    box = f"{x - width / 2:.0f} {y - height / 2:.0f} {width:.0f} {height:.0f}"
    return Cutting(box, round(turn, 1), round_point(tile.middle), order)
