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
from .halves import corrected, cut, half_corners
from .network import HalfReader, Network
from .reading import Half, Tile
from .weigh import Closer, Weighed, closer_look, weigh

BEST_LENGTH = 95.0
"""Pixels: as long a tile is read best."""
COARSE = (512, 224)
"""Pixels of the picture's longer side at which tiles are looked for."""
FINE = 1100
"""The same where nothing was found: small tiles far away."""
LARGEST_PASS = 900_000
"""Pixels of the last look at most."""
CUT_LENGTH = 150.0
"""Pixels: as long a tile needs to be for its halves to be cut out of it."""
CLOSER_LOOKS = 2
"""So often every half is cut out: the second time where the first look put its corners."""
TWICE = True
LEAST_LOOKED = 0.25
LEAST_KEPT = 0.32
REALITY = 0.25
"""Power of the closer look's word that there is a tile at all."""
SURE = 0.985

Picture = NDArray[Any]


@cache
def network() -> Network:
    """The model, opened once."""
    return Network()


@cache
def half_reader() -> HalfReader:
    """The second model, opened once."""
    return HalfReader()


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
    reach = _length(tiles) * 1.3
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
    return [replace(t, centre=edge - t.centre, halves=edge - t.halves, along=-t.along, across=-t.across) for t in tiles]


def merged(one: list[Found], other: list[Found]) -> list[Found]:
    """Two readings of one picture as one: everything is averaged, what only one saw counts half."""
    left = list(other)
    found = []
    for tile in one:
        near = [k for k, t in enumerate(left) if np.hypot(*(t.centre - tile.centre)) < 0.2 * tile.length]
        if not near:
            found.append(replace(tile, score=tile.score / 2))
            continue
        twin = left.pop(near[0])
        order, sign = ([0, 1], 1) if float(twin.along @ tile.along) > 0 else ([1, 0], -1)
        found.append(
            Found(
                (tile.score + twin.score) / 2,
                (tile.centre + twin.centre) / 2,
                (tile.halves + twin.halves[order]) / 2,
                (tile.along + sign * twin.along) / 2,
                (tile.across + sign * twin.across[order]) / 2,
                (tile.named + twin.named[order]) / 2,
                (tile.counted + twin.counted[order]) / 2,
            )
        )
    return found + [replace(tile, score=tile.score / 2) for tile in left]


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
    if not tiles:
        return []
    left, top, right, bottom = _region(tiles, scale, image.shape)
    finer = BEST_LENGTH * scale / _length(tiles)
    finer = min(finer, float(np.sqrt(LARGEST_PASS / ((right - left) * (bottom - top)))))
    part = _scaled(image[top:bottom, left:right], finer)
    high, wide = part.shape[:2]
    if TWICE:
        plain, turned = network().look([part, np.ascontiguousarray(part[::-1, ::-1])])
        seen = merged(decode(plain, largest), _turned(decode(turned, largest), wide, high))
    else:
        seen = decode(network().look([part])[0], largest)
    by = np.array([(right - left) / wide, (bottom - top) / high])
    shift = np.array([left, top]) + by / 2 - 0.5
    return [
        replace(t, centre=t.centre * by + shift, halves=t.halves * by + shift, along=t.along * by, across=t.across * by)
        for t in seen
    ]


def look_closer(image: Picture, tiles: list[Found], largest: int) -> list[Closer]:
    """The second model's word on every tile."""
    if not tiles:
        return []
    # Halves are cut from a picture that has about as many pixels as they need, so that none is skipped.
    scale = min(1.0, CUT_LENGTH / _length(tiles))
    picture, by = image, np.ones(2)
    if scale < 0.8:
        picture = _scaled(image, scale)
        by = np.array([picture.shape[1] / image.shape[1], picture.shape[0] / image.shape[0]])
    places = [half_corners((t.corners + 0.5) * by - 0.5, half) for t in tiles for half in (0, 1)]
    for _ in range(CLOSER_LOOKS - 1):
        cuts = [cut(picture, place) for place in places]
        misses = half_reader().raw([laid for laid, _ in cuts])[1]
        places = [_moved(p, corrected(turn, miss)) for p, (_, turn), miss in zip(places, cuts, misses, strict=True)]
    number, _, pip = half_reader().raw([cut(picture, place)[0] for place in places])
    corners = [np.concatenate([places[k][:2], places[k + 1][:2]]) for k in range(0, len(places), 2)]
    return [
        closer_look(number[2 * k : 2 * k + 2], pip[2 * k : 2 * k + 2], (corners[k] + 0.5) / by - 0.5, largest)
        for k in range(len(tiles))
    ]


def _moved(place: Picture, better: Picture) -> Picture:
    """The better corners of a half, unless they have run away from it."""
    size = float(np.hypot(*(place[2] - place[0])))
    far = float(np.hypot(*(better.mean(axis=0) - place.mean(axis=0))))
    grown = float(np.hypot(*(better[2] - better[0]))) / max(size, 1e-6)
    return better if far < 0.3 * size and 0.6 < grown < 1.6 else place


def _tile(found: Found, weighed: Weighed, closer: Closer, real: float) -> Tile:
    chances = weighed.chances.max(axis=1)
    corners = tuple((float(x), float(y)) for x, y in closer.corners)
    halves = tuple(
        Half(weighed.pips[k], float(chances[k]), (float(found.halves[k][0]), float(found.halves[k][1]))) for k in (0, 1)
    )
    confidence = float(chances.prod()) * min(1.0, found.score / 0.8) * real
    sure = min(weighed.agree) == weighed.of and confidence > SURE
    return Tile(corners, halves, confidence, sure)  # type: ignore[arg-type]  # four corners, two halves


def decide(found: list[Found], closer: list[Closer]) -> tuple[Tile, ...]:
    """Which of the tiles found are kept, and what they are."""
    kept = []
    for tile, close in zip(found, closer, strict=True):
        real = float(np.sqrt(close.real.prod()))
        if tile.score * real**REALITY >= LEAST_KEPT:
            kept.append(_tile(tile, weigh(tile, close), close, real))
    return tuple(kept)


def find_tiles(image: Picture, largest: int = 6) -> tuple[Tile, ...]:
    """The tiles lying face up in a picture (H×W×3 uint8, blue green red), of a set up to double-`largest`.

    Corners and centres are pixels of that picture. Tiles partly covered or cut by the border are left out.
    """
    found = [tile for tile in examine(image, largest) if tile.score >= LEAST_LOOKED]
    return decide(found, look_closer(image, found, largest))
