"""The ends that may come next, and what they would score."""

from dataclasses import replace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.engine.entries import Ends, TileLaid
from scorekeeper.engine.file.match import parse_entry
from scorekeeper.engine.layout.layout import Layout
from scorekeeper.engine.problems import RuleError
from scorekeeper.engine.sheet.fold import Sheet, fold, write_entries
from scorekeeper.engine.sheet.moves import NextMove, list_next_moves, list_open_places
from scorekeeper.engine.tiles import parse_end, parse_tile
from scorekeeper.engine.variants import VARIANTS

FOLLOWED = [key for key, variant in VARIANTS.items() if "play" in variant.takes]


def sheet(key: str, *entries: dict[str, Any], **options: Any) -> Sheet:
    variant = VARIANTS[key]
    seating = variant.seat(
        ["Anna", "Bo", "Carl", "Dora"][: max(2, variant.fewest_players)], lead="Anna", options=options
    )
    folded = fold(variant, seating, [parse_entry(entry, variant, seating) for entry in entries])
    assert not folded.problems
    return folded


def moves(folded: Sheet) -> tuple[NextMove, ...]:
    return list_next_moves(folded.game, folded.layout)


def ends(*shown: str) -> dict[str, Any]:
    return {"entry": "ends", "player": "Anna", "ends": list(shown)}


def laid(tile: str, **where: Any) -> dict[str, Any]:
    return {"entry": "play", "player": "Anna", "tile": tile, **where}


def play_of(move: NextMove) -> TileLaid:
    if move.place is None:
        return TileLaid(player="Anna", tile=move.tile)
    return TileLaid(player="Anna", tile=move.tile, at=move.place.at, pip=move.place.pip, join=move.join)


def test_a_three_here_makes_fifteen() -> None:
    three = [move for move in moves(sheet("spansk", ends("6-6", "5"))) if str(move.shows) == "3"]
    assert [(move.place and move.place.pip, str(move.tile), move.sum, move.score.points) for move in three] == [
        (6, "6-3", 8, 0),
        (5, "5-3", 15, 3),
    ]


def test_before_the_first_tile_every_tile_may_come() -> None:
    assert len(moves(sheet("spansk"))) == 28
    assert {move.tile.double for move in moves(sheet("dk_femmer"))} == {True}
    assert len(moves(sheet("dk_femmer"))) == 7
    assert len(moves(sheet("jijbent"))) == 21
    five = next(move for move in moves(sheet("dk_femmer")) if str(move.tile) == "5-5")
    assert (five.sum, five.score.points) == (10, 10)


def test_a_tile_that_lies_does_not_come_again() -> None:
    assert "5-3" not in {str(move.tile) for move in moves(sheet("spansk", laid("5-3")))}


def test_a_half_covered_danish_double_keeps_its_other_half() -> None:
    folded = sheet("dk_femmer", ends("5-5"))
    found = next(move for move in moves(folded) if str(move.tile) == "5-0")
    assert sorted(map(str, found.ends)) == ["0", "5"]
    assert found.score.points == 5


def test_a_spinner_takes_more_at_its_short_ends() -> None:
    folded = sheet("spansk", laid("2-2"), laid("6-2", at="2-2"), laid("4-2", at="2-2"))
    places = [place for place in list_open_places(folded.layout) if str(place.at) == "2-2"]
    assert [(place.pip, sorted(map(str, place.rest))) for place in places] == [(2, ["4", "6"])]


def test_a_spinner_that_was_typed_is_remembered_when_it_is_built_in() -> None:
    folded = sheet("spansk", ends("2-2"), ends("2-2", "6"), ends("4", "6"))
    assert "5-2" in {str(move.tile) for move in moves(folded)}


def test_to_ens_knows_which_end_was_just_laid() -> None:
    folded = sheet("dk_to_ens", ends("4-4"), {**ends("4", "6"), "placed": "6"})
    two = next(move for move in moves(folded) if str(move.tile) == "6-4" and move.place and move.place.pip == 6)
    assert two.score.points == 2
    assert two.score.counts == {"equal": 2}


def test_what_an_end_wants_is_said_in_words() -> None:
    assert [str(sheet("dk_syver").game.laying.wanted(pip)) for pip in (0, 2)] == ["a joker", "a 5 or a joker"]
    assert str(sheet("spansk").game.laying.wanted(2)) == "a 2"


def test_the_tiles_of_a_hand_that_fit() -> None:
    folded = sheet("dk_syver", laid("5-5"), laid("2-0", at="5-5", join=2))
    hand = [parse_tile(each, 6) for each in ("6-6", "6-1", "2-1", "5-3", "0-0")]
    fitting = {move.tile for move in list_next_moves(folded.game, folded.layout, hand)}
    assert {str(tile) for tile in fitting} == {"6-1", "2-1", "0-0"}


@given(st.data(), st.sampled_from(FOLLOWED))
def test_whatever_may_come_next_can_be_laid_and_leaves_those_ends(data: st.DataObject, key: str) -> None:
    """Tile by tile, each move that is offered can be written, with the points that were offered."""
    folded = sheet(key, target=9999) if "target" in VARIANTS[key].settle() else sheet(key)
    for turn in range(data.draw(st.integers(0, 8))):
        offered = moves(folded)
        if not offered:
            break
        move = data.draw(st.sampled_from(offered))
        start = key == "jijbent" and move.place is None
        folded = write_entries(folded, replace(play_of(move), player=None if start else ("Anna", "Bo")[turn % 2]))
        assert sorted(folded.layout.ends) == sorted(move.ends)
        assert sum(folded.lines[-1].points.values()) == (0 if start else move.score.points)


@given(st.data(), st.sampled_from(FOLLOWED))
def test_what_can_be_laid_is_offered(data: st.DataObject, key: str) -> None:
    """The other way round: any tile at any place that the layout takes is among the next moves."""
    folded = sheet(key)
    game = folded.game
    layout = Layout(game.laying.model)
    for _ in range(data.draw(st.integers(1, 6))):
        offered = list_next_moves(game, layout)
        move = data.draw(st.sampled_from(offered)) if offered else None
        if move is None:
            break
        layout = game.laying.lay(layout, play_of(move))
    tile, at = data.draw(st.sampled_from(game.tiles)), data.draw(st.sampled_from(list(layout.laid)))
    pip, join = data.draw(st.sampled_from(at.halves)), data.draw(st.sampled_from(tile.halves))
    try:
        game.laying.lay(layout, TileLaid(player="Anna", tile=tile, at=at, pip=pip, join=join))
    except RuleError:
        lies = False
    else:
        lies = True
    places = {(move.place and move.place.at, move.place and move.place.pip, move.tile, move.join)
              for move in list_next_moves(game, layout)}  # fmt: skip
    assert ((at, pip, tile, join) in places) == lies


@given(st.lists(st.integers(0, 6), min_size=2, max_size=4), st.sampled_from(["spansk", "dk_femmer", "dk_syver"]))
def test_one_end_changes_where_a_tile_is_laid_to_typed_ends(pips: list[int], key: str) -> None:
    folded = sheet(key)
    typed = tuple(parse_end(pip, 6) for pip in pips)
    layout = folded.layout.with_typed_ends(typed)
    for move in list_next_moves(folded.game, layout):
        assert len(move.ends) == len(typed)
        assert move.place is not None
        assert len(move.place.rest) == len(typed) - 1


def test_ends_are_told_apart_from_their_copies() -> None:
    folded = sheet("spansk", ends("5", "5", "3"))
    assert isinstance(folded.lines[-1].entry, Ends)
    assert [place.pip for place in list_open_places(folded.layout)] == [5, 3]
