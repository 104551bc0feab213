"""Stage 7, numerals: reads tiles that bear numerals instead of pips, where all tiles of the picture do.

The usual models were trained on pips alone. They read most printed digits as one pip, but a digit is larger than a lone
pip: such tiles become unsure. Where no tile with pips is sure, the models for numerals are applied. On one set the
numerals of both halves lie either the same way up, or each the same way up to its own short end; which it is, and how
they are turned, is inferred from all tiles, because it tells many a 6 from a 9.
"""

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from ..reading import Half, ReadTile
from .arrays import Array
from .decode import Detection
from .detector import Detector
from .halves import CUT_LENGTH, INNER, SIDE, find_half_corners, predict_halves, rectify_half
from .numeral_models import predict_numerals
from .occlusion import measure_length
from .pips import NUMBERS
from .polygons import Polygon, make_polygon
from .propose import propose
from .pyramid import ImagePyramid
from .refine import refine
from .sets import BEYOND, KNOWN, infer_set
from .sizes import typical_length

LARGEST_PIP = 0.36
"""The largest diameter of a lone pip, as a fraction of a half's side: that of 252 of 256 on photos is at most 0.35, and
numerals are at least 0.42 high."""
UNLIKELY = 0.5
"""The largest confidence of a tile with a larger one."""
EDGE = (SIDE - INNER) // 2 + INNER // 12
"""Pixels on each side of a crop that are left out: its surroundings, the edge of the tile and the divider."""
FIRST_LOOK, FEW = 288, 8
"""Pixels of the picture's longer side in the look that shows if any numeral is clear, and how many tiles of it, the
clearest ones, are read for that."""
LEAST_SCORE = 0.35
"""The least score of a tile with numerals."""
LEAST_REAL = 0.5
"""The least probability that both halves of a tile bear numerals or nothing."""
LEAST_SHARE = 0.5
"""The least share of such tiles: on other pictures they are keys, or squares of a board."""
CLEAR, LEAST_CLEAR = 0.8, 2
"""The probability of a clear numeral other than 0, and how many a picture needs."""
LIKELY, LEAST_LIKELY, FIRST_SHARE = 0.7, 1, 0.3
"""The same for the first look, with the least share of tiles that bear numerals or nothing."""
VIEWS = (1.0, 1.08, 0.93)
"""Halves are cut out larger by these factors, as the detector and as the model for halves outline them, and what is
read is averaged; a tile's view counts by how clear both numerals are in it."""
SURE = 0.995
"""The confidence above which nobody needs to look at a tile."""


def doubt_numerals(pyramid: ImagePyramid, tiles: Sequence[ReadTile]) -> list[ReadTile]:
    """Return the tiles; those on which a lone pip is larger than LARGEST_PIP are not sure, and UNLIKELY at most."""
    return [
        replace(tile, sure=False, confidence=min(tile.confidence, UNLIKELY))
        if 1 in tile.pips and _measure_lone_pip(pyramid, tile) > LARGEST_PIP
        else tile
        for tile in tiles
    ]


def _measure_lone_pip(pyramid: ImagePyramid, tile: ReadTile) -> float:
    """Return the size of the larger lone pip of a tile, as `measure_mark` does."""
    picture, step = pyramid.pick_level(CUT_LENGTH / measure_length([tile]))
    corners = (np.array(tile.corners) + 0.5) / step - 0.5
    halves = (find_half_corners(corners, k) for k in (0, 1) if tile.pips[k] == 1)
    return max(measure_mark(rectify_half(picture, half)[0]) for half in halves)


def measure_mark(crop: Array) -> float:
    """Return the longer side of what is drawn nearest the middle of a half, as a fraction of the half's side.

    `crop` is that of `rectify_half`. What is drawn is what differs from the median colour of the half by more than half
    of the largest difference near the middle.
    """
    inner = cv2.GaussianBlur(crop[EDGE:-EDGE, EDGE:-EDGE], (3, 3), 0).astype(np.float32)
    difference = np.abs(inner - np.median(inner.reshape(-1, 3), axis=0)).max(axis=2)
    near = slice(len(inner) // 4, -(len(inner) // 4))
    drawn = (difference > difference[near, near].max() / 2).astype(np.uint8)
    _, _, boxes, middles = cv2.connectedComponentsWithStats(drawn)
    large = boxes[:, cv2.CC_STAT_AREA] >= 4  # not noise
    large[0] = False  # the background
    if not large.any():
        return 0.0
    distances = np.hypot(*(middles - (len(inner) - 1) / 2).T)
    nearest = boxes[int(np.where(large, distances, np.inf).argmin())]
    return float(max(nearest[cv2.CC_STAT_WIDTH], nearest[cv2.CC_STAT_HEIGHT])) / INNER


def read_numerals(pyramid: ImagePyramid, largest: int | None = None) -> list[ReadTile]:
    """Return the tiles with numerals on a picture, clearest first; none if few numerals are clear.

    `largest` is the largest half of the match's set (None: unknown), as in `infer_set`.
    """
    detector = Detector(pyramid, numerals=True)
    seen = detector.survey(FIRST_LOOK / pyramid.longer_side).detections.tiles[:FEW]
    if not seen:
        return []
    turned, real = _read_halves(pyramid, seen, _outline_halves(seen))
    if not bear_numerals(turned, real, LIKELY, LEAST_LIKELY, FIRST_SHARE):
        return []
    found = _drop_overlapping([tile for tile in refine(detector, propose(detector)).tiles if tile.score >= LEAST_SCORE])
    if not found:
        return []
    turned, real = _read_views(pyramid, found)
    if not bear_numerals(turned, real):
        return []
    outlines = np.array([tile.corners for tile in found])
    bearing = [tile for tile, share in zip(found, real, strict=True) if share >= LEAST_REAL]
    outlines, turned, real = (each[real >= LEAST_REAL] for each in (outlines, turned, real))
    numbered = [replace(tile, numbers=each) for tile, each in zip(bearing, turned.sum(axis=2), strict=True)]
    in_set = np.arange(NUMBERS) <= infer_set(numbered, largest)
    pairs = combine_turns(turned * np.where(in_set, 1.0, BEYOND))
    tiles = list(map(_make_tile, bearing, outlines, pairs, real))
    return sorted(tiles, key=lambda tile: -tile.confidence)


def _read_views(pyramid: ImagePyramid, tiles: Sequence[Detection]) -> tuple[Array, Array]:
    """Return what `_read_halves` does, averaged over VIEWS."""
    halves = _outline_halves(tiles)
    refined = predict_halves(pyramid, list(halves), typical_length(tiles), KNOWN).corners
    middles = [each.mean(axis=1, keepdims=True) for each in (halves, refined)]
    sources = list(zip((halves, refined), middles, strict=True))
    views = [_read_halves(pyramid, tiles, middle + (each - middle) * by) for by in VIEWS for each, middle in sources]
    turned, real = (np.stack(each) for each in zip(*views, strict=True))
    weights = real * turned.max(axis=(3, 4)).prod(axis=2) + 1e-3
    weights /= weights.sum(axis=0)
    return (turned * weights[..., None, None, None]).sum(axis=0), (real * weights).sum(axis=0)


def _outline_halves(tiles: Sequence[Detection]) -> Array:
    """Return the outlines of the halves of T tiles (2T×4×2) as the detector finds them."""
    return np.array([find_half_corners(tile.corners, half) for tile in tiles for half in (0, 1)])


def _read_halves(pyramid: ImagePyramid, tiles: Sequence[Detection], halves: Array) -> tuple[Array, Array]:
    """Return what the halves of T tiles show, which have the outlines `halves` (2T×4×2), as in `find_half_corners`.

    It is the probability of each turn and number of each half (T×2×4×19), and that both bear numerals or nothing (T).
    """
    picture, step = pyramid.pick_level(CUT_LENGTH / typical_length(tiles))
    turned, nothing = predict_numerals([rectify_half(picture, (half + 0.5) / step - 0.5)[0] for half in halves])
    return turned.reshape(-1, 2, *turned.shape[1:]), (1 - nothing.reshape(-1, 2)).prod(axis=1)


def bear_numerals(
    turned: Array, real: Array, clear: float = CLEAR, least: int = LEAST_CLEAR, share: float = LEAST_SHARE
) -> bool:
    """Return whether the tiles of a picture bear numerals, from what `_read_halves` returns for them.

    At least `least` numerals other than 0 have the probability `clear`, and at least a `share` of the tiles are likely
    to bear numerals or nothing.
    """
    numerals = turned[..., 1:].max(axis=(2, 3)) * real[:, None]
    return bool((numerals >= clear).sum() >= least and (real >= LEAST_REAL).mean() >= share)


def _drop_overlapping(tiles: Sequence[Detection]) -> list[Detection]:
    """Return the tiles that overlap none with a higher score."""
    chosen: list[tuple[Detection, Polygon]] = []
    for tile in sorted(tiles, key=lambda tile: -tile.score):
        polygon = make_polygon(tile.corners)
        if polygon.is_free(other for _, other in chosen):
            chosen.append((tile, polygon))
    return [tile for tile, _ in chosen]


def list_ways() -> Array:
    """Return the ways in which the numerals of a set may be turned: W×4×4, the probability of each pair of turns.

    The turns of a half are seen with its short end above. The numerals of both halves lie the same way up (2 ways,
    along or across the tile; either half may be the first), each the same way up to its own short end (4), or anyhow.
    """
    one, other = np.eye(4), np.roll(np.eye(4), 2, axis=1)
    same = [np.diag(one[turn] + one[turn + 2]) @ other / 2 for turn in range(2)]
    return np.stack([*same, *(np.diag(one[turn]) for turn in range(4)), np.full((4, 4), 1 / 16)])


def combine_turns(turned: Array) -> Array:
    """Return the probability of each pair of numbers on T tiles (T×19×19), by the likeliest ways of turning numerals.

    `turned`: T×2×4×19, the probability of each turn and number of each half.
    """
    pairs = np.einsum("hop,ton,tpm->htnm", list_ways(), turned[:, 0], turned[:, 1]) + 1e-12
    likely = pairs.sum(axis=(2, 3))
    total = np.log(likely).sum(axis=1)
    weights = np.exp(total - total.max())
    return np.asarray(np.tensordot(weights / weights.sum(), pairs / likely[..., None, None], axes=1))


def _make_tile(tile: Detection, outline: Array, numbers: Array, real: float) -> ReadTile:
    """Return a tile with its likeliest numbers.

    `outline`: 4×2, its corners; `numbers`: 19×19, the probability of each pair; `real`: that it bears numerals.
    """
    pips = np.unravel_index(int(numbers.argmax()), numbers.shape)
    halves = tuple(
        Half(int(pips[k]), float(numbers.sum(axis=1 - k)[pips[k]]), _to_point(tile.halves[k])) for k in (0, 1)
    )
    confidence = float(numbers[pips] * real)
    corners = tuple(_to_point(corner) for corner in outline)
    return ReadTile(corners, halves, confidence, confidence > SURE)  # type: ignore[arg-type]  # four, two


def _to_point(place: Array) -> tuple[float, float]:
    """Return a point (x, y) as a tuple of floats."""
    return float(place[0]), float(place[1])
