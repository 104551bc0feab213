"""Sentences as values: their placeholders, and how they are translated."""

import pytest

from scorekeeper.engine.text import Text, counted, escape_invisible, fold_case, join_names, say


@pytest.mark.parametrize(
    ("names", "said"),
    [(["Anna"], "Anna"), (["Anna", "Bo"], "Anna and Bo"), (["Anna", "Bo", "Carl"], "Anna, Bo and Carl")],
)
def test_names_are_joined_as_one_says_them(names: list[str], said: str) -> None:
    assert say(Text("%(names)s", {"names": join_names(names)})) == said


def test_several_texts_in_one_place_stand_one_after_the_other_and_each_is_translated() -> None:
    text = Text("hands: %(hands)s", {"hands": (Text("a %(n)s", {"n": 3}), counted("%(n)s pip", "%(n)s pips", 2))})
    assert say(text) == "hands: a 3, 2 pips"
    swedish = {"hands: %(hands)s": "händer: %(hands)s", "a %(n)s": "en %(n)s", "%(n)s pips": "%(n)s prickar"}
    assert say(text, swedish.__getitem__, lambda _, many, n: swedish[many]) == "händer: en 3, 2 prickar"


@pytest.mark.parametrize(("n", "said"), [(0, "0 points"), (1, "1 point"), (2, "2 points"), (-1, "-1 points")])
def test_english_has_one_point_and_else_points(n: int, said: str) -> None:
    assert str(counted("%(n)s point", "%(n)s points", n)) == said


def test_a_sentence_without_values_is_said_as_it_is() -> None:
    assert say(Text("50 % of the tiles")) == "50 % of the tiles"


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("Anna", "Anna"),
        ("An\x1bna", "AnU+001Bna"),
        ("\u202eBo\n", "U+202EBoU+000A"),
        ("👩\u200d👧", "👩\u200d👧"),
        ("\u200b", "U+200B"),
    ],
)
def test_what_nobody_can_see_is_spelled_out(text: str, seen: str) -> None:
    assert escape_invisible(text) == seen


@pytest.mark.parametrize("name", ["Anna", "Ирина", "İrem", "Işıl", "Weiß"])
def test_a_name_is_the_same_in_capitals_and_in_small_letters(name: str) -> None:
    assert fold_case(name.upper()) == fold_case(name.lower()) == fold_case(name)


def test_a_name_is_found_whichever_i_is_typed() -> None:
    assert {fold_case(name) for name in ("İrem", "Irem", "irem", "ırem", "IREM")} == {"irem"}
