"""Stylesheets: every rule has an element to which it can apply, and a layer that decides which rule wins."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from scorekeeper.folders import STATIC, TEMPLATES

ROOT = Path(__file__).resolve().parents[2]
NAME = r"[A-Za-z][\w-]*"
SHEETS = sorted((STATIC / "css").glob("*.css"))


def find_selectors(css: str) -> Iterator[str]:
    """Yield the classes and ids in the selectors of a stylesheet, with their signs: `.notice`, `#board`."""
    css = re.sub(r"/\*.*?\*/", "", css, flags=re.DOTALL)
    for selectors in re.findall(r"([^{};]+)\{", css):
        yield from re.findall(rf"[.#]{NAME}", selectors)


def list_used_names() -> tuple[set[str], tuple[str, ...]]:
    """Return the words of every class, id and quoted string, and the beginnings of names that a value completes.

    Quoted strings are those of scripts, views and the code in templates: a view or a script may set any of them.
    """
    words, beginnings = set(), set()
    for path in TEMPLATES.rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        quoted = re.findall(r"'([^']*)'|\"([^\"]*)\"", " ".join(re.findall(r"\{\{.*?\}\}|\{%.*?%\}", text, re.DOTALL)))
        attributes = re.findall(r"\b(?:class|id)=\"((?:\{\{.*?\}\}|\{%.*?%\}|[^\"])*)\"", text, re.DOTALL)
        words |= set(re.findall(NAME, " ".join([*attributes, *("".join(each) for each in quoted)])))
        beginnings |= set(re.findall(rf"({NAME})\{{\{{", " ".join(attributes)))
        beginnings |= set(re.findall(rf"({NAME}-)['\"] *~", text))
    code = [*(STATIC / "js").glob("*.js"), *(ROOT / "scorekeeper/web").rglob("*.py")]
    for literal in re.findall(r"\"[^\"\n]*\"|'[^'\n]*'|`[^`]*`", "\n".join(path.read_text() for path in code)):
        words |= set(re.findall(NAME, literal))
    return words, tuple(beginnings)


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda path: path.name)
def test_every_rule_names_a_class_or_id_that_a_page_can_have(sheet: Path) -> None:
    words, beginnings = list_used_names()
    names = {found[1:] for found in find_selectors(sheet.read_text(encoding="utf-8"))}
    assert sorted(name for name in names - words if not name.startswith(beginnings)) == []


def test_a_class_that_no_page_has_is_found() -> None:
    words, beginnings = list_used_names()
    assert "notice" in words
    assert not {"picked-sum", "is-reading"} & words
    assert not "picked-sum".startswith(beginnings)


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda path: path.name)
def test_every_rule_lies_in_a_layer_and_none_needs_to_be_important(sheet: Path) -> None:
    css = re.sub(r"/\*.*?\*/", "", sheet.read_text(encoding="utf-8"), flags=re.DOTALL)
    order = re.search(r"@layer ([\w, ]+);", (STATIC / "css/base.css").read_text(encoding="utf-8"))
    assert order is not None
    outside = re.sub(r"^@layer (\w+) \{$.*?^\}$(?=\n+(@layer|\Z))", "", css, flags=re.DOTALL | re.MULTILINE)
    assert outside.replace(order[0], "").strip() == ""
    assert set(re.findall(r"@layer (\w+) \{", css)) <= set(order[1].split(", "))
    assert "!important" not in css
