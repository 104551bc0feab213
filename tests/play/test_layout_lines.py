"""The layout in lines: the tiles lie as on the table, and the open ends are at their places."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.engine.layout.layout import Layout
from scorekeeper.engine.layout.models import LINE, SPIN_ALL, SPIN_ONE, Model
from scorekeeper.engine.tiles import Tile, make_set, parse_end, parse_tile
from scorekeeper.play.scoring.layout_lines import LayoutLine, LyingTile, list_layout_lines

OPEN = {"": ("", ""), "left": ("<", ""), "right": ("", ">"), "both": ("<", ">")}


def write_tile(tile: LyingTile) -> str:
    before, after = OPEN[tile.open]
    return f"{before}{tile.left}-{tile.right}{after}{'*' * tile.newest}{'?' * tile.supposed}{':' * tile.host}"


def write_line(line: LayoutLine) -> str:
    before = f"{line.before or ''}… " * line.more_before
    return before + " ".join(map(write_tile, line.tiles)) + f" …{line.after or ''}" * line.more_after


def lay(layout: Layout, *moves: str) -> Layout:
    """Return the layout with more tiles, such as "5-0" for the first one and "4-0 at 5-0 0" for another."""
    for move in moves:
        tile, _, place = move.partition(" at ")
        at, _, pip = place.partition(" ")
        layout = layout.lay(parse_tile(tile, 6), parse_tile(at, 6) if at else None, int(pip) if pip else None)
    return layout


@pytest.mark.parametrize(
    ("model", "moves", "lines"),
    [
        (LINE, [], []),
        (LINE, ["5-0"], ["<5-0>*"]),
        (LINE, ["5-5"], ["<5-5>*"]),
        (LINE, ["5-0", "4-0 at 5-0 0"], ["<5-0 0-4>*"]),
        (LINE, ["5-0", "5-5 at 5-0 5", "5-4 at 5-5"], ["<4-5* 5-5 5-0>"]),
        (LINE, ["5-5", "5-3 at 5-5"], ["<5-5 5-3>*"]),
        (SPIN_ONE, ["5-5", "5-3 at 5-5", "5-1 at 5-5", "5-2 at 5-5"], ["<1-5 5-5 5-3>", "5-5: 5-2>*"]),
        (SPIN_ALL, ["5-4", "4-4 at 5-4 4", "4-1 at 4-4", "4-2 at 4-4"], ["<5-4 4-4 4-1>", "4-4: 4-2>*"]),
    ],
    ids=lambda each: str(each) if isinstance(each, list) else type(each).__name__,
)
def test_tiles_lie_from_the_left_open_end_to_the_right_one(model: Model, moves: list[str], lines: list[str]) -> None:
    assert list(map(write_line, list_layout_lines(lay(Layout(model), *moves)))) == lines


@pytest.mark.parametrize(
    ("ends", "moves", "lines"),
    [
        (["5", "0"], [], []),
        (["5", "6-6"], ["6-2 at 6-6"], ["5… 6-6 6-2>*"]),
        (["6-6", "5"], ["6-2 at 6-6"], ["<2-6* 6-6 …5"]),
    ],
    ids=str,
)
def test_of_tiles_before_typed_ends_it_is_said_that_they_are_there(
    ends: list[str], moves: list[str], lines: list[str]
) -> None:
    layout = Layout(LINE).with_typed_ends(tuple(parse_end(end, 6) for end in ends))
    assert list(map(write_line, list_layout_lines(lay(layout, *moves)))) == lines


@given(st.permutations(make_set(6)), st.sampled_from([LINE, SPIN_ONE, SPIN_ALL]))
def test_every_tile_lies_once_beside_equal_halves_and_every_open_end_is_marked(
    tiles: Sequence[Tile], model: Model
) -> None:
    layout = Layout(model)
    for tile in tiles[:12]:
        places = [(at, end.pip) for at, end in layout.row if end.pip in tile.halves]
        layout = layout.lay(tile, *places[0]) if places else layout if layout.laid else layout.lay(tile)
    lines = list_layout_lines(layout)
    drawn = [tile for line in lines for tile in line.tiles if not tile.host]
    assert sorted(sorted((tile.left, tile.right)) for tile in drawn) == sorted(sorted(t.halves) for t in layout.laid)
    assert sum(tile.newest for tile in drawn) == 1
    for line in lines:
        assert all(one.right == other.left for one, other in zip(line.tiles, line.tiles[1:], strict=False))
    marked = {(tile.left, tile.right) for tile in drawn if tile.open}
    assert marked == {
        next((tile.left, tile.right) for tile in drawn if {tile.left, tile.right} == set(at.halves))
        for at, _ in layout.row
        if at
    }
