"""Reading of a photo: `read` opens it, finds its tiles and how they touch, and lists what players should check."""

import time
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from .doubts.holes import find_holes
from .doubts.tile_set import find_doubts, lower_doubted
from .doubts.unclear_layouts import find_unclear_pairs
from .joins.joins_and_groups import find_joins_and_groups
from .joins.likeliest_layout import choose_layout
from .reading import Point, Reading, ReadTile
from .reading.groups import find_groups

if TYPE_CHECKING:
    from .photo.decoding import Photo, Picture

TileFinder = Callable[["Picture", int | None], tuple[ReadTile, ...]]
"""A function that returns the tiles in an upright picture (H×W×3 uint8, BGR).

Its second argument is the largest half of the match's set, or None. Corners and centres are in pixels of that picture.
"""

STEPS = ("open", "find_tiles", "joins")
"""The steps that `Reading.ms` times, in order; "all" is their sum."""


def read(data: "bytes | Photo", largest: int | None = None, *, find_tiles: TileFinder | None = None) -> Reading:
    """Return the reading of a photo: its tiles, how they touch, its doubts, and the times of STEPS in `ms`.

    `data` is the bytes of a file, or a photo from `open_photo`, for a caller that also stores the picture. `largest` is
    the largest half of the match's set (None: unknown); tiles of a larger set are read all the same, and get a doubt.
    Points are pixels of the upright photo at full size. `find_tiles` replaces the detector. Raises PhotoError.
    """
    from .photo.decoding import Photo, open_photo  # OpenCV is loaded only by processes that read

    clock = [time.perf_counter()]
    photo = data if isinstance(data, Photo) else open_photo(data)
    clock.append(time.perf_counter())
    if find_tiles is None:
        from .detect.pipeline import detect  # ONNX Runtime is loaded only by processes that read

        find_tiles = detect
    tiles = tuple(_at_full_size(tile, photo.scale) for tile in find_tiles(photo.image, largest))
    clock.append(time.perf_counter())
    reading = make_reading(photo.size, tiles, largest)
    clock.append(time.perf_counter())
    ms = {step: (end - start) * 1000 for step, (start, end) in zip(STEPS, pairwise(clock), strict=True)}
    ms["all"] = sum(ms.values())
    return replace(reading, ms=ms)


def make_reading(size: tuple[int, int], tiles: tuple[ReadTile, ...], largest: int | None = None) -> Reading:
    """Return the reading of a photo of `size` on which `tiles` lie: how they touch, and its doubts.

    Points are pixels of the photo; `largest` is the largest half of the match's set (None: unknown).
    """
    layout = choose_layout(tiles)
    joins, groups = find_joins_and_groups(tiles, layout)
    layouts = find_groups(len(tiles), (join.pair for join in joins if join.kind == "joint"))
    doubts = find_doubts(tiles, largest, find_holes(tiles, layouts), find_unclear_pairs(tiles, layout))
    return Reading(size, lower_doubted(tiles, doubts), joins, groups, doubts)


def _at_full_size(tile: ReadTile, scale: tuple[float, float]) -> ReadTile:
    """Return `tile` with its points multiplied by `scale` (x, y), which is `Photo.scale`: in full-size pixels."""

    def full(point: Point) -> Point:
        """Return the point in pixels of the full-size photo."""
        return point[0] * scale[0], point[1] * scale[1]

    one, two, three, four = map(full, tile.corners)
    first, second = (replace(half, centre=full(half.centre)) for half in tile.halves)
    return replace(tile, corners=(one, two, three, four), halves=(first, second))
