"""Of all that looks like a tile, those are kept that can lie there together, each of them once."""

from dataclasses import replace

import numpy as np
import pytest

from vision.detect.decide import (
    CLEAR_BLANK,
    SURE,
    SURE_BEYOND,
    Candidate,
    decide,
    is_hopeless,
    make_candidate,
    measure_any,
)
from vision.detect.decode import Found
from vision.detect.pips import NUMBERS
from vision.detect.weigh import Closer

SHAPE = (400, 600, 3)


def chances(likely: dict[int, float]) -> np.ndarray:
    """The chance of every number: those named, and what is left shared by all."""
    rest = (1 - sum(likely.values())) / NUMBERS
    return np.array([likely.get(number, 0.0) + rest for number in range(NUMBERS)])


def seen(
    first: dict[int, float], second: dict[int, float], x: float = 100, y: float = 100, score: float = 0.9
) -> tuple[Found, Closer]:
    """A tile 80 by 40 pixels lying along x, and a closer look that says the same of its halves."""
    named = np.array([chances(first), chances(second)])
    halves = np.array([[x - 20, y], [x + 20, y]])
    across = np.array([[0.0, 20.0], [0.0, 20.0]])
    found = Found(score, np.array([x, y]), halves, np.array([40.0, 0.0]), across, named, named)
    return found, Closer(named, named, np.array([0.99, 0.99]), found.corners, 0.0, named)


def read(*tiles: tuple[Found, Closer | None], shape: tuple[int, ...] = SHAPE) -> list[tuple[int | None, int | None]]:
    return [tile.pips for tile in decide([found for found, _ in tiles], [closer for _, closer in tiles], shape)]


def test_tiles_lying_apart_are_all_kept_the_clearest_first() -> None:
    assert read(seen({5: 0.9}, {1: 0.9}), seen({6: 0.99}, {4: 0.99}, y=300)) == [(6, 4), (5, 1)]


def test_where_a_clearer_tile_lies_lies_no_other() -> None:
    assert read(seen({5: 0.99}, {1: 0.99}), seen({1: 0.7}, {3: 0.9}, x=140)) == [(5, 1)]


def test_tiles_that_only_touch_are_both_kept() -> None:
    assert len(read(seen({5: 0.99}, {1: 0.99}), seen({1: 0.9}, {3: 0.9}, x=180))) == 2


def test_a_tile_read_twice_is_read_again_where_it_is_less_clear() -> None:
    assert read(seen({0: 0.99}, {1: 0.99}), seen({1: 0.7, 0: 0.28}, {0: 0.98}, y=300)) == [(0, 1), (0, 0)]


def test_a_tile_read_again_is_as_likely_as_what_is_left() -> None:
    one, other = seen({6: 0.999}, {6: 0.999}), seen({6: 0.5, 4: 0.49}, {6: 0.99}, y=300)
    lone = make_candidate(*other)
    again = decide([one[0], other[0]], [one[1], other[1]], SHAPE)[1]
    assert again.name == (4, 6)
    assert lone.confidence((4, 6)) < lone.confidence((6, 6)) < again.confidence <= 1


def test_a_tile_read_again_is_never_sure() -> None:
    one, other = seen({0: 0.999}, {1: 0.999}), seen({1: 0.55, 0: 0.44}, {0: 0.999}, y=300)
    assert [tile.sure for tile in decide([one[0], other[0]], [one[1], other[1]], SHAPE)][1] is False


def test_a_number_that_was_never_met_on_a_real_tile_is_never_sure() -> None:
    met, never = seen({12: 0.9999}, {1: 0.9999}, score=0.99), seen({13: 0.9999}, {1: 0.9999}, y=300, score=0.99)
    tiles = decide([met[0], never[0]], [None, None], SHAPE)
    assert {tile.pips: tile.sure for tile in tiles} == {(12, 1): True, (13, 1): False}


def test_a_tile_that_is_clearly_there_twice_stays_twice() -> None:
    assert read(seen({4: 0.99}, {1: 0.99}), seen({1: 0.99}, {4: 0.99}, y=300)) == [(4, 1), (1, 4)]


def test_a_second_double_blank_must_be_clear() -> None:
    faint = seen({0: 0.999}, {0: 0.999}, y=300, score=0.55)
    assert make_candidate(*faint).belief((0, 0)) < CLEAR_BLANK
    assert read(seen({0: 0.999}, {0: 0.999}), faint) == [(0, 0)]
    assert len(read(seen({0: 0.999}, {0: 0.999}), seen({0: 0.999}, {0: 0.999}, y=300))) == 2


def test_a_tile_mostly_outside_the_picture_is_left_out() -> None:
    assert read(seen({5: 0.99}, {1: 0.99}), seen({6: 0.99}, {4: 0.99}, x=595, y=300)) == [(5, 1)]


def test_what_is_faint_everywhere_is_nothing() -> None:
    assert read(seen({5: 0.6}, {1: 0.6}, score=0.4)) == []


def test_what_is_likelier_wrong_than_right_is_not_listed() -> None:
    clear, unclear = seen({5: 0.99}, {1: 0.99}), seen({6: 0.35, 5: 0.33}, {4: 0.35, 3: 0.33}, y=300, score=0.45)
    assert read(clear, unclear) == [(5, 1)]


def test_a_plain_tile_is_decided_without_a_closer_look() -> None:
    assert read((seen({5: 0.99}, {1: 0.99})[0], None)) == [(5, 1)]


def test_a_second_look_is_worth_it_where_one_tile_is_likely_and_not_where_none_is() -> None:
    faint, clear = seen({}, {}, score=0.25), seen({5: 0.99}, {1: 0.99}, y=300)
    assert is_hopeless([faint[0]], [faint[1]])
    assert not is_hopeless([faint[0], clear[0]], [faint[1], clear[1]])


def test_where_more_pips_were_counted_than_the_set_has_nothing_is_sure() -> None:
    first, closer = seen({12: 1.0}, {1: 1.0})
    assert decide([first], [closer], SHAPE)[0].sure
    assert not decide([first], [replace(closer, strange=0.9)], SHAPE)[0].sure
    assert not decide([replace(first, strange=0.9)], [None], SHAPE)[0].sure


def test_a_lone_faint_tile_is_none_and_two_of_them_are_hardly_both_none() -> None:
    faint, other = seen({5: 0.9, 2: 0.09}, {1: 0.9, 0: 0.09}), seen({6: 0.9, 2: 0.09}, {3: 0.9, 0: 0.09}, y=300)
    assert read(faint) == read(other) == []
    assert sorted(read(faint, other)) == [(5, 1), (6, 3)]


def test_only_the_clearest_tiles_tell_whether_there_is_any() -> None:
    assert measure_any([0.5, 0.8, 0.9]) == pytest.approx(1 - 0.5 * 0.2 * 0.1)
    assert measure_any([0.4, 0.5, 0.8, 0.9]) == measure_any([0.9, 0.8, 0.5])
    assert measure_any([]) == 0


@pytest.mark.parametrize(("beyond", "least"), [(False, SURE), (True, SURE_BEYOND)])
def test_of_a_set_beyond_double_twelve_a_reading_must_be_clearer_to_be_sure(
    beyond: bool, least: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    (one, near_one), (other, near_other) = seen({5: 0.99}, {1: 0.99}), seen({6: 0.99}, {4: 0.99}, y=300)
    for confidence in (least + 0.001, least - 0.001):
        monkeypatch.setattr(Candidate, "confidence", lambda *_, said=confidence: said)
        tiles = decide([one, other], [replace(word, beyond=beyond) for word in (near_one, near_other)], SHAPE)
        assert [tile.sure for tile in tiles] == [confidence > least] * 2
