"""What something would score before it is written: a whole entry with its reasons, or only the open ends it leaves."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scorekeeper.engine.file.match import parse_entry
from scorekeeper.engine.games.game import Score
from scorekeeper.engine.problems import Problem, RuleError
from scorekeeper.engine.sheet.fold import Line, Sheet, write_entries
from scorekeeper.engine.sheet.refusals import check_ends
from scorekeeper.engine.tiles import End


@dataclass(frozen=True, slots=True)
class Reckoned:
    """What an entry would score, before it is written: the line it would be, or every reason why it cannot."""

    line: Line | None = None
    sheet: Sheet | None = None
    problems: tuple[Problem, ...] = ()


def reckon_entry(sheet: Sheet, entry: Mapping[str, Any]) -> Reckoned:
    """What `entry` would be worth as the next one on `sheet`; of a correction that is the sheet as it was then."""
    try:
        after = write_entries(sheet, parse_entry({**entry, "replaces": None}, sheet.variant, sheet.seating))
    except RuleError as error:
        return Reckoned(problems=error.problems)
    return Reckoned(after.lines[-1], after)


def score_shown_ends(sheet: Sheet, ends: tuple[End, ...], placed: End | None) -> Score | None:
    """What `ends` would be worth if they were shown next; None where no layout shows them.

    `placed` is the one of the tile just laid, for games that go by it. Many can be asked for at little cost: nothing is
    parsed, and no sheet is made.
    """
    if sheet.over or "ends" not in sheet.variant.takes:
        return None
    try:
        check_ends(ends, sheet.layout.model, sheet.variant.largest)
    except RuleError:
        return None
    return sheet.game.score_ends(ends, ends[0] if len(ends) == 1 else placed)
