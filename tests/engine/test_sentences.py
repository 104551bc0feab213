"""Every sentence of a game is in the catalogue: without an entry it would stay English in every language."""

import re
from dataclasses import fields
from typing import Any

import pytest

from scorekeeper.engine.entries import COMMON_FIELDS, KINDS
from scorekeeper.engine.file.match import FIELDS
from scorekeeper.engine.layout.positions import Position, read_position
from scorekeeper.engine.options import Number
from scorekeeper.engine.problems import Problem, RuleError, sentences
from scorekeeper.engine.problems.sentences import FILE_SENTENCES, SENTENCES, UNREADABLE
from scorekeeper.engine.rules.game import Variant
from scorekeeper.engine.sheet.line import Sheet
from scorekeeper.engine.text import Text
from scorekeeper.engine.variants import VARIANTS
from tests.cases import NAMES, TABLES, Case, read_table
from tests.engine.marked import MARKS, MODULES, PLACES, PROBLEMS, list_codes, list_given, list_given_anywhere, load_code
from tests.engine.sentences import KNOWN, list_unknown, list_wrong_sums
from tests.match_file import score_document

FOUND_IN_PLAY = {  # and one from hands that are typed into a form
    "damaged",
    "date_column",
    "game_name_missing",
    "game_name_taken",
    "long_initials",
    "mark_taken",
    "no_archive",
    "no_copy",
    "no_plays",
    "not_alone",
    "not_json",
    "player_columns",
    "plays_not_alone",
    "points_differ",
    "unreadable_line",
    "rest_not_read",
    "role_twice",
    "sat_together",
    "too_many_plays",
    "unreadable_hand",
}
each_game = pytest.mark.parametrize("variant", VARIANTS.values(), ids=list(VARIANTS))


def test_a_sentence_in_two_forms_goes_by_a_number_that_stands_in_it() -> None:
    numbered = [
        each for each in (*SENTENCES.values(), *FILE_SENTENCES.values()) if isinstance(each, sentences.PluralSentence)
    ]
    assert [each for each in numbered if f"%({each.by})s" not in each.many] == []


@each_game
def test_what_a_game_says_of_itself_can_be_translated(variant: Variant) -> None:
    said = [variant.subtitle, variant.summary, variant.chapter.value, *(preset.label for preset in variant.presets)]
    for option in variant.options:
        said.append(option.label)
        if isinstance(option, Number):
            rule = option.rule if isinstance(option.rule, Text) else Text(option.rule)
            said += [rule.message, *filter(None, (rule.plural, option.none))]
        else:
            said += [words for choice in option.choices for words in (choice.label, choice.rule)]
    assert [words for words in said if words not in KNOWN] == []


@each_game
def test_whatever_scores_says_how_much_and_reckons_right(variant: Variant) -> None:
    """In each case of the game's table the why has the points, and its sums are right."""
    for case in read_table(TABLES / f"{variant.key}.json"):
        for line in (line for said in list_said(case) if isinstance(said, Sheet) for line in said.lines):
            why = str(line.why)
            worth = {str(abs(points)) for points in line.points.values() if points}
            if line.entry.kind != "bonus" and variant.key not in ("dk_blinde", "forty_two"):  # with a word for it
                assert worth <= set(re.findall(r"\d+", why)), (case["name"], why)
            assert list_wrong_sums(why) == [], (case["name"], why)


@each_game
def test_what_is_said_in_any_case_of_a_game_can_be_translated(variant: Variant) -> None:
    """The sentences are those of the sheet with its leads and its end, of refusals, and of a solitaire's assistant."""
    for case in read_table(TABLES / f"{variant.key}.json"):
        assert list_unknown(list_said(case)) == [], case["name"]


def list_said(case: Case) -> list[Any]:
    """Return the values of a case that have sentences."""
    players = case.get("players", NAMES[: VARIANTS[case["variant"]].fewest_players])
    document = {key: case[key] for key in ("variant", "partners", "lead", "options", "entries") if key in case}
    try:
        sheet = score_document({"format": 1, **document, "players": list(players)})
        if sheet.game.solitaire is not None and "open" in case:
            return [sheet, sheet.game.solitaire.advise(read_position(case["open"], sheet.game.largest))]
    except RuleError as error:
        return [error.problems]
    return [sheet]


def test_every_problem_can_be_translated() -> None:
    sentences = [UNREADABLE, *SENTENCES.values(), *FILE_SENTENCES.values()]
    assert [said for each in sentences for said in [getattr(each, "one", each)] if said not in KNOWN] == []


def test_every_sentence_in_the_code_can_be_translated() -> None:
    marked = {sentence for forms in list_given_anywhere(MARKS) for sentence in forms}
    assert [sentence for sentence in sorted(marked) if sentence not in KNOWN] == []


def test_every_problem_in_the_code_has_a_sentence_and_a_place_that_entries_or_files_have() -> None:
    found = set(list_given_anywhere(PROBLEMS))
    assert {key for key, *_ in filter(None, found)} <= SENTENCES.keys() | FILE_SENTENCES.keys()
    places = {place for _, *places in filter(None, found) for place in places}
    places |= {place for words in list_given_anywhere(PLACES) for place in words}
    of_entries = set().union(COMMON_FIELDS, *(kind.fields for kind in KINDS.values()))
    known = (
        of_entries
        | FIELDS
        | {field.name for field in fields(Position)}
        | {"name", "pips", "tiles", "has", "count", "bid"}
    )
    assert [place for place in sorted(places) if place.strip() not in known] == []


def test_every_sentence_of_a_problem_is_that_of_one_in_the_code() -> None:
    """A few problems are found in `play`, which stores files and photos."""
    codes = [load_code(module) for module in MODULES if module != sentences.__name__]
    written = {word for code in codes for each in list_codes(code) for word in each.co_consts}
    assert (SENTENCES.keys() | FILE_SENTENCES.keys()) - written == FOUND_IN_PLAY


def test_what_no_translator_was_given_would_be_found() -> None:
    assert list_unknown((Text("%(a)s", {"a": Text("never said")}),)) == ["%(a)s", "never said"]
    assert list_wrong_sums("12, 2 + 3 = 5, 60 − 16 = 40, 9 ÷ 5 = 1") == ["60 − 16 = 40", "9 ÷ 5 = 1"]
    code = compile("lambda n: counted('a stone', 'stones', n) or refuse('no_stone', 'hands', n='a pebble')", "", "exec")
    assert [*list_given(code, MARKS), *list_given(code, PROBLEMS)] == [("a stone", "stones"), ("no_stone", "hands")]


@pytest.mark.parametrize("key", ["player_missing", "tile_missing", "result_missing", "not_a_number"])
def test_what_a_form_may_leave_out_is_asked_for_in_other_words_than_in_a_file(key: str) -> None:
    problem = Problem(key, values=(("given", "x"),))
    assert problem.text.message not in (UNREADABLE, problem.file_text.message)
