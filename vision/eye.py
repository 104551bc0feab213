"""The reader: a picture -> the tiles lying face up on it.

It looks at the whole picture made small, to learn where tiles are and how long; then at that part alone, made so that a
tile is as long as the network likes; then at each half by itself, cut out and laid straight; and, where that leaves a
doubt, once more at the part, turned by 180 degrees.
"""

from dataclasses import replace
from functools import cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from .closer import look_closer, middle_length, scaled
from .decode import Found, decode
from .merge import merged, same
from .network import Network
from .reading import Half, Tile
from .weigh import Closer, Weighed, weigh

BEST_LENGTH = 95.0
"""Pixels: as long a tile is read best."""
COARSE = (480, 224, 112)
"""Pixels of the picture's longer side at which tiles are looked for."""
CLEARLY = 0.3
"""So much weight of tiles found at one of these sizes, and no smaller one is tried."""
RIM = 16
"""Pixels added around what is looked at."""
FINE = 1200
"""The same where none was seen clearly: small tiles far away."""
CLEAR = 0.75
LARGEST_PASS = 900_000
"""Pixels of the last look at most."""
AGAIN = 1.1
"""Times larger than the best length is the second look at what the first left in doubt."""
LEAST_LOOKED = 0.15
"""The least score of a tile that gets a closer look."""
LEAST_KEPT = 0.2
"""The least score, times the closer look's word that there is a tile at all, of one that is read."""
LEAST_BLANK = 0.4
"""The same for a tile without a single pip: nothing is taken for one more easily."""
LEAST_BEST = 0.6
"""The least confidence of the best tile of a picture that has any."""
LEAST_INSIDE = 0.8
"""The share of a tile that must be within the picture."""
SURE = 0.985
"""The least confidence of a reading that nobody needs to look at."""

Picture = NDArray[Any]
Region = tuple[int, int, int, int]
"""Left, top, right, bottom; pixels of the picture, the last two excluded."""


@cache
def network() -> Network:
    """The model, opened once."""
    return Network()


def _weight(tiles: list[Found]) -> float:
    return sum(tile.score**4 for tile in tiles)


def _seen(pictures: list[Picture], largest: int) -> list[list[Found]]:
    """What the first model sees in pictures of one size; a rim is added, so that a tile at the border has one too."""
    rimmed = [cv2.copyMakeBorder(p, RIM, RIM, RIM, RIM, cv2.BORDER_REPLICATE) for p in pictures]
    return [
        [replace(t, centre=t.centre - RIM, halves=t.halves - RIM) for t in decode(maps, largest)]
        for maps in network().look(rimmed)
    ]


def _clearness(tiles: list[Found]) -> float:
    """How clearly tiles are seen: their mean score, where the best count most; 0 where there are none."""
    return sum(tile.score**5 for tile in tiles) / max(_weight(tiles), 1e-9)


def _first_look(image: Picture, longer: float, largest: int) -> tuple[float, list[Found]]:
    """The scale used and what was seen with the picture's longer side made `longer` pixels."""
    scale = longer / max(image.shape[:2])
    return scale, _seen([scaled(image, scale)], largest)[0]


def _region(tiles: list[Found], scale: float, shape: tuple[int, ...]) -> Region:
    """The part of the picture (left, top, right, bottom) that holds the tiles and a margin of most of a tile."""
    reach = middle_length(tiles) * 1.3
    middles = np.array([tile.centre for tile in tiles])
    low, high = (middles.min(axis=0) - reach) / scale, (middles.max(axis=0) + reach) / scale
    return (
        max(0, int(low[0])), max(0, int(low[1])), min(shape[1], int(high[0]) + 1), min(shape[0], int(high[1]) + 1)
    )  # fmt: skip


def search(image: Picture, largest: int) -> tuple[float, list[Found]]:
    """The scale at which tiles were found best, and those tiles (in pixels of the picture at that scale)."""
    small = scaled(image, min(1.0, COARSE[0] / max(image.shape[:2])))
    ratio = max(small.shape[:2]) / max(image.shape[:2])
    looks = []
    for longer in COARSE:
        scale, tiles = _first_look(small, longer, largest)
        looks.append((scale * ratio, tiles))
        if tiles and _weight(tiles) > CLEARLY and middle_length(tiles) < BEST_LENGTH:
            break
    best = max(looks, key=lambda look: _weight(look[1]))
    if _clearness(best[1]) < CLEAR and max(image.shape[:2]) > COARSE[0]:
        best = max(best, _first_look(image, FINE, largest), key=lambda look: _weight(look[1]))
    return best


def look_at(image: Picture, region: Region, scale: float, largest: int, *, turned: bool) -> list[Found]:
    """The tiles in a region of the picture seen at `scale`, upside down if `turned`; in pixels of the picture."""
    left, top, right, bottom = region
    part = scaled(image[top:bottom, left:right], scale)
    high, wide = part.shape[:2]
    by = np.array([(right - left) / wide, (bottom - top) / high])
    shift, sign = np.array([left, top]) + by / 2 - 0.5, 1
    if turned:
        part = np.ascontiguousarray(part[::-1, ::-1])
        shift, sign = np.array([right, bottom]) - by / 2 - 0.5, -1
    return [
        replace(
            t,
            centre=sign * t.centre * by + shift,
            halves=sign * t.halves * by + shift,
            along=sign * t.along * by,
            across=sign * t.across * by,
        )
        for t in _seen([part], largest)[0]
        if t.score >= LEAST_LOOKED
    ]


def where(image: Picture, largest: int) -> tuple[Region, float] | None:
    """Where the tiles are and the scale at which one is as long as the network likes; None where there are none."""
    scale, tiles = search(image, largest)
    return (_region(tiles, scale, image.shape), BEST_LENGTH * scale / middle_length(tiles)) if tiles else None


def _affordable(region: Region, scale: float) -> float:
    left, top, right, bottom = region
    return min(scale, float(np.sqrt(LARGEST_PASS / ((right - left) * (bottom - top)))))


def examine(image: Picture, largest: int) -> tuple[list[Found], list[Closer | None]]:
    """Every tile found, before it is decided which to keep, and the closer look's word on it (None: it was plain).

    Where any are left in doubt, these are looked at once more, turned and at the scale that suits them, and the two
    looks are averaged.
    """
    place = where(image, largest)
    if place is None:
        return [], []
    region, scale = place
    found = look_at(image, region, _affordable(region, scale), largest, turned=False)
    closer = look_closer(image, found, largest)
    clear = [close is None or settled(tile, close) for tile, close in zip(found, closer, strict=True)]
    if all(clear):
        return found, closer
    sure = [tile for tile, good in zip(found, clear, strict=True) if good]
    doubtful = [tile for tile, good in zip(found, clear, strict=True) if not good]
    region, scale = _region(doubtful, 1.0, image.shape), BEST_LENGTH / middle_length(doubtful)
    again = look_at(image, region, _affordable(region, scale * AGAIN), largest, turned=True)
    doubtful = merged(doubtful, [tile for tile in again if not any(same(tile, other) for other in sure)])
    kept = [close for close, good in zip(closer, clear, strict=True) if good]
    return sure + doubtful, [*kept, *look_closer(image, doubtful, largest)]


def settled(tile: Found, close: Closer) -> bool:
    """Nothing about this tile is left in doubt."""
    certain = float(weigh(tile, close).chances.max(axis=1).min())
    return tile.score > 0.6 and close.real.min() > 0.9 and certain > 0.95


def _tile(found: Found, weighed: Weighed, place: Picture, real: float) -> Tile:
    chances = weighed.chances.max(axis=1)
    corners = tuple((float(x), float(y)) for x, y in place)
    halves = tuple(
        Half(weighed.pips[k], float(chances[k]), (float(found.halves[k][0]), float(found.halves[k][1]))) for k in (0, 1)
    )
    confidence = float(chances.prod()) * min(1.0, found.score / 0.8) * real
    sure = min(weighed.agree) == weighed.of and confidence > SURE
    return Tile(corners, halves, confidence, sure)  # type: ignore[arg-type]  # four corners, two halves


def inside(corners: Picture, shape: tuple[int, ...]) -> float:
    """The share of a tile (4×2 corners) that is within a picture of `shape`."""
    frame = np.array([[0, 0], [shape[1], 0], [shape[1], shape[0]], [0, shape[0]]], np.float32)
    tile = cv2.convexHull(corners.astype(np.float32))
    return float(cv2.intersectConvexConvex(frame, tile)[0]) / max(float(cv2.contourArea(tile)), 1e-6)


def decide(found: list[Found], closer: list[Closer | None], shape: tuple[int, ...]) -> tuple[Tile, ...]:
    """Which of the tiles found in a picture of `shape` are kept, and what they are."""
    kept = []
    for tile, close in zip(found, closer, strict=True):
        real = float(np.sqrt(close.real.prod())) if close else 1.0
        corners = close.corners if close else tile.corners
        weighed = weigh(tile, close)
        least = LEAST_BLANK if weighed.pips == (0, 0) else LEAST_KEPT
        if tile.score * real >= least and inside(corners, shape) >= LEAST_INSIDE:
            kept.append(_tile(tile, weighed, corners, real))
    # Where not even one tile is clear there is none: pictures of other things yield a faint one now and then.
    return tuple(kept) if max((tile.confidence for tile in kept), default=0.0) >= LEAST_BEST else ()


def find_tiles(image: Picture, largest: int = 6) -> tuple[Tile, ...]:
    """The tiles lying face up in a picture (H×W×3 uint8, blue green red), of a set up to double-`largest`.

    Corners and centres are pixels of that picture. Tiles partly covered or cut by the border are left out.
    """
    return decide(*examine(image, largest), image.shape)
