"""Which of the tiles found on a picture are kept, and what they are.

What is known of dominoes helps: two tiles never lie in the same place, and a set has each tile once.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from ..reading import Half, ReadTile
from .belief import list_signs, measure_likelihood
from .decode import Found
from .footprint import Footprint, make_footprint
from .pips import NUMBERS
from .weigh import STRANGE, Closer, Weighed, weigh

LEAST_KEPT = 0.2
"""The least score, times the closer look's word that there is a tile at all, of one that is read."""
LEAST_BLANK = 0.4
"""The same for a tile without a single pip: nothing is taken for one more easily."""
LEAST_SHARED = 0.3
"""So much of a tile on another, and both cannot be there."""
LEAST_LISTED = 0.3
"""The least confidence of a reading: on rendered scenes one right reading in a hundred has less, and most ghosts do."""
LEAST_ANY = 0.97
"""The least probability that there is any tile on a picture, by the clearest ones: `vision.lab.train.calibrate`."""
CLEAREST = 3
"""So many tiles have a say in that: a picture of other things yields a faint one or two."""
LEAST_INSIDE = 0.8
"""The share of a tile that must be within the picture."""
LEAST_HOPE = 0.2
"""The same after the first closer look: on rendered scenes a second one never made a tile of what was unlikelier."""
SURE = 0.964
"""The least confidence of a reading that nobody needs to look at: `vision.lab.train.calibrate`."""
SURE_BEYOND = 0.98
"""The same in sets beyond double-twelve: no photo of such a one was ever read."""

MET = 12
"""Numbers above it were never met on a real tile: somebody always looks at them."""
CLEAR_BLANK = 0.8
"""The least belief in a second double blank: a bare rectangle is taken for one more easily than for any other tile."""
CLEAR_SCORE = 0.8
"""A tile found with this score is one: more adds nothing."""
LEAST_OTHER = 0.05
"""Of the chance of what was read on another tile, too: a set has each tile once, so what is so likely is likelier."""

Vector = NDArray[Any]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A tile found, what the closer look says of it (None: it was plain), and the witnesses' common word."""

    found: Found
    closer: Closer | None
    weighed: Weighed

    @property
    def real(self) -> float:
        """How likely it is, by the closer look, that there is a tile at all."""
        return float(np.sqrt(self.closer.real.prod())) if self.closer else 1.0

    @property
    def beyond(self) -> bool:
        """The closer look took it for one of a set beyond double-twelve."""
        return self.closer is not None and self.closer.beyond

    @property
    def corners(self) -> Vector:
        """Its corners, 4×2."""
        return self.closer.corners if self.closer else self.found.corners

    def chance(self, pips: tuple[int, int]) -> float:
        """How likely it shows these numbers, if it is a tile."""
        return float(self.weighed.chances[0][pips[0]] * self.weighed.chances[1][pips[1]])

    def belief(self, pips: tuple[int, int]) -> float:
        """How likely there is a tile that shows these numbers, roughly: to tell the clearer of two."""
        return self.chance(pips) * min(1.0, self.found.score / CLEAR_SCORE) * self.real

    def confidence(self, pips: tuple[int, int]) -> float:
        """How likely it is right to read it as a tile with these numbers."""
        return measure_likelihood(list_signs(self.found, self.closer, self.weighed, pips), self.beyond)

    def may_be_sure(self, pips: tuple[int, int]) -> bool:
        """Such numbers were met on real tiles, and no more pips were counted than its set has."""
        strange = self.closer.strange if self.closer else self.found.strange
        return max(pips) <= MET and strange < STRANGE

    def read(self, pips: tuple[int, int], share: float = 0.0) -> ReadTile:
        """The tile with these numbers.

        `share`: how much of the confidence in its likeliest numbers goes to these, where another tile shows those.
        """
        halves = tuple(
            Half(pips[k], float(self.weighed.chances[k][pips[k]]), _point(self.found.halves[k])) for k in (0, 1)
        )
        confidence = self.confidence(pips)
        if pips != self.weighed.pips:
            confidence = min(1.0, confidence + share * self.confidence(self.weighed.pips))
        corners = tuple(_point(corner) for corner in self.corners)
        least = SURE_BEYOND if self.beyond else SURE
        sure = pips == self.weighed.pips and confidence > least and self.may_be_sure(pips)
        return ReadTile(corners, halves, confidence, sure)  # type: ignore[arg-type]  # four, two


def make_candidate(found: Found, closer: Closer | None) -> Candidate:
    """What may be kept."""
    return Candidate(found, closer, weigh(found, closer))


def is_hopeless(found: list[Found], closer: list[Closer | None]) -> bool:
    """Not one of the tiles found is likely enough for a second look to show that there is any."""
    candidates = [make_candidate(tile, close) for tile, close in zip(found, closer, strict=True)]
    return all(each.confidence(each.weighed.pips) < LEAST_HOPE for each in candidates)


def _point(place: Vector) -> tuple[float, float]:
    return float(place[0]), float(place[1])


def measure_inside(corners: Vector, shape: tuple[int, ...]) -> float:
    """The share of a tile (4×2 corners) that is within a picture of `shape`."""
    if (corners >= 0).all() and (corners <= shape[1::-1]).all():
        return 1.0
    frame = np.array([[0, 0], [shape[1], 0], [shape[1], shape[0]], [0, shape[0]]], np.float32)
    tile = cv2.convexHull(corners.astype(np.float32))
    return float(cv2.intersectConvexConvex(frame, tile)[0]) / max(float(cv2.contourArea(tile)), 1e-6)


def is_there(each: Candidate, shape: tuple[int, ...]) -> bool:
    """It is a tile, and enough of it is in the picture."""
    least = LEAST_BLANK if each.weighed.pips == (0, 0) else LEAST_KEPT
    return each.found.score * each.real >= least and measure_inside(each.corners, shape) >= LEAST_INSIDE


def keep_apart(candidates: list[Candidate]) -> list[Candidate]:
    """Those that do not lie where a clearer one lies, the clearest first: two tiles never share a place."""
    kept: list[tuple[Candidate, Footprint]] = []
    for each in sorted(candidates, key=lambda each: -each.belief(each.weighed.pips)):
        place = make_footprint(each.corners)
        if all(place.measure_shared(other) < LEAST_SHARED for _, other in kept):
            kept.append((each, place))
    return [each for each, _ in kept]


def tell_apart(candidates: list[Candidate]) -> list[ReadTile]:
    """What each is, the clearest first: where a tile was read before, the next likely one that was not, if any is."""
    tiles: list[ReadTile] = []
    names = {tuple(sorted(each.weighed.pips)) for each in candidates}
    read: set[tuple[int, ...]] = set()
    for each in candidates:
        pips, share = each.weighed.pips, 0.0
        if tuple(sorted(pips)) in read:
            others = [
                (a, b)
                for a, b in product(range(NUMBERS), repeat=2)
                if tuple(sorted((a, b))) not in names | read and each.chance((a, b)) > LEAST_OTHER * each.chance(pips)
            ]
            pips = max(others, key=each.chance, default=pips)
            share = each.chance(pips) / max(sum(map(each.chance, others)), each.chance(pips))
            if pips == (0, 0) and pips in read and each.belief(pips) < CLEAR_BLANK:
                continue
        read.add(tuple(sorted(pips)))
        tiles.append(each.read(pips, share))
    return tiles


def measure_any(confidences: Iterable[float]) -> float:
    """How likely there is any tile on a picture, by the clearest of those read there; 0 where none was."""
    doubts = sorted(1 - each for each in confidences)
    return 1 - prod(doubts[:CLEAREST])


def decide(found: list[Found], closer: list[Closer | None], shape: tuple[int, ...]) -> tuple[ReadTile, ...]:
    """Which of the tiles found in a picture of `shape` are kept, and what they are; the clearest first."""
    candidates = [make_candidate(tile, close) for tile, close in zip(found, closer, strict=True)]
    tiles = tell_apart(keep_apart([each for each in candidates if is_there(each, shape)]))
    tiles = [tile for tile in tiles if tile.confidence >= LEAST_LISTED]
    return tuple(tiles) if measure_any(tile.confidence for tile in tiles) >= LEAST_ANY else ()
