"""Stage 6, numerals: tiles on which a digit may have been taken for a pip become unsure.

The models were trained on pips alone. They read most printed digits as one pip, but a digit is larger than a lone pip.
"""

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from ..reading import ReadTile
from .arrays import Array
from .halves import CUT_LENGTH, INNER, SIDE, find_half_corners, rectify_half
from .occlusion import measure_length
from .pyramid import ImagePyramid

LARGEST_PIP = 0.34
"""The largest diameter of a lone pip, as a fraction of a half's side: that of 351 on photos is at most 0.31."""
UNLIKELY = 0.5
"""The largest confidence of a tile with a larger one."""
EDGE = (SIDE - INNER) // 2 + INNER // 12
"""Pixels on each side of a crop that are left out: its surroundings, the edge of the tile and the divider."""


def doubt_numerals(pyramid: ImagePyramid, tiles: Sequence[ReadTile]) -> list[ReadTile]:
    """Return the tiles; those on which a lone pip is larger than LARGEST_PIP are not sure, and UNLIKELY at most."""
    return [
        replace(tile, sure=False, confidence=min(tile.confidence, UNLIKELY))
        if 1 in tile.pips and _measure_lone_pip(pyramid, tile) > LARGEST_PIP
        else tile
        for tile in tiles
    ]


def _measure_lone_pip(pyramid: ImagePyramid, tile: ReadTile) -> float:
    """Return the size of the larger lone pip of a tile, as `measure_mark` does."""
    picture, step = pyramid.pick_level(CUT_LENGTH / measure_length([tile]))
    corners = (np.array(tile.corners) + 0.5) / step - 0.5
    halves = (find_half_corners(corners, k) for k in (0, 1) if tile.pips[k] == 1)
    return max(measure_mark(rectify_half(picture, half)[0]) for half in halves)


def measure_mark(crop: Array) -> float:
    """Return the longer side of what is drawn nearest the middle of a half, as a fraction of the half's side.

    `crop` is that of `rectify_half`. What is drawn is what differs from the median colour of the half by more than half
    of the largest difference near the middle.
    """
    inner = cv2.GaussianBlur(crop[EDGE:-EDGE, EDGE:-EDGE], (3, 3), 0).astype(np.float32)
    difference = np.abs(inner - np.median(inner.reshape(-1, 3), axis=0)).max(axis=2)
    near = slice(len(inner) // 4, -(len(inner) // 4))
    drawn = (difference > difference[near, near].max() / 2).astype(np.uint8)
    _, _, boxes, middles = cv2.connectedComponentsWithStats(drawn)
    large = boxes[:, cv2.CC_STAT_AREA] >= 4  # not noise
    large[0] = False  # the background
    if not large.any():
        return 0.0
    distances = np.hypot(*(middles - (len(inner) - 1) / 2).T)
    nearest = boxes[int(np.where(large, distances, np.inf).argmin())]
    return float(max(nearest[cv2.CC_STAT_WIDTH], nearest[cv2.CC_STAT_HEIGHT])) / INNER
