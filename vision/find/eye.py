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

from vision.reading import Tile

from .closer import look_closer
from .decide import decide
from .decode import Found, decode
from .merge import merged, same
from .network import Network
from .sets import of_set, tell_set
from .shape import Shape, common_shape, reshaped
from .sizes import by_length, middle_length, of_a_size, scaled
from .weigh import Closer, weigh

BEST_LENGTH = 95.0
"""Pixels: as long a tile is read best."""
COARSE = (480, 224, 112)
"""Pixels of the picture's longer side at which tiles are looked for."""
CLEARLY = 0.3
"""So much weight of tiles found at one of these sizes, and no smaller one is tried."""
FINE = 1200
"""The same where none was seen so clearly as CLEAR: small tiles far away."""
CLEAR = 0.75
RIM = 16
"""Pixels added around what is looked at."""
NO_BETTER = 1.12
"""A look at a scale larger by less shows nothing new."""
LARGEST_PASS = 900_000
"""Pixels of the last look at most."""
AGAIN = 1.1
"""Times larger than the best length is the second look at what the first left in doubt."""
LEAST_LOOKED = 0.15
"""The least score of a tile that gets a closer look."""
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


def _seen(picture: Picture) -> list[Found]:
    """What the first model sees in a picture; a rim is added, so that a tile at the border has one too."""
    rimmed = cv2.copyMakeBorder(picture, RIM, RIM, RIM, RIM, cv2.BORDER_REPLICATE)
    found = decode(network().look([rimmed])[0])
    return [replace(tile, centre=tile.centre - RIM, halves=tile.halves - RIM) for tile in found]


def look_at(image: Picture, region: Region, scale: float, *, turned: bool = False) -> list[Found]:
    """The tiles in a region of the picture seen at `scale`, upside down if `turned`; in pixels of the picture."""
    left, top, right, bottom = region
    part = scaled(image[top:bottom, left:right], scale)
    high, wide = part.shape[:2]
    by = np.array([(right - left) / wide, (bottom - top) / high])
    shift, sign = np.array([left, top]) + by / 2 - 0.5, 1
    if turned:
        part = np.ascontiguousarray(part[::-1, ::-1])
        shift, sign = np.array([right, bottom]) - by / 2 - 0.5, -1
    return [_moved(tile, sign * by, shift) for tile in _seen(part) if tile.score >= LEAST_LOOKED]


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


def search(image: Picture) -> Look:
    """The look at the whole picture, made smaller, that shows its tiles best."""
    longer = max(image.shape[:2])
    small = scaled(image, min(1.0, COARSE[0] / longer))
    by = np.array([image.shape[1] / small.shape[1], image.shape[0] / small.shape[0]])
    looks = []
    for size in COARSE:
        seen = look_at(small, _whole(small), size / max(small.shape[:2]))
        looks.append(Look(size / longer, [_moved(tile, by, by / 2 - 0.5) for tile in seen]))
        if looks[-1].clear:
            break
    best = max(looks, key=lambda look: look.weight)
    if _clearness(best) < CLEAR and longer > COARSE[0]:
        fine = Look(FINE / longer, look_at(image, _whole(image), FINE / longer))
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


def examine(image: Picture, said: int | None = None) -> tuple[list[Found], list[Closer | None]]:
    """Every tile found, before it is decided which to keep, and the closer look's word on it (None: it was plain).

    `said`: the largest half of the set which the match is played with, as far as that is known.

    Where any are left in doubt, these are looked at once more, turned and at the scale that suits them, and the two
    looks are averaged.
    """
    first = search(image)
    if not first.tiles:
        return [], []
    region = _region(first.tiles, image.shape)
    scale = _affordable(region, BEST_LENGTH / middle_length(first.tiles))
    found = first.tiles if scale < first.scale * NO_BETTER else look_at(image, region, scale)
    found = of_a_size(found)
    largest = tell_set(found, said)
    found = [of_set(tile, largest) for tile in found]
    found, closer = look_straight(image, found, common_shape(found), largest)
    clear = [close is None or settled(tile, close) for tile, close in zip(found, closer, strict=True)]
    if all(clear):
        return found, closer
    sure = [tile for tile, good in zip(found, clear, strict=True) if good]
    doubtful = [tile for tile, good in zip(found, clear, strict=True) if not good]
    groups = by_length(doubtful)
    doubtful = []
    for k, alike in enumerate(groups):
        others = [*sure, *doubtful, *(tile for later in groups[k + 1 :] for tile in later)]
        doubtful += _looked_at_again(image, alike, others, largest)
    doubtful = of_a_size(doubtful, sure)
    kept = [close for close, good in zip(closer, clear, strict=True) if good]
    doubtful, again = look_straight(image, doubtful, common_shape(sure + doubtful), largest)
    return sure + doubtful, [*kept, *again]


def look_straight(
    image: Picture, tiles: list[Found], shape: Shape | None, largest: int
) -> tuple[list[Found], list[Closer | None]]:
    """The tiles and the closer look at each: where the common shape says that it lies otherwise, the better of two."""
    closer = look_closer(image, tiles, largest)
    others = {k: other for k in range(len(tiles)) if shape and closer[k] and (other := reshaped(tiles[k], shape))}
    found = list(tiles)
    for (k, other), word in zip(others.items(), look_closer(image, list(others.values()), largest), strict=True):
        if _trusted(word) > _trusted(closer[k]):
            found[k], closer[k] = other, word
    return found, closer


def _trusted(close: Closer | None) -> float:
    """How likely both are halves, and how clearly numbers are told from them."""
    return float(close.real.prod() * close.named.max(axis=1).prod()) if close else 0.0


def _looked_at_again(image: Picture, tiles: list[Found], others: list[Found], largest: int) -> list[Found]:
    """Tiles left in doubt, averaged with a second look at where they are, turned and at the scale that suits them.

    What `others` are is not looked at again.
    """
    region = _region(tiles, image.shape)
    scale = _affordable(region, AGAIN * BEST_LENGTH / middle_length(tiles))
    again = look_at(image, region, scale, turned=True)
    return merged(tiles, [of_set(tile, largest) for tile in again if not any(same(tile, other) for other in others)])


def settled(tile: Found, close: Closer) -> bool:
    """Nothing about this tile is left in doubt."""
    certain = float(weigh(tile, close).chances.max(axis=1).min())
    return tile.score > 0.6 and close.real.min() > 0.9 and certain > 0.95


def find_tiles(image: Picture, largest: int | None = None) -> tuple[Tile, ...]:
    """The tiles lying face up in a picture (H×W×3 uint8, blue green red).

    `largest`: the most pips on a half of the set which the match is played with; the set that lies there is told from
    the picture all the same, and that one is only the likeliest.
    Corners and centres are pixels of that picture. Tiles partly covered or cut by the border are left out.
    """
    return decide(*examine(image, largest), image.shape)
