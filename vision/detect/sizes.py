"""How large tiles are in a picture, which of them are of one size, and pictures brought to another size."""

from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from .decode import Found

ALIKE = 1.5
"""Times as long as the shortest may be a tile that is looked at together with it."""
LEAST_SIZE = 0.33
"""Of most tiles' size: a smaller one is none, however far away it lies."""

PLAINLY_ONE = 0.7
"""The least score of a tile that is one, however small."""

Picture = NDArray[Any]


def scale_picture(image: Picture, scale: float) -> Picture:
    """The picture `scale` times as wide and high."""
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    size = max(8, round(image.shape[1] * scale)), max(8, round(image.shape[0] * scale))
    return cv2.resize(image, size, interpolation=how)


def _middle(sizes: Sequence[float], tiles: Sequence[Found]) -> float:
    """The middle one of the sizes of some tiles, each weighing as much as the tile is certain."""
    order = np.argsort(sizes, kind="stable")
    weights = np.cumsum([tiles[k].score ** 4 for k in order])
    return sizes[int(order[int(np.searchsorted(weights, weights[-1] / 2))])]


def find_middle_length(tiles: Sequence[Found]) -> float:
    """The middle length, in pixels, of one or more tiles."""
    return _middle([tile.length for tile in tiles], tiles)


def keep_of_a_size(tiles: Sequence[Found], clear: Sequence[Found] = ()) -> list[Found]:
    """The tiles that are not far smaller than most of them and the clear ones, unless a plain one is about as small."""
    every = [*tiles, *clear]
    least = LEAST_SIZE * _middle([tile.size for tile in every], every) if every else 0.0
    least = min([least, *(tile.size / ALIKE for tile in every if tile.score >= PLAINLY_ONE)])
    return [tile for tile in tiles if tile.size > least]


def group_by_length(tiles: Sequence[Found]) -> list[list[Found]]:
    """The tiles in groups of nearly the same length: seen from a seat, the far ones are half as long as the near."""
    groups: list[list[Found]] = []
    for tile in sorted(tiles, key=lambda tile: tile.length):
        if groups and tile.length < groups[-1][0].length * ALIKE:
            groups[-1].append(tile)
        else:
            groups.append([tile])
    return groups
