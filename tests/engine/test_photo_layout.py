"""Open ends of a layout on a photo, from tiles and how they touch."""

from collections.abc import Mapping
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.engine import tiles as engine
from scorekeeper.engine.layout.layout import Layout
from scorekeeper.engine.layout.models import ENDWISE, FORK, LINE, SPIN_ALL, Model
from scorekeeper.engine.layout.photo import find_layout_on_photo
from scorekeeper.engine.sheet.moves import list_next_moves
from scorekeeper.engine.variants import VARIANTS, find_variant


@dataclass(frozen=True)
class Tile:
    pips: tuple[int | None, int | None]


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
    return sorted(str(end) for end in find_layout_on_photo(tiles, joins, model).ends)


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


@pytest.mark.parametrize(("joined", "open_ends"), [(3, ["0", "1-1"]), (4, ["0", "1", "6"])])
def test_each_free_half_of_a_danish_double_is_an_end(joined: int, open_ends: list[str]) -> None:
    """The first one is the 4-4, with a tile at both its long sides."""
    tiles = [Tile((4, 4)), Tile((4, 1)), Tile((4, 0)), Tile((1, 1)), Tile((1, 6))]
    joins = [
        *(Join(0, "middle", 1, "half0"), Join(0, "middle", 2, "half0")),
        *(Join(1, "half1", 3, "middle"), Join(3, "half0", 4, "half0")),
    ]
    assert ends(tiles[: 1 + joined], joins[:joined], FORK) == open_ends


def test_the_only_danish_double_is_the_first() -> None:
    tiles, joins = [Tile((4, 1)), Tile((1, 1)), Tile((1, 6))], [Join(0, "half1", 1, "middle")]
    assert ends(tiles[:2], joins, FORK) == ["1", "4"]
    assert ends(tiles, [*joins, Join(1, "middle", 2, "half0")], FORK) == ["4", "6"]


def test_which_of_two_danish_doubles_is_the_first_is_told_by_how_the_other_goes_on() -> None:
    """The 5-5 goes on at a half, so it was joined by its middle, and the 6-6 is the first: it shows one half more."""
    tiles = [Tile((6, 6)), Tile((6, 5)), Tile((5, 5)), Tile((5, 1))]
    joins = [Join(0, "middle", 1, "half0"), Join(1, "half1", 2, "middle"), Join(2, "half0", 3, "half0")]
    assert ends(tiles, joins, FORK) == ["1", "5", "6"]


@given(st.data(), st.sampled_from(["spansk", "all_fives", "german_draw", "dk_femmer", "dk_syver"]), st.integers(1, 14))
def test_a_round_that_was_laid_shows_the_same_ends_on_a_photo(data: st.DataObject, key: str, count: int) -> None:
    """Doubles lie crosswise, as people lay them; the first Danish one is built on at both its long sides first."""
    game = VARIANTS[key].at(VARIANTS[key].seat(["Anna", "Bo"]))
    layout, touched, joins = Layout(game.laying.model), dict[engine.Tile, list[str]](), list[Join]()
    for number in range(count):
        moves = list_next_moves(game, layout)
        if game.laying.model is FORK and 0 < number < 3:
            moves = tuple(move for move in moves if move.place and move.place.at == next(iter(touched)))
            moves = tuple(move for move in moves if not move.tile.double)
        # After a lead that is no double, a later double would look like the first one.
        if game.laying.model is FORK and touched and not next(iter(touched)).double:
            moves = tuple(move for move in moves if not move.tile.double)
        if not moves:
            break
        move = data.draw(st.sampled_from(moves))
        tile, place = move.tile, move.place
        if place and place.at:
            theirs = _touch(place.at, place.pip, touched, game.laying.model)
            touched[place.at].append(theirs)
            ours = "middle" if tile.double else f"half{tile.halves.index(move.join or 0)}"
            joins.append(Join(list(touched).index(place.at), theirs, number, ours))
            touched[tile] = [ours]
            layout = layout.lay(tile, place.at, place.pip, move.join, facing=game.laying.facing)
        else:
            touched[tile] = []
            layout = layout.lay(tile)
    joins = data.draw(st.permutations(joins))  # a photo does not show their order
    shown = find_layout_on_photo([Tile(tile.halves) for tile in touched], joins, game.laying.model, game.laying.facing)
    assert sorted(shown.ends) == sorted(layout.ends)
    assert shown.misfits == ()


def _touch(tile: engine.Tile, pip: int, touched: Mapping[engine.Tile, list[str]], model: Model) -> str:
    """Return the part of a tile on the table at which the next one lies."""
    if not tile.double:
        return f"half{tile.halves.index(pip)}"
    later = tile != next(iter(touched))
    ways = ("middle", "half0", "half1") if model is FORK and later else ("middle", "middle", "half0", "half1")
    return ways[len(touched[tile])]


def test_a_hand_beside_the_layout_is_not_part_of_it() -> None:
    tiles = [Tile((6, 4)), Tile((6, 5)), Tile((5, 2)), Tile((1, 1)), Tile((2, 2))]
    joins = [Join(0, "half0", 1, "half0"), Join(1, "half1", 2, "half0"), Join(3, "half0", 4, "half0", kind="beside")]
    layout = find_layout_on_photo(tiles, joins, LINE)
    assert layout.tiles == (0, 1, 2)
    assert [str(end) for end in layout.ends] == ["4", "2"]


def test_touching_halves_that_do_not_fit_are_doubtful() -> None:
    tiles = [Tile((6, 4)), Tile((3, 3)), Tile((3, 2))]
    joins = [Join(0, "half1", 1, "middle"), Join(1, "middle", 2, "half0")]
    assert find_layout_on_photo(tiles, joins, LINE).misfits == (0, 1)


def test_the_long_side_of_a_tile_that_is_no_double_has_no_half_to_fit() -> None:
    tiles = [Tile((6, 4)), Tile((3, 2)), Tile((6, 1)), Tile((1, 5))]
    sideways = [Join(0, "middle", 1, "half0"), Join(1, "half1", 2, "middle"), Join(2, "half1", 3, "half0")]
    assert find_layout_on_photo(tiles, sideways, LINE).misfits == ()


def test_only_the_largest_group_is_the_layout_and_says_what_does_not_fit() -> None:
    tiles = [Tile((6, 4)), Tile((3, 2)), Tile((6, 5)), Tile((5, 2)), Tile((2, 1))]
    joins = [Join(0, "half0", 1, "half0"), Join(2, "half1", 3, "half0"), Join(3, "half1", 4, "half0")]
    layout = find_layout_on_photo(tiles, joins, LINE)
    assert (layout.tiles, layout.misfits) == ((2, 3, 4), ())
    assert [(str(end), place) for end, place in zip(layout.ends, layout.at, strict=True)] == [("6", 2), ("1", 4)]
    named = find_layout_on_photo(tiles, joins, LINE, within=[0, 1, 2])
    assert (named.tiles, named.misfits) == ((0, 1), (0, 1))


SPINNER = [Tile((4, 4)), Tile((4, 1)), Tile((4, 2)), Tile((4, 3)), Tile((4, 5))]
ARMS = ["middle", "middle", "half0", "half1"]


@pytest.mark.parametrize(
    ("model", "shown"),
    [
        (LINE, [["4-4"], ["1", "4-4"], ["1", "2"]]),
        (SPIN_ALL, [["4-4"], ["1", "4-4"], ["1", "2"], ["1", "2", "3"], ["1", "2", "3", "5"]]),
        (FORK, [["4-4"], ["1", "4"], ["1", "2"]]),
    ],
    ids=["line", "spin", "fork"],
)
def test_a_double_on_a_photo_shows_what_its_free_sides_give(model: Model, shown: list[list[str]]) -> None:
    """It has none, one, two … tiles, first at its long sides."""
    joins = [Join(0, part, number, "half0") for number, part in enumerate(ARMS, start=1)]
    assert [ends(SPINNER[: 1 + count], joins[:count], model) for count in range(len(shown))] == shown


@pytest.mark.parametrize(
    ("joined", "shown"),
    [(["half0"], ["1", "4"]), (["half0", "half1"], ["1", "2"]), (["half0", "middle"], ["1", "2"])],
)
def test_a_double_that_lies_along_the_line_goes_on_at_its_other_half(joined: list[str], shown: list[str]) -> None:
    joins = [Join(0, part, number, "half0") for number, part in enumerate(joined, start=1)]
    found = ends(SPINNER[: 1 + len(joined)], joins, LINE)
    assert [end.removesuffix("-4") for end in found] == shown


def test_a_double_in_line_shows_the_halves_at_which_nothing_touches_it() -> None:
    touched: tuple[list[str], ...] = ([], ["half0"], ["half0", "half0"], ["half0", "half1"])
    assert [ENDWISE.open_on_photo(parts, first=False) for parts in touched] == [2, 1, 1, 0]


@pytest.mark.parametrize(
    ("hidden", "joined", "shown", "asked"),
    [
        ((5, None), [], ["5"], [0]),
        ((5, None), ["half0"], ["2"], [0]),
        ((None, 5), ["half0"], ["2", "5"], []),
        ((5, None), ["half0", "half1"], ["2", "3"], []),
    ],
    ids=["alone", "open", "joined", "in the line"],
)
def test_a_hidden_half_is_asked_where_it_may_be_an_open_end(
    hidden: tuple[int | None, int | None], joined: list[str], shown: list[str], asked: list[int]
) -> None:
    """The tile with a 2 is at the first joined part, the tile with a 3 at the other; the 5 has a 5."""
    ways = zip(joined, (2, 3), strict=False)
    pips = [(far, 5 if hidden[int(part[-1])] else 6) for part, far in ways]
    tiles = [Tile(hidden), *map(Tile, pips)]
    joins = [Join(0, part, number, "half1") for number, part in enumerate(joined, start=1)]
    layout = find_layout_on_photo(tiles, joins, LINE)
    assert (sorted(map(str, layout.ends)), list(layout.half_hidden), layout.misfits) == (shown, asked, ())


def test_a_hidden_half_is_asked_where_the_tile_may_be_a_double() -> None:
    """5-? crosswise, or with a 5 at its hidden half: a 5-5 shows more than the 5."""
    for ours in ("middle", "half1"):
        assert find_layout_on_photo([Tile((5, None)), Tile((5, 3))], [Join(0, ours, 1, "half0")], LINE).half_hidden == (
            0,
        )
    assert find_layout_on_photo([Tile((2, 3)), Tile((5, None))], [Join(0, "half1", 1, "half1")], LINE).half_hidden == ()
    # with a tile at its side and one at its end the first 5-5 has no open end, and a later one has a 5
    tiles, joins = (
        [Tile((5, None)), Tile((5, 3)), Tile((5, 2))],
        [Join(0, "middle", 1, "half0"), Join(0, "half1", 2, "half0")],
    )
    assert find_layout_on_photo(tiles, joins, FORK).half_hidden == (0,)


def test_a_hidden_half_fits_whatever_touches_it_and_its_other_half_does_not() -> None:
    tiles = [Tile((6, None)), Tile((4, 3)), Tile((5, 2))]
    joins = [Join(0, "half1", 1, "half0"), Join(0, "half0", 2, "half0")]
    assert find_layout_on_photo(tiles[:2], joins[:1], LINE).misfits == ()
    assert find_layout_on_photo(tiles, joins, LINE).misfits == (0, 2)


def test_a_tile_with_a_hidden_half_fits_as_any_that_it_may_be() -> None:
    """Halves make seven in Matador; four at four can be, if the tile is the 4-3, which goes anywhere."""
    matador = find_variant("matador").at(find_variant("matador").seat(["Anna", "Bo"]))
    joined = [Join(0, "half1", 1, "half0")]
    assert find_layout_on_photo([Tile((6, 4)), Tile((4, None))], joined, LINE, matador.laying.facing).misfits == ()
    assert find_layout_on_photo([Tile((6, 4)), Tile((4, 2))], joined, LINE, matador.laying.facing).misfits == (0, 1)
