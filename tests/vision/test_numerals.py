"""Tiles with numerals instead of pips."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.detect.numerals import LARGEST_PIP, bear_numerals, combine_turns, measure_mark
from vision.detect.pipeline import detect
from vision.lab.render import render_photo
from vision.lab.render.looks import make_plain_look
from vision.lab.render.numerals import Numerals, draw_numeral
from vision.reading import ReadTile

PLAIN = Numerals(font="sans", weight=600, size=0.55, turns=(0, 0), mark="line", zero="0")


def photo_of(names: str, numerals: Numerals | None, largest: int = 12, tilt: float = 0.0) -> np.ndarray:
    """Return a photo of the tiles in `names`."""
    look = replace(make_plain_look(largest), numerals=numerals)
    return np.asarray(render_photo(names.split(), seed=4, size=(900, 700), tilt=tilt, look=look).image)


def names(tiles: tuple[ReadTile, ...]) -> list[tuple[int, int]]:
    return sorted(tile.name for tile in tiles if tile.name)


LYING = "0-1 2-3 4-5 6-7 8-9 10-11 12-12 1-10"


@pytest.mark.slow
@pytest.mark.parametrize("turns", [(0, 0), (1, 3)], ids=["to each end", "one way along the tile"])
@pytest.mark.parametrize("tilt", [0, 25])
def test_most_numerals_are_read_and_no_sure_one_is_wrong(turns: tuple[int, int], tilt: float) -> None:
    tiles = detect(photo_of(LYING, replace(PLAIN, turns=turns), tilt=tilt), 12)
    lying = {tuple(map(int, name.split("-"))) for name in LYING.split()}
    assert len(lying & set(names(tiles))) >= len(lying) * 0.6
    assert {tile.name for tile in tiles if tile.sure} <= lying


def test_a_nine_is_told_from_a_six_by_how_the_other_numerals_are_turned() -> None:
    five = np.zeros((2, 4, 19))
    five[0, 1, 5] = five[1, 1, 5] = 1.0  # both upright to their own short ends, if the tile lies across
    either = np.zeros((2, 4, 19))
    either[0, 1, 9] = either[0, 3, 6] = 0.5
    either[1, 1, 5] = 1.0
    alone, together = combine_turns(np.stack([either])), combine_turns(np.stack([either, five, five]))
    assert together[0, 9, 5] > 0.99
    assert together[0, 9, 5] > alone[0, 9, 5] > alone[0, 6, 5]


def test_tiles_with_pips_are_read_as_ever_beside_one_with_numerals() -> None:
    pips = photo_of("6-4 2-1 5-5 3-0", None, largest=6)
    numerals = photo_of("6-4", PLAIN, largest=6)
    alone, beside = detect(pips), detect(np.vstack([pips, numerals]))
    sure = tuple(tile for tile in beside if tile.sure)
    assert names(sure) == names(alone) == [(0, 3), (1, 2), (4, 6), (5, 5)]


def test_a_half_of_zero_bears_a_zero_or_nothing() -> None:
    assert draw_numeral(PLAIN, 0, 0, 64).any()
    assert not draw_numeral(replace(PLAIN, zero=""), 0, 0, 64).any()


def test_a_digit_is_larger_than_a_lone_pip() -> None:
    pip, digit = (np.full((80, 80, 3), 230, np.uint8) for _ in range(2))
    cv2.circle(pip, (40, 40), 8, (20, 20, 20), -1, cv2.LINE_AA)
    cv2.putText(digit, "7", (29, 53), cv2.FONT_HERSHEY_SIMPLEX, 1.2, (20, 20, 20), 3, cv2.LINE_AA)
    assert 0.2 < measure_mark(pip) < LARGEST_PIP < measure_mark(digit)
    assert measure_mark(np.full((80, 80, 3), 230, np.uint8)) == 0.0


def test_two_clear_numerals_on_a_board_of_many_squares_make_no_tile() -> None:
    turned = np.zeros((5, 2, 4, 19))
    turned[0, :, 1, 3] = 0.95
    squares = np.array([0.99, 0.1, 0.2, 0.1, 0.3])
    assert not bear_numerals(turned, squares)
    assert bear_numerals(turned, np.full(5, 0.9))
    assert not bear_numerals(turned / 2, np.full(5, 0.9))
