"""Match files that were edited by hand: whatever they contain, each is scored or refused with reasons."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.engine.file.match import MatchFile, write_match_json
from scorekeeper.engine.problems import RuleError
from tests.engine.matches import any_matches
from tests.match_file import score_document

WORDS = [
    "Anna",
    "ends",
    "round",
    "void",
    "play",
    "6-6",
    "5",
    "-1",
    "9999999999",
    "",
    "\x00",
    "🁓",
    "pips",
    "tiles",
    "spansk",
]

anything = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.sampled_from(WORDS)
    | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(WORDS) | st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=6,
)


def scored_or_refused(document: object) -> None:
    reasons: list[str] | None = None
    try:
        score_document(document)
    except RuleError as error:
        reasons = [problem.say() for problem in error.problems]
    assert reasons is None or all(reasons)
    assert reasons != []


def spoil(draw: st.DrawFn, value: Any) -> Any:
    """Draw a copy of a value in which one part is changed, left out or doubled."""
    if isinstance(value, dict) and value and draw(st.integers(0, 5)):
        key = draw(st.sampled_from(sorted(value)))
        how = draw(st.sampled_from(["deeper", "deeper", "deeper", "gone", "more"]))
        if how == "gone":
            return {name: inner for name, inner in value.items() if name != key}
        if how == "more":
            return value | {draw(st.sampled_from(WORDS)): draw(anything)}
        return value | {key: spoil(draw, value[key])}
    if isinstance(value, list) and value and draw(st.integers(0, 5)):
        place = draw(st.integers(0, len(value) - 1))
        how = draw(st.sampled_from(["deeper", "deeper", "gone", "twice"]))
        middle = {"deeper": [spoil(draw, value[place])], "gone": [], "twice": [value[place]] * 2}[how]
        return [*value[:place], *middle, *value[place + 1 :]]
    return draw(anything)


@st.composite
def edited(draw: st.DrawFn, matches: st.SearchStrategy[MatchFile]) -> Any:
    file = draw(matches)
    document: Any = write_match_json(file.variant, file.seating, file.entries)
    for _ in range(draw(st.integers(1, 3))):
        document = spoil(draw, document)
    return document


@settings(max_examples=100)
@given(anything)
def test_anything_at_all_is_refused_with_reasons(document: object) -> None:
    scored_or_refused(document)


@settings(max_examples=100)
@given(edited(any_matches()))
def test_an_edited_match_is_scored_or_refused_with_reasons(document: object) -> None:
    scored_or_refused(document)
