"""Two faces of a die, or two dice side by side, are no tile, even where they look like one."""

from unittest.mock import Mock

import numpy as np
import pytest

from tests.vision.laying import above, lay
from vision.detect import dice
from vision.detect.dice import LEAST_SURE, LEAST_TILE, leave_out_dice
from vision.detect.pipeline import detect
from vision.detect.pyramid import build_pyramid
from vision.lab.evaluate.clutter import render_dice
from vision.lab.render.oddments import ODDMENTS


def leave_out(shares: list[float], monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, bool]]:
    """Return what is left of as many readings, and whether it is sure, if they are tiles with these probabilities."""
    directions = np.array([each for share in shares for each in ((share / 2, 0.0), (share, 0.0))])
    monkeypatch.setattr(dice, "predict_occlusion", Mock(return_value=directions))
    tiles = [lay(f"{number}-0", 2.0 * number, 0, camera=above()) for number in range(1, len(shares) + 1)]
    left = leave_out_dice(build_pyramid(np.zeros((1200, 1200, 3), np.uint8)), tiles)
    return [(tile.notation, tile.sure) for tile in left]


def test_readings_that_together_are_more_likely_dice_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    assert leave_out([0.9, 0.2, 0.1], monkeypatch) == []
    assert leave_out([0.9, 0.2, 0.9], monkeypatch) == [("1-0", True), ("2-0", False), ("3-0", True)]


def test_a_reading_among_tiles_is_left_out_if_it_is_hardly_a_tile(monkeypatch: pytest.MonkeyPatch) -> None:
    shares = [0.99, 0.99, LEAST_TILE - 0.01, LEAST_TILE, LEAST_SURE]
    assert leave_out(shares, monkeypatch) == [("1-0", True), ("2-0", True), ("4-0", False), ("5-0", True)]


def test_without_readings_there_are_no_dice() -> None:
    assert leave_out_dice(build_pyramid(np.zeros((8, 8, 3), np.uint8)), ()) == ()


@pytest.mark.parametrize("number", [2, 4, 30, 36])
def test_a_table_with_dice_has_no_tile(number: int) -> None:
    assert detect(render_dice(np.random.default_rng((81_000_000, number, len(ODDMENTS))))) == ()
