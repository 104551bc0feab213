"""Totals and their changes in one line, and those of a sheet on which entries were taken back or put back."""

from collections.abc import Mapping
from dataclasses import dataclass

from scorekeeper.engine.sheet.line import Sheet
from scorekeeper.play.scoring.changes import Change, list_changes

BETWEEN = "\u00a0:\u00a0"
ARROW = "\u00a0→ "


@dataclass(frozen=True, slots=True)
class ChangeLine:
    """A change, and the totals before and after it in one line; empty if they are the same."""

    change: Change
    figures: str


def tell_changes(sheet: Sheet) -> dict[int, ChangeLine]:
    """Return what taking back and putting back has changed on the sheet, by the numbers of the affected entries."""
    changes = list_changes(sheet).items()
    return {number: ChangeLine(each, write_change(each.before, each.after)) for number, each in changes}


def write_totals(totals: Mapping[str, int]) -> str:
    """Return the totals in one line: `47 : 19`; `Anna 47, Bo 19, Carl 3`; or `47` for a single player."""
    if len(totals) > 2:
        return ", ".join(f"{side}\u00a0{total}" for side, total in totals.items())
    return BETWEEN.join(map(str, totals.values()))


def write_change(before: Mapping[str, int], after: Mapping[str, int]) -> str:
    """Return the change of totals in one line: `4 : 2 → 1 : 2`; empty if there is none.

    With more than two sides, it has the sides whose totals changed: `Anna 4 → 1, Bo 2 → 3`.
    """
    if before == after:
        return ""
    if len(before) > 2:
        changed = [side for side in before if before[side] != after[side]]
        return ", ".join(f"{side}\u00a0{before[side]}{ARROW}{after[side]}" for side in changed)
    return f"{write_totals(before)}{ARROW}{write_totals(after)}"
