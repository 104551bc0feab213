"""How likely a reading is right follows from what was seen of the tile."""

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.test_decide import seen
from vision.detect.belief import SPEAKS, list_signs, load_belief, measure_likelihood
from vision.detect.decide import make_candidate
from vision.detect.decode import Found
from vision.detect.weigh import Closer, weigh


def chance(found: Found, closer: Closer | None = None) -> float:
    """How likely the likeliest numbers of a tile are right."""
    weighed = weigh(found, closer)
    return measure_likelihood(list_signs(found, closer, weighed, weighed.pips))


CLEAR, CLOSER = seen({5: 0.995}, {1: 0.995}, score=0.95)


def test_a_clear_tile_is_likely_right_and_a_blurred_one_less_so() -> None:
    blurred, closer = seen({5: 0.6, 3: 0.4}, {1: 0.7, 0: 0.3}, score=0.95)
    assert chance(CLEAR) > 0.95
    assert chance(CLEAR, CLOSER) > 0.9
    assert chance(blurred) < chance(CLEAR)
    assert chance(blurred, closer) < chance(CLEAR, CLOSER)


@pytest.mark.parametrize("closer", [None, CLOSER])
def test_a_tile_that_is_hardly_seen_is_less_likely_right(closer: Closer | None) -> None:
    assert chance(replace(CLEAR, score=0.3), closer) < chance(CLEAR, closer)


def test_what_the_closer_look_takes_for_no_tile_is_less_likely_right() -> None:
    assert chance(CLEAR, replace(CLOSER, real=np.array([0.99, 0.1]))) < chance(CLEAR, CLOSER)


def test_a_likelihood_is_a_probability_whatever_was_seen() -> None:
    nothing, closer = seen({}, {}, score=0.0)
    for each in (None, closer):
        assert 0 <= chance(nothing, each) <= 1


@pytest.mark.parametrize("closer", [None, CLOSER])
def test_a_tile_among_halves_of_no_tile_is_less_likely_right(closer: Closer | None) -> None:
    assert chance(replace(CLEAR, claimed=0.3), closer) < chance(CLEAR, closer)


@pytest.mark.parametrize("beyond", [False, True])
def test_signs_beyond_what_was_met_say_no_more_than_those_met(beyond: bool) -> None:
    weighed = weigh(CLEAR, CLOSER)
    signs = list_signs(CLEAR, CLOSER, weighed, weighed.pips)
    assert measure_likelihood(signs + 1e3, beyond) == measure_likelihood(signs + 1e6, beyond)


def test_beyond_double_twelve_a_reading_is_believed_as_was_learned_there() -> None:
    found, closer = seen({18: 0.8, 15: 0.2}, {16: 0.7, 14: 0.3}, score=0.8)
    large = make_candidate(found, replace(closer, beyond=True))
    signs = list_signs(large.found, large.closer, large.weighed, (18, 16))
    assert large.confidence((18, 16)) == measure_likelihood(signs, True) != measure_likelihood(signs, False)


@pytest.mark.parametrize("beyond", [False, True])
def test_what_speaks_for_a_reading_never_makes_it_less_likely(beyond: bool) -> None:
    weighed = weigh(CLEAR, CLOSER)
    usual = list_signs(CLEAR, CLOSER, weighed, weighed.pips)
    met, belief = np.random.default_rng(5), load_belief(beyond)
    signs = belief.mean + belief.spread * met.normal(0, 2, (200, len(usual)))
    for sign in np.flatnonzero(SPEAKS):
        more = signs.copy()
        more[:, sign] += belief.spread[sign] * met.uniform(0, 2, 200)
        assert (belief.measure_odds(more) >= belief.measure_odds(signs) - 1e-6).all()
