"""How tiles on a table touch: tables laid by hand, and seen by any camera."""

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.vision.laying import Camera, above, from_a_seat, lay, shaken
from vision import Half, Join, ReadTile, find_joins_and_groups
from vision.joins.contacts import find_near_pairs
from vision.lab.render import render_photo

TABLES: dict[str, list[tuple[str, float, float, float]]] = {
    # name, x, y, degrees clockwise; at -90 the first half lies to the left, at 90 to the right.
    "line": [("5-0", 0, 0, -90), ("0-3", 2, 0, -90), ("3-6", 4, 0, -90)],
    "crosswise": [("5-4", 0, 0, -90), ("4-4", 1.5, 0, 0), ("4-1", 3, 0, -90)],
    "cross": [("5-4", 0, 0, -90), ("4-4", 1.5, 0, 0), ("4-1", 3, 0, -90), ("4-2", 1.5, 2, 0), ("3-4", 1.5, -2, 0)],
    "fork": [("5-4", 0, 0, -90), ("4-4", 1.5, 0, 0), ("4-1", 3, 0.5, -90), ("4-2", 3, -0.5, -90)],
    "turn": [("5-4", 0, 0, -90), ("4-1", 1.5, 0.5, 0), ("1-2", 0, 1, 90)],
    "turn at an end": [("5-4", 0, 0, -90), ("4-1", 0.5, 1.5, 0)],
    "hand": [("5-4", 0, 0, 0), ("3-1", 1, 0, 0), ("6-6", 2, 0, 180)],
    "two apart": [("5-4", 0, 0, 0), ("3-1", 3, 0, 0), ("2-1", 4, 0, 0)],
    "corner to corner": [("5-4", 0, 0, 0), ("3-1", 1, 2, 0)],
}


def table(name: str, camera: Camera | None = None) -> tuple[ReadTile, ...]:
    """Return the tiles of the table called `name`, as `camera` sees them."""
    return tuple(lay(tile, x, y, turn, camera) for tile, x, y, turn in TABLES[name])


def found(tiles: tuple[ReadTile, ...]) -> list[str]:
    """Return the joins of `tiles` in words, for example "5-4 half1 end = 4-4 middle left"."""
    return [in_words(tiles, join) for join in find_joins_and_groups(tiles)[0]]


def in_words(tiles: tuple[ReadTile, ...], join: Join) -> str:
    a, b = ("-".join(map(str, tiles[place].pips)) for place in (join.a, join.b))
    mark = "=" if join.kind == "joint" else "|"
    return f"{a} {join.a_part} {join.a_side} {mark} {b} {join.b_part} {join.b_side}"


JOINS = {
    "line": ["5-0 half1 end = 0-3 half0 end", "0-3 half1 end = 3-6 half0 end"],
    "crosswise": ["5-4 half1 end = 4-4 middle left", "4-4 middle right = 4-1 half0 end"],
    "cross": [
        "5-4 half1 end = 4-4 middle left",
        "4-4 middle right = 4-1 half0 end",
        "4-4 half1 end = 4-2 half0 end",
        "4-4 half0 end = 3-4 half1 end",
    ],
    "fork": [
        "5-4 half1 end = 4-4 middle left",
        "4-4 half1 right = 4-1 half0 end",
        "4-4 half0 right = 4-2 half0 end",
        "4-1 middle right | 4-2 middle left",
    ],
    "turn": [
        "5-4 half1 end = 4-1 half0 left",
        "5-4 middle left | 1-2 middle left",
        "4-1 half1 left = 1-2 half0 end",
    ],
    "turn at an end": ["5-4 half1 left = 4-1 half0 end"],
    "hand": ["5-4 middle right | 3-1 middle left", "3-1 middle right | 6-6 middle right"],
    "two apart": ["3-1 middle right | 2-1 middle left"],
    "corner to corner": [],
}


@pytest.mark.parametrize("name", TABLES)
def test_every_table_is_joined_as_it_was_laid(name: str) -> None:
    assert found(table(name)) == JOINS[name]


@pytest.mark.parametrize("name", TABLES)
@settings(max_examples=30)
@given(turn=st.floats(0, 360), tilt=st.floats(0, 45), width=st.floats(12, 300))
def test_a_join_is_the_same_from_every_seat(name: str, turn: float, tilt: float, width: float) -> None:
    assert found(table(name, from_a_seat(tilt, turn, width))) == JOINS[name]


@pytest.mark.parametrize("name", TABLES)
@settings(max_examples=30)
@given(
    seed=st.integers(0, 2**32 - 1),
    turn=st.floats(0, 360),
    tilt=st.floats(0, 30),
)
@example(seed=64_073_800, turn=133, tilt=21)  # in a hand, a long side lies 0.13 widths from the other tile's middle
def test_corners_read_a_tenth_of_a_tile_wrong_change_no_join(name: str, seed: int, turn: float, tilt: float) -> None:
    noise = np.random.default_rng(seed).uniform(-1, 1, (9, 4, 2))
    tiles = table(name, from_a_seat(tilt, turn))
    tiles = tuple(shaken(tile, 0.1, noise[place]) for place, tile in enumerate(tiles))
    assert found(tiles) == JOINS[name]


@pytest.mark.parametrize(
    ("tile", "gap", "joined"),
    [
        *[("4-4", gap, True) for gap in (-0.2, 0.0, 0.15, 0.3, 0.5)],
        ("4-4", 0.8, False),
        *[("3-3", gap, True) for gap in (-0.2, 0.0, 0.15, 0.3)],
        ("3-3", 0.5, False),
    ],
)
def test_tiles_a_little_apart_are_joined_and_the_more_so_if_they_show_the_same_number(
    tile: str, gap: float, joined: bool
) -> None:
    tiles = lay("4-5", 0, 0, -90), lay(tile, -1.5 - gap, 0, 0)
    assert bool(find_joins_and_groups(tiles)[0]) is joined


@pytest.mark.parametrize("turn", [-20, -10, 10, 20])
def test_a_tile_laid_askew_is_joined(turn: float) -> None:
    tiles = lay("5-4", 0, 0, -90), lay("4-1", 2.15, 0, -90 + turn)
    assert found(tiles) == ["5-4 half1 end = 4-1 half0 end"]


def test_an_end_is_joined_to_the_tile_that_fits_best_and_the_other_lies_beside() -> None:
    tiles = lay("5-4", 0, 0, -90), lay("4-4", 1.5, 0.1, 0), lay("4-1", 2.15, -1.3, -90)
    joins = find_joins_and_groups(tiles)[0]
    assert [join.kind for join in joins if {join.a, join.b} == {0, 1}] == ["joint"]
    assert [join.kind for join in joins if {join.a, join.b} == {0, 2}] in ([], ["beside"])


def test_a_place_takes_one_joint() -> None:
    tiles = lay("5-4", 0, 0, -90), lay("4-1", 2.0, -0.45, -90), lay("4-2", 2.1, 0.45, -90)
    joints = [join for join in find_joins_and_groups(tiles)[0] if join.kind == "joint"]
    assert [(join.a, join.b) for join in joints] == [(0, 1)]


def test_the_layout_and_the_hands_are_groups_of_their_own() -> None:
    layout = [lay("5-0", 0, 0, -90), lay("0-3", 2, 0, -90), lay("3-6", 4, 0, -90)]
    hands = [lay("1-1", 0, 5), lay("6-6", 1.1, 5), lay("2-1", 6, 5)]
    joins, groups = find_joins_and_groups((hands[0], layout[0], layout[1], hands[1], hands[2], layout[2]))
    assert groups == ((1, 2, 5), (0, 3), (4,))
    assert [(join.a, join.b) for join in joins] == [(0, 3), (1, 2), (2, 5)]


def test_a_hand_laid_loosely_is_one_group_though_its_tiles_do_not_touch() -> None:
    hand = tuple(lay("5-0", 1.6 * place, 0.2 * (place % 2)) for place in range(4))
    other = lay("6-6", 4.8 + 2.5, 0)
    joins, groups = find_joins_and_groups((*hand, other))
    assert joins == ()
    assert groups == ((0, 1, 2, 3), (4,))


def test_without_tiles_there_is_nothing_to_join() -> None:
    assert find_joins_and_groups(()) == ((), ())


def test_a_tile_without_area_touches_nothing() -> None:
    speck = lay("0-0", 0, 0, camera=lambda _: (5.0, 5.0))
    assert find_joins_and_groups((speck, speck, lay("1-1", 0, 0, camera=above())))[0] == ()


LINES = [
    "5-0 0-3 3-6 6-6 6-1 1-1 1-4",
    "6-6 6-5 5-5 5-2 2-2 2-0",
    "0-1 1-2 2-3 3-4 4-5 5-6 6-0 0-0 0-2 2-4 4-6 6-1",
]


@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize("tilt", [0, 20, 40])
def test_the_joints_of_a_line_seen_by_a_camera_are_those_it_was_laid_with(line: str, tilt: float) -> None:
    scene = render_photo(line.split(), "chain", seed=3, size=(800, 600), tilt=tilt)
    tiles = tuple(
        ReadTile(
            tile.corners, (Half(tile.pips[0], 1, tile.centres[0]), Half(tile.pips[1], 1, tile.centres[1])), 1, True
        )
        for tile in scene.tiles
    )
    joints = {
        (join.a, join.a_part, join.b, join.b_part) for join in find_joins_and_groups(tiles)[0] if join.kind == "joint"
    }
    assert joints == {(touch.a, touch.a_part, touch.b, touch.b_part) for touch in scene.touches}
    assert len(joints) == len(tiles) - 1


def test_joints_never_close_a_ring() -> None:
    ring = lay("5-0", 0, 0, -90), lay("0-3", 1.5, 0.5, 0), lay("3-2", 1, 2, 90), lay("2-4", -0.5, 1.5, 180)
    assert [join.kind for join in find_joins_and_groups(ring)[0]] == ["joint", "beside", "joint", "joint"]


def test_where_an_end_meets_two_tiles_it_is_joined_to_the_one_that_shows_its_number() -> None:
    end = lay("5-4", 0, 0, -90)
    above, below = lay("1-4", 1.52, -1), lay("2-1", 1.5, 1)
    assert [join.kind for join in find_joins_and_groups((end, above, below))[0] if join.a == 0] == ["joint", "beside"]
    above, below = lay("1-2", 1.5, -1), lay("4-1", 1.52, 1)
    assert [join.kind for join in find_joins_and_groups((end, above, below))[0] if join.a == 0] == ["beside", "joint"]


def test_a_tile_laid_against_the_middle_of_another_was_meant_for_the_half_that_shows_its_number() -> None:
    assert found((lay("5-4", 0, 0, -90), lay("1-4", 1.5, 0))) == ["5-4 half1 end = 1-4 half1 left"]
    assert found((lay("5-4", 0, 0, -90), lay("4-1", 1.5, 0.2))) == ["5-4 half1 end = 4-1 half0 left"]
    assert found((lay("5-4", 0, 0, -90), lay("3-1", 1.5, 0))) == ["5-4 half1 end = 3-1 middle left"]


def test_a_hidden_half_is_joined_where_it_lies_and_shows_no_number() -> None:
    line = lay("0-5", 0, 0, -90), lay("x-3", 2, 0, -90), lay("3-3", 3.5, 0)
    assert found(line) == ["0-5 half1 end = None-3 half0 end", "None-3 half1 end = 3-3 middle left"]
    gap = 0.5
    assert found((lay("0-5", 0, 0, -90), lay("5-3", 2 + gap, 0, -90))) != []
    assert found((lay("0-5", 0, 0, -90), lay("x-3", 2 + gap, 0, -90))) == []
    assert found((lay("5-x", 0, 0, -90), lay("4-x", 1.5, 0))) == ["5-None half1 end = 4-None middle left"]


def test_a_half_takes_one_joint_wherever_it_is_touched() -> None:
    tiles = lay("5-4", 0, 0, -90), lay("4-1", 2, 0, -90), lay("4-3", 0.5, 1.55)
    assert [(join.a, join.b, join.kind) for join in find_joins_and_groups(tiles)[0]] == [
        (0, 1, "joint"),
        (0, 2, "beside"),
    ]


@pytest.mark.parametrize("name", TABLES)
def test_no_two_tiles_that_touch_are_left_out_as_far_apart(name: str) -> None:
    """With a second table far away the near pairs contain every contact, and no pair of tiles of different tables."""
    tiles = table(name)
    beside = tuple(lay(tile, x + 40, y, turn) for tile, x, y, turn in TABLES[name])
    pairs = find_near_pairs((*tiles, *beside), 2.6)
    touching = {(join.a, join.b) for join in find_joins_and_groups(tiles)[0]}
    assert touching <= set(pairs)
    assert all((a < len(tiles)) == (b < len(tiles)) for a, b in pairs)
