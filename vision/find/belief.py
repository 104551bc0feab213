"""How likely it is that a tile was read as what it is, from all that was seen of it.

Each witness's word for the number read counts, of the two halves the weaker; so do how clearly a tile is there, how
large it is in the photo, and how high its numbers are. How much each of these counts was measured on rendered scenes
that no training saw, harder than most tables: `vision.train.calibrate`. No photo took part.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .decode import Found
from .weigh import Closer, Weighed

Vector = NDArray[Any]

ALONE = (1.39, -0.05, 1.82, -0.06, 1.90, 0.06, -0.14)
"""What counts how much where there was no closer look, in the order of `list_signs`."""
CLOSER = (-0.51, 0.27, 0.14, 0.36, 1.13, 0.48, -0.19, 0.22, -0.07, 0.18)
"""The same where there was one."""
LEAST = 1e-4
USUAL = 95.0
"""Pixels: a tile's usual length."""


def take_log_odds(chance: float) -> float:
    """The log odds of a chance, those of near certainty cut off."""
    kept = min(max(chance, LEAST), 1 - LEAST)
    return float(np.log(kept / (1 - kept)))


def _weaker(voice: Vector, pips: tuple[int, int]) -> float:
    """The log of the lower of two halves' chances."""
    return float(np.log(max(min(voice[0][pips[0]], voice[1][pips[1]]), LEAST)))


def list_signs(found: Found, closer: Closer | None, weighed: Weighed, pips: tuple[int, int]) -> Vector:
    """What there is to judge a reading by: 7 numbers, or 10 where there was a closer look."""
    seen = [
        1.0,
        _weaker(found.named, pips),
        _weaker(found.counted, pips),
        take_log_odds(float(min(weighed.chances[k][pips[k]] for k in (0, 1)))),
        take_log_odds(found.score),
        float(np.log2(np.clip(found.length / USUAL, 0.25, 2))),
        max(pips) / 6,
    ]
    if closer:
        seen += [_weaker(closer.named, pips), _weaker(closer.counted, pips), take_log_odds(float(closer.real.min()))]
    return np.array(seen)


def measure_likelihood(seen: Vector) -> float:
    """The probability that a reading with these `list_signs` is right."""
    odds = float(seen @ np.array(CLOSER if len(seen) == len(CLOSER) else ALONE))
    return float(1 / (1 + np.exp(-np.clip(odds, -30, 30))))
