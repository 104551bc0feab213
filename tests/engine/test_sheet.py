"""The sheet: laws for every match, and edge cases."""

from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.engine.entries import Restore, Void
from scorekeeper.engine.file.match import MatchFile, parse_entry, read_match, write_match_json, write_sheet_json
from scorekeeper.engine.problems import RuleError
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.sheet.fold import Line, Sheet, fold, follow_entries, rewind_to, start_sheet, write_entries
from scorekeeper.engine.text import say
from tests.engine.matches import FOUR, any_matches, matchfile_of

FIVE_NAUGHT = {"entry": "ends", "player": "Anna", "ends": ["5", "0"]}
BO_OUT = {
    "entry": "round",
    "out": "Bo",
    "hands": {"Anna": ["5-1", "6-4"], "Carl": {"pips": 13}, "Dora": ["6-6", "2-0"]},
}

LAID = (
    {"entry": "play", "player": "Anna", "tile": "5-0"},
    {"entry": "play", "player": "Bo", "tile": "5-5", "at": "5-0", "pip": 5},
)


def sheet_of(match: MatchFile) -> Sheet:
    return fold(match.variant, match.seating, match.entries)


@given(any_matches())
def test_totals_are_the_sum_of_the_points(match: MatchFile) -> None:
    sheet = sheet_of(match)
    assert not sheet.problems
    for side in match.seating.sides:
        total = 0
        for line in sheet.counting_lines:
            # At six-love a round that breaks a run scores nothing and sets all totals back to 0.
            broken = match.variant.key == "six_love" and not any((*line.points.values(), *line.totals.values()))
            total = 0 if broken else total + line.points[side]
        assert sheet.totals[side] == total


@given(any_matches())
def test_what_is_struck_out_might_never_have_been_written(match: MatchFile) -> None:
    sheet = sheet_of(match)
    alone = tuple(replace(line.entry, replaces=None) for line in in_order(sheet))
    never_written = fold(match.variant, match.seating, alone)
    assert never_written.totals == sheet.totals
    assert never_written.lead == sheet.lead
    assert never_written.winners == sheet.winners
    assert [line.points for line in never_written.lines] == [line.points for line in in_order(sheet)]


@given(any_matches())
def test_to_move_is_who_comes_after_the_last_move_of_the_round_or_leads_it(match: MatchFile) -> None:
    """The order is that of the entries that count, with strikes and corrections, too."""
    for written in range(len(match.entries) + 1):
        sheet = fold(match.variant, match.seating, match.entries[:written])
        moves = [line for line in in_order(sheet) if line.round == sheet.round and line.entry.mover]
        assert sheet.to_move in (who_may_be_next(match.seating, moves[-1]) if moves else {sheet.lead.player})


def test_each_player_is_a_side_unless_they_play_in_pairs() -> None:
    assert Seating(("Anna", "Bo", "Carl", "Dora")).sides == ("Anna", "Bo", "Carl", "Dora")
    assert Seating(("Anna", "Bo", "Carl", "Dora"), partners=True).sides == ("Anna & Carl", "Bo & Dora")


def who_may_be_next(seating: Seating, line: Line) -> set[str]:
    """Return who may move next; with two players a score, or a double, may give another turn.

    Where a turn goes on as long as tiles fit, the player who laid a tile turns up the next.
    """
    mover = line.entry.mover or ""
    if seating.options.get("turns") == "while_it_fits":
        return {mover}
    if len(seating.players) > 2 or seating.options.get("two_player_turns") != "again_after_score_or_double":
        return {seating.after(mover)}
    return {mover} if any(line.points.values()) else {mover, seating.after(mover)}


@given(any_matches())
def test_the_last_lines_are_those_that_count_by_their_numbers(match: MatchFile) -> None:
    sheet = sheet_of(match)
    last = [line.number for line in sheet.last_lines]
    assert last == sorted((line.number for line in sheet.counting_lines), reverse=True)


def in_order(sheet: Sheet) -> list[Line]:
    """Return the lines that count, in the order in which they count."""
    place: dict[int, int] = {}
    for line in sheet.lines:
        replaced = getattr(line.entry, "replaces", None)
        place[line.number] = place[replaced] if replaced else line.number
    return sorted(sheet.counting_lines, key=lambda line: place[line.number])


@given(any_matches())
def test_writing_entry_by_entry_gives_the_sheet_of_all(match: MatchFile) -> None:
    sheet = start_sheet(match.variant, match.seating)
    for entry in match.entries:
        sheet = write_entries(sheet, entry)
    assert write_sheet_json(sheet) == write_sheet_json(sheet_of(match))
    assert sheet == sheet_of(match)


@given(any_matches())
def test_what_lay_before_an_entry_is_what_those_before_it_make(match: MatchFile) -> None:
    sheet = sheet_of(match)
    entries = [(line.number, line.entry) for line in in_order(sheet)]
    alone = [replace(entry, replaces=None) for _, entry in entries]
    for place, (number, _) in enumerate(entries):
        earlier = fold(match.variant, match.seating, alone[:place])
        assert rewind_to(sheet, number) == replace(earlier, lines=())


@given(any_matches())
def test_a_match_written_to_a_file_and_read_again_has_the_same_sheet(match: MatchFile) -> None:
    again = read_match(write_match_json(match.variant, match.seating, match.entries))
    assert again == match
    assert sheet_of(again) == sheet_of(match)


def test_every_line_keeps_its_number_whatever_is_struck_out_after_it() -> None:
    whole = sheet_of(matchfile_of(BO_OUT, BO_OUT, BO_OUT, options={"target": 999}))
    for struck in (1, 2, 3):
        after = write_entries(whole, Void(of=struck))
        assert [line.number for line in after.lines] == [1, 2, 3, 4]
        assert [line.number for line in after.lines if line.struck] == [struck]


def test_a_match_that_is_over_takes_no_more_entries() -> None:
    sheet = sheet_of(matchfile_of(FIVE_NAUGHT, FIVE_NAUGHT, options={"target": 1}))
    assert sheet.over
    assert sheet.winners == ("Anna & Carl",)
    assert [problem.key for problem in sheet.problems] == ["match_over"]
    assert say(sheet.why_over) == "Anna & Carl won, 1\u00a0:\u00a00" if sheet.why_over else False


def test_striking_out_the_last_entry_opens_a_match_again() -> None:
    over = sheet_of(matchfile_of(FIVE_NAUGHT, options={"target": 1}))
    assert not write_entries(over, Void(of=1)).over


@given(any_matches(), st.data())
def test_striking_out_and_putting_back_leaves_the_sheet_as_it_was(match: MatchFile, data: st.DataObject) -> None:
    """The points, totals, whys, lead and winners are the same, after any number of times, and in either order."""
    sheet = sheet_of(match)
    for line in data.draw(st.lists(st.sampled_from(sheet.lines), max_size=3)) if sheet.lines else ():
        ways = (Void(of=line.number), Restore(of=line.number))
        if not line.entry.has_line:
            continue
        with suppress(RuleError):  # an entry on which others depend stays
            between = write_entries(sheet, ways[line.struck])
            assert as_it_counts(write_entries(between, ways[not line.struck])) == as_it_counts(sheet)


@given(any_matches())
def test_what_was_struck_out_last_can_always_be_put_back(match: MatchFile) -> None:
    for number, entry in enumerate(match.entries, start=1):
        if entry.strikes_out is not None:
            before, after = (fold(match.variant, match.seating, match.entries[:each]) for each in (number - 1, number))
            back = write_entries(after, Restore(of=entry.strikes_out))
            assert as_it_counts(back) == as_it_counts(before)


def as_it_counts(sheet: Sheet) -> tuple[Any, ...]:
    """Return a sheet and its lines without the voids and restores."""
    return replace(sheet, lines=()), [line for line in sheet.lines if line.entry.has_line]


def test_a_hand_that_is_put_back_is_counted_as_before() -> None:
    sheet = sheet_of(matchfile_of(FIVE_NAUGHT, BO_OUT, Void(of=2).to_json(), Restore(of=2).to_json()))
    assert sheet.totals == {"Anna & Carl": 1, "Bo & Dora": 6}
    assert (sheet.lines[1].struck, say(sheet.lines[1].why)) == (
        False,
        "Bo is out; Anna 16, Carl 13: 29, rounded to 30, 30 ÷ 5 = 6",
    )
    assert [say(line.why) for line in sheet.lines[2:]] == ["strikes out entry 2", "puts entry 2 back"]
    assert [line.round for line in sheet.lines[2:]] == [0, 0]  # they belong to no round


def test_what_stands_is_not_put_back() -> None:
    sheet = sheet_of(matchfile_of(FIVE_NAUGHT, Void(of=1).to_json(), Restore(of=1).to_json()))
    for of, key in (
        (1, "not_struck"),
        (2, "not_struck"),
        (3, "not_struck"),
        (4, "no_such_entry"),
        (9, "no_such_entry"),
    ):
        with pytest.raises(RuleError) as refused:
            write_entries(sheet, Restore(of=of))
        assert [(problem.place, problem.key) for problem in refused.value.problems] == [(("entry 4", "of"), key)]


def test_what_later_entries_leave_no_room_for_is_not_put_back() -> None:
    """Bo has led with the 6-6 meanwhile: the first tile lies already."""
    second = {"entry": "play", "player": "Bo", "tile": "6-6"}
    sheet = sheet_of(matchfile_of({"entry": "play", "player": "Anna", "tile": "5-0"}, Void(of=1).to_json(), second))
    with pytest.raises(RuleError) as refused:
        write_entries(sheet, Restore(of=1))
    assert [(problem.place[0], problem.key) for problem in refused.value.problems] == [("entry 3", "already_laid")]
    assert not write_entries(sheet, Void(of=3), Restore(of=1)).problems


def test_a_tile_whose_neighbour_was_struck_out_is_not_put_back_alone() -> None:
    voids = (Void(of=2, along_with=1).to_json(), Void(of=1).to_json())
    sheet = sheet_of(matchfile_of(*LAID, *voids))
    with pytest.raises(RuleError) as refused:
        write_entries(sheet, Restore(of=2))
    assert [(problem.place[0], problem.key) for problem in refused.value.problems] == [("entry 2", "tile_not_laid")]
    assert write_entries(sheet, Restore(of=1), Restore(of=2)).totals == {"Anna & Carl": 1, "Bo & Dora": 2}


def test_striking_out_what_a_later_play_is_joined_to_is_refused() -> None:
    match = matchfile_of(
        {"entry": "play", "player": "Anna", "tile": "5-0"},
        {"entry": "play", "player": "Bo", "tile": "5-5", "at": "5-0", "pip": 5},
    )
    with pytest.raises(RuleError) as refused:
        write_entries(sheet_of(match), Void(of=1))
    assert [(problem.place[0], problem.key) for problem in refused.value.problems] == [("entry 2", "tile_not_laid")]


def test_a_laid_tile_is_corrected_together_with_the_one_that_was_joined_to_it() -> None:
    """Each of them alone would make the other impossible."""
    match = matchfile_of(*LAID)
    first = {"entry": "play", "player": "Anna", "tile": "6-0", "replaces": 1}
    second = {"entry": "play", "player": "Bo", "tile": "6-6", "at": "6-0", "pip": 6, "replaces": 2}
    both = [parse_entry(item, match.variant, match.seating) for item in (first, second)]
    with pytest.raises(RuleError) as refused:
        write_entries(sheet_of(match), both[0])
    assert [(problem.place[0], problem.key) for problem in refused.value.problems] == [("entry 2", "tile_not_laid")]
    sheet = write_entries(sheet_of(match), *both)
    assert [str(end) for end in sheet.layout.ends] == ["6-6", "0"]
    assert [line.struck for line in sheet.lines] == [True, True, False, False]


def test_of_entries_that_go_together_none_is_written_when_one_cannot_be() -> None:
    match = matchfile_of(*LAID)
    with pytest.raises(RuleError) as refused:
        write_entries(sheet_of(match), Void(of=2), Void(of=2))
    assert [(problem.place[0], problem.key) for problem in refused.value.problems] == [("entry 4", "already_struck")]


def test_what_could_not_be_before_keeps_nobody_from_striking_out_something_else() -> None:
    """The entry was written by an older version, and today's rules refuse it."""
    broken = {"entry": "ends", "player": "Anna", "ends": ["5"]}
    sheet = write_entries(sheet_of(matchfile_of(FIVE_NAUGHT, broken, FIVE_NAUGHT)), Void(of=3))
    assert sheet.totals == {"Anna & Carl": 1, "Bo & Dora": 0}
    assert not write_entries(sheet, Void(of=2)).problems


def test_every_wrong_entry_of_a_file_is_told() -> None:
    sheet = sheet_of(
        matchfile_of(
            {"entry": "ends", "player": "Anna", "ends": ["5"]},
            FIVE_NAUGHT,
            {
                "entry": "round",
                "out": "Bo",
                "hands": {"Anna": ["5-1", "5-1"], "Bo": ["1-1"], "Carl": [], "Dora": ["1-1"]},
            },
            {"entry": "void", "of": 9},
        )
    )
    assert {(problem.place, problem.key) for problem in sheet.problems} == {
        (("entry 1", "ends"), "too_few_ends"),
        (("entry 3", "hands", "Anna"), "duplicate_tile"),
        (("entry 3", "hands", "Bo"), "out_player_has_tiles"),
        (("entry 3", "hands", "Carl"), "two_empty_hands"),
        (("entry 3", "hands", "Dora"), "duplicate_tile"),
        (("entry 4", "of"), "no_such_entry"),
    }
    assert sheet.totals == {"Anna & Carl": 1, "Bo & Dora": 0}


def test_a_tile_on_the_table_is_in_no_hand() -> None:
    match = matchfile_of({"entry": "play", "player": "Anna", "tile": "6-6"}, BO_OUT)
    assert [problem.key for problem in sheet_of(match).problems] == ["duplicate_tile"]


def test_the_lead_passes_on_after_each_round() -> None:
    assert sheet_of(matchfile_of(BO_OUT, BO_OUT)).lead.player == "Carl"


def test_a_sheet_is_kept_with_each_entry_that_begins_a_round_so_that_nothing_before_it_is_scored_again() -> None:
    lines = sheet_of(matchfile_of(FIVE_NAUGHT, BO_OUT, FIVE_NAUGHT, FIVE_NAUGHT, BO_OUT, BO_OUT)).lines
    assert [line.number for line in lines if line.before] == [1, 3, 6]
    assert [line.before.round for line in lines if line.before] == [1, 2, 3]


def test_who_laid_the_first_tile_led_the_round() -> None:
    match = matchfile_of({"entry": "play", "player": "Dora", "tile": "5-5"}, {**BO_OUT, "hands": {
        "Anna": ["5-1", "6-4"], "Carl": ["4-4"], "Dora": ["1-0"]}}, lead=None)  # fmt: skip
    assert sheet_of(match).lead.player == "Anna"


def test_partners_sit_opposite() -> None:
    for partners in (False, [["Anna", "Bo"], ["Carl", "Dora"]]):
        with pytest.raises(RuleError) as refused:
            matchfile_of(partners=partners)
        assert [problem.key for problem in refused.value.problems] == ["bad_teams"]
    pairs = [["Carl", "Anna"], ["Bo", "Dora"]]
    assert matchfile_of(partners=pairs).seating.sides == ("Anna & Carl", "Bo & Dora")


def test_every_why_has_words_for_all_its_values() -> None:
    sheet = sheet_of(matchfile_of(FIVE_NAUGHT, BO_OUT, {"entry": "void", "of": 1}, players=FOUR))
    assert [say(line.why) for line in sheet.lines] == [
        "struck out",
        "Bo is out; Anna 16, Carl 13: 29, rounded to 30, 30 ÷ 5 = 6",
        "strikes out entry 1",
    ]


def test_a_sheet_that_is_written_out_says_what_is_struck_out_and_of_nothing_else_that_it_is() -> None:
    sheet = sheet_of(matchfile_of(FIVE_NAUGHT, BO_OUT, {"entry": "void", "of": 1}))
    assert [line.get("struck") for line in write_sheet_json(sheet)["entries"]] == [True, None, None]


def test_the_round_and_the_lead_of_a_sheet_are_those_of_the_next_round_until_the_match_is_over() -> None:
    assert {"round": 1, "lead": "Anna"}.items() <= write_sheet_json(sheet_of(matchfile_of(FIVE_NAUGHT))).items()
    assert {"round": 2, "lead": "Bo"}.items() <= write_sheet_json(sheet_of(matchfile_of(BO_OUT))).items()
    won_after = matchfile_of(BO_OUT, BO_OUT, options={"target": 12})
    assert {"round": 2, "lead": None, "over": True}.items() <= write_sheet_json(sheet_of(won_after)).items()
    won_in_play = matchfile_of(BO_OUT, FIVE_NAUGHT, options={"target": 1})
    assert {"round": 1, "over": True}.items() <= write_sheet_json(sheet_of(won_in_play)).items()


def test_beside_its_head_a_line_does_not_say_again_who_is_out() -> None:
    ends_line, round_line = sheet_of(matchfile_of(FIVE_NAUGHT, BO_OUT)).lines
    assert say(ends_line.short_why) == say(ends_line.why)
    assert say(round_line.why) == f"Bo is out; {say(round_line.short_why)}"


def test_who_wins_at_blindedomino_is_told_with_the_games_that_were_won() -> None:
    won = {"entry": "round", "out": "Anna", "hands": {"Bo": {"tiles": 3}}}
    table = {"variant": "dk_blinde", "players": ["Anna", "Bo"], "partners": None, "lead": None}
    for games, told in ((1, "Anna won the game"), (2, "Anna won 2 games")):
        sheet = sheet_of(matchfile_of(*[won] * games, **table, options={"target": games}))
        assert sheet.why_over
        assert say(sheet.why_over) == told


def test_a_match_is_drawn_only_when_it_is_over_and_more_than_one_has_won_it() -> None:
    same = {"entry": "round", "boneyard": True, "hands": {"Anna": ["1-1"], "Bo": ["2-0"]}}
    game = {"variant": "jijbent", "players": ["Anna", "Bo"], "partners": None, "lead": None}
    assert not sheet_of(matchfile_of(same, **game, options={"rounds": 2})).draw
    assert sheet_of(matchfile_of(same, **game, options={"rounds": 1})).draw
    assert not sheet_of(matchfile_of(FIVE_NAUGHT, options={"target": 1})).draw


@pytest.mark.parametrize("rounds", [1, 2, 4])
def test_a_match_of_so_many_rounds_ends_with_the_last_of_them_and_no_sooner(rounds: int) -> None:
    out = {"entry": "round", "out": "Anna", "hands": {"Bo": ["1-1"]}}
    game = {
        "variant": "jijbent",
        "players": ["Anna", "Bo"],
        "partners": None,
        "lead": None,
        "options": {"rounds": rounds},
    }
    played = [sheet_of(matchfile_of(*[out] * count, **game)).over for count in range(rounds + 1)]
    assert played == [False] * rounds + [True]
    start = {"entry": "play", "tile": "5-3"}
    assert not sheet_of(matchfile_of(*[out] * (rounds - 1), start, **game)).over


@given(any_matches())
def test_followed_line_by_line_a_match_has_the_lines_and_the_end_of_its_sheet(match: MatchFile) -> None:
    sheet, end, lines = fold(match.variant, match.seating, match.entries), start_sheet(match.variant, match.seating), []
    for end, line in follow_entries(match.variant, match.seating, match.entries):
        assert not end.lines
        lines.append(line)
    assert sorted(lines, key=lambda line: line.number) == list(sheet.lines)
    assert end == replace(sheet, lines=())
