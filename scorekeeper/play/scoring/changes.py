"""What taking back, putting back or correcting an entry has changed: what it gave, and the totals then and after."""

from collections.abc import Mapping
from dataclasses import dataclass

from scorekeeper.engine.sheet.fold import Sheet, append_entries, start_sheet

MOST = 30  # changes that are told, the last ones


@dataclass(frozen=True, slots=True)
class Change:
    """Entry `by` struck out, corrected or put back an entry that gave `points`; the totals went `before` -> `after`.

    `instead` is the entry that stands in its place now, if any does; `back` says that it was put back itself.
    """

    by: int
    points: Mapping[str, int]
    before: Mapping[str, int]
    after: Mapping[str, int]
    instead: int | None
    back: bool


def list_changes(sheet: Sheet) -> dict[int, Change]:
    """What was changed, by the number of the entry that counts no more, or again; of several changes the last.

    Where entry 5 struck out entry 2, entry 6 put it back and entry 7 struck it out again, entry 2 has the last change.
    """
    found: dict[int, Change] = {}
    told = [line for line in sheet.lines if line.entry.refers_to is not None and not line.problems][-MOST:]
    before, start = start_sheet(sheet.variant, sheet.seating), 0
    for line in told:
        before = append_entries(before, *(each.entry for each in sheet.lines[start : line.number - 1]))
        after = append_entries(before, line.entry)
        instead = line.number if line.entry.has_line else line.entry.puts_back
        for was, now in zip(before.lines, after.lines, strict=False):
            if was.struck != now.struck:
                other = instead if now.struck else None
                back = now.number == line.entry.puts_back
                found[now.number] = Change(line.number, was.points, before.totals, after.totals, other, back)
        before, start = after, line.number
    return found
