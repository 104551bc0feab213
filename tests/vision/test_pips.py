"""Pips that are found one by one are counted on the half that they lie on."""

from itertools import product
from math import prod

import numpy as np

from vision.detect.pips import NUMBERS, PIP_SHIFT, PIP_STEEPNESS, assign_pips, count_pips


def test_counts_are_as_likely_as_all_ways_to_see_and_to_miss_pips_add_up_to() -> None:
    odds = np.array([2.0, -1.0, 0.3, -3.0])
    on = np.array([[True, True, True, False], [False, False, False, False], [False, True, False, True]])
    chance = 1 / (1 + np.exp(-(odds * PIP_STEEPNESS + PIP_SHIFT)))
    expected = np.zeros((3, NUMBERS))
    for half, lying in enumerate(on):
        for seen in product((0, 1), repeat=int(lying.sum())):
            ways = [one if there else 1 - one for one, there in zip(chance[lying], seen, strict=True)]
            expected[half, sum(seen)] += prod(ways)
    assert np.allclose(count_pips(odds, on), expected + 1e-4)


def test_pips_lie_on_the_half_within_whose_edges_they_are() -> None:
    places = np.array([[0.0, 0.0], [9.0, 4.0], [11.0, 0.0], [30.0, 1.0]])
    middles = np.array([[0.0, 0.0], [30.0, 0.0], [0.0, 0.0]])
    along = np.array([[10.0, 0.0], [0.0, 10.0], [10.0, 0.0]])
    across = np.array([[0.0, 5.0], [-5.0, 0.0], [20.0, 0.0]])  # the last one is a line instead of a half
    on = assign_pips(places, middles, along, across)
    assert on.tolist() == [[True, True, False, False], [False, False, False, True], [False] * 4]
    assert assign_pips(np.zeros((0, 2)), middles, along, across).shape == (3, 0)
