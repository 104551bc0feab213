"""The closer look: every half of a tile that the first look left unclear, cut out, laid straight and read by itself."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from .belief import list_signs, measure_likelihood
from .decode import Found
from .halves import correct_corners, cut, find_half_corners
from .levels import Levels
from .network import HALF_MODEL, LARGE_HALF_MODEL, HalfReader
from .sets import KNOWN
from .sizes import find_middle_length
from .weigh import STRANGE, Closer, Weighed, weigh, weigh_closer_look

CUT_LENGTH = 125.0
"""Pixels: as long a tile needs to be for its halves to be cut out of it; twice as long, and pixels would be skipped."""
ASKEW = 0.06
"""Of a half's side: a corner so far from where it should be, and the half is cut out again where it was seen to be."""
LARGE = 9
"""From this set on the second model is the one that was taught most of what only large sets have."""
MARGIN = 1.15
"""So many times larger is a half cut out first beyond double-twelve: with a row of pips cut off 18 looks like 15."""
VIEWS = (1.06, 0.95)
"""So many times larger a half is cut out for other views of it, beyond double-twelve."""
CORRECTIONS = 2
"""So often a half of a `LARGE` set is cut out again at most, where it was seen to be."""
PLAIN = 0.979
"""So likely right by the first look alone, named alike by number and by pips, and a tile needs no closer look."""

Picture = NDArray[Any]


@cache
def load_half_reader(large: bool) -> HalfReader:
    """The second model, opened once; that for `LARGE` sets if so."""
    return HalfReader(LARGE_HALF_MODEL if large else HALF_MODEL)


def is_agreed(tile: Found, first: Weighed) -> bool:
    """In the first look's word its number map and its pips name the same numbers, and none that the set has not."""
    return min(first.agree) == first.of and tile.strange < STRANGE


def is_plain(tile: Found) -> bool:
    """The first look says all there is to say of this tile."""
    first = weigh(tile, None)
    likely = measure_likelihood(list_signs(tile, None, first, first.pips))
    return is_agreed(tile, first) and likely >= PLAIN


def look_closer(image: Levels, tiles: list[Found], largest: int) -> list[Closer | None]:
    """The second model's word on every tile that is not plain."""
    unclear = {k: tile for k, tile in enumerate(tiles) if not is_plain(tile)}
    words = _look_at_tiles(image, list(unclear.values()), largest) if unclear else []
    told = dict(zip(unclear, words, strict=True))
    return [told.get(k) for k in range(len(tiles))]


@dataclass(frozen=True, slots=True)
class Halves:
    """What the second model says of N halves: `places` N×4×2, their corners as they turned out, in the picture;
    `number`: N×20 and `pip`: N×1×40×40, its bare answers."""

    places: Picture
    number: Picture
    pip: Picture


def look_at_halves(image: Levels, halves: Sequence[Picture], length: float, largest: int) -> Halves:
    """The second model's word on one or more halves (4×2 corners, their short end first) as of a set up to `largest`.

    `length`: that of most of their tiles, in pixels.
    """
    reader = load_half_reader(largest >= LARGE)
    picture, step = image.pick(CUT_LENGTH / length)
    places = [(half + 0.5) / step - 0.5 for half in halves]
    if largest > KNOWN:
        places = [_enlarge(place, MARGIN) for place in places]
    cuts = [cut(picture, place) for place in places]
    number, misses, pip = reader.raw([laid for laid, _ in cuts])
    for _ in range(CORRECTIONS if largest >= LARGE else 1):
        askew = np.nonzero(np.abs(misses).max(axis=1) > ASKEW)[0].tolist()
        if not askew:
            break
        for k in askew:
            places[k] = _moved(places[k], correct_corners(cuts[k][1], misses[k]))
            cuts[k] = cut(picture, places[k])
        number[askew], misses[askew], pip[askew] = reader.raw([cuts[k][0] for k in askew])
    if largest > KNOWN:
        others = _list_other_views(picture, places, cuts)
        number = np.mean([number, *(reader.raw(view)[0] for view in others)], axis=0)
    return Halves((np.array(places) + 0.5) * step - 0.5, number, pip)


def _look_at_tiles(image: Levels, tiles: list[Found], largest: int) -> list[Closer]:
    """The second model's word on both halves of one or more tiles."""
    halves = [find_half_corners(tile.corners, half) for tile in tiles for half in (0, 1)]
    seen = look_at_halves(image, halves, find_middle_length(tiles), largest)
    corners = [np.concatenate([seen.places[k][:2], seen.places[k + 1][:2]]) for k in range(0, len(halves), 2)]
    return [
        weigh_closer_look(seen.number[2 * k : 2 * k + 2], seen.pip[2 * k : 2 * k + 2], corners[k], largest)
        for k in range(len(tiles))
    ]


def _list_other_views(
    picture: Picture, places: list[Picture], cuts: list[tuple[Picture, Picture]]
) -> list[list[Picture]]:
    """Every half (at `places`, cut out as `cuts`) once more: mirrored, and cut out larger and smaller."""
    mirrored = [cv2.flip(laid, 1) for laid, _ in cuts]
    return [mirrored, *([cut(picture, _enlarge(place, by))[0] for place in places] for by in VIEWS)]


def _enlarge(place: Picture, by: float) -> Picture:
    """The corners of a half, so many times farther from its middle."""
    middle = place.mean(axis=0)
    return np.asarray(middle + (place - middle) * by)


def _moved(place: Picture, better: Picture) -> Picture:
    """The better corners of a half, unless they have run away from it."""
    size = float(np.hypot(*(place[2] - place[0])))
    far = float(np.hypot(*(better.mean(axis=0) - place.mean(axis=0))))
    grown = float(np.hypot(*(better[2] - better[0]))) / max(size, 1e-6)
    return better if far < 0.3 * size and 0.6 < grown < 1.6 else place
