"""Stylesheets: every rule has an element that it can apply to."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from scorekeeper.folders import STATIC, TEMPLATES

ROOT = Path(__file__).resolve().parents[2]
NAME = r"[A-Za-z][\w-]*"
SHEETS = sorted((STATIC / "css").glob("*.css"))


def find_selectors(css: str) -> Iterator[str]:
    """The names of the classes and ids in the selectors of a stylesheet, each with its sign: `.notice`, `#board`."""
    css = re.sub(r"/\*.*?\*/", "", css, flags=re.DOTALL)
    for selectors in re.findall(r"([^{};]+)\{", css):
        yield from re.findall(rf"[.#]{NAME}", selectors)


def list_used_names() -> tuple[set[str], tuple[str, ...]]:
    """The words of every class, id and quoted string; and the beginnings of names that a value completes.

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
