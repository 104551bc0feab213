"""Points on a photo: x to the right and y downwards, in its pixels. How far apart two are, `math.dist` says."""

from collections.abc import Sequence

from scorekeeper.vision import Point


def find_middle(points: Sequence[Point]) -> Point:
    """The point in the middle of `points`, each counting alike."""
    x, y = zip(*points, strict=True)
    return sum(x) / len(points), sum(y) / len(points)


def round_point(point: Point) -> Point:
    """The point to a tenth of a pixel, as a page writes it."""
    return round(point[0], 1), round(point[1], 1)
