"""Calibration: the probability that a tile was read right, computed from features of all predictions for the tile.

Features are the probabilities that each prediction gives the numbers read, how clearly a tile is detected, how large it
is in the photo, how high its numbers are, and the share of halves that belong to tiles. If only the detector was used,
the model is a logistic regression, else a small network. Both were fitted by `vision.lab.train.calibrate` on rendered
scenes that no training used, and that are harder than most tables; no photo was used.
"""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from .arrays import Array
from .decode import Detection
from .ensemble import CombinedPrediction, HalfPredictions

DETECTOR_COEFFICIENTS = (-1.17, 1.04, 0.55, 0.32, 1.22, 0.06, 0.17, 1.84)
"""The coefficients if the detector alone was used, in the order of `list_features`."""
MONOTONE = (1, 1, 1, 1, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0)
"""1 for each feature whose increase never lowers the result, else 0; for readings of both models."""
FITTED = Path(__file__).parent / "model" / "calibration.npz"
FITTED_LARGE = FITTED.with_name("calibration_large.npz")
"""The networks; the second for sets beyond double-twelve."""
LEAST = 1e-4
"""Probabilities are clipped to at least this distance from 0 and 1."""
USUAL_LENGTH = 95.0
"""Pixels: the usual length of a tile."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """A network with one hidden layer that maps S standardized features, clipped to the range of training, to a logit.

    `mean`, `spread`, `low`, `high`: S; `inner`: S×U, `inner_bias`: U, `outer`: U, `straight`: S, `bias`: 1, for U
    hidden units. More of a MONOTONE feature never lowers the result: `vision.lab.train.fit_calibration` ensures that.
    """

    mean: Array
    spread: Array
    low: Array
    high: Array
    inner: Array
    inner_bias: Array
    outer: Array
    straight: Array
    bias: Array

    def predict_logits(self, features: Array) -> Array:
        """Return the logits that readings with these features (N×S) are right: N."""
        usual = np.clip((features - self.mean) / self.spread, self.low, self.high)
        return np.asarray(
            np.tanh(usual @ self.inner + self.inner_bias) @ self.outer + usual @ self.straight + self.bias
        )


@cache
def load_calibration(large_set: bool) -> Calibration:
    """Return the network that computes confidences, loaded once.

    With `large_set` it is the one for sets beyond double-twelve.
    """
    with np.load(FITTED_LARGE if large_set else FITTED) as arrays:
        return Calibration(**{name: arrays[name].astype(np.float64) for name in arrays.files})


def logit(probability: float) -> float:
    """Return the logit of a probability, which is first clipped to LEAST from 0 and 1."""
    clipped = min(max(probability, LEAST), 1 - LEAST)
    return float(np.log(clipped / (1 - clipped)))


def sigmoid(value: float) -> float:
    """Return the probability whose logit is `value`."""
    return float(1 / (1 + np.exp(-np.clip(value, -30, 30))))


def _sorted_logs(probabilities: Array, pips: tuple[int, int]) -> list[float]:
    """Return the logarithms of the `probabilities` (2×19) of the numbers `pips` on both halves, the lower first."""
    return sorted(float(np.log(max(probabilities[k][pips[k]], LEAST))) for k in (0, 1))


def list_features(
    detection: Detection, prediction: HalfPredictions | None, combined: CombinedPrediction, pips: tuple[int, int]
) -> Array:
    """Return the features (8 or 17 numbers) for the confidence that a tile has the numbers `pips` on its halves.

    There are 17 if `prediction`, that of the model for halves, is not None. `combined` has all predictions combined.
    """
    numbers, counts = _sorted_logs(detection.numbers, pips), _sorted_logs(detection.counts, pips)
    common = [
        numbers[0],
        counts[0],
        logit(float(min(combined.probabilities[k][pips[k]] for k in (0, 1)))),
        logit(detection.score),
        float(np.log2(np.clip(detection.length / USUAL_LENGTH, 0.25, 2))),
        max(pips) / 6,
        detection.paired_share,
    ]
    if not prediction:
        return np.array([1.0, *common])
    halves = *_sorted_logs(prediction.numbers, pips), *_sorted_logs(prediction.counts, pips)
    real = sorted(map(logit, prediction.real))
    agreeing, blank = float(min(combined.agreeing)), float(min(pips) == 0)
    return np.array([*common, numbers[1], counts[1], *halves, *real, agreeing, blank])


def predict_confidence(features: Array, large_set: bool = False) -> float:
    """Return the probability that a reading with the features of `list_features` is right.

    With `large_set` the network for sets beyond double-twelve is used.
    """
    if len(features) == len(DETECTOR_COEFFICIENTS):
        return sigmoid(float(features @ np.array(DETECTOR_COEFFICIENTS)))
    return sigmoid(float(load_calibration(large_set).predict_logits(features[None])[0]))
