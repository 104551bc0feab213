"""The parts of a picture that are worth a finer look: around every place where a coarse one saw a hint of a tile."""

from collections.abc import Sequence
from itertools import combinations
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from .network import Maps

HINT = 0.08
"""How likely the middle of a tile or of a half must be at a place, at least; a lone pip is no hint.

Of tiles on rendered scenes that a finer look sees clearly, those that gave less lie beside others that gave more.
"""
PLAIN_HINT = 0.3
"""The same for a hint that wants to be explained, where tiles are seen: there may be smaller ones."""
AROUND = 6
"""Places of a map around a hint: as far as a tile may reach that is too small to be seen clearly."""
RIM = 8
"""Places that a look takes beside its part, whatever that is: two parts near each other are looked at as one."""

Outline = NDArray[Any]
"""N×2, places of a map: x, y."""
Part = tuple[int, int, int, int]
"""Left, top, right, bottom; places of a map, the last two excluded."""


def find_parts(maps: Maps, least: float = HINT, known: Sequence[Outline] = ()) -> list[Part]:
    """The parts of the maps that hold every hint of at least that much, and what lies around it; none without any.

    What lies within `known` outlines is no hint.
    """
    hints = (np.maximum(maps.tile, maps.half) > least).astype(np.uint8)
    for outline in known:
        cv2.fillConvexPoly(hints, np.round(outline).astype(np.int32), 0)
    spread = cv2.dilate(hints, np.ones((2 * AROUND + 1, 2 * AROUND + 1), np.uint8))
    _, _, found, _ = cv2.connectedComponentsWithStats(spread)
    return _join([(int(x), int(y), int(x + wide), int(y + high)) for x, y, wide, high, _ in found[1:]])


def _join(parts: list[Part]) -> list[Part]:
    """The parts, two made one wherever that costs no more to look at."""
    for one, other in combinations(parts, 2):
        both = min(one[0], other[0]), min(one[1], other[1]), max(one[2], other[2]), max(one[3], other[3])
        if measure_cost(both) <= measure_cost(one) + measure_cost(other):
            return _join([both, *(part for part in parts if part not in (one, other))])
    return parts


def measure_cost(part: Part) -> int:
    """The places that a look at a part takes."""
    left, top, right, bottom = part
    return (right - left + RIM) * (bottom - top + RIM)
