"""Candidates: detected tiles with all that was predicted for them, as they pass from stage to stage."""

from dataclasses import dataclass, replace

import numpy as np

from ..reading import Half, ReadTile
from .arrays import Array
from .calibration import list_features, predict_confidence
from .decode import Detection, UnpairedHalf
from .ensemble import CombinedPrediction, HalfPredictions, combine, share_out_large
from .sets import KNOWN

SURE = 0.9684
"""The confidence above which nobody needs to look at a tile: `vision.lab.train.calibrate`."""
SURE_LARGE = 0.98
"""The same in sets beyond double-twelve: no photo of such a set was ever read."""
TESTED = 12
"""Numbers above it were never tested on photos: such tiles are never sure."""
BEYOND_SET = 0.5
"""From this probability that more pips were counted than the set has a tile is never sure, and is classified: the
models were trained on few sets beyond double-twelve, and may take 13 for 11 and 15 for 12."""
CLEAR_SCORE = 0.8
"""A detection with this score is a tile: more adds nothing."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A detected tile with all predictions for it.

    `prediction` is that of the model for halves, or None if the model was not used; `combined` has all predictions
    combined.
    """

    detection: Detection
    prediction: HalfPredictions | None
    combined: CombinedPrediction

    @property
    def real(self) -> float:
        """The probability that the candidate is a tile at all, by the model for halves; 1 if that was not used."""
        return float(np.sqrt(self.prediction.real.prod())) if self.prediction else 1.0

    @property
    def large_set(self) -> bool:
        """Whether the candidate was classified as a tile of a set beyond double-twelve."""
        return self.prediction is not None and self.prediction.large_set

    @property
    def corners(self) -> Array:
        """The corners of the tile, 4×2, as the last model that was used sees them."""
        return self.prediction.corners if self.prediction else self.detection.corners

    @property
    def settled(self) -> bool:
        """Whether nothing about the candidate is doubtful, so that it needs no second look."""
        if not self.prediction:
            return True
        certain = float(self.combined.probabilities.max(axis=1).min())
        return self.detection.score > 0.6 and self.prediction.real.min() > 0.9 and certain > 0.95

    @property
    def agreed(self) -> bool:
        """Whether all predictions have the same likeliest numbers, and the set has these numbers."""
        return min(self.combined.agreeing) == self.combined.count and self.beyond_set < BEYOND_SET

    @property
    def beyond_set(self) -> float:
        """The probability that a half shows more pips than any tile of the set has."""
        return (self.prediction or self.detection).beyond_set

    def probability(self, pips: tuple[int, int]) -> float:
        """Return the probability that the halves show the numbers `pips`, if the candidate is a tile."""
        return float(self.combined.probabilities[0][pips[0]] * self.combined.probabilities[1][pips[1]])

    def rank(self, pips: tuple[int, int]) -> float:
        """Return about the probability that the candidate is a tile with the numbers `pips`.

        Of two overlapping candidates, the one with the higher rank is kept.
        """
        return self.probability(pips) * min(1.0, self.detection.score / CLEAR_SCORE) * self.real

    def confidence(self, pips: tuple[int, int]) -> float:
        """Return the calibrated probability that the numbers `pips` are right."""
        features = list_features(self.detection, self.prediction, self.combined, pips)
        return predict_confidence(features, self.large_set)

    def may_be_sure(self, pips: tuple[int, int]) -> bool:
        """Return whether a tile with the numbers `pips` may be shown as sure.

        Such numbers must have been tested on photos, and no more pips than the set has may have been counted.
        """
        return max(pips) <= TESTED and self.beyond_set < BEYOND_SET

    def classified(self) -> Detection:
        """Return the detection with the numbers that the model for halves predicts for any set.

        It is unchanged if that model was not used.
        """
        return replace(self.detection, numbers=self.prediction.any_set_numbers) if self.prediction else self.detection

    def read(self, pips: tuple[int, int], share: float = 0.0) -> ReadTile:
        """Return the tile with the numbers `pips`.

        If these are not its likeliest numbers, because another tile has those, `share` is the fraction of the
        confidence in the likeliest ones that is added to the confidence in `pips`.
        """
        halves = tuple(
            Half(pips[k], float(self.combined.probabilities[k][pips[k]]), _to_point(self.detection.halves[k]))
            for k in (0, 1)
        )
        confidence = self.confidence(pips)
        if pips != self.combined.pips:
            confidence = min(1.0, confidence + share * self.confidence(self.combined.pips))
        corners = tuple(_to_point(corner) for corner in self.corners)
        least = SURE_LARGE if self.large_set else SURE
        sure = pips == self.combined.pips and confidence > least and self.may_be_sure(pips)
        return ReadTile(corners, halves, confidence, sure)  # type: ignore[arg-type]  # four, two


def make_candidate(detection: Detection, prediction: HalfPredictions | None = None) -> Candidate:
    """Return a candidate for a detection and, if the model for halves was used, its prediction.

    In a set beyond double-twelve the large numbers of the detection are distinguished by the pips of the prediction.
    """
    if prediction and prediction.large_counts is not None:
        detection = replace(detection, numbers=share_out_large(detection.numbers, prediction.large_counts))
    return Candidate(detection, prediction, combine(detection, prediction))


def _to_point(place: Array) -> tuple[float, float]:
    """Return a point (x, y) as a tuple of floats."""
    return float(place[0]), float(place[1])


@dataclass(frozen=True, slots=True)
class Candidates:
    """The candidates on a picture, the halves that belong to none, and the largest half of the likeliest set."""

    tiles: tuple[Candidate, ...] = ()
    unpaired: tuple[UnpairedHalf, ...] = ()
    largest: int = KNOWN
