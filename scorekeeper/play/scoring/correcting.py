"""Compute the effect of a correction on the entries after it. Nothing is written.

If Anna's move with three open ends is corrected to two, the tile that Bo joined to the third end has no place. Such
lines are returned with their problems, so that they can be corrected or struck out together with the entry.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from scorekeeper.engine.entries import Entry
from scorekeeper.engine.file.match import parse_entry
from scorekeeper.engine.problems import Problem, RuleError
from scorekeeper.engine.sheet.fold import append_entries, find_new_problems, rewind_to
from scorekeeper.engine.sheet.line import Line, Sheet
from scorekeeper.play.scoring.writing import LinkedCorrection


@dataclass(frozen=True, slots=True)
class ImpossibleLine:
    """A line of the sheet that a correction or a strike-out makes impossible, with every reason."""

    line: Line
    problems: tuple[Problem, ...]


def is_correction(sheet: Sheet, along: LinkedCorrection) -> bool:
    """Return whether `along` is a valid entry that strikes out, corrects or restores another entry of the sheet."""
    return _read(sheet, along) is not None


def find_last_move(sheet: Sheet) -> Line | None:
    """Return the line of the last entry that counts if it is a move of the round in play, else None."""
    last = next(sheet.last_lines, None)
    in_play = last is not None and last.round == sheet.round and not last.entry.ends_round
    return last if in_play and last is not None and last.entry.mover is not None else None


def correct_mover(move: Line, player: str) -> dict[str, Any]:
    """Return the entry, as in the match file, that replaces `move` by the same move of `player`."""
    return {**move.entry.to_json(), "player": player, "replaces": move.number}


def append_corrections(sheet: Sheet, along: Iterable[LinkedCorrection]) -> Sheet:
    """Return the sheet after all corrections in `along`; invalid ones are left out."""
    return append_entries(sheet, *(entry for each in along if (entry := _read(sheet, each))))


def rewind_sheet(sheet: Sheet, number: int) -> Sheet:
    """Return the sheet as it stood before entry `number`, without its lines.

    Raises LookupError if that entry is struck out or does not exist.
    """
    return rewind_to(sheet, number)


def list_impossible_after(sheet: Sheet, with_along: Sheet, entry: Mapping[str, Any]) -> tuple[ImpossibleLine, ...]:
    """Return the lines of `sheet` that the correction `entry` makes impossible; empty if `entry` itself is impossible.

    `entry` has the form of a match file. `with_along` is the sheet after the corrections that are written with it.
    """
    try:
        written = parse_entry(entry, sheet.variant, sheet.seating)
    except RuleError:
        return ()
    return _list_later(sheet, append_entries(with_along, written))


def _list_later(sheet: Sheet, after: Sheet) -> tuple[ImpossibleLine, ...]:
    """Return the lines of `after` that became impossible since `sheet`; empty if the last line is impossible."""
    wrong = {str(problem.place[0]) for problem in find_new_problems(sheet, after)}
    lines = [line for line in after.lines if f"entry {line.number}" in wrong]
    return () if after.lines[-1] in lines else tuple(ImpossibleLine(line, line.problems) for line in lines)


def _read(sheet: Sheet, along: LinkedCorrection) -> Entry | None:
    """Return the parsed correction; None if it is not a valid entry that refers to another one."""
    try:
        entry = parse_entry(along.entry, sheet.variant, sheet.seating)
    except RuleError:
        return None
    return entry if entry.refers_to is not None else None
