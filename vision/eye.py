"""The reader: a picture -> the tiles lying face up on it.

It looks three times: at the whole picture made small, to learn where tiles are and how long; then at that part alone,
made so that a tile is as long as the network likes; and at the same turned by 180 degrees.
"""

from dataclasses import replace
from functools import cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from .decode import Found, decode
from .network import Network
from .reading import Half, Tile

BEST_LENGTH = 95.0
"""Pixels: as long a tile is read best."""
COARSE = (512, 224)
"""Pixels of the picture's longer side at which tiles are looked for."""
FINE = 1100
"""The same where nothing was found: small tiles far away."""
LARGEST_PASS = 900_000
"""Pixels of the last look at most."""
LEAST_KEPT = 0.42
SURE = 0.985

Picture = NDArray[Any]


@cache
def network() -> Network:
    """The model, opened once."""
    return Network()


def _scaled(image: Picture, scale: float) -> Picture:
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    size = max(8, round(image.shape[1] * scale)), max(8, round(image.shape[0] * scale))
    return cv2.resize(image, size, interpolation=how)


def _weight(tiles: list[Found]) -> float:
    return sum(tile.score**4 for tile in tiles)


def _first_look(image: Picture, longer: float, largest: int) -> tuple[float, list[Found]]:
    """The scale used and what was seen with the picture's longer side made `longer` pixels."""
    scale = longer / max(image.shape[:2])
    return scale, decode(network().look([_scaled(image, scale)])[0], largest)


def _region(tiles: list[Found], scale: float, shape: tuple[int, ...]) -> tuple[int, int, int, int]:
    """The part of the picture (left, top, right, bottom) that holds the tiles and a margin of most of a tile."""
    reach = max(tile.length for tile in tiles) * 0.9
    middles = np.array([tile.centre for tile in tiles])
    low, high = (middles.min(axis=0) - reach) / scale, (middles.max(axis=0) + reach) / scale
    return (
        max(0, int(low[0])), max(0, int(low[1])), min(shape[1], int(high[0]) + 1), min(shape[0], int(high[1]) + 1)
    )  # fmt: skip


def _length(tiles: list[Found]) -> float:
    """The middle length of the tiles, each weighing as much as it is certain."""
    order = sorted(tiles, key=lambda tile: tile.length)
    weights = np.cumsum([tile.score**4 for tile in order])
    return order[int(np.searchsorted(weights, weights[-1] / 2))].length


def _turned(tiles: list[Found], wide: int, high: int) -> list[Found]:
    """Tiles found in the picture turned by 180 degrees, as they lie in the picture itself."""
    edge = np.array([wide - 1, high - 1])
    return [Found(t.score, edge - t.centre, edge - t.halves, -t.along, -t.across, t.chances, t.agree) for t in tiles]


def merged(one: list[Found], other: list[Found]) -> list[Found]:
    """Two readings of one picture as one: scores and chances are averaged, what only one saw counts half."""
    left = list(other)
    found = []
    for tile in one:
        near = [k for k, t in enumerate(left) if np.hypot(*(t.centre - tile.centre)) < 0.2 * tile.length]
        if not near:
            found.append(replace(tile, score=tile.score / 2))
            continue
        twin = left.pop(near[0])
        order = [0, 1] if float(twin.along @ tile.along) > 0 else [1, 0]
        sign = 1 if order == [0, 1] else -1
        found.append(
            Found(
                (tile.score + twin.score) / 2,
                (tile.centre + twin.centre) / 2,
                (tile.halves + twin.halves[order]) / 2,
                (tile.along + sign * twin.along) / 2,
                (tile.across + sign * twin.across[order]) / 2,
                (tile.chances + twin.chances[order]) / 2,
                (tile.agree[0] and twin.agree[order[0]], tile.agree[1] and twin.agree[order[1]]),
            )
        )
    found += [replace(tile, score=tile.score / 2) for tile in left]
    return found


def search(image: Picture, largest: int) -> tuple[float, list[Found]]:
    """The scale at which tiles were found best, and those tiles (in pixels of the picture at that scale)."""
    looks = [_first_look(image, longer, largest) for longer in COARSE]
    best = max(looks, key=lambda look: _weight(look[1]))
    if _weight(best[1]) < 0.25 and max(image.shape[:2]) > COARSE[0]:
        best = max(best, _first_look(image, FINE, largest), key=lambda look: _weight(look[1]))
    return best


def examine(image: Picture, largest: int) -> list[Found]:
    """Every tile found, in pixels of the picture, before it is decided which to keep."""
    scale, tiles = search(image, largest)
    for _ in range(2):
        if not tiles:
            return []
        left, top, right, bottom = _region(tiles, scale, image.shape)
        finer = BEST_LENGTH * scale / _length(tiles)
        finer = min(finer, float(np.sqrt(LARGEST_PASS / ((right - left) * (bottom - top)))))
        part = _scaled(image[top:bottom, left:right], finer)
        high, wide = part.shape[:2]
        plain, turned = network().look([part, np.ascontiguousarray(part[::-1, ::-1])])
        seen = merged(decode(plain, largest), _turned(decode(turned, largest), wide, high))
        break
    fx, fy = (right - left) / wide, (bottom - top) / high
    by, shift = np.array([fx, fy]), np.array([left + fx / 2 - 0.5, top + fy / 2 - 0.5])
    return [
        Found(t.score, t.centre * by + shift, t.halves * by + shift, t.along * by, t.across * by, t.chances, t.agree)
        for t in seen
    ]


def _tile(found: Found) -> Tile:
    chances = found.chances.max(axis=1)
    corners = tuple((float(x), float(y)) for x, y in found.corners)
    halves = tuple(
        Half(found.pips[k], float(chances[k]), (float(found.halves[k][0]), float(found.halves[k][1]))) for k in (0, 1)
    )
    confidence = float(chances.prod()) * min(1.0, found.score / 0.8)
    sure = all(found.agree) and confidence > SURE
    return Tile(corners, halves, confidence, sure)  # type: ignore[arg-type]  # four corners, two halves


def find_tiles(image: Picture, largest: int = 6) -> tuple[Tile, ...]:
    """The tiles lying face up in a picture (H×W×3 uint8, blue green red), of a set up to double-`largest`.

    Corners and centres are pixels of that picture. Tiles partly covered or cut by the border are left out.
    """
    return tuple(_tile(found) for found in examine(image, largest) if found.score >= LEAST_KEPT)
