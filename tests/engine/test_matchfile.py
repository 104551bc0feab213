"""The match file is read with every problem at once, and written back unchanged."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.engine.entries import RoundEnd
from scorekeeper.engine.entries.reader import FieldReader
from scorekeeper.engine.file.match import parse_entry, read_match, write_match_json
from scorekeeper.engine.problems import Problem, RuleError
from scorekeeper.engine.variants import VARIANTS
from tests.engine.matches import match_file
from tests.engine.sentences import list_unknown

ENTRIES: list[dict[str, Any]] = [
    {"entry": "ends", "player": "Anna", "ends": ["5", "0"]},
    {"entry": "play", "player": "Bo", "tile": "5-5", "at": "5-0", "pip": 5},
    {"entry": "round", "out": "Bo", "lead": "Carl", "boneyard_tiles": 3,
     "hands": {"Anna": ["5-1", "6-4"], "Bo": [], "Carl": {"pips": 13}, "Dora": {"pips": 14, "tiles": 2}}},
    {"entry": "round", "blocked": True, "accepted": ["parity"],
     "hands": {"Anna": ["3-2"], "Bo": ["1-0"], "Carl": ["6-6"], "Dora": ["2-1"]}},
    {"entry": "ends", "player": "Anna", "ends": ["5", "5"], "replaces": 1},
    {"entry": "void", "of": 3},
]  # fmt: skip


def problems_of(document: object) -> set[tuple[str, str]]:
    with pytest.raises(RuleError) as refused:
        read_match(document)
    assert list_unknown(refused.value.problems) == []
    return {(", ".join(map(str, problem.place)), problem.key) for problem in refused.value.problems}


def test_a_file_is_written_as_it_was_read() -> None:
    document = match_file(entries=ENTRIES, options={"target": 40})
    match = read_match(document)
    written = write_match_json(match.variant, match.seating, match.entries)
    assert written["entries"] == [
        ENTRIES[0], ENTRIES[1], ENTRIES[2],
        ENTRIES[3], ENTRIES[4], ENTRIES[5],
    ]  # fmt: skip
    assert written["options"]["target"] == 40
    assert read_match(written) == match


def test_a_note_and_a_place_are_read_and_written_where_somebody_wrote_them() -> None:
    match = read_match(match_file(note="Bo’s birthday", place="at Grandma’s"))
    written = write_match_json(match.variant, match.seating, match.entries, match.remark)
    assert (written["note"], written["place"]) == ("Bo’s birthday", "at Grandma’s")
    assert read_match(written) == match
    assert "note" not in write_match_json(match.variant, match.seating, match.entries)


def test_what_is_no_note_and_too_long_a_place_is_refused() -> None:
    wrong = {("note", "wrong_type"), ("place", "text_too_long")}
    assert problems_of(match_file(note=["at home"], place="p" * 81)) == wrong
    assert problems_of(match_file(note=None, place="p" * 80)) == {("note", "wrong_type")}


def test_every_problem_of_a_file_is_told_with_its_place() -> None:
    document = match_file(
        format=2,
        players=["Anna", "anna", "", "Dora"],
        options={"target": 0, "tie": "maybe", "speed": 3},
        lead="Zoe",
        mood="good",
        entries=[
            {"entry": "ends", "player": "Zoe", "ends": ["7", "4-5", "x"], "colour": "red"},
            {"entry": "sing"},
            {"entry": "round", "out": "Dora", "blocked": True, "hands": {"Zoe": [], "Anna": ["9-9", "1-1"]}},
            {"entry": "round", "hands": []},
            {"entry": "round", "blocked": "yes", "hands": {"Anna": {}, "Dora": {"pips": "many"}}},
            {"entry": "play", "tile": "6-7", "at": 5, "pip": 9, "side": "up"},
            {"entry": "result", "won": "yes", "left": {"tiles": -1}},
            {"entry": "void"},
            17,
            {"entry": "restore"},
            {"entry": "ends", "player": "Anna", "ends": ["5", "0"], "accepted": "parity"},
            {"entry": "ends", "player": "Anna", "ends": ["5", "0"], "accepted": [7]},
            {"entry": "ends", "ends": "5"},
            {"entry": "round", "out": "Dora", "hands": {"Anna": "6-6"}},
        ],
    )
    assert problems_of(document) == {
        ("format", "unknown_format"),
        ("mood", "unknown_field"),
        ("players, 2", "name_twice"),
        ("players, 3", "name_missing"),
        ("options, target", "bad_option"),
        ("options, tie", "bad_option"),
        ("options, speed", "unknown_option"),
        ("lead", "unknown_player"),
        ("entry 1, player", "unknown_player"),
        ("entry 1, ends", "pip_out_of_range"),
        ("entry 1, ends", "not_a_double"),
        ("entry 1, ends", "unreadable_end"),
        ("entry 1, colour", "unknown_field"),
        ("entry 2, entry", "unknown_entry"),
        ("entry 3, out", "how_it_ended_twice"),
        ("entry 3, hands, Zoe", "unknown_player"),
        ("entry 3, hands, Anna", "pip_out_of_range"),
        ("entry 4, out", "out_missing"),
        ("entry 4, hands", "wrong_type"),
        ("entry 5, blocked", "wrong_type"),
        ("entry 5, out", "out_missing"),
        ("entry 5, hands, Anna", "missing"),
        ("entry 5, hands, Dora, pips", "not_a_number"),
        ("entry 6, tile", "pip_out_of_range"),
        ("entry 6, at", "unreadable_tile"),
        ("entry 6, pip", "pip_out_of_range"),
        ("entry 6, side", "wrong_type"),
        ("entry 7, won", "wrong_type"),
        ("entry 7, left, tiles", "not_a_number"),
        ("entry 8, of", "missing"),
        ("entry 9", "wrong_type"),
        ("entry 10, of", "missing"),
        ("entry 11, accepted", "wrong_type"),
        ("entry 12, accepted", "wrong_type"),
        ("entry 13, player", "player_missing"),
        ("entry 13, ends", "wrong_type"),
        ("entry 14, hands, Anna", "wrong_type"),
    }


@pytest.mark.parametrize("document", [None, 7, "match", [], {}, {"format": True}, {"format": 1, "variant": []}])
def test_what_is_no_match_file_is_refused(document: object) -> None:
    assert problems_of(document)


def test_a_field_of_the_wrong_type_hides_no_other_mistake_of_the_table() -> None:
    document = match_file(players=["Anna", "anna"], partners="yes", lead="Zoe", options={"target": 0})
    assert problems_of(document) == {
        ("partners", "wrong_type"),
        ("players, 2", "name_twice"),
        ("lead", "unknown_player"),
        ("options, target", "bad_option"),
    }


def test_a_tile_that_is_not_named_is_asked_for() -> None:
    assert problems_of(match_file(entries=[{"entry": "play", "player": "Anna"}])) == {("entry 1, tile", "tile_missing")}


def test_the_fields_of_a_match_are_checked_before_its_players() -> None:
    assert problems_of(match_file(players="Anna", partners="yes", lead=4, options=[])) == {
        ("players", "wrong_type"),
        ("partners", "wrong_type"),
        ("lead", "wrong_type"),
        ("options", "wrong_type"),
    }


def sentences_about(document: object) -> list[str]:
    """Return what is wrong with a file; none if it can be read. Any error but RuleError fails the test."""
    try:
        read_match(document)
    except RuleError as error:
        return [problem.say() for problem in error.problems]
    return []


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from(["5-0", "Anna", "ends"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["entry", "player", "ends", "hands", "out", "of", "tile", "left", "won"]), inner
        )
    ),
    max_leaves=8,
)


@given(JSON)
def test_no_entry_however_broken_is_anything_but_an_entry_or_a_refusal(item: object) -> None:
    for kind in ("ends", "play", "round", "result", "void"):
        entry = {**item, "entry": kind} if isinstance(item, dict) else item
        assert all(sentences_about(match_file(entries=[entry])))


@given(st.fixed_dictionaries({}, optional=dict.fromkeys(match_file(), JSON)))
def test_no_file_however_broken_is_anything_but_a_match_or_a_refusal(fields: dict[str, Any]) -> None:
    assert all(sentences_about(match_file(**fields)))


def test_a_round_said_to_end_in_two_ways_hides_no_mistake_in_its_hands() -> None:
    variant = VARIANTS["spansk"]
    hands = {"Bo": ["6-6", "5-4"], "Carl": ["6-6"], "Dora": ["9-1"]}
    entry = {"entry": "round", "out": "Anna", "blocked": True, "hands": hands}
    with pytest.raises(RuleError) as refused:
        parse_entry(entry, variant, variant.seat(["Anna", "Bo", "Carl", "Dora"]))
    keys = {problem.key for problem in refused.value.problems}
    assert keys == {"how_it_ended_twice", "duplicate_tile", "pip_out_of_range"}


def test_endless_input_is_quoted_only_so_far_that_one_knows_it() -> None:
    variant = VARIANTS["spansk"]
    entry = {"entry": "ends", "player": "A" * 5000, "ends": ["5" * 5000, "0"]}
    with pytest.raises(RuleError) as refused:
        parse_entry(entry, variant, variant.seat(["Anna", "Bo", "Carl", "Dora"]))
    assert max(len(problem.say()) for problem in refused.value.problems) < 200
    assert f"{'A' * 39}…" in str(refused.value)


def test_a_file_is_quoted_as_it_is_spelled_and_what_is_not_there_is_missing() -> None:
    document = {
        "format": "1",
        "variant": ["Åsas spel"],
        "players": None,
        "partners": "yes",
        "entries": [{"entry": None}, {}],
    }
    assert sentences_about(document) == [
        'format: This file says format "1"; formats up to 1 can be read.',
        'variant: There is no game “["Åsas spel"]” here.',
        "players: This should be a list of names, not null.",
        'partners: This should be true or false, not "yes".',
    ]
    assert sentences_about({}) == [
        "format: “format” is missing.",
        "variant: “variant” is missing.",
        "players: “players” is missing.",
    ]


@pytest.mark.parametrize(
    ("entry", "told"),
    [
        ({"entry": "play", "tile": "٣-٥"}, "entry 1, tile: “٣-٥” is not a tile: write it like 6-4."),
        ({"entry": "play", "tile": None}, "entry 1, tile: “tile” is missing."),
        ({"entry": "void", "of": 10**30}, f"entry 1, of: {10**30} is too large: at most 999999 here."),
        ({"entry": "void", "of": 1.0}, "entry 1, of: This should be a whole number from 0, not 1.0."),
        (
            {"entry": None},
            "entry 1, entry: There is no kind of entry called “null”.",
        ),
        ({}, "entry 1, entry: “entry” is missing."),
    ],
)
def test_what_is_wrong_with_an_entry_is_told_in_the_words_of_the_file(entry: dict[str, Any], told: str) -> None:
    assert sentences_about(match_file(entries=[entry])) == [told]


def test_a_format_is_a_whole_number() -> None:
    assert sentences_about(match_file(format=1.0)) == [
        "format: This file says format 1.0; formats up to 1 can be read."
    ]


@pytest.mark.parametrize("name", ["\u200b", "An\x1bna", "Bo\n", "\u202eanna"])
def test_a_name_with_a_character_that_nobody_can_see_is_refused_and_spelled_out(name: str) -> None:
    assert ("players, 2", "name_not_seen") in problems_of(match_file(players=["Dora", name]))
    told = sentences_about(match_file(players=[name, "Dora"]))
    assert any("that nobody can see: U+" in each for each in told)
    assert not any(sign in each for each in told for sign in "\u200b\x1b\n\u202e")


@pytest.mark.parametrize("name", [" ", "\u200d", "\u200c \u200d", "\u2800", "\u3164"])
def test_a_name_in_which_there_is_nothing_to_see_is_none(name: str) -> None:
    assert any("A player needs a name" in each for each in sentences_about(match_file(players=[name, "Dora"])))


def test_joined_signs_are_a_name() -> None:
    assert sentences_about(match_file(players=["👩\u200d👧", "Bo"], partners=None, lead=None, entries=[])) == []


def test_a_tile_that_is_there_twice_is_told_beside_everything_else() -> None:
    hands = {"Anna": ["6-6", "6-6"], "Carl": ["9-1"]}
    rounds = [{"entry": "round", "out": "Bo", "hands": hands}]
    assert ("entry 1, hands, Anna", "duplicate_tile") in problems_of(match_file(entries=rounds))


def test_of_very_many_problems_the_first_are_told_and_how_many_more_there_are() -> None:
    wrong = [{"entry": "sing"}]
    with pytest.raises(RuleError) as refused:
        read_match(match_file(entries=wrong * 200))
    assert "more" not in str(refused.value)
    for more, told in ((1, "and 1 more"), (1500, "and 1,500 more")):
        with pytest.raises(RuleError) as refused:
            read_match(match_file(entries=wrong * (200 + more)))
        assert str(refused.value).count("There is no kind of entry called “") == 200
        assert str(refused.value).endswith(told)


def test_what_is_longer_than_anything_at_a_table_is_refused_as_a_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """A double-six set has 28 tiles, and no number at a table has seven digits."""
    monkeypatch.setattr("scorekeeper.engine.file.match.MOST_ENTRIES", 4)
    every_tile = [f"{high}-{low}" for high in range(7) for low in range(high + 1)]
    entries: list[dict[str, Any]] = [
        {"entry": "ends", "player": "Anna", "ends": ["5"] * 28},
        {"entry": "ends", "player": "Anna", "ends": ["5"] * 29},
        {"entry": "round", "out": "Bo", "hands": {"Anna": every_tile, "Carl": [*every_tile, "0-0"]}},
        {"entry": "round", "out": "Bo", "hands": {"Anna": {"pips": 999_999}, "Carl": {"pips": 1_000_000}}},
    ]
    assert problems_of(match_file(entries=entries)) == {
        ("entry 2, ends", "too_many_ends"),
        ("entry 3, hands, Carl", "too_many_tiles"),
        ("entry 4, hands, Carl, pips", "too_large"),
    }
    assert problems_of(match_file(entries=[*entries, entries[0]])) == {("entries", "too_many_entries")}


@pytest.mark.parametrize("left_out", ["format", "variant", "players"])
def test_what_a_match_file_must_say_is_asked_for(left_out: str) -> None:
    document = {name: value for name, value in match_file().items() if name not in (left_out, "partners", "lead")}
    assert problems_of(document) == {(left_out, "missing")}


def test_a_match_file_need_not_say_who_leads_nor_what_is_usual() -> None:
    match = read_match({"format": 1, "variant": "spansk", "players": ["Anna", "Bo"]})
    assert (match.seating.lead, match.seating.options["target"], match.entries) == (None, 60, ())


@pytest.mark.parametrize(
    ("shown", "problem"),
    [
        ([], "too_few_ends"),
        (["1"], "too_few_ends"),
        (["1", "1", "1"], "too_many_ends"),
        (["1", "2"], None),
        (["1-1"], None),
    ],
)
def test_the_last_tile_finds_the_two_ends_of_a_line(shown: list[str], problem: str | None) -> None:
    reader = FieldReader({"out": "Bo", "last": "2-1", "last_ends": shown}, ("Anna", "Bo"), 6)
    RoundEnd.read(reader)
    told = [(found.key, found.place) for found in reader.findings.problems]
    assert told == ([(problem, ("last_ends",))] if problem else [])


def test_a_corrected_round_keeps_its_last_tile_while_the_same_player_is_out() -> None:
    ended = RoundEnd.read(FieldReader({"out": "Bo", "last": "2-1", "last_ends": ["1", "2"]}, ("Anna", "Bo"), 6))
    kept, other = (ended.complete_correction({"entry": "round", "out": out, "hands": {}}) for out in ("Bo", "Anna"))
    assert (kept["last"], kept["last_ends"]) == ("2-1", ["1", "2"])
    assert not {"last", "last_ends"} & set(other)


def test_what_was_entered_is_quoted_so_far_that_one_recognizes_it() -> None:
    def quote(name: str) -> str:
        before, after = str(Problem("unknown_player", values=(("player", "?"),)).text).split("?")
        return str(Problem("unknown_player", values=(("player", name),)).text).removeprefix(before).removesuffix(after)

    assert [quote("x" * length) for length in (40, 41)] == ["x" * 40, "x" * 39 + "…"]
    assert (len(quote("\u200b" * 20)), quote("\u200b" * 20)[-1]) == (40, "…")
