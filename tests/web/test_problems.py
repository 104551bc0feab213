"""Messages about what is wrong name every reason at once, in every language, each at its field.

Only in the messages for the author of a match file is a field called by its name in the file.
"""

import ast
import re
from gettext import GNUTranslations, NullTranslations
from pathlib import Path
from typing import Any

import pytest

import scorekeeper
from scorekeeper.engine.entries import COMMON_FIELDS, KINDS
from scorekeeper.engine.file.match import FIELDS
from scorekeeper.engine.problems import Problem
from scorekeeper.engine.problems.sentences import FILE_SENTENCES, SENTENCES, PluralSentence
from scorekeeper.engine.text import Text, say
from scripts.messages import RELEASED, po
from tests.web.pages import Page, Phone

# Values for the placeholders of the sentences.
VALUES: dict[str, Any] = {
    "after": "5 · 0",
    "because": Text("the last two are always worth twelve together"),
    "before": "6 · 3",
    "choices": "1–9999",
    "each": 7,
    "end": "5-5",
    "ends": "6 · 3",
    "fewest": 2,
    "field": "player",
    "given": "x",
    "known": 1,
    "largest": 6,
    "least": 4,
    "led": "6-6",
    "left": 24,
    "most": 12,
    "n": 2,
    "next": 12,
    "number": 3,
    "other": "Bo",
    "passes": 1,
    "pip": 5,
    "pips": 13,
    "player": "Anna",
    "reason": Text("it is empty"),
    "right": 12,
    "side": "Anna & Carl",
    "sign": "\x1b",
    "tile": "6-4",
    "tiles": 2,
    "wanted": Text("a list of names"),
}
WORDS_OF_THE_FILE = FIELDS | COMMON_FIELDS | {field for kind in KINDS.values() for field in kind.fields}
QUOTED = re.compile(rf"[“”„\"'](?:{'|'.join(sorted(WORDS_OF_THE_FILE))})[“”\"']")
PROGRAM = re.compile(r"\b(?:None|null|NaN|dict|str|int|bool|JSON|void|boneyard_tiles|True|False)\b")


def forms(sentence: str | PluralSentence) -> str:
    return sentence if isinstance(sentence, str) else f"{sentence.one} {sentence.many}"


def problem(key: str, sentence: str | PluralSentence) -> Problem:
    named = dict.fromkeys(re.findall(r"%\((\w+)\)s", forms(sentence)))
    return Problem(key, (), tuple((name, VALUES[name]) for name in named))


def catalogue_of(language: str) -> NullTranslations:
    if language == "en":
        return NullTranslations()
    with po(language).with_suffix(".mo").open("rb") as file:
        return GNUTranslations(file)


@pytest.mark.parametrize("language", ["en", *RELEASED])
def test_no_word_of_the_match_file_reaches_who_filled_in_a_form(language: str) -> None:
    spoken = catalogue_of(language)
    for key, sentence in SENTENCES.items():
        told = say(problem(key, sentence).text, spoken.gettext, spoken.ngettext)
        assert told[-1] in ".?؟", (key, told)
        assert key not in told or "_" not in key, (key, told)
        assert not QUOTED.search(told), (key, told)
        assert not PROGRAM.search(told), (key, told)


@pytest.mark.parametrize("language", ["en", *RELEASED])
def test_what_only_a_file_can_get_wrong_is_told_without_its_words_where_it_comes_by_a_form(language: str) -> None:
    """None of our forms sends it, and the answer to a handmade request does not describe the file format."""
    spoken = catalogue_of(language)
    for key in FILE_SENTENCES.keys() - SENTENCES.keys():
        told = say(problem(key, FILE_SENTENCES[key]).text, spoken.gettext, spoken.ngettext)
        assert not QUOTED.search(told)
        assert not PROGRAM.search(told)


def test_whoever_finds_a_problem_gives_what_its_sentences_ask_for() -> None:
    both = {
        key: forms(SENTENCES.get(key, "")) + forms(FILE_SENTENCES.get(key, ""))
        for key in {**SENTENCES, **FILE_SENTENCES}
    }
    wrong = []
    for path in Path(scorekeeper.__file__).parent.rglob("*.py"):
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match call:
                case ast.Call(
                    func=ast.Attribute(attr="add") | ast.Name(id="refuse" | "_doubt"),
                    args=[ast.Constant(value=str(key)), *_],
                    keywords=given,
                ) if key in both:
                    asked = set(re.findall(r"%\((\w+)\)s", both[key]))
                    if not asked <= {each.arg for each in given}:
                        wrong.append((path.name, key, asked))
    assert wrong == []


def test_who_wrote_a_file_is_told_its_fields_by_name() -> None:
    assert Problem("player_missing", ("entry 3", "player")).say() == "entry 3, player: “player” is missing."
    assert say(Problem("player_missing", ("player",)).text) == "Who laid it? Tap a name."


@pytest.mark.parametrize("language", ["en", *RELEASED])
def test_one_of_something_is_told_as_one(language: str) -> None:
    spoken = catalogue_of(language)
    for key, sentence in SENTENCES.items():
        if isinstance(sentence, PluralSentence):
            one = Problem(key, (), tuple((VALUES | {sentence.by: 1}).items()))
            chosen = spoken.ngettext(sentence.one, sentence.many, 1)
            assert say(one.text, spoken.gettext, spoken.ngettext).startswith(chosen.partition("%(")[0])
    passes = Problem("impossible_passes", (), (("passes", 1), ("fewest", 2), ("most", 9)))
    assert say(passes.text) == "There cannot be 1 pass here, only 2 to 9."


def test_nobody_and_no_tile_are_both_asked_for_each_at_its_field(phone: Phone) -> None:
    page = phone.new_match()
    page = phone.send(phone.open(f"{page.path}?kind=play"), "fill", "save")
    assert page.status == 422
    assert told_at(page, "player") == "Who laid it? Tap a name."
    assert told_at(page, "tile") == "Which tile?"


def test_who_laid_the_tile_is_asked_aloud_only_while_nobody_is_known(phone: Phone) -> None:
    page = phone.new_match()
    assert asked(page.html) == ""
    page = phone.send(phone.open(f"{page.path}?kind=play"), "fill", "save", player="Anna", tile="5-0")
    assert asked(page.html) == ' class="hidden"'


def told_at(page: Page, field: str) -> str:
    """Return the messages about a field, as they stand next to it."""
    found = re.search(rf'<ul class="problems" id="wrong-{field}">(.*?)</ul>', page.html)
    assert found
    return re.sub("<[^>]*>", "", found[1])


def asked(html: str) -> str:
    """Return the attributes of the question's element."""
    found = re.search(r"<legend([^>]*)>Who laid the tile\?", html)
    assert found
    return found[1]


def test_moves_before_the_first_tile_are_named_as_leads(phone: Phone) -> None:
    pad = phone.new_match()
    for path in (f"{pad.path}?kind=ends", f"{pad.path}?kind=play"):
        page = phone.open(path)
        assert "None" not in page.html
    labels = [at["aria-label"] for tag, at in phone.open(f"{pad.path}?kind=ends").elements if "aria-label" in at]
    assert "Lead 5-5: makes 10, 2 points" in labels
