"""The lines of a sheet in the order in which people read them."""

from scorekeeper.play import Line, Sheet


def sort_lines(sheet: Sheet) -> tuple[Line, ...]:
    """The lines in the order in which they count: a correction stands right after what it corrects."""

    def place(line: Line) -> int:
        corrected = line.entry.replaces
        return place(sheet.lines[corrected - 1]) if corrected and corrected < line.number else line.number

    return tuple(sorted(sheet.lines, key=lambda line: (place(line), line.number)))
