"""A photo of dominoes -> the tiles on it and how they touch.

`read` is the one way in. Nothing here knows a rule of any game: what an open end is, and what it counts, is the
variant's business. Nothing here imports another part of the project; cv2 and numpy do the work, and pillow opens
files in `vision.photo` alone.
"""

import time
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

from .doubts.holes import find_holes
from .doubts.of_a_set import find_doubts, lower_doubted
from .doubts.unclear import find_unclear_pairs
from .joins.choosing import choose_layout
from .joins.groups import find_groups
from .joins.touching import find_joins_and_groups
from .photo import Photo, PhotoError, Picture, is_whole, keep, open_photo, tidy_photo
from .photo.jpeg import measure_jpeg
from .reading import Doubt, Half, Join, Point, Reading, ReadTile, is_reading

__all__ = [
    "Doubt",
    "Half",
    "Join",
    "Photo",
    "PhotoError",
    "Point",
    "ReadTile",
    "Reading",
    "find_groups",
    "find_joins_and_groups",
    "is_reading",
    "is_whole",
    "keep",
    "measure_jpeg",
    "open_photo",
    "read",
    "tidy_photo",
]  # fmt: skip

Eye = Callable[[Picture, int | None], tuple[ReadTile, ...]]
"""Finds the tiles on an upright picture, told the match's largest half or None; corners in the picture's own pixels."""

STEPS = ("open", "find_tiles", "joins")
"""What a reading's `ms` tells apart, in order; "all" is their sum."""


def read(data: bytes | Photo, largest: int | None = None, *, find_tiles: Eye | None = None) -> Reading:
    """The tiles on a photo, how they touch, and what is doubtful.

    `data` is the file's bytes, or a photo already opened by `open_photo` (whoever keeps the picture as well opens
    it once and asks `Photo.kept`); `largest` is the most pips on a half in the set which the match is played with:
    what lies on the photo is read all the same, and a tile of a larger set is doubtful. Points are pixels of the
    upright photo at its full size. `find_tiles` replaces the eye. Raises PhotoError.
    """
    clock = [time.perf_counter()]
    photo = data if isinstance(data, Photo) else open_photo(data)
    clock.append(time.perf_counter())
    if find_tiles is None:
        from .find import eye  # its network is loaded by those who read, not by all who import us

        find_tiles = eye.find_tiles
    tiles = tuple(_at_full_size(tile, photo.scale) for tile in find_tiles(photo.image, largest))
    clock.append(time.perf_counter())
    layout = choose_layout(tiles)
    joins, groups = find_joins_and_groups(tiles, layout)
    layouts = find_groups(len(tiles), ((join.a, join.b) for join in joins if join.kind == "joint"))
    doubts = find_doubts(tiles, largest, find_holes(tiles, layouts), find_unclear_pairs(tiles, layout))
    clock.append(time.perf_counter())
    ms = {step: (end - start) * 1000 for step, (start, end) in zip(STEPS, pairwise(clock), strict=True)}
    ms["all"] = sum(ms.values())
    return Reading(photo.size, lower_doubted(tiles, doubts), joins, groups, doubts, ms)


def _at_full_size(tile: ReadTile, scale: tuple[float, float]) -> ReadTile:
    """`tile` with its points, read on a smaller picture, multiplied by `scale` in x and y."""

    def full(point: Point) -> Point:
        return point[0] * scale[0], point[1] * scale[1]

    one, two, three, four = tile.corners
    first, second = tile.halves
    return replace(
        tile,
        corners=(full(one), full(two), full(three), full(four)),
        halves=(replace(first, centre=full(first.centre)), replace(second, centre=full(second.centre))),
    )
