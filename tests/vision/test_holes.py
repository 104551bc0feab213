"""A tile that the reader overlooked leaves a gap between two parts of the layout."""

from collections.abc import Sequence

import pytest

from tests.vision.laying import Camera, above, from_a_seat, lay
from vision import ReadTile, find_groups, find_joins_and_groups
from vision.doubts.holes import find_holes
from vision.doubts.tile_set import find_doubts, lower_doubted

LINE = [("5-0", 0, 0, -90), ("0-3", 2, 0, -90), ("3-6", 4, 0, -90), ("6-1", 6, 0, -90), ("1-2", 8, 0, -90)]


def table(laid: Sequence[tuple[str, float, float, float]], camera: Camera | None = None) -> tuple[ReadTile, ...]:
    return tuple(lay(name, x, y, turn, camera) for name, x, y, turn in laid)


def holes(tiles: tuple[ReadTile, ...]) -> list[tuple[str, str]]:
    joints = [(join.a, join.b) for join in find_joins_and_groups(tiles)[0] if join.kind == "joint"]
    found = find_holes(tiles, find_groups(len(tiles), joints))
    return [("-".join(map(str, tiles[a].pips)), "-".join(map(str, tiles[b].pips))) for a, b in found]


@pytest.mark.parametrize("camera", [above(), above(turn=33), from_a_seat(35, 20)])
def test_an_overlooked_tile_leaves_a_hole_in_the_line(camera: Camera) -> None:
    assert holes(table([*LINE[:3], LINE[4]], camera)) == [("3-6", "1-2")]


def test_a_whole_line_has_no_hole() -> None:
    assert holes(table(LINE)) == []


def test_an_overlooked_tile_before_a_double_lying_across_leaves_a_hole() -> None:
    assert holes(table([*LINE[:3], ("1-1", 7.5, 0, 0)])) == [("3-6", "1-1")]


def test_tiles_lying_apart_are_no_layout_with_holes() -> None:
    assert holes(table([("5-0", 0, 0, -90), ("0-3", 4, 0, -90), ("3-6", 8, 0, -90)])) == []


def test_a_hand_beside_the_layout_is_no_hole_in_it() -> None:
    hand = [("4-4", 9, 4.0, 0), ("4-1", 10, 4.0, 0), ("2-2", 11, 4.0, 0)]
    assert holes(table([*LINE[:3], *hand])) == []


def test_a_tile_in_the_room_fills_it_though_it_lies_askew() -> None:
    assert holes(table([*LINE[:3], ("6-1", 6, 0.7, -60), LINE[4]])) == []


def test_a_hole_is_told_by_the_tiles_on_both_sides_and_leaves_them_sure() -> None:
    tiles = table([*LINE[:3], LINE[4]])
    doubts = find_doubts(tiles, 6, ((2, 3),))
    assert [(doubt.key, doubt.tiles, doubt.values) for doubt in doubts] == [
        ("tile_missing", (2, 3), {"one": "6-3", "other": "2-1"})
    ]
    assert all(tile.sure for tile in lower_doubted(tiles, doubts))
