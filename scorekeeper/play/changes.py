"""What striking out or correcting an entry has changed: what it gave before, and the totals then and after."""

from collections.abc import Mapping
from dataclasses import dataclass

from scorekeeper.engine.entries import Void
from scorekeeper.engine.sheet import Sheet, fold

MOST_ENTRIES = 3000  # that are scored again to tell; older changes are not told in a match that is longer


@dataclass(frozen=True, slots=True)
class Change:
    """Entry `by` struck out or corrected an entry that gave `points`; the totals went from `before` to `after`."""

    by: int
    points: Mapping[str, int]
    before: Mapping[str, int]
    after: Mapping[str, int]


def changes(sheet: Sheet) -> dict[int, Change]:
    """What was changed, by the number of the entry that counts no more; of changes that cancel out, the last."""
    entries = [line.entry for line in sheet.lines]
    found: dict[int, Change] = {}
    scored = 0
    for line in reversed(sheet.lines):
        target = line.entry.of if isinstance(line.entry, Void) else line.entry.replaces
        if target is None or line.problems or not 0 < target < line.number or target in found:
            continue
        scored += 2 * line.number
        if scored > MOST_ENTRIES:
            break
        before = fold(sheet.variant, sheet.table, entries[: line.number - 1])
        after = fold(sheet.variant, sheet.table, entries[: line.number])
        found[target] = Change(line.number, before.lines[target - 1].points, before.totals, after.totals)
    return found
