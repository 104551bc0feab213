"""What the networks for numerals learn from, as far as it needs no PyTorch."""

import numpy as np

from vision.detect.numeral_models import normalize_readings, turn_halves
from vision.lab.render.numerals import Numerals, draw_numeral

SET = Numerals(font="sans", weight=600, size=0.6, turns=(3, 1), mark="line", zero="0")


def test_a_numeral_stands_upright_in_the_view_that_undoes_its_turn() -> None:
    lying = draw_numeral(SET, 7, 0, 64)
    upright = np.rot90(lying, -3)
    assert [bool((view == upright).all()) for view in turn_halves([lying])] == [False, False, False, True]


def test_a_reading_names_the_turn_and_the_number_of_the_likeliest_view() -> None:
    outputs = np.zeros((8, 20))
    outputs[2, 7], outputs[4:, 19] = 9.0, 9.0
    readings, none = normalize_readings(outputs)
    assert readings[0, 2, 7] > 0.98 > 0.02 > none[0]
    assert none[1] > 0.98
    assert np.allclose(readings.sum(axis=(1, 2)) + none, 1)
