"""The training of the models for numerals, as far as it needs no scenes."""

import numpy as np

from vision.detect.numeral_models import normalize_readings, predict_layers
from vision.lab.train.fit_numerals import fit_layers, slope_of_digits


def test_the_slope_of_the_loss_of_numerals_is_its_derivative() -> None:
    rng = np.random.default_rng(0)
    outputs, right = rng.normal(size=(8, 20)), rng.random((2, 77)) < 0.1

    def loss(values: np.ndarray) -> float:
        readings, nothing = normalize_readings(values)
        shares = np.concatenate([readings.reshape(2, -1), nothing[:, None]], axis=1)
        return float(-np.log((shares * right).sum(axis=1)).mean())

    step = np.zeros_like(outputs)
    for place in ((0, 3), (5, 0), (6, 19)):
        step[place] = 1e-5
        slope = (loss(outputs + step) - loss(outputs - step)) / 2e-5
        assert np.isclose(slope_of_digits(outputs, right)[place], slope, atol=1e-6)
        step[place] = 0


def test_a_model_learns_a_rule() -> None:
    rng = np.random.default_rng(0)
    features = rng.normal(size=(3000, 6)).astype(np.float32)
    wanted = np.abs(features[:, :1])
    weights = fit_layers("digit", features, np.zeros(1), lambda out, rows: (out - wanted[rows]) / 100, rounds=300)
    assert np.abs(predict_layers(weights, "digit", features) - wanted).mean() < 0.2
