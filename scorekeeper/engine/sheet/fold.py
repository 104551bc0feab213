"""The sheet: entries folded through a variant into points, totals, who leads and who has won.

Nothing here is stored. An entry that cannot be is kept as a line with its problems and counts nothing, so that one
reading finds every mistake of a sheet.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from types import MappingProxyType

from scorekeeper.engine.entries import Counting, Entry, add_to_counting, find_counting
from scorekeeper.engine.layout.growing import Layout
from scorekeeper.engine.problems import Findings, Problem, RuleError
from scorekeeper.engine.rules.game import Variant
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.sheet.line import NO_POINTS, Line, Sheet
from scorekeeper.engine.sheet.step import step
from scorekeeper.engine.text import N_, Text

__all__ = [
    "Line",
    "Sheet",
    "append_entries",
    "find_new_problems",
    "fold",
    "follow_entries",
    "rewind_to",
    "start_sheet",
    "write_entries",
]

STRUCK = Text(N_("struck out"))


def start_sheet(variant: Variant, seating: Seating) -> Sheet:
    """The empty sheet."""
    game = variant.at(seating)
    layout = Layout(game.laying.model, begins=game.leading.first_tile)
    totals = MappingProxyType(dict.fromkeys(seating.sides, 0))
    return Sheet(game, totals, game.leading.first(), layout, state=game.family.start())


def fold(variant: Variant, seating: Seating, entries: Sequence[Entry]) -> Sheet:
    """The sheet of `entries`. Those that cannot be are lines with problems (`sheet.problems`)."""
    return append_entries(start_sheet(variant, seating), *entries)


def follow_entries(variant: Variant, seating: Seating, entries: Sequence[Entry]) -> Iterator[tuple[Sheet, Line]]:
    """The lines of `fold` one after the other, each with the sheet as it stands then, without lines.

    They come in the order in which they count, then those that count nothing. None is kept, so that a match of any
    length takes no more memory than its entries.
    """
    state, resolved = start_sheet(variant, seating), find_counting(entries)
    for number, entry in resolved.entries:
        state, line = step(state, number, entry)
        yield state, line
    if len(resolved.entries) < len(entries):
        counting = {number for number, _ in resolved.entries}
        for number in (each for each in range(1, len(entries) + 1) if each not in counting):
            yield state, _silent_line(number, entries[number - 1], resolved)


def write_entries(sheet: Sheet, *entries: Entry) -> Sheet:
    """The sheet with more entries at its end, all of them or none.

    Raises RuleError where one of them cannot be, or where striking out or correcting leaves a later one that cannot be
    any more. What could not be before stands in nobody's way.
    """
    after = append_entries(sheet, *entries)
    plain = [entry.refers_to for entry in entries] == [None]
    if problems := after.lines[-1].problems if plain else find_new_problems(sheet, after):
        raise RuleError(problems)
    return after


def find_new_problems(sheet: Sheet, after: Sheet) -> tuple[Problem, ...]:
    """What is wrong in `after` with entries that could be in `sheet`, or were not yet there; each with its place."""
    could_not_be = {line.number for line in sheet.lines if line.problems}
    return tuple(
        problem.under(f"entry {line.number}")
        for line in after.lines
        if line.number not in could_not_be
        for problem in line.problems
    )


def append_entries(sheet: Sheet, *entries: Entry) -> Sheet:
    """The sheet with more entries at its end, as `fold` makes it; only what comes after the first change is scored."""
    if all(entry.refers_to is None for entry in entries):
        return _longer(sheet, entries)
    written = [*(line.entry for line in sheet.lines), *entries]
    known = sheet.counting or find_counting(written[: len(sheet.lines)])
    resolved, touched = add_to_counting(known, written)
    changed = [resolved.find_at(place) for place in touched]
    state, start = _checkpoint(sheet, known.entries, min([*changed, len(known.entries) - 1, len(resolved.entries)]))
    lines = dict(enumerate(sheet.lines, start=1))
    for number, entry in resolved.entries[start:]:
        state, lines[number] = step(state, number, entry)
    there = {number for number, _ in resolved.entries[start:]}
    new = range(len(sheet.lines) + 1, len(written) + 1)
    for number in {*new, *(each for place in touched for each in resolved.list_at(place))} - there:
        lines[number] = _silent_line(number, written[number - 1], resolved)
    return replace(state, lines=tuple(map(lines.__getitem__, range(1, len(written) + 1))), counting=resolved)


def rewind_to(sheet: Sheet, number: int) -> Sheet:
    """The sheet as it stood where entry `number` counts, without lines: what lay on the table, who was to lead.

    Raises LookupError for an entry that does not stand.
    """
    order = (sheet.counting or find_counting([line.entry for line in sheet.lines])).entries
    place = next((place for place, (each, _) in enumerate(order) if each == number), None)
    if place is None:
        raise LookupError(number)
    state, start = _checkpoint(sheet, order, place)
    for each, entry in order[start:place]:
        state, _ = step(state, each, entry)
    return state


def _longer(sheet: Sheet, entries: Sequence[Entry]) -> Sheet:
    """The sheet with entries that strike out and correct nothing."""
    state, lines, known = replace(sheet, lines=(), counting=None), list(sheet.lines), sheet.counting
    for entry in entries:
        state, line = step(state, len(lines) + 1, entry)
        lines.append(line)
    counting = add_to_counting(known, [line.entry for line in lines])[0] if known else None
    return replace(state, lines=tuple(lines), counting=counting)


def _checkpoint(sheet: Sheet, order: Sequence[tuple[int, Entry]], place: int) -> tuple[Sheet, int]:
    """The last sheet that is kept at or before a place in the order of the entries that count, and its place.

    A sheet without lines is kept with each entry that a round begins with (`Line.before`).
    """
    for start in range(place, 0, -1):
        known = sheet.lines[order[start][0] - 1].before
        if known is not None:
            return known, start
    return start_sheet(sheet.variant, sheet.seating), 0


def _silent_line(number: int, entry: Entry, resolved: Counting) -> Line:
    """The line of an entry that counts nothing.

    It strikes another one out or puts it back, or was struck out or replaced itself, or refers to one for which that
    cannot be (`dangling`).
    """
    findings = Findings()
    if number in resolved.dangling and entry.refers_to is not None:
        known = 1 <= entry.refers_to < number
        key = "already_struck" if entry.puts_back is None else "not_struck"
        findings.add(key if known else "no_such_entry", "of", number=entry.refers_to)
    why = STRUCK if entry.has_line else entry.describe()
    if (by := resolved.corrected.get(number)) is not None:
        why = Text(N_("corrected by entry %(number)s"), {"number": by})
    return Line(number, entry, 0, NO_POINTS, NO_POINTS, why, struck=entry.has_line, problems=tuple(findings.problems))
