"""The foreshortening of a table that the camera sees from the side, and frames without it."""

from collections.abc import Sequence

import cv2
import numpy as np

from ..detect.arrays import Array
from ..reading import ReadTile

LEAST, MOST = 1.15, 1.5
"""The least foreshortening for which a frame is stretched, and the most that is undone."""


def measure_foreshortening(tiles: Sequence[ReadTile]) -> float:
    """Return how many times as long tiles look that lie across the picture as tiles that point up and down in it.

    It is 1 from straight above, about 1.4 for a camera that looks down at 45 degrees, and 1 if there are no tiles. A
    tile is assumed to be half as wide as it is long.
    """
    corners = np.array([tile.corners for tile in tiles]).reshape(-1, 4, 2)
    along = (corners[:, 2] + corners[:, 3] - corners[:, 0] - corners[:, 1]) / 2
    across = corners[:, 1] + corners[:, 2] - corners[:, 0] - corners[:, 3]
    # On the table both vectors have the length of a tile: a·x² + b·y² = 1 for one a and one b.
    squares = np.concatenate([along, across]) ** 2
    a, b = np.linalg.lstsq(squares, np.ones(len(squares)), rcond=None)[0]
    return float(np.sqrt(b / a)) if a > 0 and b > 0 else 1.0


def stretch_frame(frame: Array, tiles: Sequence[ReadTile], share: float = 1.0) -> Array:
    """Return the frame, stretched to `share` of the height at which `tiles` look as they do from straight above.

    It is unchanged if their foreshortening is less than LEAST.
    """
    factor = measure_foreshortening(tiles)
    if factor < LEAST:
        return frame
    size = frame.shape[1], round(frame.shape[0] * min(factor, MOST) * share)
    return np.asarray(cv2.resize(frame, size, interpolation=cv2.INTER_CUBIC), np.uint8)
