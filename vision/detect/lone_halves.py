"""Halves that belong to no tile that was read: the other half of their tile may be hidden or outside the picture.

The detector does not tell how large a half without a tile is; its size is taken from the nearest tile.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from ..reading import ReadTile
from .arrays import Array
from .candidates import Candidates
from .decode import UnpairedHalf
from .halves import find_half_corners
from .polygons import Polygon, make_polygon

MAX_HALVES = 24
"""The number of halves that are examined, those with the highest scores."""
SAME = 0.1
"""A detection whose middle is at most this fraction of its length from that of a tile was read as this tile."""


@dataclass(frozen=True, slots=True)
class LoneHalf:
    """A half that may belong to a tile that was not read.

    `corners`: 4×2; `score`: the detector's probability that it is a half; `paired_share`: as in `Detection`.
    """

    corners: Array
    score: float
    paired_share: float


def find_lone_halves(candidates: Candidates, tiles: Sequence[ReadTile]) -> list[LoneHalf]:
    """Return the halves of unread tiles: those that overlap none of the `tiles`, which were read; highest score first.

    They are unpaired halves, and the halves of candidates that were not read.
    """
    if not tiles:
        return []
    middles = np.array([np.mean(tile.corners, axis=0) for tile in tiles])
    detections = [each.detection for each in candidates.tiles]
    unread = [each for each in detections if np.hypot(*(middles - each.centre).T).min() > SAME * each.length]
    every = [LoneHalf(_make_square(half, tiles), half.score, half.paired_share) for half in candidates.unpaired]
    every += [
        LoneHalf(find_half_corners(tile.corners, half), tile.score, tile.paired_share)
        for tile in unread
        for half in (0, 1)
    ]
    taken = make_polygons(tiles)
    free = [each for each in every if make_polygon(each.corners).is_free(taken)]
    return sorted(free, key=lambda each: -each.score)[:MAX_HALVES]


def _make_square(half: UnpairedHalf, tiles: Sequence[ReadTile]) -> Array:
    """Return the corners of an unpaired half, as large as those of the nearest tile; any side may be its short end."""
    frame = find_frame(half.centre, tiles)
    axes = np.linalg.solve(frame, half.axes.T)  # on the table
    turns = np.arctan2(axes[1], axes[0])
    turn = float(np.angle(np.exp(4j * turns).sum())) / 4
    axes = frame @ np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    return np.asarray(half.centre + np.array([[-1, -1], [-1, 1], [1, 1], [1, -1]]) / 2 @ axes.T)


def find_frame(place: Array, tiles: Sequence[ReadTile]) -> Array:
    """Return the 2×2 matrix that maps vectors on the table to pixels of the picture.

    It is that of the tile nearest to `place`, and its unit on the table is the width of a tile.
    """
    corners = min((np.array(tile.corners) for tile in tiles), key=lambda each: np.hypot(*(each.mean(axis=0) - place)))
    along = corners[[2, 3]].sum(axis=0) - corners[[0, 1]].sum(axis=0)
    across = corners[1] + corners[2] - corners[0] - corners[3]
    return np.array([along / 4, across / 2]).T


def make_polygons(tiles: Iterable[ReadTile]) -> list[Polygon]:
    """Return the outline of each tile as a polygon."""
    return [make_polygon(np.array(tile.corners)) for tile in tiles]
