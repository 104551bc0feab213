"""Stage 4, suppress: keeps the candidates that can lie together in the picture, and reads each as one tile of a set.

Two tiles never lie in the same place, and a set has each tile once.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import product
from math import prod
from statistics import median

import numpy as np

from ..reading import ReadTile
from .arrays import Array
from .candidates import Candidate
from .pips import NUMBERS
from .polygons import Polygon, make_frame, make_polygon

LEAST_KEPT = 0.2
"""The least score, times the probability that this is a tile at all."""
LEAST_BLANK = 0.4
"""The same for a tile without a single pip, which other objects resemble more easily."""
LEAST_LISTED = 0.3
"""The least confidence of a reading: on rendered scenes 1 % of the right ones have less, and most wrong ones."""
LEAST_ANY = 0.97
"""The least probability that there is any tile on a picture: `vision.lab.train.calibrate`."""
CLEAREST = 3
"""Only this many tiles count for LEAST_ANY: a picture of other objects yields one or two with little confidence."""
LEAST_INSIDE = 0.8
"""The least share of a tile that is within the picture, for a tile that may be sure."""
LEAST_CUT, CLEAR_CUT = 0.6, 0.8
"""The least share of a tile that is cut off by the border, and its least confidence: the pips that are seen allow no
other numbers."""
LEAST_PAIRED, CLEAR_UNPAIRED = 0.5, 0.92
"""If at most this share of the clearly visible halves belongs to tiles, and no tile is sure or has this confidence, the
halves are the faces of dice."""
LEAST_HOPE = 0.2
"""If no candidate has this confidence, there is no tile: on rendered scenes a second look never raised a lower one."""
HOPELESS = 0.1
"""A candidate with less score, times the probability that it is a tile, is not looked at again."""
CLEAR_BLANK = 0.8
"""The least rank of a second double blank, which a bare rectangle resembles more than any other tile."""
LEAST_OTHER = 0.05
"""The least probability, relative to its likeliest numbers, of other numbers that are tried for a tile read twice.

A set has each tile once, so one of two candidates with the same numbers is wrong.
"""


def suppress(candidates: Sequence[Candidate], shape: tuple[int, ...]) -> tuple[ReadTile, ...]:
    """Return the tiles among the candidates in a picture of `shape` (height, width), clearest first."""
    chosen = suppress_overlaps([each for each in candidates if is_tile(each, shape)])
    tiles = [
        replace(tile, sure=tile.sure and measure_inside(tile.corners, shape) >= LEAST_INSIDE)
        for tile in resolve_duplicates(chosen)
        if tile.confidence >= LEAST_LISTED
    ]
    if measure_any(tile.confidence for tile in tiles) < LEAST_ANY or _are_dice(chosen, tiles):
        return ()
    return tuple(tiles)


def _are_dice(candidates: Sequence[Candidate], tiles: Sequence[ReadTile]) -> bool:
    """Return whether the halves of the `candidates`, which are read as `tiles`, are more likely the faces of dice."""
    if any(tile.sure or tile.confidence >= CLEAR_UNPAIRED for tile in tiles):
        return False
    return median(each.detection.paired_share for each in candidates) <= LEAST_PAIRED


def drop_hopeless(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Return the candidates that are worth a second look or are settled; none if no candidate is likely enough."""
    if all(each.confidence(each.combined.pips) < LEAST_HOPE for each in candidates):
        return []
    return [each for each in candidates if each.settled or each.detection.score * each.real >= HOPELESS]


def is_tile(candidate: Candidate, shape: tuple[int, ...]) -> bool:
    """Return whether a candidate is likely a tile that is within a picture of `shape` (height, width).

    It may be cut off by the border if it is clear.
    """
    least = LEAST_BLANK if candidate.combined.pips == (0, 0) else LEAST_KEPT
    if candidate.detection.score * candidate.real < least:
        return False
    inside = measure_inside(candidate.corners, shape)
    is_clear = candidate.combined.pips != (0, 0) and candidate.confidence(candidate.combined.pips) >= CLEAR_CUT
    return inside >= LEAST_INSIDE or (inside >= LEAST_CUT and is_clear)


def measure_inside(outline: Array | Sequence[Sequence[float]], shape: tuple[int, ...]) -> float:
    """Return the share (0 to 1) of the `outline` (4×2) that is within a picture of `shape` (height, width)."""
    corners = np.asarray(outline)
    if (corners >= 0).all() and (corners <= shape[1::-1]).all():
        return 1.0
    return make_polygon(corners).share_within(make_frame(shape))


def suppress_overlaps(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Return the candidates that overlap none of higher rank, the highest first (non-maximum suppression)."""
    chosen: list[tuple[Candidate, Polygon]] = []
    for each in sorted(candidates, key=lambda each: -each.rank(each.combined.pips)):
        polygon = make_polygon(each.corners)
        if polygon.is_free(other for _, other in chosen):
            chosen.append((each, polygon))
    return [each for each, _ in chosen]


def resolve_duplicates(candidates: Sequence[Candidate]) -> list[ReadTile]:
    """Return each candidate as a tile; no two tiles have the same numbers where other numbers are possible.

    If a clearer candidate has the same numbers, the next likely ones that no tile has are used.
    """
    tiles: list[ReadTile] = []
    names = {tuple(sorted(each.combined.pips)) for each in candidates}
    read: set[tuple[int, ...]] = set()
    for each in candidates:
        pips, share = each.combined.pips, 0.0
        if tuple(sorted(pips)) in read:
            least = LEAST_OTHER * each.probability(pips)
            others = [
                (a, b)
                for a, b in product(range(NUMBERS), repeat=2)
                if tuple(sorted((a, b))) not in names | read and each.probability((a, b)) > least
            ]
            pips = max(others, key=each.probability, default=pips)
            share = each.probability(pips) / max(sum(map(each.probability, others)), each.probability(pips))
            if pips == (0, 0) and pips in read and each.rank(pips) < CLEAR_BLANK:
                continue
        read.add(tuple(sorted(pips)))
        tiles.append(each.read(pips, share))
    return tiles


def measure_any(confidences: Iterable[float]) -> float:
    """Return the probability that there is any tile on a picture, from the confidences of its tiles.

    Without tiles it is 0.
    """
    doubts = sorted(1 - each for each in confidences)
    return 1 - prod(doubts[:CLEAREST])
