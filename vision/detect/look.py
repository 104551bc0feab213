"""One look of the first model at a part of the picture, at some scale."""

from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from .decode import Decoded, Found, LoneHalf, decode
from .levels import Levels
from .network import LARGE_MODEL, MODEL, Maps, Network
from .parts import PLAIN_HINT, Part, find_parts
from .sizes import find_middle_length, scale_picture

BEST_LENGTH = 95.0
"""Pixels: as long a tile is read best."""
RIM = 8
"""Pixels added at least around what is looked at."""
GRID = 32
"""A multiple of so many pixels is as high and as wide as the network takes a picture."""
CELL = 4
"""Pixels to a place of the network's coarse maps."""
LARGEST_PASS = 900_000
"""Pixels of a look at most."""
LEAST_LOOKED = 0.15
"""The least score of a tile that gets a closer look."""

EXPLAINS, GROWN = 0.5, 1.2
"""The least score of a tile that explains the hints on it, and how much larger than itself it does."""

Picture = NDArray[Any]
Region = tuple[int, int, int, int]
"""Left, top, right, bottom; pixels of the picture, the last two excluded."""


@dataclass(frozen=True, slots=True)
class Sight:
    """A picture, and which first model is asked about it: if `large`, the one that was taught large sets alone."""

    levels: Levels
    large: bool = False


@dataclass(frozen=True, slots=True)
class Overview:
    """What is seen on a whole picture, the parts with a hint of a tile, and those with one that nothing explains.

    Such a hint is a plain one and of none of the clear tiles: of a smaller one, perhaps.
    """

    seen: Decoded
    hints: tuple[Region, ...] = ()
    unexplained: tuple[Region, ...] = ()


@cache
def load_network(large: bool) -> Network:
    """The first model, opened once; that for large sets if so."""
    return Network(LARGE_MODEL if large else MODEL)


def _ask(picture: Picture, large: bool) -> tuple[Maps, Picture]:
    """What the first model says of a picture, and where (x, y) in what it was shown the picture begins.

    A rim is added, so that a tile at the border has one too: as much as the network would add to it by itself.
    """
    high, wide = picture.shape[:2]
    more, aside = (-(side + 2 * RIM) % GRID + 2 * RIM for side in (high, wide))
    top, left = more // 2, aside // 2
    rimmed = cv2.copyMakeBorder(picture, top, more - top, left, aside - left, cv2.BORDER_REPLICATE)
    return load_network(large).look([rimmed])[0], np.array([left, top])


def _decode(maps: Maps, begin: Picture, by: Picture, shift: Picture) -> Decoded:
    """What the first model sees in a picture which begins at `begin` of what it was shown, stretched and shifted."""
    seen = decode(maps)
    tiles = [tile for tile in seen.tiles if tile.score >= LEAST_LOOKED]
    shift = shift - begin * by
    return Decoded([move_tile(tile, by, shift) for tile in tiles], [_move_half(half, by, shift) for half in seen.lone])


def look_at(sight: Sight, region: Region, scale: float, *, turned: bool = False) -> Decoded:
    """What lies in a region of the picture seen at `scale`, upside down if `turned`; in pixels of the picture."""
    part, (left, top, right, bottom) = _take_part(sight.levels, region, scale)
    high, wide = part.shape[:2]
    by = np.array([(right - left) / wide, (bottom - top) / high])
    shift, sign = np.array([left, top]) + by / 2 - 0.5, 1
    if turned:
        part = np.ascontiguousarray(part[::-1, ::-1])
        shift, sign = np.array([right, bottom]) - by / 2 - 0.5, -1
    return _decode(*_ask(part, sight.large), sign * by, shift)


def look_over(sight: Sight, scale: float) -> Overview:
    """The whole picture seen at `scale`."""
    image = sight.levels
    picture, (_, _, *size) = _take_part(image, (0, 0, image.shape[1], image.shape[0]), scale)
    by = np.array(size) / picture.shape[1::-1]
    maps, begin = _ask(picture, sight.large)
    seen = _decode(maps, begin, by, by / 2 - 0.5)
    grown = ((tile.corners - tile.centre) * GROWN + tile.centre for tile in seen.tiles if tile.score >= EXPLAINS)
    explained = [((outline - by / 2 + 0.5) / by + begin) / CELL for outline in grown]
    hints, unexplained = find_parts(maps), find_parts(maps, PLAIN_HINT, explained)
    return Overview(seen, _find_regions(hints, begin, by, size), _find_regions(unexplained, begin, by, size))


def _find_regions(parts: list[Part], begin: Picture, by: Picture, size: list[int]) -> tuple[Region, ...]:
    """What parts of maps hold of a picture of that size, which begins at `begin` of what the network was shown."""
    ends = [np.clip((np.reshape(part, (2, 2)) * CELL - begin) * by, 0, size).astype(int) for part in parts]
    regions = [(int(low[0]), int(low[1]), int(high[0]), int(high[1])) for low, high in ends]
    return tuple(region for region in regions if measure_region(region))


def _take_part(image: Levels, region: Region, scale: float) -> tuple[Picture, Region]:
    """A region of the picture at `scale`, and which one it is to the pixel: all of its level's that it touches."""
    level, step = image.pick(scale)
    left, top = region[0] // step, region[1] // step
    right, bottom = min(-(-region[2] // step), level.shape[1]), min(-(-region[3] // step), level.shape[0])
    part = scale_picture(level[top:bottom, left:right], scale * step)
    return part, (left * step, top * step, right * step, bottom * step)


def move_tile(tile: Found, by: Picture, shift: Picture | float) -> Found:
    """The tile stretched (x, y) and shifted."""
    return replace(
        tile,
        centre=tile.centre * by + shift,
        halves=tile.halves * by + shift,
        along=tile.along * by,
        across=tile.across * by,
    )


def _move_half(half: LoneHalf, by: Picture, shift: Picture) -> LoneHalf:
    """The half stretched (x, y) and shifted."""
    return replace(half, middle=half.middle * by + shift, axes=half.axes * by)


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
