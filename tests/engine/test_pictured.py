"""Open ends of a layout on a photo, from tiles and how they touch."""

from dataclasses import dataclass

import pytest

from scorekeeper.engine.layout.growing import FORK, LINE, SPIN_ALL, Model
from scorekeeper.engine.layout.pictured import lay_out_picture


@dataclass(frozen=True)
class Tile:
    pips: tuple[int, int]


@dataclass(frozen=True)
class Join:
    a: int
    a_part: str
    b: int
    b_part: str
    kind: str = "joint"


SEED_FIGURE = (
    [Tile((1, 2)), Tile((2, 2)), Tile((2, 4)), Tile((4, 4)), Tile((4, 5)), Tile((2, 3)), Tile((4, 1))],
    [
        Join(0, "half1", 1, "middle"),
        Join(1, "middle", 2, "half0"),
        Join(2, "half1", 3, "middle"),
        Join(3, "middle", 4, "half0"),
        Join(1, "half0", 5, "half0"),
        Join(3, "half1", 6, "half0"),
    ],
)


def ends(tiles: list[Tile], joins: list[Join], model: Model) -> list[str]:
    return sorted(str(end) for end in lay_out_picture(tiles, joins, model).ends)


def test_doubles_that_are_built_in_count_for_nothing() -> None:
    assert ends(*SEED_FIGURE, SPIN_ALL) == ["1", "1", "3", "5"]


def test_an_outermost_double_counts_both_halves() -> None:
    tiles, joins = SEED_FIGURE
    assert ends(tiles[:4], joins[:3], SPIN_ALL) == ["1", "4-4"]


def test_a_lone_tile_is_a_layout() -> None:
    assert ends([Tile((5, 0))], [], LINE) == ["0", "5"]
    assert ends([Tile((5, 5))], [], LINE) == ["5-5"]


def test_no_tiles_have_no_ends() -> None:
    assert ends([], [], LINE) == []


@pytest.mark.parametrize(("parts", "open_ends"), [(("middle",), ["1-1", "4"]), (("middle", "half0"), ["1", "4", "6"])])
def test_each_free_half_of_a_danish_double_is_an_end(parts: tuple[str, ...], open_ends: list[str]) -> None:
    tiles = [Tile((4, 1)), Tile((1, 1)), Tile((1, 6))]
    joins = [Join(0, "half1", 1, "middle"), Join(1, "half0", 2, "half0")]
    assert ends(tiles[: 1 + len(parts)], joins[: len(parts)], FORK) == open_ends


def test_a_hand_beside_the_layout_is_not_part_of_it() -> None:
    tiles = [Tile((6, 4)), Tile((6, 5)), Tile((5, 2)), Tile((1, 1)), Tile((2, 2))]
    joins = [Join(0, "half0", 1, "half0"), Join(1, "half1", 2, "half0"), Join(3, "half0", 4, "half0", kind="beside")]
    layout = lay_out_picture(tiles, joins, LINE)
    assert layout.tiles == (0, 1, 2)
    assert [str(end) for end in layout.ends] == ["4", "2"]


def test_touching_halves_that_do_not_fit_are_doubtful() -> None:
    tiles = [Tile((6, 4)), Tile((3, 3)), Tile((3, 2))]
    joins = [Join(0, "half1", 1, "middle"), Join(1, "middle", 2, "half0")]
    assert lay_out_picture(tiles, joins, LINE).misfits == (0, 1)
