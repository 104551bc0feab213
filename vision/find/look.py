"""One look of the first model at a part of the picture, at some scale."""

from dataclasses import replace
from functools import cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from .decode import Found, decode
from .network import Network
from .sizes import find_middle_length, scale_picture

BEST_LENGTH = 95.0
"""Pixels: as long a tile is read best."""
RIM = 16
"""Pixels added around what is looked at."""
LARGEST_PASS = 900_000
"""Pixels of a look at most."""
LEAST_LOOKED = 0.15
"""The least score of a tile that gets a closer look."""

Picture = NDArray[Any]
Region = tuple[int, int, int, int]
"""Left, top, right, bottom; pixels of the picture, the last two excluded."""


@cache
def load_network() -> Network:
    """The model, opened once."""
    return Network()


def _seen(picture: Picture) -> list[Found]:
    """What the first model sees in a picture; a rim is added, so that a tile at the border has one too."""
    rimmed = cv2.copyMakeBorder(picture, RIM, RIM, RIM, RIM, cv2.BORDER_REPLICATE)
    found = decode(load_network().look([rimmed])[0])
    return [replace(tile, centre=tile.centre - RIM, halves=tile.halves - RIM) for tile in found]


def look_at(image: Picture, region: Region, scale: float, *, turned: bool = False) -> list[Found]:
    """The tiles in a region of the picture seen at `scale`, upside down if `turned`; in pixels of the picture."""
    left, top, right, bottom = region
    part = scale_picture(image[top:bottom, left:right], scale)
    high, wide = part.shape[:2]
    by = np.array([(right - left) / wide, (bottom - top) / high])
    shift, sign = np.array([left, top]) + by / 2 - 0.5, 1
    if turned:
        part = np.ascontiguousarray(part[::-1, ::-1])
        shift, sign = np.array([right, bottom]) - by / 2 - 0.5, -1
    return [move_tile(tile, sign * by, shift) for tile in _seen(part) if tile.score >= LEAST_LOOKED]


def move_tile(tile: Found, by: Picture, shift: Picture | float) -> Found:
    """The tile stretched (x, y) and shifted."""
    return replace(
        tile,
        centre=tile.centre * by + shift,
        halves=tile.halves * by + shift,
        along=tile.along * by,
        across=tile.across * by,
    )


def find_whole_region(image: Picture) -> Region:
    return 0, 0, image.shape[1], image.shape[0]


def find_region(tiles: list[Found], shape: tuple[int, ...]) -> Region:
    """The part of the picture (left, top, right, bottom) that holds the tiles and a margin of most of a tile."""
    reach = find_middle_length(tiles) * 1.3
    middles = np.array([tile.centre for tile in tiles])
    low, high = middles.min(axis=0) - reach, middles.max(axis=0) + reach
    return (
        max(0, int(low[0])), max(0, int(low[1])), min(shape[1], int(high[0]) + 1), min(shape[0], int(high[1]) + 1)
    )  # fmt: skip


def limit_scale(region: Region, scale: float) -> float:
    return min(scale, float(np.sqrt(LARGEST_PASS / measure_region(region))))


def measure_region(region: Region) -> int:
    left, top, right, bottom = region
    return (right - left) * (bottom - top)
