"""Of overlapping candidates those are kept that can lie on the table together, each once."""

from dataclasses import replace

import numpy as np
import pytest

from vision.detect.candidates import SURE, SURE_LARGE, Candidate, make_candidate
from vision.detect.decode import Detection
from vision.detect.ensemble import HalfPredictions
from vision.detect.pips import NUMBERS
from vision.detect.suppress import CLEAR_BLANK, drop_hopeless, measure_any, suppress
from vision.reading import ReadTile

SHAPE = (400, 600, 3)


def probabilities(likely: dict[int, float]) -> np.ndarray:
    """Return the probability of every number: those given, and what is left shared by all."""
    rest = (1 - sum(likely.values())) / NUMBERS
    return np.array([likely.get(number, 0.0) + rest for number in range(NUMBERS)])


def seen(
    first: dict[int, float], second: dict[int, float], x: float = 100, y: float = 100, score: float = 0.9
) -> tuple[Detection, HalfPredictions]:
    """Return a tile 80 by 40 pixels lying along x, and predictions of the model for halves that say the same."""
    numbers = np.array([probabilities(first), probabilities(second)])
    halves = np.array([[x - 20, y], [x + 20, y]])
    across = np.array([[0.0, 20.0], [0.0, 20.0]])
    found = Detection(score, np.array([x, y]), halves, np.array([40.0, 0.0]), across, numbers, numbers)
    return found, HalfPredictions(numbers, numbers, np.array([0.99, 0.99]), found.corners, 0.0, numbers)


def keep(*tiles: tuple[Detection, HalfPredictions | None], shape: tuple[int, ...] = SHAPE) -> tuple[ReadTile, ...]:
    return suppress([make_candidate(*each) for each in tiles], shape)


def read(*tiles: tuple[Detection, HalfPredictions | None]) -> list[tuple[int | None, int | None]]:
    return [tile.pips for tile in keep(*tiles)]


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
    again = keep(one, other)[1]
    assert again.name == (4, 6)
    assert lone.confidence((4, 6)) < lone.confidence((6, 6)) < again.confidence <= 1


def test_a_tile_read_again_is_never_sure() -> None:
    one, other = seen({0: 0.999}, {1: 0.999}), seen({1: 0.55, 0: 0.44}, {0: 0.999}, y=300)
    assert not keep(one, other)[1].sure


def test_a_number_that_was_never_met_on_a_real_tile_is_never_sure() -> None:
    met, never = seen({12: 0.9999}, {1: 0.9999}, score=0.99), seen({13: 0.9999}, {1: 0.9999}, y=300, score=0.99)
    tiles = keep((met[0], None), (never[0], None))
    assert {tile.pips: tile.sure for tile in tiles} == {(12, 1): True, (13, 1): False}


def test_a_tile_that_is_clearly_there_twice_stays_twice() -> None:
    assert read(seen({4: 0.99}, {1: 0.99}), seen({1: 0.99}, {4: 0.99}, y=300)) == [(4, 1), (1, 4)]


def test_a_second_double_blank_must_be_clear() -> None:
    faint = seen({0: 0.999}, {0: 0.999}, y=300, score=0.55)
    assert make_candidate(*faint).rank((0, 0)) < CLEAR_BLANK
    assert read(seen({0: 0.999}, {0: 0.999}), faint) == [(0, 0)]
    assert len(read(seen({0: 0.999}, {0: 0.999}), seen({0: 0.999}, {0: 0.999}, y=300))) == 2


def test_a_tile_mostly_outside_the_picture_is_left_out() -> None:
    assert read(seen({5: 0.99}, {1: 0.99}), seen({6: 0.99}, {4: 0.99}, x=595, y=300)) == [(5, 1)]


def test_what_is_faint_everywhere_is_nothing() -> None:
    assert read(seen({5: 0.6}, {1: 0.6}, score=0.4)) == []


def test_what_is_likelier_wrong_than_right_is_not_listed() -> None:
    clear, unclear = seen({5: 0.99}, {1: 0.99}), seen({6: 0.35, 5: 0.33}, {4: 0.35, 3: 0.33}, y=300, score=0.45)
    assert read(clear, unclear) == [(5, 1)]


def test_a_plain_tile_is_kept_without_the_model_for_halves() -> None:
    assert read((seen({5: 0.99}, {1: 0.99})[0], None)) == [(5, 1)]


def test_a_second_look_is_worth_it_where_one_tile_is_likely_and_not_where_none_is() -> None:
    faint, clear = seen({}, {}, score=0.25), seen({5: 0.99}, {1: 0.99}, y=300)
    one, other = make_candidate(*faint), make_candidate(*clear)
    assert drop_hopeless([one]) == []
    assert drop_hopeless([one, other]) == [one, other]


def test_where_more_pips_were_counted_than_the_set_has_nothing_is_sure() -> None:
    first, prediction = seen({12: 1.0}, {1: 1.0})
    assert keep((first, prediction))[0].sure
    assert not keep((first, replace(prediction, beyond_set=0.9)))[0].sure
    assert not keep((replace(first, beyond_set=0.9), None))[0].sure


def test_a_lone_faint_tile_is_none_and_two_of_them_are_hardly_both_none() -> None:
    faint, other = seen({5: 0.9, 2: 0.09}, {1: 0.9, 0: 0.09}), seen({6: 0.9, 2: 0.09}, {3: 0.9, 0: 0.09}, y=300)
    assert read(faint) == read(other) == []
    assert sorted(read(faint, other)) == [(5, 1), (6, 3)]


def test_only_the_clearest_tiles_tell_whether_there_is_any() -> None:
    assert measure_any([0.5, 0.8, 0.9]) == pytest.approx(1 - 0.5 * 0.2 * 0.1)
    assert measure_any([0.4, 0.5, 0.8, 0.9]) == measure_any([0.9, 0.8, 0.5])
    assert measure_any([]) == 0


@pytest.mark.parametrize(("large_set", "least"), [(False, SURE), (True, SURE_LARGE)])
def test_of_a_set_beyond_double_twelve_a_reading_must_be_clearer_to_be_sure(
    large_set: bool, least: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    two = seen({5: 0.99}, {1: 0.99}), seen({6: 0.99}, {4: 0.99}, y=300)
    for confidence in (least + 0.001, least - 0.001):
        monkeypatch.setattr(Candidate, "confidence", lambda *_, said=confidence: said)
        tiles = keep(*((found, replace(prediction, large_set=large_set)) for found, prediction in two))
        assert [tile.sure for tile in tiles] == [confidence > least] * 2


def test_a_clear_tile_that_the_border_cuts_off_is_read_but_never_sure() -> None:
    usual, clear = (keep(seen({5: 0.999}, {1: 0.999}, x=x, score=0.98)) for x in (40, 10))
    assert [(tile.pips, tile.sure) for tile in usual + clear] == [((5, 1), True), ((5, 1), False)]
    assert read(seen({5: 0.999}, {1: 0.999}, x=5, score=0.98)) == []  # only a small part of it is in the picture
    sharp = seen({6: 0.99}, {4: 0.99}, y=300)
    assert read(seen({5: 0.6, 3: 0.4}, {1: 0.7, 0: 0.3}, x=10), sharp) == [(6, 4)]


def test_where_most_halves_belong_to_no_tile_and_none_is_clear_dice_lie_there() -> None:
    faint = seen({5: 0.9, 2: 0.09}, {1: 0.9, 0: 0.09}), seen({6: 0.9, 2: 0.09}, {3: 0.9, 0: 0.09}, y=300)
    dice = [(replace(found, paired_share=0.4), prediction) for found, prediction in faint]
    assert len(read(*faint)) == 2
    assert read(*dice) == []
    assert len(read(*dice, seen({4: 0.99}, {4: 0.99}, x=400))) == 3
