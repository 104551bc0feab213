"""Whether a half of a tile is hidden, predicted by the occlusion model from the rectified tile.

The other two models predict what halves show: if another tile covers a half, they see that tile's pips; if a plain card
does, a blank.
"""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from ..reading import ReadTile
from .arrays import Array
from .models import load_occlusion_model
from .pyramid import ImagePyramid

HEIGHT, WIDTH = 96, 56
"""Pixels of a rectified tile with its surroundings."""
AROUND = 8
"""Pixels of the surroundings on every side."""
CUT_LENGTH = 100.0
"""Pixels: the length that a tile needs to be rectified from."""


_LEFT, _TOP, _RIGHT, _BOTTOM = AROUND - 0.5, AROUND - 0.5, WIDTH - AROUND - 0.5, HEIGHT - AROUND - 0.5
OUTLINE = np.array([[_LEFT, _TOP], [_RIGHT, _TOP], [_RIGHT, _BOTTOM], [_LEFT, _BOTTOM]], np.float32)
"""Where the corners of the tile are in a crop."""


def rectify_tile(picture: Array, corners: Array) -> Array:
    """Return a tile cut out of the picture and rectified to HEIGHT×WIDTH×3 with its surroundings, its first half above.

    `corners`: 4×2, as in `vision.reading`.
    """
    homography = cv2.getPerspectiveTransform(corners.astype(np.float32), OUTLINE)
    size = (WIDTH, HEIGHT)
    flags, border = cv2.INTER_LINEAR, cv2.BORDER_REPLICATE
    return np.asarray(cv2.warpPerspective(picture, homography, size, flags=flags, borderMode=border))


def predict_occlusion(pyramid: ImagePyramid, outlines: Sequence[Array], length: float) -> NDArray[np.float64]:
    """Return the probabilities that each outline (4×2) is that of a tile, and that its second half is hidden: N×2.

    `length`: the typical length of the tiles in pixels.
    """
    if not outlines:
        return np.zeros((0, 2))
    picture, step = pyramid.pick_level(CUT_LENGTH / length)
    crops = [rectify_tile(picture, (np.asarray(outline) + 0.5) / step - 0.5) for outline in outlines]
    (logits,) = load_occlusion_model().predict(crops)
    return np.asarray(1 / (1 + np.exp(-logits.astype(np.float64))))


def complete_tile(corners: Array) -> Array:
    """Return the outline (4×2) of a whole tile from the corners of its first half (4×2, its short end first)."""
    a, b, c, d = np.asarray(corners, dtype=np.float64)
    return np.array([a, b, 2 * c - b, 2 * d - a])


def measure_length(tiles: Sequence[ReadTile]) -> float:
    """Return the median length of one or more tiles in pixels, or twice their width where they are foreshortened."""
    sides = np.array([np.hypot(*np.diff(np.array(tile.corners)[:3], axis=0).T) for tile in tiles])
    return float(np.median(np.maximum(2 * sides[:, 0], sides[:, 1])))
