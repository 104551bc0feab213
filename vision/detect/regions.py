"""Regions for a finer look: boxes around every cell of the detector's coarse maps that shows a sign of a tile."""

from collections.abc import Sequence
from itertools import combinations

import cv2
import numpy as np

from .arrays import Array
from .models import Maps

HINT = 0.08
"""The least probability that the middle of a tile or of a half is in a cell; a lone pip is no hint.

Of tiles on rendered scenes that a finer look sees clearly, those with less lie next to others with more.
"""
PLAIN_HINT = 0.3
"""The same for a hint that is looked at again although tiles are seen, since it may be of smaller ones."""
AROUND = 6
"""Cells around a hint, to which a tile may reach that is too small to be seen clearly."""
BORDER = 8
"""Cells of fixed cost around each box: two boxes near each other are looked at as one."""

Box = tuple[int, int, int, int]
"""Left, top, right, bottom: cells of a map, the last two excluded."""


def find_boxes(maps: Maps, least: float = HINT, known: Sequence[Array] = ()) -> list[Box]:
    """Return boxes of cells that contain every hint of a tile and its surroundings.

    A hint is a cell where the middle of a tile or half has a probability above `least`, outside the `known` outlines
    (N×2, in cells).
    """
    hints = (np.maximum(maps.tile, maps.half) > least).astype(np.uint8)
    for outline in known:
        cv2.fillConvexPoly(hints, np.round(outline).astype(np.int32), 0)
    spread = cv2.dilate(hints, np.ones((2 * AROUND + 1, 2 * AROUND + 1), np.uint8))
    _, _, components, _ = cv2.connectedComponentsWithStats(spread)
    return _merge([(int(x), int(y), int(x + width), int(y + height)) for x, y, width, height, _ in components[1:]])


def _merge(boxes: list[Box]) -> list[Box]:
    """Return the boxes, with two boxes replaced by the one around both as long as that costs no more to look at."""
    for one, other in combinations(boxes, 2):
        both = min(one[0], other[0]), min(one[1], other[1]), max(one[2], other[2]), max(one[3], other[3])
        if _cost(both) <= _cost(one) + _cost(other):
            return _merge([both, *(box for box in boxes if box not in (one, other))])
    return boxes


def _cost(box: Box) -> int:
    """Return the cost of a look at `box`: its cells with BORDER more on each side length."""
    left, top, right, bottom = box
    return (right - left + BORDER) * (bottom - top + BORDER)
