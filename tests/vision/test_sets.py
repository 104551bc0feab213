"""Which set lies on a photo is told by the numbers on its tiles."""

import numpy as np
import pytest

from vision.find.decode import Found
from vision.find.pips import NUMBERS
from vision.find.sets import fit_to_set, tell_set


def read_as(*halves: dict[int, float], score: float = 0.9) -> Found:
    """A tile whose halves show numbers with these probabilities."""
    named = np.array([[half.get(number, 0.0) for number in range(NUMBERS)] for half in halves])
    place = np.zeros(2)
    return Found(score, place, np.zeros((2, 2)), place, np.zeros((2, 2)), named, named)


SIX = [read_as({a: 0.99, a + 6: 0.01}, {b: 0.98, b + 7: 0.02}) for a, b in ((1, 2), (3, 4), (5, 6), (0, 1))]


def test_where_no_half_shows_more_than_six_it_is_a_double_six_set() -> None:
    assert tell_set(SIX) == 6
    assert tell_set(SIX[:1]) == 6


def test_where_nothing_is_read_it_is_the_commonest_or_the_match_s_own() -> None:
    assert tell_set([]) == 6
    assert tell_set([], 12) == 12


def test_one_clear_eleven_among_few_tiles_makes_it_a_larger_set() -> None:
    assert tell_set([read_as({11: 0.95, 9: 0.05}, {3: 1.0}), read_as({7: 1.0}, {12: 1.0})]) == 12


def test_one_strange_number_among_many_tiles_does_not() -> None:
    assert tell_set([*SIX * 3, read_as({9: 0.9, 6: 0.1}, {3: 1.0})]) == 6


def test_a_faint_tile_has_no_say() -> None:
    assert tell_set([SIX[0], read_as({11: 1.0}, {9: 1.0}, score=0.2)]) == 6


@pytest.mark.parametrize("said", [6, 9])
def test_a_match_s_own_set_does_not_hide_what_lies_there(said: int) -> None:
    assert tell_set([read_as({11: 1.0}, {12: 1.0}), read_as({10: 1.0}, {9: 1.0})], said) == 12


def test_a_number_beyond_the_set_is_read_only_where_it_is_clear() -> None:
    clear, unclear = read_as({9: 0.999, 6: 0.001}, {1: 1.0}), read_as({9: 0.9, 6: 0.1}, {1: 1.0})
    assert fit_to_set(clear, 6).named[0].argmax() == 9
    assert fit_to_set(unclear, 6).named[0].argmax() == 6
    assert fit_to_set(unclear, 6).named.sum(axis=1) == pytest.approx([1, 1])


def test_what_the_pips_count_beyond_the_set_is_remembered_though_it_is_not_read() -> None:
    fifteen_for_twelve = fit_to_set(read_as({12: 0.2, 15: 0.8}, {1: 1.0}), 12)
    assert fifteen_for_twelve.strange == pytest.approx(0.8)
    assert fit_to_set(read_as({12: 1.0}, {1: 1.0}), 12).strange == pytest.approx(0)
    assert fit_to_set(read_as({12: 0.2, 15: 0.8}, {1: 1.0}), 15).strange == pytest.approx(0)
