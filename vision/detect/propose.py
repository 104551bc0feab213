"""Stage 1, propose: finds where tiles lie, and how long they are, on small versions of the whole picture."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from .decode import Detection, UnpairedHalf
from .detector import BEST_LENGTH, CELL, Detector, Region, surround
from .polygons import make_polygon
from .regions import AROUND
from .sizes import typical_length

COARSE = 224
"""Pixels of the picture's longer side in the first look."""
ALL_SHOWN, ALL_LENGTH = 0.7, 36.0
"""The least score of the tiles, and their least typical length in pixels, for one look to show all tiles."""
MIDDLE, PAIRED, NEARLY_LONG = 320, 0.7, 0.8
"""The same in a second look that mostly shows all, since the first finds tiles, and either at least this share of the
clearly visible halves belongs to them, or their length is at least this multiple of ALL_LENGTH, but less than it."""
MEDIUM, COARSEST = 480, 112
"""Pixels of the longer side in the next look if the first does not show all, and in the last if neither is clear."""
FINE = 960
"""The same for the regions with a hint, of small tiles far away, if no look has a clarity of CLEAR."""
CLEAR = 0.75
DETECTED = 0.3
"""The least weight of all tiles in a look for tiles to count as detected."""
NO_BETTER = 1.12
"""A look whose scale is larger by less than this factor shows nothing new."""
MUCH_LARGER = 1.9
"""A tile that is this many times as long as most is looked at by itself."""
LARGE = 0.5
"""The least score of such a tile in the look that shows it."""


@dataclass(frozen=True, slots=True)
class Look:
    """The detections on the picture resized by `scale`, and the regions to look at closer (see `Overview`)."""

    scale: float
    tiles: list[Detection]
    unpaired: list[UnpairedHalf]
    hints: tuple[Region, ...] = ()
    unexplained: tuple[Region, ...] = ()

    @property
    def weight(self) -> float:
        """About the number of clear tiles: the sum of their scores to the fourth power."""
        return sum(tile.score**4 for tile in self.tiles)

    @property
    def clear(self) -> bool:
        """Whether tiles are seen and none is too large for the model, so that no smaller scale shows them better."""
        return self.weight > DETECTED and typical_length(self.tiles) * self.scale < BEST_LENGTH * NO_BETTER

    @property
    def clarity(self) -> float:
        """The mean score of the tiles, weighted by its fourth power; 0 if there are none."""
        return sum(tile.score**5 for tile in self.tiles) / max(self.weight, 1e-9)


@dataclass(frozen=True, slots=True)
class Proposals:
    """The look that shows the tiles best, and from other looks tiles much larger and much smaller than those."""

    best: Look
    larger: list[Detection]
    smaller: list[Detection]


def propose(detector: Detector) -> Proposals:
    """Return where tiles lie and how long they are, as far as small versions of the whole picture show it."""
    first = _survey(detector, COARSE)
    looks = [first]
    if not _shows_all(first, detector.pyramid.shape) and _shows_nearly_all(first):
        looks.append(_survey(detector, MIDDLE))
    # A half that is covered in part may leave a hint that no tile explains: only a finer look shows it.
    explained = looks[-1] is first or not looks[-1].unexplained
    if explained and _shows_all(looks[-1], detector.pyramid.shape):
        return Proposals(looks[-1], _find_larger(looks[-1], looks), _find_smaller(looks[-1], looks))
    looks = [_survey(detector, MEDIUM), first]
    if not any(look.clear for look in looks):
        looks.append(_survey(detector, COARSEST))
    first_clear = next((k for k, look in enumerate(looks) if look.clear), len(looks))
    best = max(looks[: first_clear + 1], key=lambda look: look.weight)
    if detector.pyramid.longer_side > MEDIUM:
        clear = best.clarity >= CLEAR
        looks.append(_look_finer(detector, looks[0].unexplained if clear else looks[0].hints))
        best = best if clear else max(best, looks[-1], key=lambda look: look.weight)
    return Proposals(best, _find_larger(best, looks), _find_smaller(best, looks))


def _shows_all(look: Look, shape: tuple[int, ...]) -> bool:
    """Return whether tiles are so clear and long that a finer look shows no more, and all hints lie among them."""
    if look.weight <= DETECTED or min(tile.score for tile in look.tiles) < ALL_SHOWN:
        return False
    left, top, right, bottom = surround(look.tiles, shape)
    around = AROUND * CELL / look.scale
    near = all(
        left <= low + around and top <= high + around and far - around <= right and deep - around <= bottom
        for low, high, far, deep in look.hints
    )
    return near and typical_length(look.tiles) * look.scale >= ALL_LENGTH


def _shows_nearly_all(look: Look) -> bool:
    """Return whether a slightly finer look likely shows all tiles: these are a little too short, or few are missed."""
    if look.weight <= DETECTED:
        return False
    length = typical_length(look.tiles) * look.scale / ALL_LENGTH
    return NEARLY_LONG <= length < 1 or (length >= 1 and look.tiles[0].paired_share >= PAIRED)


def _survey(detector: Detector, size: int) -> Look:
    """Return the look at the whole picture, its longer side resized to `size` pixels."""
    scale = size / detector.pyramid.longer_side
    over = detector.survey(scale)
    return Look(scale, over.detections.tiles, over.detections.unpaired, over.hints, over.unexplained)


def _look_finer(detector: Detector, regions: Sequence[Region]) -> Look:
    """Return one look at all `regions` at the scale of FINE; a tile that two regions show is listed once."""
    look = Look(FINE / detector.pyramid.longer_side, [], [])
    for region in regions:
        seen = detector.detect(region, look.scale)
        tiles, unpaired = keep_better(look.tiles, seen.tiles), [*look.unpaired, *seen.unpaired]
        look = replace(look, tiles=tiles, unpaired=unpaired)
    return look


def keep_better(tiles: list[Detection], more: list[Detection]) -> list[Detection]:
    """Return both lists as one; of two detections of the same tile, the one with the higher score is kept."""
    better = [tile for tile in more if all(tile.score > other.score for other in tiles if is_same_tile(tile, other))]
    return [other for other in tiles if not any(is_same_tile(other, tile) for tile in better)] + better


def is_same_tile(one: Detection, other: Detection) -> bool:
    """Return whether two detections are of the same tile: their middles are closer than those of two tiles can be."""
    return bool(np.hypot(*(one.centre - other.centre)) < 0.25 * min(one.length, other.length))


def _find_larger(best: Look, looks: list[Look]) -> list[Detection]:
    """Return tiles of the coarser looks that are much longer than most in `best`, and on which no clear tile lies."""
    least = MUCH_LARGER * typical_length(best.tiles) if best.tiles else np.inf
    tiles = [tile for look in looks if look.scale <= best.scale for tile in look.tiles]
    small = [tile.centre for tile in best.tiles if tile.score >= LARGE and tile.length <= least]
    larger: list[Detection] = []
    for tile in sorted(tiles, key=lambda tile: -tile.score):
        if tile.score < LARGE or tile.length <= least or any(is_same_tile(tile, other) for other in larger):
            continue
        outline = make_polygon(tile.corners)
        if not any(outline.contains(centre) for centre in small):
            larger.append(tile)
    return larger


def _find_smaller(best: Look, looks: list[Look]) -> list[Detection]:
    """Return tiles of all looks that are much smaller than most in `best` and lie on none of them."""
    most = typical_length(best.tiles) / MUCH_LARGER if best.tiles else 0.0
    smaller: list[Detection] = []
    for look in looks:
        small = [tile for tile in look.tiles if tile.length <= most]
        smaller = keep_better(smaller, keep_beside(small, best.tiles))
    return smaller


def keep_beside(small: list[Detection], tiles: list[Detection]) -> list[Detection]:
    """Return the detections `small` whose middles lie on no clear one of `tiles` that is longer than all of `small`.

    Pips on a large tile may look like a small tile.
    """
    longest = max((tile.length for tile in small), default=0.0)
    large = [make_polygon(tile.corners) for tile in tiles if tile.score >= LARGE and tile.length > longest]
    return [tile for tile in small if not any(outline.contains(tile.centre) for outline in large)]
