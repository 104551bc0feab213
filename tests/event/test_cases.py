"""The result of every worked case of an event or a league is the one that was worked out by hand."""

from pathlib import Path

import pytest

from tests.event.cases import read_cases, run_case
from tests.event.documents import Document


@pytest.mark.parametrize("case", read_cases(Path(__file__).with_name("cases.json")), ids=lambda case: str(case["id"]))
def test_it_comes_out_as_worked_out_by_hand(case: Document) -> None:
    assert run_case(case) == [], case["why"]


def test_a_wrong_figure_in_a_case_is_found() -> None:
    case = read_cases(Path(__file__).with_name("cases.json"))[0]
    [standings] = case["expect"]["standings"]
    row = {**standings["rows"][0], "effectiveness": 31}
    wrong = {**case, "expect": {"standings": [{**standings, "rows": [row, *standings["rows"][1:]]}]}}
    assert run_case(wrong) == ["standings after 1: Carl: effectiveness: expected 31, came 30"]
