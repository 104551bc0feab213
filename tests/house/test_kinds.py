"""A kind of entry is one module with its answers, and its templates; no other code tests which kind an entry is."""

import ast
import re
from collections.abc import Iterator
from typing import Any

import pytest

from scorekeeper.engine.entries import KINDS, Entry
from scorekeeper.engine.file.match import parse_entry
from scorekeeper.engine.sheet.fold import fold
from scorekeeper.engine.text import Text
from scorekeeper.engine.variants import VARIANTS
from scorekeeper.folders import TEMPLATES
from scorekeeper.play.transfer.notation_entries import read_entry, write_entry
from scorekeeper.play.transfer.notation_syntax import read_entries
from scorekeeper.web.forms import find_forms
from tests.house.arrows import modules

# One entry of each kind with all its fields, as in a match file. A new kind brings its own.
WRITTEN: dict[str, dict[str, Any]] = {
    "ends": {
        "player": "Anna",
        "ends": ["5-5", "0"],
        "placed": "0",
        "lead": "Bo",
        "claimed": "Bo",
        "last": True,
        "accepted": ["ends_jump"],
        "replaces": 2,
    },
    "play": {
        "player": "Bo",
        "tile": "6-5",
        "at": "5-5",
        "pip": 5,
        "join": 6,
        "side": "end",
        "claimed": "Anna",
        "last": True,
        "replaces": 1,
    },
    "bonus": {"player": "Anna", "bonus": "pase_salida", "replaces": 3},
    "pass": {"player": "Bo", "accepted": ["all_passed"], "replaces": 3},
    "bid": {"player": "Bo", "points": 30, "trump": "5", "contract": "nello", "forced": True, "replaces": 2},
    "round": {
        "blocked": True,
        "lead": "Bo",
        "locked_by": "Anna",
        "bonus": ["capicua"],
        "last": "6-5",
        "last_ends": ["6", "5"],
        "boneyard_tiles": 2,
        "hands": {"Anna": ["6-4"], "Bo": {"pips": 3}},
    },
    "result": {"won": False, "left": {"tiles": 3}, "passes": 2, "boneyard_tiles": 1, "accepted": ["overlooked"]},
    "void": {"of": 3, "with": 2},
    "restore": {"of": 3},
}
MACROS = ("tab", "beside", "details", "in_short", "save", "question")

# These modules distinguish kinds: the step that an entry makes on a sheet, and the forms.
REGISTERED = ("scorekeeper.engine.entries", "scorekeeper.engine.sheet.step")
ASKED = re.compile(r"\.kind\s*(?:==|!=|(?:not\s+)?in\s*[(\[])")

each_kind = pytest.mark.parametrize("kind", KINDS)


def entry_of(kind: str) -> Entry:
    assert kind in WRITTEN, f"write an entry of the kind {kind!r} with all its fields into WRITTEN"
    variant = VARIANTS["german_draw"]
    return parse_entry({"entry": kind, **WRITTEN[kind]}, variant, variant.seat(["Anna", "Bo"]))


@each_kind
def test_an_entry_is_written_as_it_was_read(kind: str) -> None:
    entry = entry_of(kind)
    assert type(entry) is KINDS[kind]
    assert entry.to_json() == {"entry": kind, **WRITTEN[kind]}


@each_kind
def test_an_entry_in_the_line_notation_is_the_same(kind: str) -> None:
    variant = VARIANTS["german_draw"]
    seating = variant.seat(["Anna", "Bo"])
    [parts] = read_entries(write_entry(entry_of(kind), {}, seating))
    assert parse_entry(read_entry(parts)[0], variant, seating) == entry_of(kind)


@each_kind
def test_every_field_of_a_kind_is_tried_here_or_is_another_word_for_one(kind: str) -> None:
    assert entry_of(kind).kind == kind
    others = {
        "round": {"out", "boneyard", "taken", "made", "number", "win"},  # a round ends in one way
        "bid": {"marks"},  # and a bid is entered in one
    }
    assert set(WRITTEN[kind]) | others.get(kind, set()) >= KINDS[kind].fields >= set(KINDS[kind].named)


@each_kind
def test_an_entry_says_what_it_is(kind: str) -> None:
    entry = entry_of(kind)
    assert isinstance(entry.describe(), Text)
    assert str(entry.describe())
    assert entry.describe_briefly()
    assert entry.list_facts() or not entry.has_line


@each_kind
def test_a_kind_brings_its_templates(kind: str) -> None:
    drawn, unsent = (TEMPLATES / folder / f"{kind}.html" for folder in ("entries", "unsent"))
    assert drawn.exists(), f"{drawn} draws a {kind}"
    assert not [name for name in MACROS if f"{{% macro {name}(" not in drawn.read_text(encoding="utf-8")]
    assert unsent.exists(), f"{unsent} says how a {kind} that waits is told"
    assert f'id="said-{kind}"' in unsent.read_text(encoding="utf-8")


@each_kind
def test_a_kind_that_games_take_has_a_form_and_does_something_to_a_sheet(kind: str) -> None:
    variant = next((variant for variant in VARIANTS.values() if kind in variant.takes), None)
    if variant is None:
        assert not KINDS[kind].has_line, f"no game takes a {kind}"
        return
    assert kind in find_forms(), f"no form of web/forms is called {kind}"
    seating = variant.seat(["Anna", "Bo", "Carl", "Dora"][: min(variant.most_players, max(2, variant.fewest_players))])
    assert fold(variant, seating, [entry_of(kind)]).lines[0].entry == entry_of(kind)


def test_every_kind_that_a_game_takes_is_one() -> None:
    assert not {kind for variant in VARIANTS.values() for kind in variant.takes} - set(KINDS)


# -- and nobody else asks ----------------------------------------------------------------------------------------------


def chains(source: str) -> Iterator[int]:
    """Yield the lines where a module distinguishes two kinds of entry, or tests the name of a kind."""
    names = {each.__name__ for each in KINDS.values()}
    tested: dict[str, set[str]] = {}
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "isinstance":
            asked = {each.id for each in ast.walk(node.args[1]) if isinstance(each, ast.Name)} & names
            others = tested.setdefault(ast.unparse(node.args[0]), set())
            others |= asked
            if asked and len(others) > 1:
                yield node.lineno
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            held = [each for side in sides for each in ast.walk(side)]
            named = any(isinstance(each, ast.Constant) and each.value in KINDS for each in held)
            if named and any(isinstance(side, ast.Attribute) and side.attr == "kind" for side in sides):
                yield node.lineno


def test_no_module_goes_by_the_kind_of_an_entry() -> None:
    wrong = [
        f"{module}:{line} goes by the kind of an entry: ask the entry, or give every kind one more answer"
        for module, path in modules()
        if not module.startswith(REGISTERED)
        for line in chains(path.read_text(encoding="utf-8"))
    ]
    assert not wrong, "\n".join(["", *wrong])


@pytest.mark.parametrize(
    "source",
    [
        "isinstance(entry, Ends | TileLaid)",
        "if isinstance(line.entry, Ends):\n    pass\nelif isinstance(line.entry, Void):\n    pass",
        "line.entry.kind == 'round'",
        "entry.kind in ('ends', 'play')",
    ],
)
def test_a_chain_of_kinds_is_found(source: str) -> None:
    assert list(chains(source))


def test_no_template_goes_by_the_kind_of_an_entry() -> None:
    wrong = [
        f"{path.relative_to(TEMPLATES)}: {found[0]}"
        for path in sorted(TEMPLATES.rglob("*.html"))
        for found in ASKED.finditer(path.read_text(encoding="utf-8"))
    ]
    assert not wrong, "\n".join(["", *wrong])
