"""Names: no two public classes have one name, and no name has a word without meaning."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.house.arrows import ROOT, modules

WORDS = (ROOT / "docs/words.md").read_text(encoding="utf-8")
EMPTY_WORDS = {"manager", "utils", "util", "helper", "helpers", "misc", "common", "state", "shelf", "shelves", "stock"}


def public(kind: type[ast.ClassDef] | type[ast.FunctionDef]) -> Iterator[tuple[str, str]]:
    """Yield the name and module of every public class or function of the project."""
    for module, path in modules():
        for node in ast.parse(path.read_text()).body:
            if isinstance(node, kind) and not node.name.startswith("_"):
                yield node.name, module


def test_a_silenced_check_says_why() -> None:
    silenced = re.compile(r"# (?:noqa|type: ignore)(?!.*(?:  # | — | - )[`\w])")
    wrong = [
        f"{module}: {line.strip()}"
        for module, path in modules()
        for line in path.read_text(encoding="utf-8").splitlines()
        if silenced.search(line)
    ]
    assert wrong == []


def test_no_two_public_classes_have_one_name() -> None:
    places = defaultdict(list)
    for name, module in public(ast.ClassDef):
        places[name].append(module)
    assert {name: there for name, there in places.items() if len(there) > 1} == {}


def test_nothing_is_called_by_a_word_that_says_nothing() -> None:
    names = [name for kind in (ast.ClassDef, ast.FunctionDef) for name, _ in public(kind)]
    names += [part for module, _ in modules() for part in module.split(".")]
    assert [name for name in names if EMPTY_WORDS & set(_words(name))] == []


@pytest.mark.parametrize("name", ["TableManager", "make_utils", "_Shelf", "game_state"])
def test_such_a_word_would_be_found(name: str) -> None:
    assert EMPTY_WORDS & set(_words(name))


def test_the_glossary_has_every_word_of_the_table() -> None:
    words = (
        "tile half pips double set layout hand boneyard lead round match evening side seating sheet entry game option"
    )
    assert [
        word for word in [*words.split(), "open end", "target", "book", "reading"] if f"**{word}**" not in WORDS
    ] == ["pips"] * ("**pips**" not in WORDS)


def test_the_glossary_has_at_most_sixty_words_and_each_is_in_use() -> None:
    rows = re.findall(r"^\| \*\*([^*]+)\*\* \|", WORDS, re.MULTILINE)
    code = " ".join(path.read_text(encoding="utf-8").lower() for _, path in modules())
    unused = [row for row in rows if not any(_stem(word) in code for word in re.split(", ", row))]
    assert len(rows) <= 60
    assert unused == []


def _stem(word: str) -> str:
    """Return the word of a glossary entry that occurs in code: `strike` for `to strike out`."""
    return word.lower().removeprefix("to ").split()[0].strip("…")


def _words(name: str) -> list[str]:
    """Return the words of a name: `table`, `manager` for `TableManager`; `make`, `utils` for `make_utils`."""
    spaced = "".join(f" {sign.lower()}" if sign.isupper() else sign for sign in name)
    return spaced.replace("_", " ").split()


def test_every_place_that_the_docs_name_exists() -> None:
    missing = [
        f"{page.name}: {place}"
        for page in sorted((ROOT / "docs").glob("*.md"))
        for place in re.findall(r"`([\w./-]+/[\w./-]*)`", page.read_text(encoding="utf-8"))
        if not place.startswith("/") and not any((root / place).exists() for root in _roots())
    ]
    assert missing == []


def _roots() -> tuple[Path, ...]:
    return ROOT, ROOT / "scorekeeper"
