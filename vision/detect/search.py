"""Where on the picture tiles lie and how long they are: looks at the whole of it, made small."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from .decode import Found, LoneHalf
from .look import (
    BEST_LENGTH,
    CELL,
    Picture,
    Region,
    Sight,
    find_region,
    limit_scale,
    look_at,
    look_over,
)
from .merge import is_same_tile
from .parts import AROUND
from .sizes import ALIKE, find_middle_length, keep_of_a_size

COARSE = 224
"""Pixels of the picture's longer side at which tiles are looked for first."""
SHOWN = 0.7
"""The least score that tiles have, and so many pixels long (PLAINLY) they are, where that look shows all there are."""
PLAINLY = 36.0
MIDDLING, COARSEST = 480, 112
"""Pixels of the longer side: where it does not show all, the first of these as well; where neither is clear, both."""
FINE = 960
"""The same where none was seen so clearly as CLEAR, of the parts that hold a hint of one: small tiles far away."""
CLEAR = 0.75
CLEARLY = 0.3
"""So much weight of tiles found, and they are seen."""
NO_BETTER = 1.12
"""A look at a scale larger by less shows nothing new."""
MUCH_LARGER = 1.9
"""Times as long as most tiles is one that has to be looked at by itself."""
LARGE = 0.5
"""The least score of such a one in the look that shows it."""


@dataclass(frozen=True, slots=True)
class Look:
    """The picture seen at a scale, what is seen then, and the parts of it to look at finer (see `Overview`)."""

    scale: float
    tiles: list[Found]
    lone: list[LoneHalf]
    hints: tuple[Region, ...] = ()
    unexplained: tuple[Region, ...] = ()

    @property
    def weight(self) -> float:
        """How much there is to see: the clear tiles, nearly."""
        return sum(tile.score**4 for tile in self.tiles)

    @property
    def clear(self) -> bool:
        """Tiles are there, and not too large for the network: no smaller scale shows them better."""
        return self.weight > CLEARLY and find_middle_length(self.tiles) * self.scale < BEST_LENGTH * NO_BETTER


def _clearness(look: Look) -> float:
    """How clearly tiles are seen: their mean score, where the best count most; 0 where there are none."""
    return sum(tile.score**5 for tile in look.tiles) / max(look.weight, 1e-9)


@dataclass(frozen=True, slots=True)
class Searched:
    """The look at the whole picture, made smaller, that shows its tiles best; tiles much larger and much smaller."""

    best: Look
    larger: list[Found]
    smaller: list[Found]


def search(sight: Sight) -> Searched:
    """Where tiles lie, as far as looks at the whole picture tell."""
    image = sight.levels
    first = _look(sight, COARSE)
    if _shows_all(first, image.shape):
        return Searched(first, _larger(first, [first]), _smaller(first, [first]))
    looks = [_look(sight, MIDDLING), first]
    if not any(look.clear for look in looks):
        looks.append(_look(sight, COARSEST))
    first_clear = next((k for k, look in enumerate(looks) if look.clear), len(looks))
    best = max(looks[: first_clear + 1], key=lambda look: look.weight)
    if image.longer > MIDDLING:
        clear = _clearness(best) >= CLEAR
        looks.append(_look_finer(sight, looks[0].unexplained if clear else looks[0].hints))
        best = best if clear else max(best, looks[-1], key=lambda look: look.weight)
    return Searched(best, _larger(best, looks), _smaller(best, looks))


def _shows_all(look: Look, shape: tuple[int, ...]) -> bool:
    """Tiles are seen, so clearly and so long that a finer look shows no more, and no hint of any lies elsewhere."""
    if look.weight <= CLEARLY or min(tile.score for tile in look.tiles) < SHOWN:
        return False
    left, top, right, bottom = find_region(look.tiles, shape)
    around = AROUND * CELL / look.scale
    near = all(
        left <= low + around and top <= high + around and far - around <= right and deep - around <= bottom
        for low, high, far, deep in look.hints
    )
    return near and find_middle_length(look.tiles) * look.scale >= PLAINLY


def _look(sight: Sight, size: int) -> Look:
    """The whole picture, seen with its longer side `size` pixels long."""
    scale = size / sight.levels.longer
    over = look_over(sight, scale)
    return Look(scale, over.seen.tiles, over.seen.lone, over.hints, over.unexplained)


def _look_finer(sight: Sight, parts: Sequence[Region]) -> Look:
    """Some parts of the picture seen as FINE says; a tile that two of them show is there once."""
    look = Look(FINE / sight.levels.longer, [], [])
    for part in parts:
        seen = look_at(sight, part, look.scale)
        look = replace(look, tiles=_add_better(look.tiles, seen.tiles), lone=[*look.lone, *seen.lone])
    return look


def _add_better(found: list[Found], seen: list[Found]) -> list[Found]:
    """What was found, and what was seen now: of two that are one tile the clearer."""
    better = [tile for tile in seen if all(tile.score > other.score for other in found if is_same_tile(tile, other))]
    return [other for other in found if not any(is_same_tile(other, tile) for tile in better)] + better


def _larger(best: Look, looks: list[Look]) -> list[Found]:
    """Those seen no finer that are much larger than most in `best`, each once, and lie where no smaller one does."""
    least = MUCH_LARGER * find_middle_length(best.tiles) if best.tiles else np.inf
    seen = [tile for look in looks if look.scale <= best.scale for tile in look.tiles]
    small = [tile.centre for tile in best.tiles if tile.score >= LARGE and tile.length <= least]
    found: list[Found] = []
    for tile in sorted(seen, key=lambda tile: -tile.score):
        if tile.score < LARGE or tile.length <= least or any(is_same_tile(tile, other) for other in found):
            continue
        outline = _find_outline(tile)
        if not any(_on(place, outline) for place in small):
            found.append(tile)
    return found


def _smaller(best: Look, looks: list[Look]) -> list[Found]:
    """Those seen that are much smaller than most in `best`, each once, and lie beside the larger ones."""
    most = find_middle_length(best.tiles) / MUCH_LARGER if best.tiles else 0.0
    found: list[Found] = []
    for look in looks:
        small = [tile for tile in look.tiles if tile.length <= most]
        found = _add_better(found, _keep_beside(small, best.tiles))
    return found


def _keep_beside(small: list[Found], tiles: list[Found]) -> list[Found]:
    """Those that lie on none of the clear `tiles` longer than them all: pips on a tile may look like a tile."""
    longest = max((tile.length for tile in small), default=0.0)
    large = [_find_outline(tile) for tile in tiles if tile.score >= LARGE and tile.length > longest]
    return [tile for tile in small if not any(_on(tile.centre, outline) for outline in large)]


def add_smaller(sight: Sight, tiles: list[Found], smaller: list[Found]) -> list[Found]:
    """The tiles, and where `smaller` ones were seen those that a look as near as they need shows."""
    if not smaller:
        return tiles
    around = find_region(smaller, sight.levels.shape)
    seen = look_at(sight, around, limit_scale(around, BEST_LENGTH / find_middle_length(smaller))).tiles
    most = find_middle_length(tiles) / ALIKE if tiles else np.inf
    return _add_better(tiles, keep_of_a_size(_keep_beside([tile for tile in seen if tile.length <= most], tiles)))


def _find_outline(tile: Found) -> Picture:
    return cv2.convexHull(tile.corners.astype(np.float32))


def _on(place: Picture, outline: Picture) -> bool:
    """A place lies within an outline."""
    return cv2.pointPolygonTest(outline, (float(place[0]), float(place[1])), measureDist=False) > 0


def look_by_itself(sight: Sight, tile: Found, others: list[Found]) -> list[Found]:
    """A tile much larger than the others, looked at by itself; none where it is not seen so."""
    around = find_region([tile], sight.levels.shape)
    seen = look_at(sight, around, limit_scale(around, BEST_LENGTH / tile.length))
    return [
        each
        for each in seen.tiles
        if is_same_tile(each, tile) and each.score >= LARGE and not any(is_same_tile(each, other) for other in others)
    ]
