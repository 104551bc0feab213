"""Lines as people lay them, loosely and close to each other: which tiles are joined, and which ends are open."""

import pytest

from tests.vision.laying import Camera, above, from_a_seat, lay
from tests.vision.test_joins import found
from vision import ReadTile
from vision.joins.likeliest_layout import choose_layout
from vision.lab.evaluate.open_ends import find_open_ends

CAMERAS = [above(), above(turn=33), from_a_seat(35, 20), from_a_seat(50, 200)]

LINES: dict[str, tuple[list[tuple[str, float, float, float]], list[int]]] = {
    # tiles (name, x, y, degrees clockwise), and the values of the open ends
    "turned at an end": ([("6-5", 0, 0, -90), ("5-1", 1.5, -0.5, 180), ("1-2", 1.5, -2.5, 180)], [2, 6]),
    "standing on a long side": ([("6-5", 0, 0, -90), ("5-1", 0.5, 1.5, 0), ("1-2", 0.5, 3.5, 0)], [2, 6]),
    "spinner with four arms": (
        [("6-6", 0, 0, 0), ("6-1", 1.5, 0, -90), ("6-2", -1.5, 0, 90), ("6-3", 0, 2, 0), ("6-4", 0, -2, 180)],
        [1, 2, 3, 4],
    ),
    "fork": ([("5-4", 0, 0, -90), ("4-4", 1.5, 0, 0), ("4-1", 3, 0.55, -90), ("4-2", 3, -0.55, -90)], [1, 2, 5]),
    "double in the line": ([("5-4", 0, 0, -90), ("4-4", 2, 0, -90), ("4-1", 4, 0, -90)], [1, 5]),
    "arm along an arm": (
        [("6-5", 0, 0, -90), ("5-1", 2, 0, -90), ("1-3", 3.5, 0.5, 0), ("3-2", 2, 1.08, 90), ("2-4", 0, 1.08, 90)],
        [4, 6],
    ),
    "gaps of more than half a tile's width": ([("6-5", 0, 0, -90), ("5-1", 2.62, 0, -90), ("1-1", 4.75, 0, 0)], [1, 6]),
    "askew and off its place": ([("6-5", 0, 0, -90), ("5-1", 2.2, 0.15, -80), ("1-4", 4.2, 0.6, -75)], [4, 6]),
    "a hand pushed near": (
        [
            *[("2-6", -4, 0, -90), ("6-6", -2.5, 0, 0), ("6-5", -1, 0, -90), ("5-1", 1, 0, -90), ("1-4", 3, 0, -90)],
            *[("3-2", 4.85, 0, 0), ("2-0", 5.9, 0, 0)],
        ],
        [2, 4],
    ),
    "halves that make seven": ([("6-5", 0, 0, -90), ("2-1", 2.1, 0, -90), ("6-3", 4.2, 0, -90)], [3, 6]),
}


def table(name: str, camera: Camera) -> tuple[ReadTile, ...]:
    return tuple(lay(tile, x, y, turn, camera) for tile, x, y, turn in LINES[name][0])


@pytest.mark.parametrize("name", LINES)
@pytest.mark.parametrize("seat", range(len(CAMERAS)))
def test_a_line_has_the_open_ends_that_it_was_laid_with_from_every_seat(name: str, seat: int) -> None:
    tiles = table(name, CAMERAS[seat])
    joints = [joint.join for joint in choose_layout(tiles).joints]
    assert sorted(find_open_ends(tiles, joints).elements()) == LINES[name][1]


def test_the_tiles_of_a_fork_lie_at_a_half_each_though_one_is_pushed_towards_the_middle() -> None:
    tiles = lay("5-4", 0, 0, -90), lay("4-4", 1.5, 0, 0), lay("4-1", 3, 0.3, -90), lay("4-2", 3, -0.75, -90)
    assert found(tiles)[1:3] == ["4-4 half1 right = 4-1 half0 end", "4-4 half0 right = 4-2 half0 end"]


def test_another_number_near_an_end_is_joined_only_where_that_is_the_custom_of_the_table() -> None:
    def joints_of(line: str) -> int:
        tiles = [lay(name, 2.0 * place, 0, -90) for place, name in enumerate(line.split())]
        return len(choose_layout((*tiles, lay("3-0", 2.0 * len(tiles) + 0.55, 0, -90))).joints)

    assert joints_of("6-5 5-1 1-2 2-0 0-4") == 4
    assert joints_of("6-5 2-1 6-3 4-2 5-4") == 5
