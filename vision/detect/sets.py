"""Inference of the domino set on a photo from the numbers read, and restriction of numbers to a set.

A set shows every number equally often: if none of many halves shows more than six it is a double-six set. A number
beyond the set is unlikely, and is still read where it is clear: somebody may have mixed two sets.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from .arrays import Array
from .decode import Detection
from .pips import NUMBERS

PRIOR = {6: 0.62, 9: 0.1, 12: 0.2, 15: 0.05, 18: 0.03}
"""How common sets are, by their largest half."""
EXPECTED = 0.9
"""The probability that the set of the match is the one on the photo."""
MISREAD = 0.02
"""The probability that the detector reads a half as a number that its set does not have."""
MISREAD_CLOSE = 0.004
"""The same of the model for halves, for numbers beyond twelve; measured on 240 rendered tables."""
BEYOND = 0.01
"""The factor by which a number that the set does not have is less likely."""
LEAST_SCORE = 0.4
"""The least score of a tile that counts."""
KNOWN = 12
"""The largest half of the sets that the usual models were trained for; larger sets have models of their own."""


def infer_set(tiles: Sequence[Detection], expected: int | None = None, misread: float = MISREAD) -> int:
    """Return the largest half of the likeliest set: 6 for a double-six set.

    `expected` is that of the match's set (None: unknown); `misread` is the probability that a half is read as a number
    that its set does not have.
    """
    sets = {min(largest, NUMBERS - 1): share for largest, share in PRIOR.items()}
    if expected is not None:
        sets = {largest: share * (1 - EXPECTED) for largest, share in sets.items()}
        sets[expected] = sets.get(expected, 0.0) + EXPECTED
    clear = [tile for tile in tiles if tile.score >= LEAST_SCORE]

    def log_posterior(largest: int) -> float:
        """Return the logarithm of the set's probability, up to a constant."""
        total = float(np.log(sets[largest]))
        for tile in clear:
            within = np.maximum(tile.numbers[:, : largest + 1].sum(axis=1), misread) / (largest + 1)
            total += tile.score * float(np.log(within).sum())
        return total

    return max(sets, key=log_posterior)


def infer_larger_set(tiles: Sequence[Detection], largest: int, expected: int | None) -> int:
    """Return the largest half of the set, after the model for halves has read the `tiles`.

    It is `largest`, or that of a larger set beyond double-twelve if the numbers read show it. `expected` is as in
    `infer_set`.
    """
    larger = infer_set(tiles, expected, MISREAD_CLOSE)
    return larger if larger > max(largest, KNOWN) else largest


def restrict_to_set(probabilities: Array, largest: int) -> Array:
    """Return the probabilities of numbers (…×N) with numbers above `largest` made unlikely; their sum is 1."""
    weighted = probabilities * np.where(np.arange(probabilities.shape[-1]) <= largest, 1.0, BEYOND)
    return np.asarray(weighted / np.maximum(weighted.sum(axis=-1, keepdims=True), 1e-9))


def measure_beyond_set(counts: Array, largest: int) -> float:
    """Return the probability that one of two halves shows more than `largest` pips.

    `counts`: 2×N, the probability of each number on each half, by the pips counted.
    """
    return float(1 - counts[:, : largest + 1].sum(axis=1).min())


def apply_set(tile: Detection, largest: int) -> Detection:
    """Return a detection with numbers above `largest` made unlikely, and with `beyond_set` computed for that set."""
    numbers, counts = restrict_to_set(tile.numbers, largest), restrict_to_set(tile.counts, largest)
    return replace(tile, numbers=numbers, counts=counts, beyond_set=measure_beyond_set(tile.counts, largest))
