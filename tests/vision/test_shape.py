"""Tiles on one table have one shape: one that seems wider or skewed is corrected by the shape of the others."""

import numpy as np
import pytest

from vision.detect.decode import Detection
from vision.detect.shape import apply_shape, estimate_shape
from vision.detect.sizes import filter_by_size, group_by_length


def laid(turn: float, see: np.ndarray, ratio: float = 0.5, score: float = 0.9, scale: float = 1.0) -> Detection:
    """Return a tile 100 long, turned by degrees on the table, under the linear map `see`, scaled by `scale`."""
    c, s = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    along = see @ np.array([c, s]) * 50 * scale
    across = see @ np.array([-s, c]) * 50 * ratio * scale
    numbers = np.full((2, 16), 1 / 16)
    return Detection(
        score, np.zeros(2), np.array([-along / 2, along / 2]), along, np.array([across, across]), numbers, numbers
    )


FROM_ABOVE = np.eye(2)
FROM_A_SEAT = np.array([[1.0, 0.1], [0.0, 0.6]])


@pytest.mark.parametrize("see", [FROM_ABOVE, FROM_A_SEAT])
@pytest.mark.parametrize("ratio", [0.45, 0.5, 0.56])
def test_the_others_tell_how_wide_a_tile_is(see: np.ndarray, ratio: float) -> None:
    tiles = [laid(turn, see, ratio) for turn in (0, 25, 70, 110, 160)]
    wrong = laid(45, see, ratio * 1.4, score=0.6)
    shape = estimate_shape([*tiles, wrong])
    assert shape is not None
    assert shape.ratio == pytest.approx(ratio, abs=0.02)
    better = apply_shape(wrong, shape)
    assert better is not None
    assert better.across[0] == pytest.approx(laid(45, see, ratio).across[0], abs=1.5)


def test_a_tile_that_agrees_is_left_as_it_is() -> None:
    tiles = [laid(turn, FROM_A_SEAT) for turn in (0, 25, 70, 110)]
    shape = estimate_shape(tiles)
    assert shape is not None
    assert all(apply_shape(tile, shape) is None for tile in tiles)


def test_far_tiles_are_smaller_and_of_the_same_shape() -> None:
    tiles = [laid(turn, FROM_A_SEAT, scale=scale) for turn, scale in ((0, 1), (25, 0.8), (70, 0.6), (110, 0.5))]
    shape = estimate_shape(tiles)
    assert shape is not None
    assert all(apply_shape(tile, shape) is None for tile in tiles)


def test_two_tiles_have_nothing_in_common_to_tell() -> None:
    assert estimate_shape([laid(0, FROM_ABOVE), laid(90, FROM_ABOVE)]) is None


def test_tiles_that_all_lean_otherwise_have_no_common_shape() -> None:
    seen = [np.diag([1, 0.3]), np.diag([0.3, 1]), np.array([[1, 0.9], [0, 0.3]]), np.array([[0.4, 0], [0.8, 1]])]
    assert estimate_shape([laid(45 * k, see, score=0.7) for k, see in enumerate(seen)]) is None


def test_specks_are_no_tiles() -> None:
    tiles = [laid(turn, FROM_ABOVE) for turn in (0, 30, 60)]
    far, speck = laid(30, FROM_ABOVE, scale=0.45), laid(30, FROM_ABOVE, score=0.4, scale=0.2)
    assert [tile.size for tile in filter_by_size([*tiles, far, speck])] == pytest.approx([100, 100, 100, 45])
    assert filter_by_size([speck], tiles) == []
    assert filter_by_size([]) == []


def test_far_tiles_are_looked_at_by_themselves() -> None:
    near, nearer, far = (laid(30, FROM_ABOVE, scale=scale) for scale in (1, 1.2, 0.5))
    assert [[tile.size for tile in group] for group in group_by_length([near, far, nearer])] == [
        [pytest.approx(50)],
        [pytest.approx(100), pytest.approx(120)],
    ]
