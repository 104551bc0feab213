"""The result of every case of every game's table is the one that its rule sheet requires (docs/cases.md)."""

from typing import Any

import pytest

from tests.cases import TABLES, Case, agrees, read_table, run_case
from tests.golden import translate

CASES = [case for path in sorted(TABLES.glob("*.json")) for case in read_table(path)]
FIELDS = {"name", "rules", "variant", "options", "players", "partners", "lead", "carried", "entries", "expect"}
QUESTIONS = {"deal", "shown", "ages", "scored", "open", "toes"}


@pytest.mark.parametrize("case", CASES, ids=[f"{case['variant']}: {case['name']}" for case in CASES])
def test_a_case_comes_out_as_the_rules_have_it(case: Case) -> None:
    got = run_case(case)
    assert agrees(case["expect"], got), f"{case['name']}\nexpected {case['expect']}\ngot      {got}"


def test_no_case_has_the_name_of_another() -> None:
    names = [(case["variant"], case["name"]) for case in CASES]
    assert sorted(names) == sorted(set(names))


def test_no_case_says_anything_that_nobody_reads() -> None:
    assert [case["name"] for case in CASES if set(case) - FIELDS - QUESTIONS or len(QUESTIONS & set(case)) > 1] == []


def test_no_case_expects_nothing() -> None:
    assert [case["name"] for case in CASES if not case["expect"]] == []


@pytest.mark.parametrize(
    "expected",
    [
        {"winners": ["Bo"]},
        {"entries": [{"points": {"Anna": 9}}]},
        {"entries": [{"points": 9}]},
        {"entries": [{}, {}]},
        {"entries": [{"why": "because"}]},
        {"totals": {"Anna": 10, "Carl": 0}},
        {"over": 0},
        {"nowhere": None},
        {"problems": ["entry 1: match_over"]},
        {"refused": ["match_over"]},
    ],
    ids=str,
)
def test_what_comes_out_differently_is_told(expected: Any) -> None:
    hands = {"Bo": ["5-3", "2-0"]}
    got = run_case({"variant": "dk_almindelig", "entries": [{"entry": "round", "out": "Anna", "hands": hands}]})
    assert agrees({"winners": [], "entries": [{"points": {"Anna": 10}}], "totals": {"Anna": 10}, "over": False}, got)
    assert not agrees(expected, got)


def test_a_golden_case_is_put_into_our_words() -> None:
    golden: dict[str, Any] = {
        "id": "spansk-1",
        "variant": "spansk",
        "kind": "round_end",
        "given": {
            "players": ["A", "B", "C", "D"],
            "teams": {"AC": ["A", "C"], "BD": ["B", "D"]},
            "forehand": "D",
            "end": "out",
            "out": "B",
            "hands": {"A": ["6-4"], "B": [], "C": ["3-2"], "D": ["6-6"]},
            "boneyard": 1,
        },
        "expect": {"points": {"AC": 0, "BD": 3}, "winner": "BD", "next_lead": "A"},
    }
    ours = translate(golden)
    assert ours == {
        "name": "spansk-1",
        "variant": "spansk",
        "options": {},
        "players": ["A", "B", "C", "D"],
        "partners": [["A", "C"], ["B", "D"]],
        "lead": "D",
        "entries": [{"entry": "round", "out": "B", "hands": golden["given"]["hands"], "boneyard_tiles": 1}],
        "expect": {"entries": [{"points": {"A & C": 0, "B & D": 3}, "winners": ["B & D"]}], "lead": "A"},
    }
    assert agrees(ours["expect"], run_case(ours))
