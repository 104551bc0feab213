"""The lines of a sheet in reading order, and which of them a long sheet shows at first."""

from collections.abc import Sequence

from scorekeeper.engine.sheet.line import Line, Sheet

LONG = 60  # lines; a sheet with more lines shows only its last ones
LAST = 24  # lines that a long sheet shows, with the earlier ones of the same round
MOST = 40  # lines that it shows at most


def list_lines(sheet: Sheet) -> tuple[Line, ...]:
    """Return the lines (scored entries) that are printed on the sheet, struck out or not, in reading order."""
    return tuple(line for line in sort_lines(sheet) if line.entry.has_line)


def sort_lines(sheet: Sheet) -> tuple[Line, ...]:
    """Return all lines (scored entries) in the order in which they count.

    A correction comes right after the corrected entry.
    """
    if not any(line.entry.replaces for line in sheet.lines):
        return sheet.lines
    places: dict[int, int] = {}
    for line in sheet.lines:  # a corrected entry comes before its correction
        places[line.number] = places.get(line.entry.replaces or 0, line.number)
    return tuple(sorted(sheet.lines, key=lambda line: (places[line.number], line.number)))


def find_first_shown(lines: Sequence[Line]) -> int:
    """Return the index of the first of `lines` that a long sheet shows; 0 if the sheet is short.

    It is the start of a round if one begins at most MOST lines before the end. A corrected entry is not separated from
    its correction.
    """
    if len(lines) <= LONG:
        return 0
    first = len(lines) - LAST
    near = range(first, len(lines) - MOST, -1)
    first = next((at for at in near if lines[at - 1].entry.ends_round and not lines[at - 1].struck), first)
    while first and lines[first].entry.replaces:
        first -= 1
    return first


def is_shown(sheet: Sheet, number: int) -> bool:
    """Return whether entry `number` is among the lines that the sheet shows at first."""
    lines = list_lines(sheet)
    return any(line.number == number for line in lines[find_first_shown(lines) :])
