"""What striking out or correcting an entry has changed: what it gave before, and the totals then and after."""

from collections.abc import Mapping
from dataclasses import dataclass

from scorekeeper.engine.sheet.fold import Line, Sheet, append_entries, start_sheet

MOST = 30  # changes that are told, the last ones


@dataclass(frozen=True, slots=True)
class Change:
    """Entry `by` struck out or corrected an entry that gave `points`; the totals went from `before` to `after`."""

    by: int
    points: Mapping[str, int]
    before: Mapping[str, int]
    after: Mapping[str, int]


def list_changes(sheet: Sheet) -> dict[int, Change]:
    """What was changed, by the number of the entry that was struck out or corrected; of several changes the last.

    Where entry 5 struck out entry 2, entry 6 put it back and entry 7 struck it out again, entry 2 has the last change.
    """
    found: dict[int, Change] = {}
    told = [line for line in sheet.lines if _target(line)][-MOST:]
    before, start = start_sheet(sheet.variant, sheet.seating), 0
    for line in told:
        target = _target(line)
        before = append_entries(before, *(each.entry for each in sheet.lines[start : line.number - 1]))
        after = append_entries(before, line.entry)
        found[target] = Change(line.number, before.lines[target - 1].points, before.totals, after.totals)
        before, start = after, line.number
    return found


def _target(line: Line) -> int:
    """The entry that this one struck out or corrected; 0 if none."""
    target = line.entry.refers_to
    return target if target is not None and 0 < target < line.number and not line.problems else 0
