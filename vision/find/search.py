"""Where on the picture tiles lie and how long they are: looks at the whole of it, made small."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from .decode import Found
from .look import (
    BEST_LENGTH,
    Picture,
    Region,
    find_region,
    limit_scale,
    look_at,
    look_over,
    move_tile,
)
from .merge import is_same_tile
from .sizes import find_middle_length, scale_picture

COARSE = (480, 224, 112)
"""Pixels of the picture's longer side at which tiles are looked for, the first two always."""
CLEARLY = 0.3
"""So much weight of tiles found at one of these sizes, and no smaller one is tried."""
FINE = 960
"""The same where none was seen so clearly as CLEAR: small tiles far away."""
CLEAR = 0.75
FAINT = 0.02
"""Less weight of tiles than this is nothing seen: then only the parts that hold a hint of one are looked at finer."""
NO_BETTER = 1.12
"""A look at a scale larger by less shows nothing new."""
MUCH_LARGER = 1.9
"""Times as long as most tiles is one that has to be looked at by itself."""
LARGE = 0.5
"""The least score of such a one in the look that shows it."""


@dataclass(frozen=True, slots=True)
class Look:
    """The picture seen at a scale, the tiles seen then, and the parts with a hint of one, in its own pixels."""

    scale: float
    tiles: list[Found]
    hints: tuple[Region, ...] = ()

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


def search(image: Picture) -> tuple[Look, list[Found]]:
    """The look at the whole picture, made smaller, that shows its tiles best, and tiles much larger than those."""
    longer = max(image.shape[:2])
    small = scale_picture(image, min(1.0, COARSE[0] / longer))
    by = np.array([image.shape[1] / small.shape[1], image.shape[0] / small.shape[0]])
    looks: list[Look] = []
    for size in COARSE:
        seen, hints = look_over(small, size / max(small.shape[:2]))
        tiles = [move_tile(tile, by, by / 2 - 0.5) for tile in seen]
        looks.append(Look(size / longer, tiles, tuple(_enlarge(part, by) for part in hints)))
        if len(looks) > 1 and any(look.clear for look in looks):
            break
    first_clear = next((k for k, look in enumerate(looks) if look.clear), len(looks))
    best = max(looks[: first_clear + 1], key=lambda look: look.weight)
    if _clearness(best) < CLEAR and longer > COARSE[0]:
        whole = (0, 0, image.shape[1], image.shape[0])
        parts = looks[0].hints if best.weight < FAINT else (whole,)
        fine = Look(FINE / longer, _look_finer(image, parts, FINE / longer))
        best = max(best, fine, key=lambda look: look.weight)
    return best, _larger(best.tiles, [tile for look in looks if look.scale <= best.scale for tile in look.tiles])


def _enlarge(part: Region, by: Picture) -> Region:
    """A part of a smaller picture as one of a picture that is so many times as wide and high."""
    left, top, right, bottom = part
    return int(left * by[0]), int(top * by[1]), int(right * by[0]), int(bottom * by[1])


def _look_finer(image: Picture, parts: Sequence[Region], scale: float) -> list[Found]:
    """The tiles in some parts of the picture seen at `scale`; what two parts show is there once."""
    found: list[Found] = []
    for part in parts:
        better = [
            tile
            for tile in look_at(image, part, scale)
            if all(tile.score > other.score for other in found if is_same_tile(tile, other))
        ]
        found = [other for other in found if not any(is_same_tile(other, tile) for tile in better)] + better
    return found


def _larger(tiles: list[Found], seen: list[Found]) -> list[Found]:
    """Those of `seen` that are much larger than most `tiles` are, each once, and lie where no smaller one does."""
    least = MUCH_LARGER * find_middle_length(tiles) if tiles else np.inf
    small = [tile.centre for tile in tiles if tile.score >= LARGE and tile.length <= least]
    found: list[Found] = []
    for tile in sorted(seen, key=lambda tile: -tile.score):
        if tile.score < LARGE or tile.length <= least or any(is_same_tile(tile, other) for other in found):
            continue
        outline = cv2.convexHull(tile.corners.astype(np.float32))
        if not any(_on(place, outline) for place in small):
            found.append(tile)
    return found


def _on(place: Picture, outline: Picture) -> bool:
    """A place lies within an outline."""
    return cv2.pointPolygonTest(outline, (float(place[0]), float(place[1])), measureDist=False) > 0


def look_by_itself(image: Picture, tile: Found, others: list[Found]) -> list[Found]:
    """A tile much larger than the others, looked at by itself; none where it is not seen so."""
    around = find_region([tile], image.shape)
    seen = look_at(image, around, limit_scale(around, BEST_LENGTH / tile.length))
    return [
        each
        for each in seen
        if is_same_tile(each, tile) and each.score >= LARGE and not any(is_same_tile(each, other) for other in others)
    ]
