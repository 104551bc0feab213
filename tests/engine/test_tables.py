"""Every row of every game's table: what is given, and what the rules make of it."""

from pathlib import Path

import pytest

from tests.golden import Case, agrees, cases, run_case

ROWS = list(cases(sorted(Path(__file__).parents[1].glob("tables/*.json"))))


@pytest.mark.parametrize("row", ROWS, ids=[row["id"] for row in ROWS])
def test_a_row_comes_out_as_the_rules_have_it(row: Case) -> None:
    got = run_case(row)
    assert agrees(row["expect"], got), f"expected {row['expect']}, got {got}"


def test_no_row_has_the_name_of_another() -> None:
    names = [row["id"] for row in ROWS]
    assert sorted(names) == sorted(set(names))


def test_a_row_that_comes_out_differently_is_told() -> None:
    """The runner itself: a wrong expectation, a missing field and another refusal do not agree."""
    row = next(row for row in ROWS if row["id"] == "dk_almindelig-re-01")
    got = run_case(row)
    assert agrees({"winner": "A", "points": {"A": 10, "B": 0}}, got)
    assert not agrees({"winner": "B"}, got)
    assert not agrees({"points": {"A": 9, "B": 0}}, got)
    assert not agrees({"nowhere": 1}, got)
    assert not agrees({"refused": True, "reason": "duplicate_tile"}, got)
