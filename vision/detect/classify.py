"""Stage 3, classify: cut out each half of a tile that the detector left unclear, and apply the second model."""

from collections.abc import Sequence

import numpy as np

from .candidates import Candidate, make_candidate
from .decode import Detection
from .ensemble import interpret_halves
from .halves import find_half_corners, predict_halves
from .pyramid import ImagePyramid
from .sets import KNOWN
from .shape import TableShape, apply_shape
from .sizes import typical_length

CLEAR = 0.9752
"""The confidence from which the detector's reading needs no second model, if its number map and its pips agree."""


def classify(
    pyramid: ImagePyramid, detections: Sequence[Detection], shape: TableShape | None, largest: int
) -> list[Candidate]:
    """Return each detection as a candidate, with the prediction of the model for halves where it is needed.

    Numbers are those of a set up to double-`largest`. If the common `shape` of the tiles (None: unknown) gives a tile
    another outline, both outlines are tried, and the clearer one is kept.
    """
    candidates = _classify_once(pyramid, detections, largest)
    corrected = {
        k: other
        for k, candidate in enumerate(candidates)
        if shape and candidate.prediction and (other := apply_shape(candidate.detection, shape))
    }
    retried = _classify_once(pyramid, list(corrected.values()), largest)
    for k, candidate in zip(corrected, retried, strict=True):
        if _measure_clarity(candidate) > _measure_clarity(candidates[k]):
            candidates[k] = candidate
    return candidates


def _classify_once(pyramid: ImagePyramid, detections: Sequence[Detection], largest: int) -> list[Candidate]:
    """Return a candidate for each detection with its outline unchanged.

    The model for halves is used only for those that `is_clear` does not accept.
    """
    candidates = [make_candidate(each) for each in detections]
    unclear = [k for k, candidate in enumerate(candidates) if not is_clear(candidate)]
    if not unclear:
        return candidates
    tiles = [detections[k] for k in unclear]
    halves = [find_half_corners(tile.corners, half) for tile in tiles for half in (0, 1)]
    outputs = predict_halves(pyramid, halves, typical_length(tiles), largest)
    for row, k in enumerate(unclear):
        both = slice(2 * row, 2 * row + 2)
        corners = np.concatenate(outputs.corners[both, :2])
        prediction = interpret_halves(outputs.number[both], outputs.pip[both], corners, largest)
        candidates[k] = make_candidate(detections[k], prediction)
    return candidates


def is_clear(candidate: Candidate) -> bool:
    """Return whether the detector alone is certain about a candidate, so that the model for halves is not needed.

    It is not if a half may show more than KNOWN pips, which only the model for halves counts well.
    """
    if max(candidate.combined.pips) > KNOWN:
        return False
    return candidate.agreed and candidate.confidence(candidate.combined.pips) >= CLEAR


def _measure_clarity(candidate: Candidate) -> float:
    """Return the probability that both halves are real, times those of their likeliest numbers.

    It is 0 if the model for halves was not used.
    """
    prediction = candidate.prediction
    return float(prediction.real.prod() * prediction.numbers.max(axis=1).prod()) if prediction else 0.0
