"""A layout that can be read in two ways, with different open ends, is asked about; others are not."""

from collections.abc import Sequence

import pytest

from tests.vision.laying import Camera, above, from_a_seat, lay
from vision import ReadTile
from vision.doubts.tile_set import find_doubts, lower_doubted
from vision.doubts.unclear_layouts import find_unclear_pairs
from vision.joins.likeliest_layout import choose_layout

LINE = [("6-5", 0.0, 0.0, -90.0), ("5-1", 2.0, 0.0, -90.0), ("1-4", 4.0, 0.0, -90.0)]


def unclear(laid: Sequence[tuple[str, float, float, float]], camera: Camera | None = None) -> list[tuple[str, str]]:
    tiles = tuple(lay(name, x, y, turn, camera) for name, x, y, turn in laid)
    pairs = find_unclear_pairs(tiles, choose_layout(tiles))
    return [("-".join(map(str, tiles[a].pips)), "-".join(map(str, tiles[b].pips))) for a, b in pairs]


@pytest.mark.parametrize("camera", [above(), above(turn=33), from_a_seat(35, 20)])
def test_a_line_laid_clearly_is_not_asked_about(camera: Camera) -> None:
    assert unclear(LINE, camera) == []
    assert unclear([*LINE, ("4-4", 5.5, 0, 0), ("4-2", 7, 0.5, -90), ("4-3", 7, -0.5, -90)], camera) == []


@pytest.mark.parametrize("gap", [0.73, 0.78])
def test_a_tile_that_may_be_played_or_only_lie_near_is_asked_about(gap: float) -> None:
    assert unclear([*LINE, ("4-2", 6 + gap, 0, -90)]) == [("1-4", "4-2")]


def test_an_end_against_which_two_tiles_lie_alike_is_asked_about() -> None:
    assert unclear([("5-4", 0, 0, -90), ("4-1", 2.05, -0.51, -90), ("4-2", 2.05, 0.51, -90)]) == [("5-4", "4-2")]


def test_where_the_open_ends_are_the_same_either_way_nothing_is_asked() -> None:
    """In a line a double has no other open end, whether it is joined at its middle or at a half."""
    assert unclear([("5-4", 0, 0, -90), ("4-4", 1.5, 0.36, 0)]) == []


def test_a_hand_is_not_asked_about() -> None:
    assert unclear([("5-4", 0, 0, 0), ("3-1", 1.1, 0.1, 0), ("6-6", 2.2, 0, 180), ("1-0", 3.6, 0, 0)]) == []


def test_what_is_unclear_is_told_by_both_tiles_and_leaves_them_sure() -> None:
    tiles: tuple[ReadTile, ...] = tuple(lay(name, x, y, turn) for name, x, y, turn in LINE)
    doubts = find_doubts(tiles, 6, unclear=((1, 2),))
    assert [(doubt.key, doubt.tiles, doubt.values) for doubt in doubts] == [
        ("layout_unclear", (1, 2), {"one": "5-1", "other": "4-1"})
    ]
    assert all(tile.sure for tile in lower_doubted(tiles, doubts))
