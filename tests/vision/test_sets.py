"""The set on a photo is determined by the numbers on its tiles."""

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.test_suppress import seen
from vision.detect.candidates import make_candidate
from vision.detect.classify import is_clear
from vision.detect.decode import Detection
from vision.detect.ensemble import HalfPredictions, combine, interpret_halves, share_out_large
from vision.detect.halves import INNER, SIDE
from vision.detect.pips import NUMBERS
from vision.detect.sets import KNOWN, apply_set, infer_larger_set, infer_set
from vision.lab.render.patterns import place_spots


def read_as(*halves: dict[int, float], score: float = 0.9) -> Detection:
    """Return a tile whose halves show numbers with these probabilities."""
    numbers = np.array([[half.get(number, 0.0) for number in range(NUMBERS)] for half in halves])
    place = np.zeros(2)
    return Detection(score, place, np.zeros((2, 2)), place, np.zeros((2, 2)), numbers, numbers)


SIX = [read_as({a: 0.99, a + 6: 0.01}, {b: 0.98, b + 7: 0.02}) for a, b in ((1, 2), (3, 4), (5, 6), (0, 1))]


def test_where_no_half_shows_more_than_six_it_is_a_double_six_set() -> None:
    assert infer_set(SIX) == 6
    assert infer_set(SIX[:1]) == 6


def test_where_nothing_is_read_it_is_the_commonest_or_the_match_s_own() -> None:
    assert infer_set([]) == 6
    assert infer_set([], 12) == 12


def test_one_clear_eleven_among_few_tiles_makes_it_a_larger_set() -> None:
    assert infer_set([read_as({11: 0.95, 9: 0.05}, {3: 1.0}), read_as({7: 1.0}, {12: 1.0})]) == 12


def test_one_strange_number_among_many_tiles_does_not() -> None:
    assert infer_set([*SIX * 3, read_as({9: 0.9, 6: 0.1}, {3: 1.0})]) == 6


def test_a_faint_tile_has_no_say() -> None:
    assert infer_set([SIX[0], read_as({11: 1.0}, {9: 1.0}, score=0.2)]) == 6


@pytest.mark.parametrize("said", [6, 9])
def test_a_match_s_own_set_does_not_hide_what_lies_there(said: int) -> None:
    assert infer_set([read_as({11: 1.0}, {12: 1.0}), read_as({10: 1.0}, {9: 1.0})], said) == 12


def test_a_number_beyond_the_set_is_read_only_where_it_is_clear() -> None:
    clear, unclear = read_as({9: 0.999, 6: 0.001}, {1: 1.0}), read_as({9: 0.9, 6: 0.1}, {1: 1.0})
    assert apply_set(clear, 6).numbers[0].argmax() == 9
    assert apply_set(unclear, 6).numbers[0].argmax() == 6
    assert apply_set(unclear, 6).numbers.sum(axis=1) == pytest.approx([1, 1])


def test_what_the_pips_count_beyond_the_set_is_remembered_though_it_is_not_read() -> None:
    fifteen_for_twelve = apply_set(read_as({12: 0.2, 15: 0.8}, {1: 1.0}), 12)
    assert fifteen_for_twelve.beyond_set == pytest.approx(0.8)
    assert apply_set(read_as({12: 1.0}, {1: 1.0}), 12).beyond_set == pytest.approx(0)
    assert apply_set(read_as({12: 0.2, 15: 0.8}, {1: 1.0}), 15).beyond_set == pytest.approx(0)


def test_a_set_that_the_first_network_does_not_know_is_told_by_the_second() -> None:
    tiles = [read_as({11: 1.0}, {12: 1.0}), read_as({12: 1.0}, {3: 1.0}), read_as({4: 1.0}, {9: 1.0})]
    classified = [read_as({17: 1.0}, {18: 1.0}), read_as({16: 1.0}, {3: 1.0}), tiles[2]]
    assert infer_set(tiles) == 12
    assert infer_larger_set(classified, 12, None) == 18
    assert infer_larger_set(tiles, 12, None) == 12
    assert infer_larger_set([read_as({9: 1.0}, {8: 1.0})] * 3, 6, None) == 6


def test_one_thirteen_among_many_lower_numbers_tells_a_larger_set_if_the_second_network_is_certain_of_it() -> None:
    tiles = [
        read_as({a: 1.0}, {b: 1.0}) for a, b in ((12, 3), (7, 9), (4, 10), (11, 0), (5, 8), (2, 6), (1, 12), (12, 8))
    ]
    certain, hardly = (read_as({13: sure, 12: 1 - sure}, {8: 1.0}) for sure in (0.999, 0.98))
    assert infer_larger_set([*tiles[:7], certain], 12, None) == 15
    assert infer_larger_set([*tiles[:7], hardly], 12, None) == 12


def test_beyond_double_twelve_the_model_for_halves_counts_more_where_the_two_differ() -> None:
    first = read_as({0: 0.9, 2: 0.1}, {15: 1.0})
    near, least = read_as({2: 0.9, 0: 0.1}, {15: 1.0}).numbers, np.full((2, NUMBERS), 1 / NUMBERS)
    usual = HalfPredictions(near, least, np.ones(2), np.zeros((4, 2)), 0.0, near)
    large = combine(first, replace(usual, large_set=True))
    assert large.pips == (2, 15)
    assert large.probabilities[0][2] > combine(first, usual).probabilities[0][2]


def test_how_many_pips_beyond_twelve_a_half_shows_is_told_by_counting_them() -> None:
    pip = np.full((2, 1, SIDE // 2, SIDE // 2), -9.0)
    spots = (SIDE / 2 + INNER / 2 * 0.7 * np.array(place_spots(15, way=1))) / 2
    for x, y in spots.round().astype(int):
        pip[:, 0, y, x] = 3.0
    number = np.log(np.tile(np.where(np.arange(NUMBERS + 1) == 16, 0.9, 0.1 / NUMBERS), (2, 1)))
    assert interpret_halves(number, pip, np.zeros((4, 2)), 12).any_set_numbers.argmax(axis=1).tolist() == [16, 16]
    counted = interpret_halves(number, pip, np.zeros((4, 2)), 15)
    assert counted.numbers.argmax(axis=1).tolist() == [15, 15]
    assert make_candidate(read_as({16: 1.0}, {16: 1.0}), counted).combined.pips == (15, 15)


def test_what_the_numbers_up_to_twelve_are_likely_to_be_is_left_alone_by_counting() -> None:
    numbers, counts = read_as({16: 0.9, 7: 0.1}, {12: 1.0}).numbers, read_as({15: 1.0}, {3: 1.0}).numbers + 1e-4
    shared = share_out_large(numbers, counts)
    assert np.allclose(shared[:, : KNOWN + 1], numbers[:, : KNOWN + 1])
    assert np.allclose(shared.sum(axis=1), numbers.sum(axis=1))
    assert shared[0].argmax() == 15


def test_the_detector_alone_is_never_certain_of_a_number_beyond_twelve() -> None:
    assert is_clear(make_candidate(seen({12: 1.0}, {5: 1.0}, score=0.99)[0]))
    assert not is_clear(make_candidate(seen({13: 1.0}, {5: 1.0}, score=0.99)[0]))
