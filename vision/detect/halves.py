"""Cutting the halves of a tile out of a picture and laying them straight, for a closer look."""

from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

SIDE = 80
"""Pixels: a cut-out is so wide and high; the half fills INNER of them, its short end above, the divider below."""
INNER = 64

Points = NDArray[Any]
Picture = NDArray[Any]

_EDGE = (SIDE - INNER) / 2 - 0.5
_FAR = SIDE - 1 - _EDGE
SQUARE = np.array([[_EDGE, _EDGE], [_FAR, _EDGE], [_FAR, _FAR], [_EDGE, _FAR]], np.float32)
"""Where in a cut-out the corners of the half are, its short end first, clockwise."""


def _crossing(a: Points, b: Points, c: Points, d: Points) -> Points | None:
    """Where the line a-b meets the line c-d; None where they are parallel."""
    u, v, w = b - a, d - c, c - a
    cross = float(u[0] * v[1] - u[1] * v[0])
    if abs(cross) < 1e-6:
        return None
    return np.asarray(a + u * ((w[0] * v[1] - w[1] * v[0]) / cross))


def find_half_corners(corners: Sequence[Sequence[float]] | Points, half: int) -> Points:
    """The corners (4×2) of a half, its short end first, clockwise; `corners` are the tile's, as in `vision.reading`.

    Seen in perspective the divider is not halfway along the tile: it runs through where the diagonals cross.
    """
    c = np.asarray(corners, dtype=np.float64)
    left, right = (c[0] + c[3]) / 2, (c[1] + c[2]) / 2
    middle = _crossing(c[0], c[2], c[1], c[3])
    if middle is not None:
        aside = right - left
        ends = _crossing(c[0], c[3], middle, middle + aside), _crossing(c[1], c[2], middle, middle + aside)
        if ends[0] is not None and ends[1] is not None:
            left, right = ends
    return np.array([c[0], c[1], right, left] if half == 0 else [c[2], c[3], left, right])


def cut(picture: Picture, corners: Points) -> tuple[Picture, Points]:
    """A half (corners as from `find_half_corners`) as SIDE×SIDE×3, and the 3×3 homography from the picture to it."""
    turn = cv2.getPerspectiveTransform(corners.astype(np.float32), SQUARE)
    size = (SIDE, SIDE)
    laid = cv2.warpPerspective(picture, turn, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(laid), np.asarray(turn)


def correct_corners(turn: Points, misses: Points) -> Points:
    """A half's corners (4×2) in the picture: `turn` cut it out, `misses` (8) is how far they are from SQUARE."""
    there = SQUARE + np.asarray(misses, np.float32).reshape(4, 2) * INNER
    return np.asarray(cv2.perspectiveTransform(there[None], np.linalg.inv(turn))[0], np.float64)
