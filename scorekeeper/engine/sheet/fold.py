"""Score the entries of a match into a sheet: points, totals, who leads and who has won.

Nothing here is stored in the database. An impossible entry becomes a line with its problems and scores nothing, so that
one pass finds every mistake of a sheet.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from types import MappingProxyType

from scorekeeper.engine.entries import Counting, Entry, add_to_counting, find_counting
from scorekeeper.engine.layout.layout import Layout
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
    """Return the empty sheet of a match of `variant` at the table `seating`."""
    game = variant.at(seating)
    layout = Layout(game.laying.model, begins=game.leading.first_tile)
    totals = MappingProxyType(dict.fromkeys(seating.sides, 0))
    return Sheet(game, totals, game.leading.first(), layout, state=game.family.start())


def fold(variant: Variant, seating: Seating, entries: Sequence[Entry]) -> Sheet:
    """Return the sheet of `entries`; impossible ones are lines with problems (`Sheet.problems`)."""
    return append_entries(start_sheet(variant, seating), *entries)


def follow_entries(variant: Variant, seating: Seating, entries: Sequence[Entry]) -> Iterator[tuple[Sheet, Line]]:
    """Yield each line that `fold` makes, with the sheet after it; that sheet has no lines.

    The lines of entries that count come first, in the order in which they count, then the others. No line is stored, so
    that a match of any length needs no more memory than its entries.
    """
    state, resolved = start_sheet(variant, seating), find_counting(entries)
    for number, entry in resolved.entries:
        state, line = step(state, number, entry)
        yield state, line
    if len(resolved.entries) < len(entries):
        counting = {number for number, _ in resolved.entries}
        for number in (each for each in range(1, len(entries) + 1) if each not in counting):
            yield state, _make_silent_line(number, entries[number - 1], resolved)


def write_entries(sheet: Sheet, *entries: Entry) -> Sheet:
    """Return the sheet with `entries` added at its end, all of them or none.

    Raise RuleError if one of them is impossible, or if striking out or correcting an entry makes a later one
    impossible. Problems of entries that were impossible before are ignored.
    """
    after = append_entries(sheet, *entries)
    plain = [entry.refers_to for entry in entries] == [None]
    if problems := after.lines[-1].problems if plain else find_new_problems(sheet, after):
        raise RuleError(problems)
    return after


def find_new_problems(sheet: Sheet, after: Sheet) -> tuple[Problem, ...]:
    """Return the problems in `after`, each with its place, of entries that had none in `sheet` or were not in it."""
    impossible = {line.number for line in sheet.lines if line.problems}
    return tuple(
        problem.under(f"entry {line.number}")
        for line in after.lines
        if line.number not in impossible
        for problem in line.problems
    )


def append_entries(sheet: Sheet, *entries: Entry) -> Sheet:
    """Return the sheet with `entries` added at its end, as `fold` makes it.

    Only the entries from the first change on are scored again.
    """
    if all(entry.refers_to is None for entry in entries):
        return _append_plain(sheet, entries)
    entries_now = [*(line.entry for line in sheet.lines), *entries]
    known = sheet.counting or find_counting(entries_now[: len(sheet.lines)])
    resolved, touched = add_to_counting(known, entries_now)
    changed = [resolved.find_at(place) for place in touched]
    state, start = _find_checkpoint(
        sheet, known.entries, min([*changed, len(known.entries) - 1, len(resolved.entries)])
    )
    lines = dict(enumerate(sheet.lines, start=1))
    for number, entry in resolved.entries[start:]:
        state, lines[number] = step(state, number, entry)
    scored = {number for number, _ in resolved.entries[start:]}
    new = range(len(sheet.lines) + 1, len(entries_now) + 1)
    for number in {*new, *(each for place in touched for each in resolved.list_at(place))} - scored:
        lines[number] = _make_silent_line(number, entries_now[number - 1], resolved)
    return replace(state, lines=tuple(map(lines.__getitem__, range(1, len(entries_now) + 1))), counting=resolved)


def rewind_to(sheet: Sheet, number: int) -> Sheet:
    """Return the sheet as it was just before the entry with this `number` was scored; it has no lines.

    Raise LookupError if that entry does not count.
    """
    order = (sheet.counting or find_counting([line.entry for line in sheet.lines])).entries
    place = next((place for place, (each, _) in enumerate(order) if each == number), None)
    if place is None:
        raise LookupError(number)
    state, start = _find_checkpoint(sheet, order, place)
    for each, entry in order[start:place]:
        state, _ = step(state, each, entry)
    return state


def _append_plain(sheet: Sheet, entries: Sequence[Entry]) -> Sheet:
    """Return the sheet with `entries` added, none of which strikes out or corrects another one."""
    state, lines, known = replace(sheet, lines=(), counting=None), list(sheet.lines), sheet.counting
    for entry in entries:
        state, line = step(state, len(lines) + 1, entry)
        lines.append(line)
    counting = add_to_counting(known, [line.entry for line in lines])[0] if known else None
    return replace(state, lines=tuple(lines), counting=counting)


def _find_checkpoint(sheet: Sheet, order: Sequence[tuple[int, Entry]], place: int) -> tuple[Sheet, int]:
    """Return the last stored sheet at or before `place`, and the index in `order` of the entry that it precedes.

    `place` is an index into `order`, the entries that count. A sheet is stored with each entry that begins a round
    (`Line.before`); the empty sheet stands before the first entry.
    """
    for start in range(place, 0, -1):
        known = sheet.lines[order[start][0] - 1].before
        if known is not None:
            return known, start
    return start_sheet(sheet.variant, sheet.seating), 0


def _make_silent_line(number: int, entry: Entry, resolved: Counting) -> Line:
    """Return the line, without points, of an entry that does not count.

    Such an entry strikes out another one or puts it back, was struck out or replaced itself, or refers to an entry that
    cannot be struck out or put back; in the last case the line has the problem.
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
