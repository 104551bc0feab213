"""The probability that a reading is right follows from what was seen of the tile."""

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.test_suppress import seen
from vision.detect.calibration import MONOTONE, list_features, load_calibration, predict_confidence
from vision.detect.candidates import make_candidate
from vision.detect.decode import Detection
from vision.detect.ensemble import HalfPredictions, combine


def chance(found: Detection, prediction: HalfPredictions | None = None) -> float:
    """Return the confidence in the likeliest numbers of a tile."""
    candidate = make_candidate(found, prediction)
    return candidate.confidence(candidate.combined.pips)


CLEAR, PREDICTION = seen({5: 0.995}, {1: 0.995}, score=0.95)


def test_a_clear_tile_is_likely_right_and_a_blurred_one_less_so() -> None:
    blurred, prediction = seen({5: 0.6, 3: 0.4}, {1: 0.7, 0: 0.3}, score=0.95)
    assert chance(CLEAR) > 0.95
    assert chance(CLEAR, PREDICTION) > 0.9
    assert chance(blurred) < chance(CLEAR)
    assert chance(blurred, prediction) < chance(CLEAR, PREDICTION)


@pytest.mark.parametrize("prediction", [None, PREDICTION])
def test_a_tile_that_is_hardly_seen_is_less_likely_right(prediction: HalfPredictions | None) -> None:
    assert chance(replace(CLEAR, score=0.3), prediction) < chance(CLEAR, prediction)


def test_what_the_model_for_halves_takes_for_no_tile_is_less_likely_right() -> None:
    assert chance(CLEAR, replace(PREDICTION, real=np.array([0.99, 0.1]))) < chance(CLEAR, PREDICTION)


def test_a_likelihood_is_a_probability_whatever_was_seen() -> None:
    nothing, prediction = seen({}, {}, score=0.0)
    for each in (None, prediction):
        assert 0 <= chance(nothing, each) <= 1


@pytest.mark.parametrize("prediction", [None, PREDICTION])
def test_a_tile_among_halves_of_no_tile_is_less_likely_right(prediction: HalfPredictions | None) -> None:
    assert chance(replace(CLEAR, paired_share=0.3), prediction) < chance(CLEAR, prediction)


@pytest.mark.parametrize("large_set", [False, True])
def test_features_beyond_what_was_met_say_no_more_than_those_met(large_set: bool) -> None:
    combined = combine(CLEAR, PREDICTION)
    features = list_features(CLEAR, PREDICTION, combined, combined.pips)
    assert predict_confidence(features + 1e3, large_set) == predict_confidence(features + 1e6, large_set)


def test_beyond_double_twelve_a_reading_is_believed_as_was_learned_there() -> None:
    found, prediction = seen({18: 0.8, 15: 0.2}, {16: 0.7, 14: 0.3}, score=0.8)
    large = make_candidate(found, replace(prediction, large_set=True))
    features = list_features(large.detection, large.prediction, large.combined, (18, 16))
    assert large.confidence((18, 16)) == predict_confidence(features, True) != predict_confidence(features, False)


@pytest.mark.parametrize("large_set", [False, True])
def test_what_speaks_for_a_reading_never_makes_it_less_likely(large_set: bool) -> None:
    combined = combine(CLEAR, PREDICTION)
    usual = list_features(CLEAR, PREDICTION, combined, combined.pips)
    met, calibration = np.random.default_rng(5), load_calibration(large_set)
    features = calibration.mean + calibration.spread * met.normal(0, 2, (200, len(usual)))
    for feature in np.flatnonzero(MONOTONE):
        more = features.copy()
        more[:, feature] += calibration.spread[feature] * met.uniform(0, 2, 200)
        assert (calibration.predict_logits(more) >= calibration.predict_logits(features) - 1e-6).all()
