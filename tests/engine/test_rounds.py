"""Laws of every game that is played in rounds, for any entries."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.engine.entries import RoundEnd, rename_in_entry
from scorekeeper.engine.file.match import MatchFile, parse_entry, read_match, write_match_json, write_sheet_json
from scorekeeper.engine.problems import RuleError
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.sheet.fold import Line, Sheet, fold
from scorekeeper.engine.variants import VARIANTS
from tests.engine.matches import FOUR, ROUND_GAMES, any_matches, rounds
from tests.engine.sentences import list_unknown, list_wrong_sums

some = settings(max_examples=25)  # examples for each game


@pytest.mark.parametrize("key", ROUND_GAMES)
@some
@given(data=st.data())
def test_every_match_keeps_every_law(key: str, data: st.DataObject) -> None:
    """Drawing a match takes longer than checking it, so all laws are checked on each."""
    match = data.draw(any_matches((key,)))
    sheet = fold(match.variant, match.seating, match.entries)
    check_points_are_taken_away_only_to_set_a_total_back_to_nought(match, sheet)
    check_a_round_has_one_winner_unless_each_of_a_tie_scores(match, sheet)
    check_points_go_to_the_winner_but_penalties_to_the_others(match, sheet)
    check_every_line_says_why(sheet)
    check_a_written_match_is_read_back_the_same(match, sheet)
    check_names_do_not_matter(match, sheet)
    if sheet.over:
        check_nothing_is_scored_after_the_end(match, sheet, data.draw(rounds(list(match.seating.players))))


def check_points_are_taken_away_only_to_set_a_total_back_to_nought(match: MatchFile, sheet: Sheet) -> None:
    for line in sheet.lines:
        set_back = [side for side, points in line.points.items() if points < 0]
        assert not set_back or match.seating.options.get("others_back")
        assert line.struck or not any(line.totals[side] for side in set_back)


def check_a_round_has_one_winner_unless_each_of_a_tie_scores(match: MatchFile, sheet: Sheet) -> None:
    for line in sheet.counting_lines:
        if line.score:
            assert len(line.score.winners) < 2 or match.seating.options.get("tie") == "each"
            assert set(line.score.winners) <= set(match.seating.sides)


def check_points_go_to_the_winner_but_penalties_to_the_others(match: MatchFile, sheet: Sheet) -> None:
    for line in sheet.counting_lines:
        if line.score:
            assert_points_go_where_they_belong(match, line)


def test_a_pair_that_has_won_writes_the_penalties_of_the_partner_who_still_holds_tiles() -> None:
    options = {"partners": "always_with_four", "round_gives": "penalties", "pair_out": "first"}
    ended = {"entry": "round", "out": "Anna", "hands": {"Bo": ["2-0"], "Carl": ["1-0"], "Dora": ["3-0"]}}
    file = {"format": 1, "variant": "own", "players": FOUR, "partners": True, "options": options, "entries": [ended]}
    match = read_match(file)
    (line,) = fold(match.variant, match.seating, match.entries).lines
    assert line.points == {"Anna & Carl": 1, "Bo & Dora": 5}
    assert_points_go_where_they_belong(match, line)


def test_who_did_not_win_a_round_only_loses_points_where_totals_are_set_back() -> None:
    won = [{"entry": "round", "out": out, "hands": {held: ["6-4"]}} for out, held in (("Anna", "Bo"), ("Bo", "Anna"))]
    options = {"others_back": True, "round_gives": "points", "target": 100}
    match = read_match({"format": 1, "variant": "own", "players": FOUR[:2], "options": options, "entries": won})
    sheet = fold(match.variant, match.seating, match.entries)
    assert [line.points for line in sheet.lines] == [{"Anna": 10, "Bo": 0}, {"Anna": -10, "Bo": 10}]
    check_points_are_taken_away_only_to_set_a_total_back_to_nought(match, sheet)
    check_points_go_to_the_winner_but_penalties_to_the_others(match, sheet)


def assert_points_go_where_they_belong(match: MatchFile, line: Line) -> None:
    """Check that points go to the winners; penalties to those who held tiles, of partners for both hands (§11)."""
    assert line.score
    assert isinstance(line.entry, RoundEnd)
    winners = set(line.score.winners)
    held = {player: pips for player, pips in line.score.pips.items() if player != line.entry.out}
    penalties = match.variant.own_hands
    if not penalties:
        assert {side for side, points in line.points.items() if points > 0} <= winners
    for side in winners if penalties and line.entry.out else ():
        assert line.points[side] == sum(held.get(player, 0) for player in match.seating.members(side))


def check_every_line_says_why(sheet: Sheet) -> None:
    for line in sheet.lines:
        assert str(line.why)
        assert "%(" not in str(line.why)
        assert list_wrong_sums(str(line.why)) == []
    assert list_unknown((sheet.lines, sheet.lead.why, sheet.why_over)) == []


def check_a_written_match_is_read_back_the_same(match: MatchFile, sheet: Sheet) -> None:
    again = read_match(write_match_json(match.variant, match.seating, match.entries))
    assert again.entries == match.entries
    assert write_sheet_json(fold(again.variant, again.seating, again.entries)) == write_sheet_json(sheet)


PAIRED = ("spansk", "german_draw", "pl_ekspresowe")


@pytest.mark.parametrize("key", PAIRED)
@some
@given(data=st.data())
def test_partners_score_the_same_whichever_of_them_sits_first(key: str, data: st.DataObject) -> None:
    """Half a turn of the table: the pairs stay, every player sits opposite; nobody's points change."""
    variant = VARIANTS[key]
    seating = variant.seat(FOUR, partners=True, lead="Anna")
    turned = variant.seat([*FOUR[2:], *FOUR[:2]], partners=True, lead="Anna")
    item = data.draw(rounds(FOUR))
    entry = parse_entry(item, variant, seating)
    assert isinstance(entry, RoundEnd)
    mirrored = replace(entry, hands=tuple((player, entry.hand(player)) for player in turned.players))
    ours, theirs = fold(variant, seating, (entry,)), fold(variant, turned, (mirrored,))
    assert [list(line.points.values()) for line in ours.lines] == [list(line.points.values()) for line in theirs.lines]


def check_names_do_not_matter(match: MatchFile, before: Sheet) -> None:
    new = {name: f"{name}!" for name in match.seating.players}
    seating = replace(match.seating, players=tuple(new.values()), lead=new.get(match.seating.lead or ""))
    told = (rename_in_entry(entry.to_json(), new) for entry in match.entries)
    entries = tuple(parse_entry(each, match.variant, seating) for each in told)
    after = fold(match.variant, seating, entries)
    assert list(after.totals.values()) == list(before.totals.values())
    assert [list(line.points.values()) for line in after.lines] == [list(line.points.values()) for line in before.lines]


def check_nothing_is_scored_after_the_end(match: MatchFile, sheet: Sheet, item: Any) -> None:
    late = fold(match.variant, match.seating, (*match.entries, parse_entry(item, match.variant, match.seating)))
    assert late.totals == sheet.totals
    assert [problem.key for problem in late.lines[-1].problems] == ["match_over"]


def test_a_tie_that_goes_by_the_lead_wants_to_know_who_led() -> None:
    variant = VARIANTS["german_draw"]
    seating: Seating = variant.seat(["Anna", "Bo"])
    tied = {"entry": "round", "blocked": True, "hands": {"Anna": ["2-2"], "Bo": ["3-1"]}}
    sheet = fold(variant, seating, (parse_entry(tied, variant, seating),))
    assert [problem.key for problem in sheet.lines[0].problems] == ["lead_missing"]
    sheet = fold(variant, seating, (parse_entry(tied | {"lead": "Bo"}, variant, seating),))
    assert sheet.totals == {"Anna": 0, "Bo": 4}


@pytest.mark.parametrize(
    ("options", "bid", "said"),
    [
        ({}, {"points": 29}, "30 to 41 points, or marks"),
        ({}, {"marks": 6}, "1 to 5 marks"),
        ({"contracts": "all"}, {"marks": 8}, "1 to 7 marks"),
        ({"contracts": "all"}, {"marks": 2, "contract": "splash"}, "3 marks"),
    ],
)
def test_who_bids_what_nobody_can_is_told_what_can_be_bid(
    options: dict[str, Any], bid: dict[str, Any], said: str
) -> None:
    variant = VARIANTS["forty_two"]
    seating = variant.seat(FOUR, options=options)
    sheet = fold(variant, seating, [parse_entry({"entry": "bid", "player": "Anna", **bid}, variant, seating)])
    assert [str(problem.text) for problem in sheet.problems] == [f"Nobody can bid that: a bid is {said}."]


def test_who_laid_the_first_tile_has_led_the_round() -> None:
    variant = VARIANTS["german_draw"]
    seating = variant.seat(["Anna", "Bo", "Carl"])
    first = parse_entry({"entry": "play", "player": "Bo", "tile": "5-3"}, variant, seating)
    sheet = fold(variant, seating, (first,))
    assert sheet.lead.player == "Bo"
    ended = parse_entry({"entry": "round", "out": "Anna", "hands": {"Bo": ["1-1"], "Carl": ["2-2"]}}, variant, seating)
    assert fold(variant, seating, (first, ended)).lead.player == "Carl"


def test_who_typed_a_double_that_lies_alone_has_led_the_round() -> None:
    variant = VARIANTS["dk_femmer"]
    seating = variant.seat(["Anna", "Bo", "Carl"])
    first = parse_entry({"entry": "ends", "player": "Bo", "ends": ["5-5"]}, variant, seating)
    assert fold(variant, seating, (first,)).lead.player == "Bo"
    two_ends = parse_entry({"entry": "ends", "player": "Bo", "ends": ["5", "0"]}, variant, seating)
    assert fold(variant, seating, (two_ends,)).lead.player is None


def test_the_start_tile_is_nobodys_and_says_nothing_of_the_lead() -> None:
    variant = VARIANTS["jijbent"]
    seating = variant.seat(["Anna", "Bo"])
    start = parse_entry({"entry": "play", "tile": "5-3"}, variant, seating)
    sheet = fold(variant, seating, (start,))
    assert sheet.lead.player == "Anna"
    assert sheet.totals == {"Anna": 0, "Bo": 0}


@pytest.mark.parametrize("key", ["spansk", "german_draw", "dk_femmer"])
def test_where_no_start_tile_is_turned_up_a_tile_is_laid_by_somebody(key: str) -> None:
    variant = VARIANTS[key]
    seating = variant.seat(["Anna", "Bo"])
    sheet = fold(variant, seating, (parse_entry({"entry": "play", "tile": "5-5"}, variant, seating),))
    assert [(problem.key, problem.place) for problem in sheet.lines[0].problems] == [("player_missing", ("player",))]


def test_only_rounds_are_written_of_a_game_in_which_nothing_is_counted() -> None:
    variant = VARIANTS["dk_blinde"]
    seating = variant.seat(["Anna", "Bo"])
    sheet = fold(
        variant, seating, (parse_entry({"entry": "ends", "player": "Bo", "ends": ["5", "3"]}, variant, seating),)
    )
    assert [problem.key for problem in sheet.lines[0].problems] == ["entry_not_taken"]


def test_a_hand_that_was_not_told_is_written_out_as_not_told() -> None:
    variant = VARIANTS["dk_to_ens"]
    seating = variant.seat(["Anna", "Bo"])
    entry = parse_entry({"entry": "round", "out": "Anna"}, variant, seating)
    document = write_match_json(variant, seating, (entry,))
    assert document["entries"][0]["hands"] == {"Anna": []}
    assert read_match(document).entries == (entry,)


def test_where_hands_count_one_that_was_left_out_is_asked_for() -> None:
    variant = VARIANTS["dk_to_ens"]
    seating = variant.seat(["Anna", "Bo"], options={"hand_points": True})
    sheet = fold(variant, seating, (parse_entry({"entry": "round", "out": "Anna"}, variant, seating),))
    assert [problem.key for problem in sheet.lines[0].problems] == ["hand_missing"]


def test_a_file_whose_table_cannot_be_still_has_its_entries_read() -> None:
    file = {"format": 1, "variant": "dk_to_ens", "players": ["Anna"], "entries": [{"entry": "round", "out": "Bo"}]}
    with pytest.raises(RuleError) as refused:
        read_match(file)
    assert [problem.key for problem in refused.value.problems] == ["wrong_player_count", "unknown_player"]
