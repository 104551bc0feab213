"""The effects of strike-outs, restorations and corrections: the entry's points, and the totals before and after."""

from collections.abc import Mapping
from dataclasses import dataclass

from scorekeeper.engine.sheet.fold import Sheet, append_entries, start_sheet

MOST = 30  # the number of last changes that are examined


@dataclass(frozen=True, slots=True)
class Change:
    """The effect of entry `by`, which struck out, corrected or restored an entry worth `points`.

    The totals went from `before` to `after`. `instead` is the number of the entry that replaces the changed one, or
    None; `back` is true if the entry was restored.
    """

    by: int
    points: Mapping[str, int]
    before: Mapping[str, int]
    after: Mapping[str, int]
    instead: int | None
    back: bool


def list_changes(sheet: Sheet) -> dict[int, Change]:
    """Return the last change of each changed entry, by the entry's number; only the last `MOST` changes are examined.

    If entry 5 struck out entry 2, entry 6 restored it and entry 7 struck it out again, entry 2 has the change by entry
    7.
    """
    changes: dict[int, Change] = {}
    changing = [line for line in sheet.lines if line.entry.refers_to is not None and not line.problems][-MOST:]
    before, start = start_sheet(sheet.variant, sheet.seating), 0
    for line in changing:
        before = append_entries(before, *(each.entry for each in sheet.lines[start : line.number - 1]))
        after = append_entries(before, line.entry)
        instead = line.number if line.entry.has_line else line.entry.puts_back
        for was, now in zip(before.lines, after.lines, strict=False):
            if was.struck != now.struck:
                other = instead if now.struck else None
                back = now.number == line.entry.puts_back
                changes[now.number] = Change(line.number, was.points, before.totals, after.totals, other, back)
        before, start = after, line.number
    return changes
