"""Combination of all predictions of the number on a half, as a product of experts.

There are four predictions: the number map and the pips counted by the detector, and the same two by the model for
halves. Each gives a probability for every number. The probabilities are multiplied, each raised to a weight, because
the predictions are not independent. A result is almost certain if all predictions have the same likeliest number.
"""

from dataclasses import dataclass

import numpy as np

from .arrays import Array
from .decode import Detection, softmax
from .halves import INNER, SIDE
from .peaks import find_peaks
from .pips import LARGE_SHIFT, LARGE_STEEPNESS, LEAST_PIP, NUMBERS, ON, count_pips
from .sets import KNOWN, measure_beyond_set, restrict_to_set

WEIGHTS = {"numbers": 0.4, "counts": 0.0, "half numbers": 0.6, "half counts": 0.0}
"""The weights of the predictions, fitted on rendered scenes by `vision.lab.train.calibrate`.

Next to both networks' numbers the counts add next to nothing; they still have to agree for a tile to be sure.
"""
LARGE_SET_WEIGHTS = {"numbers": 0.3, "counts": 0.0, "half numbers": 0.85, "half counts": 0.0}
"""The same in sets beyond double-twelve, which have networks of their own."""
LARGE_NUMBERS_WEIGHT = 0.2
"""The weight of predicted numbers if those beyond double-twelve are distinguished by counting, which has the weight 1;
fitted on 143 rendered halves in patterns that no training has."""
DETECTOR_WEIGHTS = {"numbers": 0.95, "counts": 0.1}
"""The same if the detector alone was used."""
FLOOR = 1e-4
"""Added to each probability before its logarithm is taken."""


@dataclass(frozen=True, slots=True)
class HalfPredictions:
    """The predictions of the model for halves for both halves of a tile.

    `numbers`, `counts`: 2×19, the probability of each number in the set, by its number output and by its pips; `real`:
    2, the probability that each is a half at all; `corners`: 4×2, the tile's corrected outline; `beyond_set`: as in
    `Detection`; `any_set_numbers`: as `numbers`, but for any set; `large_set`: whether the set is beyond double-twelve;
    `large_counts`: in such a set the probability of each number by its pips, calibrated for more than twelve.
    """

    numbers: Array
    counts: Array
    real: Array
    corners: Array
    beyond_set: float
    any_set_numbers: Array
    large_set: bool = False
    large_counts: Array | None = None


@dataclass(frozen=True, slots=True)
class CombinedPrediction:
    """All predictions for a tile combined.

    `probabilities`: 2×19, the probability of each number on each half; `agreeing`: for each half, how many of the
    `count` predictions have the same likeliest number as the combination.
    """

    probabilities: Array
    agreeing: tuple[int, int]
    count: int

    @property
    def pips(self) -> tuple[int, int]:
        """The likeliest number of each half."""
        return int(self.probabilities[0].argmax()), int(self.probabilities[1].argmax())


def interpret_halves(number: Array, pip: Array, corners: Array, largest: int) -> HalfPredictions:
    """Return the raw outputs of the model for the two halves of a tile as probabilities.

    `number`: 2×20 and `pip`: 2×1×40×40, logits; `corners`: 4×2, the tile's outline; `largest`: the largest half of the
    set.
    """
    counts, large_counts = np.zeros((2, NUMBERS)), np.zeros((2, NUMBERS))
    probabilities = softmax(number)
    numbers = restrict_to_set(probabilities[:, :NUMBERS], NUMBERS - 1)
    for k in (0, 1):
        at, fine = find_peaks(1 / (1 + np.exp(-pip[k, 0])), LEAST_PIP)
        inside = np.abs(fine * 2 - (SIDE - 1) / 2).max(axis=1) < INNER / 2 * ON
        logits, on = pip[k, 0][at[:, 1], at[:, 0]], inside[np.newaxis]
        counts[k] = count_pips(logits, on)[0]
        large_counts[k] = count_pips(logits, on, LARGE_STEEPNESS, LARGE_SHIFT)[0]
    if largest > KNOWN:
        numbers = share_out_large(numbers, large_counts)
    return HalfPredictions(
        numbers=restrict_to_set(numbers, largest),
        counts=restrict_to_set(counts, largest),
        real=1 - probabilities[:, NUMBERS],
        corners=corners,
        beyond_set=measure_beyond_set(counts, largest),
        any_set_numbers=numbers,
        large_set=largest > KNOWN,
        large_counts=large_counts if largest > KNOWN else None,
    )


def share_out_large(numbers: Array, counts: Array) -> Array:
    """Return the probabilities of numbers (…×19) with that of a number beyond KNOWN shared out by the pips counted.

    Makers lay 13 to 18 pips in different patterns, of which the models were taught some; the pips of any can be
    counted. `counts` (…×19) is the probability of each number by its pips.
    """
    large = slice(KNOWN + 1, None)
    shares = counts[..., large] * (numbers[..., large] + FLOOR) ** LARGE_NUMBERS_WEIGHT
    shares /= shares.sum(axis=-1, keepdims=True)
    shared = numbers.copy()
    shared[..., large] = numbers[..., large].sum(axis=-1, keepdims=True) * shares
    return shared


def combine(detection: Detection, prediction: HalfPredictions | None) -> CombinedPrediction:
    """Return the combined predictions for a tile; `prediction` is None if only the detector was used."""
    experts, weights = [detection.numbers, detection.counts], DETECTOR_WEIGHTS
    if prediction:
        experts += [prediction.numbers, prediction.counts]
        weights = LARGE_SET_WEIGHTS if prediction.large_set else WEIGHTS
    stacked = np.stack(experts)
    probabilities = softmax(np.tensordot(list(weights.values()), np.log(stacked + FLOOR), axes=1))
    agreeing = (stacked.argmax(axis=2) == probabilities.argmax(axis=1)).sum(axis=0)
    return CombinedPrediction(probabilities, (int(agreeing[0]), int(agreeing[1])), len(experts))
