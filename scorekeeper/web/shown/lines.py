"""The lines of a sheet in the order in which people read them."""

from scorekeeper.play import Line, Sheet


def sort_lines(sheet: Sheet) -> tuple[Line, ...]:
    """The lines in the order in which they count: a correction stands right after what it corrects."""
    places: dict[int, int] = {}
    for line in sheet.lines:  # what is corrected comes before its correction
        places[line.number] = places.get(line.entry.replaces or 0, line.number)
    return tuple(sorted(sheet.lines, key=lambda line: (places[line.number], line.number)))
