"""Solitaires: the assistant's advice agrees with trying everything."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.engine.entries import Hand, Result
from scorekeeper.engine.file.match import parse_entry
from scorekeeper.engine.layout.layout import Layout
from scorekeeper.engine.layout.models import LINE
from scorekeeper.engine.layout.positions import Position, RowTile, read_position
from scorekeeper.engine.problems import RuleError
from scorekeeper.engine.rules.game import Variant
from scorekeeper.engine.rules.solitaire import Advice
from scorekeeper.engine.sheet.fold import Sheet, fold
from scorekeeper.engine.solitaires.columns import Columns, Outlook, search_outlook
from scorekeeper.engine.solitaires.longest_run import find_longest_run
from scorekeeper.engine.solitaires.rows import BestEnd, Row, find_best_end, find_runs
from scorekeeper.engine.text import say
from scorekeeper.engine.tiles import Tile, add_up_pips, make_set, make_tile
from scorekeeper.engine.variants import VARIANTS
from tests.engine.sentences import list_unknown

BINGO, FEM_KOLONNER, KABALE = (VARIANTS[key] for key in ("dk_bingo", "dk_fem_kolonner", "dk_kabale"))
KNOCK_OUT, STOP_VED_FEM, TOLVEREN = (VARIANTS[key] for key in ("dk_knock_out", "dk_stop_ved_fem", "dk_tolveren"))
SET = make_set(6)
SOLITAIRES = [variant for variant in VARIANTS.values() if "result" in variant.takes]
shuffled = st.permutations(SET).map(tuple)
rows = shuffled.flatmap(
    lambda tiles: st.lists(st.booleans(), max_size=9).map(
        lambda turned: tuple(
            RowTile(each.low, each.high) if over else RowTile(each.high, each.low)
            for each, over in zip(tiles, turned, strict=False)
        )
    )
)


def alone(variant: Variant, **given: object) -> Any:
    """Return the solitaire with these house rules."""
    return variant.at(variant.seat(["Anna"], options=given)).solitaire


def advice(variant: Variant, position: Position, **given: object) -> Advice:
    told: Advice = alone(variant, **given).advise(position)
    return told


def recorded(variant: Variant, result: Result, **given: object) -> Sheet:
    sheet = fold(variant, variant.seat(["Anna"], options=given), [result])
    if sheet.problems:
        raise RuleError(sheet.problems)
    return sheet


def reasons(error: pytest.ExceptionInfo[RuleError]) -> set[str]:
    return {problem.key for problem in error.value.problems}


def played_to_the_end(
    variant: Variant, position: Position, boneyard: Sequence[Tile], choose: st.DataObject
) -> tuple[Advice, Position]:
    """Play on with any of the moves advised, drawing from the top; return the last advice and position."""
    undrawn = list(boneyard)
    while True:
        told = advice(variant, position)
        assert (list_unknown(told), told.doubts) == ([], ())
        if told.verdict in ("won", "lost"):
            return told, position
        if told.verdict == "play":
            position = choose.draw(st.sampled_from(told.moves)).after
        if told.verdict == "draw":
            position = replace(position, hand=(*position.hand, undrawn.pop()))
        if "table" in alone(variant).room:
            drawn = tuple(undrawn.pop() for _ in range(min(6 - len(position.table), len(undrawn))))
            position = replace(position, table=position.table + drawn)
        if position.boneyard is not None:
            position = replace(position, boneyard=len(undrawn))


def dealt(variant: Variant, tiles: tuple[Tile, ...]) -> tuple[Position, tuple[Tile, ...]]:
    """Return the position after the deal, and the boneyard."""
    game = alone(variant)
    start, each = game.start(), game.deal.each
    if variant.key == "dk_fem_kolonner":
        columns = tuple(tiles[first : first + 5] for first in range(3, 28, 5))
        return replace(start, reserve=tiles[:3], columns=columns), ()
    if "row" in game.room:
        return replace(start, row=tuple(RowTile(one.high, one.low) for one in tiles)), ()
    if "table" in game.room:
        return replace(start, table=tiles[:each]), tiles[each:]
    return replace(start, hand=tiles[:each]), tiles[each:]


# -- all of them -----------------------------------------------------------------------------------------------------


def test_there_are_six_solitaires() -> None:
    assert len(SOLITAIRES) == 6


@pytest.mark.parametrize("variant", SOLITAIRES, ids=lambda variant: variant.key)
@given(tiles=shuffled, choose=st.data())
def test_a_game_played_by_the_assistant_ends_with_a_result_that_can_be_recorded(
    variant: Variant, tiles: tuple[Tile, ...], choose: st.DataObject
) -> None:
    position, boneyard = dealt(variant, tiles)
    told, _ = played_to_the_end(variant, position, boneyard, choose)
    assert told.result is not None
    sheet = recorded(variant, told.result)
    assert (sheet.over, sheet.round) == (True, 2)
    assert sheet.winners == (("Anna",) if told.verdict == "won" else ())
    assert sheet.totals == {"Anna": told.result.left.count}
    assert alone(variant).find_doubts(told.result) == ()
    assert parse_entry(told.result.to_json(), variant, sheet.seating) == told.result


@pytest.mark.parametrize("variant", SOLITAIRES, ids=lambda variant: variant.key)
def test_won_with_tiles_left_is_refused(variant: Variant) -> None:
    with pytest.raises(RuleError) as error:
        recorded(variant, Result(won=True, left=Hand(None, None, 10)))
    assert reasons(error) == {"won_with_tiles"}


@pytest.mark.parametrize("variant", SOLITAIRES, ids=lambda variant: variant.key)
def test_lost_with_no_tile_left_is_refused(variant: Variant) -> None:
    with pytest.raises(RuleError) as error:
        recorded(variant, Result(won=False))
    assert reasons(error) == {"lost_without_tiles"}


@pytest.mark.parametrize("variant", SOLITAIRES, ids=lambda variant: variant.key)
def test_pips_alone_do_not_say_how_many_tiles_are_left(variant: Variant) -> None:
    with pytest.raises(RuleError) as error:
        recorded(variant, Result(won=False, left=Hand(None, 24)))
    assert reasons(error) == {"left_wants_count"}


@pytest.mark.parametrize("variant", SOLITAIRES, ids=lambda variant: variant.key)
def test_a_tile_cannot_be_left_twice(variant: Variant) -> None:
    with pytest.raises(RuleError) as error:
        recorded(variant, Result(won=False, left=Hand((make_tile(5, 3), make_tile(3, 5)))))
    assert "duplicate_tile" in reasons(error)


@pytest.mark.parametrize("variant", SOLITAIRES, ids=lambda variant: variant.key)
def test_ten_tiles_have_more_than_20_pips(variant: Variant) -> None:
    with pytest.raises(RuleError) as error:
        recorded(variant, Result(won=False, left=Hand(None, 20, 10)))
    assert "impossible_total" in reasons(error)


@pytest.mark.parametrize("variant", SOLITAIRES, ids=lambda variant: variant.key)
def test_no_more_tiles_are_left_and_undrawn_than_there_are(variant: Variant) -> None:
    for left, boneyard in ((0, 29), (20, 9), (14, 15), (29, None), (30, 0)):
        with pytest.raises(RuleError) as error:
            recorded(variant, Result(won=not left, left=Hand(None, None, left), boneyard_tiles=boneyard))
        [problem] = error.value.problems
        assert str(problem.text) == f"{left + (boneyard or 0)} tiles are too many: here there can be 28."


@pytest.mark.parametrize("variant", SOLITAIRES, ids=lambda variant: variant.key)
def test_every_problem_of_a_result_can_be_said(variant: Variant) -> None:
    seating = variant.seat(["Anna"])
    results = [
        Result(won=False, left=Hand(None, None, left), boneyard_tiles=boneyard, passes=0)
        for left in range(31)
        for boneyard in (None, 0, 3, 23, 28)
    ]
    problems = [problem for result in results for problem in fold(variant, seating, [result]).problems]
    assert len({problem.key for problem in problems}) > 1
    assert all("%(" not in problem.say() for problem in problems)


def test_a_second_result_is_refused() -> None:
    lost = Result(won=False, left=Hand(None, None, 10))
    variant = VARIANTS["dk_tolveren"]
    sheet = fold(variant, variant.seat(["Anna"]), [lost, lost])
    assert [problem.key for problem in sheet.problems] == ["match_over"]


# -- Tolveren --------------------------------------------------------------------------------------------------------


@given(tiles=shuffled, choose=st.data(), differently=st.data())
def test_in_tolveren_the_choice_among_pairs_never_changes_the_result(
    tiles: tuple[Tile, ...], choose: st.DataObject, differently: st.DataObject
) -> None:
    position, boneyard = dealt(TOLVEREN, tiles)
    one, _ = played_to_the_end(TOLVEREN, position, boneyard, choose)
    other, _ = played_to_the_end(TOLVEREN, position, boneyard, differently)
    assert one.result == other.result


@given(tiles=shuffled, choose=st.data())
def test_in_tolveren_the_last_six_tiles_always_go(tiles: tuple[Tile, ...], choose: st.DataObject) -> None:
    position, boneyard = dealt(TOLVEREN, tiles)
    _, end = played_to_the_end(TOLVEREN, position, boneyard, choose)
    left = len(end.table) + (end.boneyard or 0)
    assert left == 0 or left > 6


@given(st.lists(st.sampled_from(SET), min_size=2, max_size=2, unique=True).map(tuple))
def test_the_last_two_tiles_make_twelve_or_cannot_be(pair: tuple[Tile, ...]) -> None:
    last_two = Position(table=pair, boneyard=0)
    if add_up_pips(pair) == 12:
        assert alone(TOLVEREN).look_for_pairs(last_two).pairs == (pair,)
    else:
        with pytest.raises(RuleError) as error:
            alone(TOLVEREN).look_for_pairs(last_two)
        assert reasons(error) == {"impossible_total"}


def test_a_tile_without_its_partner_is_doubted_not_refused() -> None:
    # 11 + 9 + 4 + 0 are 24 pips for four tiles, but the 11 needs a tile of 1 pip.
    position = read_position({"table": ["6-5", "5-4", "3-1", "0-0"], "boneyard": 0})
    (doubt,) = advice(TOLVEREN, position).doubts
    assert (doubt.key, dict(doubt.values)) == ("tile_without_partner", {"tiles": "6-5, 5-4, 3-1, 0-0"})


def test_after_a_pair_left_the_gaps_are_to_be_filled_from_the_boneyard() -> None:
    position = read_position({"table": ["6-2", "3-1", "5-5", "4-1", "2-1", "6-0"], "boneyard": 22})
    (move,) = advice(TOLVEREN, position).moves
    assert str(move.what) == "Remove 6-2 + 3-1"
    assert (len(move.after.table), move.after.boneyard) == (4, 22)
    with pytest.raises(RuleError) as error:
        advice(TOLVEREN, move.after)
    assert reasons(error) == {"not_refilled"}


def test_named_tiles_that_still_make_twelve_are_not_left() -> None:
    with pytest.raises(RuleError) as error:
        recorded(TOLVEREN, Result(won=False, left=Hand(read_position({"table": ["6-5", "1-0", "5-5", "1-1"]}).table)))
    assert reasons(error) == {"round_not_over"}


def test_ten_tiles_left_in_tolveren_are_doubted_as_six_of_them_are_open() -> None:
    ten, twelve = (Result(won=False, left=Hand(None, None, count)) for count in (10, 12))
    assert [problem.key for problem in alone(TOLVEREN).find_doubts(ten)] == ["something_overlooked"]
    assert alone(TOLVEREN).find_doubts(twelve) == ()


# -- Bingo -----------------------------------------------------------------------------------------------------------


def test_in_bingo_the_last_pass_of_a_win_takes_the_1_0() -> None:
    low = [each for each in SET if each.pips <= 3]
    won = 0
    for count in (1, 2, 3, 4):
        for order in permutations(low, count):
            played = alone(BINGO).play_out(tuple(RowTile(*each.halves) for each in order))
            won += played.won
            assert not played.won or make_tile(1, 0) in played.removed_by_pass[-1]
    assert won


@given(rows, st.sampled_from([0, 1]))
def test_what_bingo_leaves_is_never_worth_the_number_said(row: Row, after_12: int) -> None:
    left = alone(BINGO, count_after_12=after_12).play_out(row).left
    said = [*range(1, 13), *range(after_12, 13)]
    assert all(each.pips != number for each, number in zip(left, said, strict=False))


def test_passes_are_known_only_for_a_whole_row() -> None:
    whole, _ = dealt(BINGO, SET)
    told = advice(BINGO, whole)
    assert told.result is not None
    passes = [str(line).split()[1] for line in told.lines if str(line).startswith("Pass")]
    assert told.result.passes == len(passes)
    assert passes == [str(number) for number in range(1, len(passes) + 1)]
    shorter = advice(BINGO, replace(whole, row=whole.row[1:]))
    assert shorter.result is not None
    assert shorter.result.passes is None


@pytest.mark.parametrize(("left", "passes"), [(28, 2), (28, 0), (20, 1), (20, 10), (0, 0), (0, 29)])
def test_passes_that_cannot_be_are_refused(left: int, passes: int) -> None:
    with pytest.raises(RuleError) as error:
        recorded(BINGO, Result(won=not left, left=Hand(None, None, left), passes=passes))
    assert reasons(error) == {"impossible_passes"}


# -- Knock-out -------------------------------------------------------------------------------------------------------


def fewest_left(row: Row, whole_runs: bool, known: dict[Row, int]) -> int:
    """Return the fewest tiles that can be left, by trying everything."""
    if row not in known:
        known[row] = min(
            (fewest_left(row[:first] + row[stop:], whole_runs, known) for first, stop in _removals(row, whole_runs)),
            default=len(row),
        )
    return known[row]


def _removals(row: Row, whole_runs: bool) -> Iterator[tuple[int, int]]:
    for first, last in find_runs(row):
        if whole_runs:
            yield first, last + 1
        else:
            yield from ((one, stop) for one in range(first, last) for stop in range(one + 2, last + 2))


def taken_down(row: Row, groups: tuple[Row, ...], whole_runs: bool) -> Row:
    """Return the row after the groups have left one after the other; check that the rules allow each."""
    for group in groups:
        first = row.index(group[0])
        assert row[first : first + len(group)] == group
        assert (first, first + len(group)) in set(_removals(row, whole_runs))
        row = row[:first] + row[first + len(group) :]
    return row


@given(rows, st.booleans())
def test_the_best_end_of_a_row_is_what_trying_everything_finds(row: Row, whole_runs: bool) -> None:
    best = find_best_end(row, whole_runs)
    assert best.exact
    assert len(best.left) == fewest_left(row, whole_runs, {})
    assert taken_down(row, best.groups, whole_runs) == best.left


@given(shuffled, st.booleans())
def test_the_best_end_of_all_28_tiles_is_known(tiles: tuple[Tile, ...], whole_runs: bool) -> None:
    row = tuple(RowTile(*each.halves) for each in tiles)
    best = find_best_end(row, whole_runs)
    assert best.exact
    assert taken_down(row, best.groups, whole_runs) == best.left


def test_where_the_bound_is_hit_the_best_result_is_not_known() -> None:
    row = read_position({"row": ["3-4", "5-6", "6-1", "2-0", "0-3", "1-1", "1-5", "4-4"]}).row
    best = find_best_end(row, whole_runs=True, bound=2)
    assert not best.exact
    assert taken_down(row, best.groups, whole_runs=True) == best.left
    assert find_best_end(row, whole_runs=True).exact


def test_the_first_move_offered_leads_to_the_best_end() -> None:
    position = read_position({"row": ["5-2", "1-3", "3-2", "2-6"]})
    told = advice(KNOCK_OUT, position)
    assert [str(move.what) for move in told.moves] == ["Remove 1-3, 3-2", "Remove 1-3, 3-2, 2-6"]
    assert [str(lying) for lying in told.moves[0].after.row] == ["5-2", "2-6"]


# -- Fem kolonner ----------------------------------------------------------------------------------------------------


def winnable_by_trying(columns: Columns, lost: set[Columns]) -> bool:
    if columns.empty:
        return True
    if columns in lost:
        return False
    lost.add(columns)
    free = [*columns.reserve, *(column[-1] for column in columns.columns if column)]
    pairs = [{one, other} for one in free for other in free if one < other and one.pips + other.pips == 12]
    for pair in pairs:
        after = Columns(
            tuple(each for each in columns.reserve if each not in pair),
            tuple(column[:-1] if column and column[-1] in pair else column for column in columns.columns),
        )
        if winnable_by_trying(after, lost):
            return True
    for to, target in enumerate(columns.columns):
        for source, column in enumerate(columns.columns):
            if not target and column:
                moved = list(columns.columns)
                moved[source], moved[to] = column[:-1], column[-1:]
                if winnable_by_trying(Columns(columns.reserve, tuple(moved)), lost):
                    return True
    return False


@st.composite
def small_columns(draw: st.DrawFn) -> Columns:
    """Draw a few pairs worth twelve pips, spread at random over the reserve and five columns."""
    pairs = [(one, other) for one in SET for other in SET if one < other and one.pips + other.pips == 12]
    tiles: list[Tile] = []
    for pair in draw(st.lists(st.sampled_from(pairs), max_size=5)):
        if not set(pair) & set(tiles):
            tiles.extend(pair)
    tiles = draw(st.permutations(tiles))
    reserve = draw(st.integers(0, min(3, len(tiles))))
    columns: list[tuple[Tile, ...]] = [()] * 5
    # Few columns are used, so that tiles cover each other.
    for each in tiles[reserve:]:
        to = draw(st.integers(0, 4).filter(lambda number: len(columns[number]) < 5))
        columns[to] = (*columns[to], each)
    return Columns(tuple(tiles[:reserve]), tuple(columns))


@given(small_columns())
def test_whether_columns_can_be_won_is_what_trying_everything_finds(columns: Columns) -> None:
    assert search_outlook(columns).winnable is winnable_by_trying(columns, set())


@given(shuffled)
def test_a_dealt_game_of_columns_is_known_and_its_way_to_the_win_can_be_gone(tiles: tuple[Tile, ...]) -> None:
    columns = Columns(tiles[:3], tuple(tiles[first : first + 5] for first in range(3, 28, 5)))
    ahead = search_outlook(columns)
    assert ahead.winnable is winnable_by_trying(columns, set())
    for step in ahead.steps:
        assert step in columns.steps
        columns = columns.after(step)
    assert columns.empty is ahead.winnable


def test_where_the_bound_is_hit_nobody_knows_whether_columns_can_be_won() -> None:
    columns = Columns((), ((make_tile(4, 0), make_tile(5, 3)), (make_tile(6, 2), make_tile(3, 1)), (), (), ()))
    assert search_outlook(columns, bound=1).winnable is None
    assert search_outlook(columns).winnable is True


def test_a_move_that_only_empties_a_column_to_fill_another_is_not_offered() -> None:
    position = read_position({"reserve": [], "columns": [["6-2"], ["4-0"], [], [], []]})
    assert [str(move.what) for move in advice(FEM_KOLONNER, position).moves] == ["Remove 6-2 + 4-0"]


# -- Almindelig dominokabale and Stop ved fem ------------------------------------------------------------------------


@given(tiles=shuffled, choose=st.data())
def test_every_play_offered_can_be_laid_on_the_table(tiles: tuple[Tile, ...], choose: st.DataObject) -> None:
    position, layout = replace(alone(KABALE).start(), hand=tiles[:8]), Layout(LINE)
    position = replace(position, boneyard=0)
    while True:
        told = advice(KABALE, position)
        if told.verdict != "play":
            assert not any(set(each.halves) & {end.pip for end in layout.ends} for each in position.hand)
            return
        after = choose.draw(st.sampled_from(told.moves)).after
        (laid,) = set(position.hand) - set(after.hand)
        ways = [layout.lay(laid)] if layout.empty else list(_ways_to_lay(layout, laid))
        layout = next(way for way in ways if sorted(way.ends) == sorted(after.ends))
        position = after


def _ways_to_lay(layout: Layout, laid: Tile) -> Iterator[Layout]:
    for at in layout.laid:
        for pip in set(at.halves) & set(laid.halves):
            try:
                yield layout.lay(laid, at, pip)
            except RuleError:
                continue


@pytest.mark.parametrize("variant", [KABALE, STOP_VED_FEM], ids=lambda variant: variant.key)
def test_named_tiles_that_show_every_number_cannot_be_stuck(variant: Variant) -> None:
    left = Hand((make_tile(6, 5), make_tile(4, 3), make_tile(2, 1), make_tile(0, 0)))
    with pytest.raises(RuleError) as error:
        recorded(variant, Result(won=False, left=left, boneyard_tiles=0))
    assert [(problem.key, problem.place[-1]) for problem in error.value.problems] == [("round_not_over", "left")]


def test_of_tiles_left_that_make_twelve_one_pair_is_told() -> None:
    left = Hand((make_tile(6, 5), make_tile(1, 0), make_tile(6, 4), make_tile(2, 0)))
    with pytest.raises(RuleError) as error:
        recorded(TOLVEREN, Result(won=False, left=left))
    assert say(error.value.problems[-1].text).count(" make twelve") == 1
    assert say(error.value.problems[-1].text).count("6-") == 1


def test_stuck_with_five_is_lost_only_where_five_is_the_most() -> None:
    position = read_position({"ends": ["3", "5"], "hand": ["6-4", "4-4", "2-0", "2-1", "6-1"], "boneyard": 9})
    assert advice(STOP_VED_FEM, position).verdict == "lost"
    assert advice(KABALE, position).verdict == "draw"


def test_nothing_can_be_laid_while_a_tile_is_to_be_drawn() -> None:
    position = read_position({"ends": ["3", "5"], "hand": ["6-4"], "boneyard": 9})
    told = advice(KABALE, position)
    assert (told.verdict, told.moves) == ("draw", ())


# -- what every result is held against -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("variant", "count", "fewest", "most"),
    [(KABALE, 1, 0, 12), (KABALE, 3, 3, 33), (STOP_VED_FEM, 2, 1, 23), (KNOCK_OUT, 4, 5, 43)],
)
def test_pips_left_are_those_that_so_many_tiles_can_have(variant: Variant, count: int, fewest: int, most: int) -> None:
    for pips, right in ((fewest - 1, False), (fewest, True), (most, True), (most + 1, False)):
        sheet = fold(variant, variant.seat(["Anna"]), [Result(won=False, left=Hand(None, pips, count))])
        assert ("impossible_total" not in {problem.key for problem in sheet.problems}) is right, pips


@pytest.mark.parametrize("variant", [TOLVEREN, FEM_KOLONNER], ids=lambda variant: variant.key)
def test_what_is_left_where_twelves_leave_has_six_pips_a_tile(variant: Variant) -> None:
    for pips, right in ((47, False), (48, True), (49, False)):
        sheet = fold(variant, variant.seat(["Anna"]), [Result(won=False, left=Hand(None, pips, 8))])
        assert [problem.key for problem in sheet.problems] == ([] if right else ["impossible_total"])
        assert all("48 to 48" in problem.say() for problem in sheet.problems)


def test_the_pairs_that_are_worth_twelve_are_told_and_where_there_are_none_that_too() -> None:
    pair = read_position({"reserve": [], "columns": [["6-2"], ["4-0"], [], [], []]})
    assert "Worth twelve: 6-2 + 4-0." in said(FEM_KOLONNER, pair)
    none = read_position({"reserve": [], "columns": [["4-0", "6-2"], ["3-1", "5-3"], [], [], []]})
    assert "No two free tiles make twelve." in said(FEM_KOLONNER, none)


def test_columns_with_a_tile_that_has_no_partner_left_cannot_be_won() -> None:
    for columns in (
        Columns((make_tile(6, 2),), ((), (), (), (), ())),
        Columns((), ((make_tile(6, 2),), (), (), (), ())),
    ):
        outlook = search_outlook(columns)
        assert (outlook.winnable, outlook.steps, outlook.seen) == (False, (), 0)


def test_where_a_search_was_broken_off_the_assistant_says_what_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scorekeeper.engine.variants.dk_fem_kolonner.search_outlook", lambda _: Outlook(None, seen=20))
    columns = read_position({"reserve": [], "columns": [["6-2", "5-3"], ["4-0", "3-1"], [], [], []]})
    assert "Whether it can still be won is not known: 20 positions were looked at." in said(FEM_KOLONNER, columns)
    best = BestEnd(left=(RowTile(6, 2),), groups=(), exact=False)
    monkeypatch.setattr("scorekeeper.engine.variants.dk_knock_out.find_best_end", lambda *_: best)
    row = read_position({"row": ["5-2", "2-6"]})
    assert "The best result is not known; the best found leaves 1." in said(KNOCK_OUT, row)


def said(variant: Variant, position: Position) -> list[str]:
    told = advice(variant, position)
    assert list_unknown(told) == []
    return [str(line) for line in told.lines]


@pytest.mark.parametrize(
    ("row", "whole_runs", "told"),
    [
        (["5-2", "2-6"], False, ["Run from 1 to 2: 5-2, 2-6.", "It can be won: the whole row can leave."]),
        (["5-2", "2-6", "1-1"], True, ["Run from 1 to 2: 5-2, 2-6.", "The best possible result leaves 1."]),
        (["5-2", "3-6"], False, ["No two neighbours match: it is over. Tiles left: 2."]),
        ([], False, ["All 28 tiles are gone: won."]),
    ],
)
def test_of_a_row_its_runs_and_the_best_end_are_told(row: list[str], whole_runs: bool, told: list[str]) -> None:
    lines = advice(KNOCK_OUT, read_position({"row": row}), whole_runs=whole_runs).lines
    assert [str(line) for line in lines] == told
    assert list_unknown(lines) == []


def count_longest_run(position: Position) -> int:
    """Return how many tiles of the hand can be laid without drawing, by trying each tile at each end."""
    if not position.ends:
        return 0
    pips = {position.ends[0].pip, position.ends[-1].pip}
    counts = [0]
    for tile in position.hand:
        for pip in pips & set(tile.halves):
            (stays,) = pips - {pip} or {pip}
            ends = read_position({"ends": [str(tile.other(pip)), str(stays)]}).ends
            rest = tuple(each for each in position.hand if each != tile)
            counts.append(1 + count_longest_run(replace(position, ends=ends, hand=rest)))
    return max(counts)


@given(shuffled, st.integers(1, 6), st.booleans())
def test_the_move_named_first_lets_the_most_tiles_of_the_hand_follow(
    tiles: tuple[Tile, ...], held: int, begun: bool
) -> None:
    ends = read_position({"ends": ["3", "5"] if begun else []}).ends
    told = advice(KABALE, Position(ends=ends, hand=tiles[:held], boneyard=2))
    counts = [count_longest_run(move.after) for move in told.moves]
    assert [move.more for move in told.moves] == sorted(counts, reverse=True) == counts
    assert [move.best for move in told.moves] == [max(counts) == more > min(counts) for more in counts]
    assert len(told.plan) == (counts[0] + 1 if counts and counts[0] else 0)


def test_of_a_hand_with_too_many_orders_a_long_run_is_found_in_bounded_time() -> None:
    run = find_longest_run(read_position({"ends": ["6", "6"]}).ends, SET[:24], bound=100)
    assert len(run) > 5
    open_pips = [6, 6]
    for tile, pip in run:
        open_pips.remove(pip)
        open_pips.append(tile.other(pip))


def test_the_end_that_is_covered_changes_and_the_other_keeps_its_place() -> None:
    position = read_position({"ends": ["3", "5"], "hand": ["6-3", "5-1", "3-3", "5-3"], "boneyard": 9})
    moves = {str(move.what): [str(end) for end in move.after.ends] for move in advice(KABALE, position).moves}
    assert moves == {
        "Lay 6-3 at the 3": ["6", "5"],
        "Lay 5-1 at the 5": ["3", "1"],
        "Lay 3-3 at the 3": ["3-3", "5"],
        "Lay 5-3 at the 3": ["5", "5"],
        "Lay 5-3 at the 5": ["3", "3"],
    }
    alone = read_position({"ends": ["5-5"], "hand": ["5-1"], "boneyard": 9})
    assert [[str(end) for end in move.after.ends] for move in advice(KABALE, alone).moves] == [["5-5", "1"]]


STUCK = {"ends": ["3", "5"], "hand": ["6-4", "2-0"]}
FIVE_STUCK = {"ends": ["3", "5"], "hand": ["6-4", "2-0", "6-2", "4-4", "1-0"]}


@pytest.mark.parametrize(
    ("variant", "given", "more", "told"),
    [
        (KABALE, {"ends": ["3", "5"], "hand": ["6-3", "2-0", "5-1"]}, {}, "These fit: 6-3, 5-1."),
        (KABALE, STUCK, {}, "Nothing fits: draw a tile. With an empty boneyard it is lost."),
        (KABALE, {**STUCK, "boneyard": 2}, {}, "Nothing fits: draw a tile."),
        (KABALE, {**STUCK, "boneyard": 0}, {}, "Nothing fits, and the boneyard is empty: lost."),
        (KABALE, {**FIVE_STUCK, "boneyard": 1}, {}, "Nothing fits: draw a tile."),
        (KABALE, {"ends": ["3", "5"], "hand": [], "boneyard": 0}, {}, "The hand is empty: won."),
        (
            *(KABALE, {"ends": ["3", "5"], "hand": [], "boneyard": 0}, {"empty_stock_win": False}),
            "The hand is empty, but so is the boneyard: at this table that is lost.",
        ),
        (KABALE, {"ends": ["3", "5"], "hand": []}, {"empty_stock_win": False}, "The hand is empty: won."),
        (
            *(STOP_VED_FEM, {**FIVE_STUCK, "boneyard": 1}, {}),
            "Nothing fits, and with 5 in hand nothing is drawn: lost.",
        ),
    ],
)
def test_of_a_hand_it_is_told_what_fits_or_why_it_is_over(
    variant: Variant, given: dict[str, Any], more: dict[str, Any], told: str
) -> None:
    told_there = advice(variant, read_position(given), **more)
    assert [str(line) for line in told_there.lines] == [told]
    if told_there.result:
        assert told_there.result.boneyard_tiles == given.get("boneyard")
        assert told_there.result.left == Hand(read_position(given).hand)
        assert told_there.result.won == told.endswith("won.")


def test_a_row_that_leaves_whole_is_recorded_as_won() -> None:
    said = advice(BINGO, read_position({"row": ["1-0", "2-0"]}))
    assert (said.verdict, said.result) == ("won", Result(won=True))


@pytest.mark.parametrize(("first", "can"), [([], True), (["5-3", "4-0"], False)])
def test_only_an_empty_column_can_be_filled(first: list[str], can: bool) -> None:
    columns = [first, ["6-6", "0-0"], ["5-5", "1-1"], ["6-4", "2-0"], ["6-3", "3-0"]]
    said = advice(FEM_KOLONNER, read_position({"reserve": [], "columns": columns}))
    assert ("An empty column can take the lowest tile of another." in map(str, said.lines)) == can


def test_eight_tiles_left_in_fem_kolonner_are_doubted_as_two_of_the_free_ones_make_twelve() -> None:
    eight, ten = (Result(won=False, left=Hand(None, None, count)) for count in (8, 10))
    assert [problem.key for problem in alone(FEM_KOLONNER).find_doubts(eight)] == ["something_overlooked"]
    assert alone(FEM_KOLONNER).find_doubts(ten) == ()
