"""Whether a half of a tile is hidden: the tile is laid straight, and the third network looks at it.

The other two networks tell what halves show. Where another tile lies over one they see that tile's pips; where a plain
card does, a blank.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from .levels import Levels
from .network import HiddenReader

HIGH, WIDE = 96, 56
"""Pixels of a tile laid straight, with what lies about it."""
AROUND = 8
"""Pixels of that about it on every side."""
CUT_LENGTH = 100.0
"""Pixels: as long a tile needs to be for it to be laid straight from."""

Picture = NDArray[Any]
Points = NDArray[Any]

_LEFT, _TOP, _RIGHT, _BOTTOM = AROUND - 0.5, AROUND - 0.5, WIDE - AROUND - 0.5, HIGH - AROUND - 0.5
OUTLINE = np.array([[_LEFT, _TOP], [_RIGHT, _TOP], [_RIGHT, _BOTTOM], [_LEFT, _BOTTOM]], np.float32)
"""Where the corners of the tile are in it."""


@cache
def load_hidden_reader() -> HiddenReader:
    """The third model, opened once."""
    return HiddenReader()


def lay_straight(picture: Picture, corners: Points) -> Picture:
    """A tile (4×2 corners, as in `vision.reading`) as HIGH×WIDE×3, its first half above."""
    turn = cv2.getPerspectiveTransform(corners.astype(np.float32), OUTLINE)
    size = (WIDE, HIGH)
    return np.asarray(cv2.warpPerspective(picture, turn, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE))


def look_for_hidden(image: Levels, outlines: Sequence[Points], length: float) -> NDArray[np.float64]:
    """How likely tiles lie so as these `outlines` (4×2 corners each) say, and how likely their second half is hidden.

    N×2. `length`: that of most of them, in pixels.
    """
    if not outlines:
        return np.zeros((0, 2))
    picture, step = image.pick(CUT_LENGTH / length)
    laid = [lay_straight(picture, (np.asarray(outline) + 0.5) / step - 0.5) for outline in outlines]
    return np.asarray(1 / (1 + np.exp(-load_hidden_reader().raw(laid).astype(np.float64))))


def find_outline(corners: Points) -> Points:
    """The outline of the tile (4×2 corners) whose first half has these corners (4×2, its short end first)."""
    a, b, c, d = np.asarray(corners, dtype=np.float64)
    return np.array([a, b, 2 * c - b, 2 * d - a])
