"""Points on a photo, in pixels: x to the right and y downwards. Distances are `math.dist`."""

from collections.abc import Sequence

from scorekeeper.vision import Point


def find_middle(points: Sequence[Point]) -> Point:
    """Return the mean of `points`."""
    x, y = zip(*points, strict=True)
    return sum(x) / len(points), sum(y) / len(points)


def round_point(point: Point) -> Point:
    """Return the point rounded to a tenth of a pixel."""
    return round(point[0], 1), round(point[1], 1)
