"""The places of tiles in a drawn layout: those that are joined touch, and no others do."""

from dataclasses import replace
from random import Random

import pytest

from scorekeeper.engine.file.match import read_match
from scorekeeper.engine.layout.models import FORK, LINE, SPIN_ALL, Model
from scorekeeper.engine.layout.placing import (
    GAP,
    JoinedTile,
    PlacedTile,
    _Place,
    _touch,
    find_join,
    measure,
    place_tiles,
)
from scorekeeper.engine.sheet.fold import follow_entries, start_sheet
from scorekeeper.engine.tiles import Tile, parse_tile
from tests.simulator.matches import MatchHeld, list_seated
from tests.simulator.tried import Tried


def join(tile: str, at: str | None = None, pip: int | None = None) -> JoinedTile:
    return JoinedTile(parse_tile(tile, 6), None if at is None else parse_tile(at, 6), pip, pip)


def overlap(one: PlacedTile, other: PlacedTile, gap: float = 0) -> bool:
    """Return whether the tiles overlap, or are closer to each other than `gap`."""
    across = sum(0.5 if each.upright else 1 for each in (one, other)) + gap
    down = sum(1 if each.upright else 0.5 for each in (one, other)) + gap
    return abs(one.x - other.x) < across - 0.01 and abs(one.y - other.y) < down - 0.01


def touch(one: PlacedTile, other: PlacedTile) -> bool:
    across = sum(0.5 if each.upright else 1 for each in (one, other))
    down = sum(1 if each.upright else 0.5 for each in (one, other))
    return abs(one.x - other.x) <= across + 0.01 and abs(one.y - other.y) <= down + 0.01


@pytest.mark.parametrize("one_upright", [False, True])
@pytest.mark.parametrize("other_upright", [False, True])
def test_tiles_touch_if_they_are_closer_than_the_gap_in_both_directions(one_upright: bool, other_upright: bool) -> None:
    """A tile is two wide and one high, or the other way round if it lies upright."""
    one, other = (_Place(0, 0, (1, 0), upright, (0, 1)) for upright in (one_upright, other_upright))
    across = sum(0.5 if upright else 1 for upright in (one_upright, other_upright)) + GAP
    down = sum(1 if upright else 0.5 for upright in (one_upright, other_upright)) + GAP
    near = [(across - 0.1, down - 0.1), (0.1 - across, down - 0.1), (across - 0.1, 0.1 - down)]
    apart = [(across, 0), (-across, 0), (0, down), (0, -down)]
    assert all(_touch(one, replace(other, x=x, y=y)) for x, y in near)
    assert not any(_touch(one, replace(other, x=x, y=y)) for x, y in apart)


def test_a_line_grows_at_both_ends_and_a_double_lies_across() -> None:
    placed = place_tiles([join("5-0"), join("5-5", "5-0", 5), join("3-0", "5-0", 0)], LINE)
    assert placed == (
        PlacedTile(Tile(5, 0), 0, 0, False, 5, 0),
        PlacedTile(Tile(5, 5), -1.5, 0, True, 5, 5),
        PlacedTile(Tile(3, 0), 2, 0, False, 0, 3),
    )


def test_a_double_that_takes_four_gets_them_at_its_four_sides() -> None:
    joins = [join("4-4"), *(join(tile, "4-4", 4) for tile in ("4-0", "4-1", "4-2", "4-3"))]
    assert [(each.x, each.y, each.first, each.second) for each in place_tiles(joins, SPIN_ALL)] == [
        (0, 0, 4, 4),
        (1.5, 0, 4, 0),
        (-1.5, 0, 1, 4),
        (0, 2, 4, 2),
        (0, -2, 3, 4),
    ]


def test_a_later_double_of_a_fork_goes_on_at_its_two_halves() -> None:
    joins = [join("6-6"), join("6-4", "6-6", 6), *(join(tile, "4-4", 4) for tile in ("4-3", "4-2"))]
    joins.insert(2, join("4-4", "6-4", 4))
    assert [(each.x, each.y) for each in place_tiles(joins, FORK)] == [(0, 0), (1.5, 0), (3, 0), (3, 2), (3, -2)]


def test_a_few_tiles_are_not_drawn_larger_than_others() -> None:
    assert measure(place_tiles([join("5-0")], LINE)) == (-4.5, -2, 9, 4)
    assert measure(()) == (0, 0, 0, 0)


def test_tiles_that_lie_upright_take_their_whole_height() -> None:
    joins = [join("4-4"), *(join(tile, "4-4", 4) for tile in ("4-0", "4-1", "4-2", "4-3"))]
    assert measure(place_tiles(joins, SPIN_ALL)) == (-4.5, -3, 9, 6)


@pytest.mark.parametrize("game", ["block", "matador", "spansk", "dk_almindelig", "sebastopol", "all_fives", "cuban_d9"])
def test_the_tiles_of_a_round_lie_beside_each_other_as_they_were_joined(game: str) -> None:
    rounds = 0
    for seed in range(5):
        random = Random(f"{game} {seed}")
        match = MatchHeld(game, next(list_seated(game, random)), random, Tried(), None)
        match.play(2)
        file = read_match(match.document)
        before, joins = start_sheet(file.variant, file.seating), list[JoinedTile]()
        for sheet, line in follow_entries(file.variant, file.seating, file.entries):
            if line.entry.ends_round:
                check_round(joins, before.layout.model)
                rounds += bool(joins)
                joins = []
            elif sheet.layout.whole and (found := find_join(before.layout, sheet.layout)):
                joins.append(found)
            before = sheet
    assert rounds


def check_round(joins: list[JoinedTile], model: Model) -> None:
    placed = place_tiles(joins, model)
    by_tile = {each.tile: each for each in placed}
    assert len(by_tile) == len(joins)
    near = {tile: {tile} for tile in by_tile}
    for one, other in ((join.tile, join.at) for join in joins if join.at is not None):
        near[one].add(other)
        near[other].add(one)
    for number, each in enumerate(placed):
        assert not any(overlap(each, other) for other in placed[:number])
        apart = [other for other in placed[:number] if near[each.tile].isdisjoint(near[other.tile])]
        assert not any(overlap(each, other, GAP) for other in apart)
    assert all(touch(by_tile[join.tile], by_tile[join.at]) for join in joins if join.at is not None)
