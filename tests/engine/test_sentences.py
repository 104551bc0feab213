"""Whatever a game says is a sentence that the translators were given: else it would be English in every language."""

from importlib.util import find_spec
from pkgutil import walk_packages
from typing import Any

import pytest

from scorekeeper import engine
from scorekeeper.engine.games.game import Variant
from scorekeeper.engine.games.solitaire import Solitaire
from scorekeeper.engine.layout.positions import read_position
from scorekeeper.engine.options import Number
from scorekeeper.engine.problems import FILE_SENTENCES, SENTENCES, UNREADABLE, Problem, RuleError
from scorekeeper.engine.text import Text
from scorekeeper.engine.variants import VARIANTS
from scorekeeper.play import score_document
from tests.cases import NAMES, TABLES, Case, read_table
from tests.engine.sentences import KNOWN, list_marked, list_unknown

MODULES = [module.name for module in walk_packages(engine.__path__, f"{engine.__name__}.") if not module.ispkg]
each_game = pytest.mark.parametrize("variant", VARIANTS.values(), ids=list(VARIANTS))


@each_game
def test_what_a_game_says_of_itself_can_be_translated(variant: Variant) -> None:
    said = [variant.subtitle, variant.summary, variant.chapter.value]
    for option in variant.options:
        said.append(option.label)
        if isinstance(option, Number):
            said.append(option.rule.message if isinstance(option.rule, Text) else option.rule)
        else:
            said += [words for choice in option.choices for words in (choice.label, choice.rule)]
    assert [words for words in said if words not in KNOWN] == []


@each_game
def test_what_is_said_in_any_case_of_a_game_can_be_translated(variant: Variant) -> None:
    """On the sheet with its leads and its end, in what is refused, and by the assistant of a solitaire."""
    for case in read_table(TABLES / f"{variant.key}.json"):
        assert list_unknown(list_said(case)) == [], case["name"]


def list_said(case: Case) -> list[Any]:
    """What comes of a case: values in which sentences stand."""
    players = case.get("players", NAMES[: VARIANTS[case["variant"]].fewest_players])
    document = {key: case[key] for key in ("variant", "partners", "lead", "options", "entries") if key in case}
    try:
        sheet = score_document({"format": 1, **document, "players": list(players)})
        if isinstance(sheet.game, Solitaire) and "open" in case:
            return [sheet, sheet.game.advise(read_position(case["open"], sheet.game.largest))]
    except RuleError as error:
        return [error.problems]
    return [sheet]


def test_every_problem_can_be_translated() -> None:
    sentences = [UNREADABLE, *SENTENCES.values(), *FILE_SENTENCES.values()]
    assert [said for each in sentences for said in [getattr(each, "one", each)] if said not in KNOWN] == []


@pytest.mark.parametrize("name", MODULES)
def test_every_sentence_in_the_code_can_be_translated(name: str) -> None:
    code = find_spec(name).loader.get_code(name)  # type: ignore[union-attr]
    assert [said for said in list_marked(code) if said not in KNOWN] == []


def test_what_no_translator_was_given_would_be_found() -> None:
    assert list_unknown((Text("%(a)s", {"a": Text("never said")}),)) == ["%(a)s", "never said"]
    code = compile("lambda n: counted('a stone', 'stones', n) or N_('a pebble')", "", "exec")
    assert [*list_marked(code)] == ["a stone", "stones", "a pebble"]


@pytest.mark.parametrize("key", ["player_missing", "tile_missing", "result_missing", "not_a_number"])
def test_what_a_form_may_leave_out_is_asked_for_in_other_words_than_in_a_file(key: str) -> None:
    problem = Problem(key, values=(("given", "x"),))
    assert problem.text.message not in (UNREADABLE, problem.file_text.message)
