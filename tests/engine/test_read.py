"""The sentences of the games as people read them: `said.json` has one whole example of each kind in the games' tables.

By the number of the entry: `why`, `doubts`, and `beside`, the short why for the line of the player who is out. Also:
`refused` and `in_a_file`, the problems as a form and as a match file say them; `lead` and `over`, who leads next and
who has won. Refusals have an example for each limit and tile that they name, worked out from the rule sheets.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.engine.problems import RuleError
from scorekeeper.engine.sheet.line import Sheet
from scorekeeper.engine.variants import VARIANTS
from tests.cases import NAMES, TABLES, Case, read_table
from tests.match_file import score_document

SAID: list[dict[str, Any]] = json.loads(Path(__file__).with_name("said.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("game", sorted({each["game"] for each in SAID}))
def test_what_is_said_is_read_so(game: str) -> None:
    cases = {case["name"]: case for case in reversed(read_table(TABLES / f"{game}.json"))}
    for each in (each for each in SAID if each["game"] == game):
        told = tell(cases[each["case"]])
        for what in each.keys() - {"game", "case"}:
            if isinstance(each[what], dict):
                assert {number: told[what][number] for number in each[what]} == each[what], each["case"]
            elif isinstance(each[what], list):
                assert set(each[what]) <= set(told[what]), each["case"]
            else:
                assert told[what] == each[what], each["case"]


def tell(case: Case) -> dict[str, Any]:
    """Return every sentence about a case."""
    players = case.get("players", NAMES[: VARIANTS[case["variant"]].fewest_players])
    document = {key: case[key] for key in ("variant", "partners", "lead", "options", "entries") if key in case}
    try:
        return tell_sheet(score_document({"format": 1, **document, "players": list(players)}))
    except RuleError as error:
        found = error.problems
        return {"refused": [str(each.text) for each in found], "in_a_file": [each.say() for each in found]}


def tell_sheet(sheet: Sheet) -> dict[str, Any]:
    """Return the sentences of a sheet."""
    return {
        "why": {str(line.number): str(line.why) for line in sheet.lines},
        "beside": {str(line.number): str(line.short_why) for line in sheet.lines},
        "doubts": {str(line.number): [str(doubt.text) for doubt in line.open_doubts] for line in sheet.lines},
        "lead": str(sheet.lead.why),
        "over": str(sheet.why_over),
    }
