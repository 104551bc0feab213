"""The documents agree with the code: they have what the code refers to, and what they say of the games is true."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.cli.server.uploads import MOST_BY_STRANGERS
from scorekeeper.engine.variants import VARIANTS
from scorekeeper.play.upkeep.open_files import MOST_CONNECTIONS
from scorekeeper.settings import SETTINGS
from scorekeeper.web.access.rate_limits import PHOTOS, WRONG_LINKS
from tests.cases import TABLES, Case, agrees, read_table, run_case

ROOT = Path(__file__).resolve().parents[2]
RULES = (ROOT / "docs/rules.md").read_text(encoding="utf-8")
SECTIONS = re.findall(r"^#{2,3} (\d+(?:\.\d+)?) ", RULES, re.MULTILINE)
DECISIONS = re.findall(r"^\*\*(A\d+) ", RULES, re.MULTILINE)
CITED = re.compile(r"§(\d+(?:\.\d+)?)|\b(A\d{1,2})(?:–(A\d{1,2}))?\b")


def citations(text: str) -> Iterator[str]:
    for section, decision, last in CITED.findall(text):
        yield from filter(None, (section, decision, last))


def documents() -> Iterator[Path]:
    for folder, kind in (("scorekeeper/engine", "*.py"), ("tests/engine", "*.py"), ("docs", "*.md")):
        yield from (ROOT / folder).rglob(kind)


def test_every_rule_that_is_cited_stands_in_the_rules() -> None:
    cited = {(path.name, each) for path in documents() for each in citations(path.read_text(encoding="utf-8"))}
    assert len(cited) > 50
    assert [each for each in sorted(cited) if each[1] not in {*SECTIONS, *DECISIONS}] == []


def test_sections_and_decisions_are_numbered_once() -> None:
    assert len(set(SECTIONS)) == len(SECTIONS)
    assert [f"A{number}" for number in range(1, len(DECISIONS) + 1)] == DECISIONS


TOLD = {
    match[1]: match[0] for match in re.finditer(r"^#+ [^\n]*\n`(\w+)` ·.*?(?=^#|\Z)", RULES, re.MULTILINE | re.DOTALL)
}


@pytest.mark.parametrize("key", TOLD)
def test_what_the_rules_tell_of_a_game_is_what_it_declares(key: str) -> None:
    options = dict(re.findall(r"^\| `(\w+)` \| \*\*(\w+)\*\*", TOLD[key], re.MULTILINE))
    assert options == {option.key: str(option.default).lower() for option in VARIANTS[key].options}
    assert TOLD[key].partition("\n")[0].endswith(VARIANTS[key].name)


@pytest.mark.parametrize("path", sorted(TABLES.glob("*.json")), ids=lambda path: path.stem)
def test_a_table_names_the_rules_that_it_goes_by(path: Path) -> None:
    section = json.loads(path.read_text(encoding="utf-8")).get("rules", "").removeprefix("§")
    assert not section or TOLD[path.stem].lstrip("# ").startswith(f"{section} ")
    assert {rule for case in read_table(path) for rule in case.get("rules", [])} <= set(DECISIONS)


CASES = re.findall(r"```json\n(.*?)```", (ROOT / "docs/cases.md").read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.parametrize("case", [json.loads(case) for case in CASES], ids=lambda case: case["name"])
def test_a_case_that_the_documents_show_comes_out_so(case: Case) -> None:
    got = run_case(case)
    assert agrees(case["expect"], got), f"expected {case['expect']}\ngot      {got}"


@pytest.mark.parametrize(
    ("name", "sentence", "limit"),
    [
        ("SECURITY.md", r"at most ([\d,]+) connections", MOST_CONNECTIONS),
        ("docs/running-it.md", r"connections at once \| ([\d,]+),", MOST_CONNECTIONS),
        ("SECURITY.md", r"body of more than ([\d,]+) kB", MOST_BY_STRANGERS // 1000),
        ("docs/running-it.md", r"is read up to ([\d,]+) kB", MOST_BY_STRANGERS // 1000),
        ("SECURITY.md", r"After ([\d,]+) wrong links", WRONG_LINKS.most),
        ("SECURITY.md", r"more than ([\d,]+) photos an hour", PHOTOS.most),
    ],
)
def test_a_limit_that_the_documents_state_is_the_one_in_the_code(name: str, sentence: str, limit: int) -> None:
    text = " ".join((ROOT / name).read_text(encoding="utf-8").split())
    assert re.findall(sentence, text) == [f"{limit:,}"]


def test_the_documents_name_files_that_are_there() -> None:
    named = re.compile(r"`((?:docs|scorekeeper|templates|tests|vision)/[\w./-]*\w)`")
    missing = [
        (path.name, name)
        for path in (ROOT / "docs").glob("*.md")
        for name in named.findall(path.read_text(encoding="utf-8"))
        if not (ROOT / name).exists()
    ]
    assert missing == []


def test_the_game_that_the_documents_add_can_be_played(monkeypatch: pytest.MonkeyPatch) -> None:
    text = (ROOT / "docs/adding-a-game.md").read_text(encoding="utf-8")
    (file,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    assert len([line for line in file.splitlines() if line]) < 40
    assert text.count("\n") <= 60
    (table,) = re.findall(r"```\n(\{\"variant\".*?)```", text, re.DOTALL)
    written: dict[str, Any] = {}
    exec(file, written)
    monkeypatch.setitem(VARIANTS, "trefoil", written["VARIANT"])
    for case in json.loads(table)["cases"]:
        got = run_case({"variant": "trefoil", **case})
        assert agrees(case["expect"], got), f"{case['name']}: {got}"


@pytest.mark.parametrize("on_hosts", [False, True])
def test_the_settings_are_listed_as_the_app_reads_them(on_hosts: bool) -> None:
    rows = "".join(f"| {each.variable} | {each.help} |\n" for each in SETTINGS if each.on_hosts == on_hosts)
    head = "| variable | what it sets |\n|---|---|\n"
    assert f"{head}{rows}\n" in (ROOT / "docs/running-it.md").read_text(encoding="utf-8")
