"""The reader: a picture -> the tiles lying face up on it.

It looks at the whole picture made small, to learn where tiles are and how long; then at that part alone, made so that a
tile is as long as the network likes; then at each half by itself, cut out and laid straight; and, where that leaves a
doubt, once more at the part, turned by 180 degrees.
"""

from dataclasses import dataclass, replace
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
from .weigh import Closer, weigh

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
NO_BETTER = 1.12
"""A look at a scale larger by less shows nothing new."""
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
LEAST_SHARED = 0.3
"""So much of a tile on another, and both cannot be there."""
LEAST_BEST = 0.6
"""The least confidence of the best tile of a picture that has any."""
LEAST_INSIDE = 0.8
"""The share of a tile that must be within the picture."""
MEANT = (1.0, 0.0)
"""Steepness and shift of the log odds of a belief under which it is what it says: `vision.train.calibrate`."""
SURE = 0.985
"""The least confidence of a reading that nobody needs to look at."""

Picture = NDArray[Any]
Region = tuple[int, int, int, int]
"""Left, top, right, bottom; pixels of the picture, the last two excluded."""


@cache
def network() -> Network:
    """The model, opened once."""
    return Network()


@dataclass(frozen=True, slots=True)
class Look:
    """The picture seen at a scale, and the tiles seen then, in its own pixels."""

    scale: float
    tiles: list[Found]

    @property
    def weight(self) -> float:
        """How much there is to see: the clear tiles, nearly."""
        return sum(tile.score**4 for tile in self.tiles)

    @property
    def clear(self) -> bool:
        """Tiles are there, and not too large for the network: no smaller scale shows them better."""
        return self.weight > CLEARLY and middle_length(self.tiles) * self.scale < BEST_LENGTH * NO_BETTER


def _seen(picture: Picture, largest: int) -> list[Found]:
    """What the first model sees in a picture; a rim is added, so that a tile at the border has one too."""
    rimmed = cv2.copyMakeBorder(picture, RIM, RIM, RIM, RIM, cv2.BORDER_REPLICATE)
    found = decode(network().look([rimmed])[0], largest)
    return [replace(tile, centre=tile.centre - RIM, halves=tile.halves - RIM) for tile in found]


def look_at(image: Picture, region: Region, scale: float, largest: int, *, turned: bool = False) -> list[Found]:
    """The tiles in a region of the picture seen at `scale`, upside down if `turned`; in pixels of the picture."""
    left, top, right, bottom = region
    part = scaled(image[top:bottom, left:right], scale)
    high, wide = part.shape[:2]
    by = np.array([(right - left) / wide, (bottom - top) / high])
    shift, sign = np.array([left, top]) + by / 2 - 0.5, 1
    if turned:
        part = np.ascontiguousarray(part[::-1, ::-1])
        shift, sign = np.array([right, bottom]) - by / 2 - 0.5, -1
    return [_moved(tile, sign * by, shift) for tile in _seen(part, largest) if tile.score >= LEAST_LOOKED]


def _moved(tile: Found, by: Picture, shift: Picture | float) -> Found:
    """The tile stretched (x, y) and shifted."""
    return replace(
        tile,
        centre=tile.centre * by + shift,
        halves=tile.halves * by + shift,
        along=tile.along * by,
        across=tile.across * by,
    )


def _whole(image: Picture) -> Region:
    return 0, 0, image.shape[1], image.shape[0]


def _clearness(look: Look) -> float:
    """How clearly tiles are seen: their mean score, where the best count most; 0 where there are none."""
    return sum(tile.score**5 for tile in look.tiles) / max(look.weight, 1e-9)


def search(image: Picture, largest: int) -> Look:
    """The look at the whole picture, made smaller, that shows its tiles best."""
    longer = max(image.shape[:2])
    small = scaled(image, min(1.0, COARSE[0] / longer))
    by = np.array([image.shape[1] / small.shape[1], image.shape[0] / small.shape[0]])
    looks = []
    for size in COARSE:
        seen = look_at(small, _whole(small), size / max(small.shape[:2]), largest)
        looks.append(Look(size / longer, [_moved(tile, by, by / 2 - 0.5) for tile in seen]))
        if looks[-1].clear:
            break
    best = max(looks, key=lambda look: look.weight)
    if _clearness(best) < CLEAR and longer > COARSE[0]:
        fine = Look(FINE / longer, look_at(image, _whole(image), FINE / longer, largest))
        best = max(best, fine, key=lambda look: look.weight)
    return best


def _region(tiles: list[Found], shape: tuple[int, ...]) -> Region:
    """The part of the picture (left, top, right, bottom) that holds the tiles and a margin of most of a tile."""
    reach = middle_length(tiles) * 1.3
    middles = np.array([tile.centre for tile in tiles])
    low, high = middles.min(axis=0) - reach, middles.max(axis=0) + reach
    return (
        max(0, int(low[0])), max(0, int(low[1])), min(shape[1], int(high[0]) + 1), min(shape[0], int(high[1]) + 1)
    )  # fmt: skip


def _affordable(region: Region, scale: float) -> float:
    left, top, right, bottom = region
    return min(scale, float(np.sqrt(LARGEST_PASS / ((right - left) * (bottom - top)))))


def examine(image: Picture, largest: int) -> tuple[list[Found], list[Closer | None]]:
    """Every tile found, before it is decided which to keep, and the closer look's word on it (None: it was plain).

    Where any are left in doubt, these are looked at once more, turned and at the scale that suits them, and the two
    looks are averaged.
    """
    first = search(image, largest)
    if not first.tiles:
        return [], []
    region = _region(first.tiles, image.shape)
    scale = _affordable(region, BEST_LENGTH / middle_length(first.tiles))
    found = first.tiles if scale < first.scale * NO_BETTER else look_at(image, region, scale, largest)
    closer = look_closer(image, found, largest)
    clear = [close is None or settled(tile, close) for tile, close in zip(found, closer, strict=True)]
    if all(clear):
        return found, closer
    sure = [tile for tile, good in zip(found, clear, strict=True) if good]
    doubtful = [tile for tile, good in zip(found, clear, strict=True) if not good]
    region = _region(doubtful, image.shape)
    scale = _affordable(region, AGAIN * BEST_LENGTH / middle_length(doubtful))
    again = look_at(image, region, scale, largest, turned=True)
    doubtful = merged(doubtful, [tile for tile in again if not any(same(tile, other) for other in sure)])
    kept = [close for close, good in zip(closer, clear, strict=True) if good]
    return sure + doubtful, [*kept, *look_closer(image, doubtful, largest)]


def settled(tile: Found, close: Closer) -> bool:
    """Nothing about this tile is left in doubt."""
    certain = float(weigh(tile, close).chances.max(axis=1).min())
    return tile.score > 0.6 and close.real.min() > 0.9 and certain > 0.95


def belief(found: Found, close: Closer | None) -> float:
    """How likely it is, before `calibrated`, that there is a tile and that it is what it is read as."""
    return float(weigh(found, close).chances.max(axis=1).prod()) * min(1.0, found.score / 0.8) * _real(close)


def calibrated(chance: float) -> float:
    """A belief as the probability that it turned out to be, on rendered scenes."""
    odds = np.log(np.clip(chance, 1e-6, 1 - 1e-6) / (1 - np.clip(chance, 1e-6, 1 - 1e-6)))
    return float(1 / (1 + np.exp(-(odds * MEANT[0] + MEANT[1]))))


def _real(close: Closer | None) -> float:
    return float(np.sqrt(close.real.prod())) if close else 1.0


def _tile(found: Found, close: Closer | None) -> Tile:
    weighed = weigh(found, close)
    chances = weighed.chances.max(axis=1)
    place = close.corners if close else found.corners
    corners = tuple((float(x), float(y)) for x, y in place)
    halves = tuple(
        Half(weighed.pips[k], float(chances[k]), (float(found.halves[k][0]), float(found.halves[k][1]))) for k in (0, 1)
    )
    confidence = calibrated(belief(found, close))
    sure = min(weighed.agree) == weighed.of and confidence > SURE
    return Tile(corners, halves, confidence, sure)  # type: ignore[arg-type]  # four corners, two halves


def inside(corners: Picture, shape: tuple[int, ...]) -> float:
    """The share of a tile (4×2 corners) that is within a picture of `shape`."""
    frame = np.array([[0, 0], [shape[1], 0], [shape[1], shape[0]], [0, shape[0]]], np.float32)
    tile = cv2.convexHull(corners.astype(np.float32))
    return float(cv2.intersectConvexConvex(frame, tile)[0]) / max(float(cv2.contourArea(tile)), 1e-6)


def apart(tiles: list[Tile]) -> list[Tile]:
    """The tiles without those that lie where a clearer one lies: two tiles never share a place."""
    kept: list[Tile] = []
    for tile in sorted(tiles, key=lambda tile: -tile.confidence):
        if all(_shared(tile, other) < LEAST_SHARED for other in kept):
            kept.append(tile)
    return [tile for tile in tiles if tile in kept]


def _shared(one: Tile, other: Tile) -> float:
    """The share of the smaller of two tiles that lies on the other."""
    first, second = (cv2.convexHull(np.array(tile.corners, np.float32)) for tile in (one, other))
    least = min(float(cv2.contourArea(first)), float(cv2.contourArea(second)))
    return float(cv2.intersectConvexConvex(first, second)[0]) / max(least, 1e-6)


def decide(found: list[Found], closer: list[Closer | None], shape: tuple[int, ...]) -> tuple[Tile, ...]:
    """Which of the tiles found in a picture of `shape` are kept, and what they are."""
    kept = []
    for found_tile, close in zip(found, closer, strict=True):
        tile = _tile(found_tile, close)
        least = LEAST_BLANK if tile.pips == (0, 0) else LEAST_KEPT
        if found_tile.score * _real(close) >= least and inside(np.array(tile.corners), shape) >= LEAST_INSIDE:
            kept.append(tile)
    kept = apart(kept)
    # Where not even one tile is clear there is none: pictures of other things yield a faint one now and then.
    return tuple(kept) if max((tile.confidence for tile in kept), default=0.0) >= LEAST_BEST else ()


def find_tiles(image: Picture, largest: int = 6) -> tuple[Tile, ...]:
    """The tiles lying face up in a picture (H×W×3 uint8, blue green red), of a set up to double-`largest`.

    Corners and centres are pixels of that picture. Tiles partly covered or cut by the border are left out.
    """
    return decide(*examine(image, largest), image.shape)
