"""Sizes of tiles in a picture, and groups of tiles of about one size."""

from collections.abc import Sequence

import cv2
import numpy as np

from .arrays import Array
from .decode import Detection

ALIKE = 1.5
"""Tiles are refined together if the longest is less than this many times as long as the shortest."""
LEAST_SIZE = 0.33
"""A detection smaller than this fraction of the typical size is no tile, however far away it lies."""
PLAINLY_ONE = 0.7
"""The least score of a detection that is a tile, however small."""


def resize(image: Array, scale: float) -> Array:
    """Return the picture resized by `scale`, each side at least 8 pixels."""
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    size = max(8, round(image.shape[1] * scale)), max(8, round(image.shape[0] * scale))
    return cv2.resize(image, size, interpolation=how)


def _weighted_median(sizes: Sequence[float], tiles: Sequence[Detection]) -> float:
    """Return the median of the tiles' sizes, each weighted by its score to the fourth power."""
    order = np.argsort(sizes, kind="stable")
    weights = np.cumsum([tiles[k].score ** 4 for k in order])
    return sizes[int(order[int(np.searchsorted(weights, weights[-1] / 2))])]


def typical_length(tiles: Sequence[Detection]) -> float:
    """Return the median length of one or more tiles in pixels, weighted by their scores."""
    return _weighted_median([tile.length for tile in tiles], tiles)


def filter_by_size(tiles: Sequence[Detection], clear: Sequence[Detection] = ()) -> list[Detection]:
    """Return the tiles without those that are far smaller than most of `tiles` and `clear`.

    A tile that is about as large as a detection with a high score is never left out.
    """
    every = [*tiles, *clear]
    least = LEAST_SIZE * _weighted_median([tile.size for tile in every], every) if every else 0.0
    least = min([least, *(tile.size / ALIKE for tile in every if tile.score >= PLAINLY_ONE)])
    return [tile for tile in tiles if tile.size > least]


def group_by_length(tiles: Sequence[Detection]) -> list[list[Detection]]:
    """Return the tiles in groups of about the same length; in perspective far tiles are half as long as near ones."""
    groups: list[list[Detection]] = []
    for tile in sorted(tiles, key=lambda tile: tile.length):
        if groups and tile.length < groups[-1][0].length * ALIKE:
            groups[-1].append(tile)
        else:
            groups.append([tile])
    return groups
