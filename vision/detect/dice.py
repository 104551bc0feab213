"""Stage 5, dice: leaves out readings of two faces of a die, or of two dice side by side.

Each face resembles a half of a tile, but not both together one tile: the occlusion model, which sees the whole outline
and its surroundings, was trained to tell them apart. All readings of a picture are judged together first, because one
alone is sometimes judged wrongly.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ..reading import ReadTile
from .arrays import Array
from .calibration import logit
from .occlusion import measure_length, predict_occlusion
from .pyramid import ImagePyramid

LEAST_MEAN = 0.5
"""The least mean of the log odds that the readings of a picture are tiles."""
LEAST_TILE = 0.05
"""The least probability that a reading is a tile if those of the whole picture are."""
LEAST_SURE = 0.5
"""The same for a tile that is sure."""


def leave_out_dice(pyramid: ImagePyramid, tiles: Sequence[ReadTile]) -> tuple[ReadTile, ...]:
    """Return the tiles without those that are likely dice; none if all together likely are."""
    shares = measure_tiles(pyramid, tiles)
    if not tiles or np.mean([*map(logit, shares)]) < LEAST_MEAN:
        return ()
    return tuple(
        replace(tile, sure=tile.sure and share >= LEAST_SURE)
        for tile, share in zip(tiles, shares, strict=True)
        if share >= LEAST_TILE
    )


def measure_tiles(pyramid: ImagePyramid, tiles: Sequence[ReadTile]) -> Array:
    """Return the probability that each reading is a tile at all, in the likelier of its two directions."""
    if not tiles:
        return np.zeros(0)
    outlines = [np.roll(np.array(tile.corners), 2 * turned, axis=0) for tile in tiles for turned in (1, 0)]
    return np.asarray(predict_occlusion(pyramid, outlines, measure_length(tiles))[:, 0].reshape(-1, 2).max(axis=1))
