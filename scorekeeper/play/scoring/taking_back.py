"""Strike out entries and restore them, together with the entries that depend on them.

If Bo takes back a tile that Carl's tile is joined to, Carl's entry is struck out with it, and both are restored
together. Entries are never deleted, so this can be repeated in both directions.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scorekeeper.engine.entries import Entry, Restore, Void
from scorekeeper.engine.problems import Problem
from scorekeeper.engine.sheet.fold import append_entries, find_new_problems
from scorekeeper.engine.sheet.line import Line, Sheet
from scorekeeper.play.scoring.correcting import ImpossibleLine
from scorekeeper.play.scoring.match import Match, load_match
from scorekeeper.play.scoring.writing import LinkedCorrection, add_entry
from scorekeeper.store import Store


@dataclass(frozen=True, slots=True)
class LastStrike:
    """The entry that was struck out last: its line once it is restored, and the entries restored with it (`along`)."""

    line: Line
    along: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Consequence:
    """The effect of striking out or restoring an entry: the sheet `after` it, and the entries that become impossible.

    `refused` has the reasons why the entry itself cannot be changed, `impossible` the other entries that would have to
    be struck out with it.
    """

    after: Sheet
    refused: tuple[Problem, ...]
    impossible: tuple[ImpossibleLine, ...]


def strike_out(store: Store, match_id: str, number: int, seen: int, post: str, others: Sequence[int] = ()) -> Match:
    """Strike out entry `number` and the entries `others`, and return the match.

    `seen` is the number of the last entry that the sender saw, and `post` the id of the form. Raises what `add_entry`
    raises; RuleError also if the remaining entries are impossible without the struck-out ones.
    """
    return _write(store, match_id, _list_strikes(number, others), seen, post)


def put_back(store: Store, match_id: str, number: int, seen: int, post: str, others: Sequence[int] = ()) -> Match:
    """Restore struck-out entry `number` in its old place, and return the match.

    Entries that were struck out with it are restored, too; the entries `others` are struck out for it. `seen` is the
    number of the last entry that the sender saw, and `post` the id of the form. Raises what `strike_out` raises.
    """
    return _write(store, match_id, _list_returns(load_match(store, match_id).sheet, number, others), seen, post)


def preview_strike_out(sheet: Sheet, number: int, others: Sequence[int] = ()) -> Consequence:
    """Return the effect of striking out entry `number` and the entries `others` on the sheet; nothing is written."""
    return _look_ahead(sheet, {number}, _list_strikes(number, others))


def preview_put_back(sheet: Sheet, number: int, others: Sequence[int] = ()) -> Consequence:
    """Return the effect of restoring entry `number` on the sheet; nothing is written.

    The entries `others` are struck out for it.
    """
    return _look_ahead(sheet, {number, *list_linked_strikes(sheet, number)}, _list_returns(sheet, number, others))


def find_last_strike(sheet: Sheet) -> LastStrike | None:
    """Return the last strike-out, if it can be undone at once; None if a scored entry or a correction followed it."""
    for line in reversed(sheet.lines):
        if line.entry.has_line:
            break
        number = line.entry.strikes_out
        if number and not line.problems and line.entry.along_with is None and sheet.lines[number - 1].struck:
            returns = _list_returns(sheet, number, ())
            return LastStrike(append_entries(sheet, *returns).lines[number - 1], list_linked_strikes(sheet, number))
    return None


def list_linked_strikes(sheet: Sheet, number: int) -> tuple[int, ...]:
    """Return the entries that were last struck out together with entry `number` and are still struck out, by number."""
    last, gone = _find_strike(sheet, number), []
    for line in reversed([line for line in sheet.lines if last is not None and line.number < last]):
        if line.entry.along_with != number or line.entry.strikes_out is None:
            break
        gone.append(line.entry.strikes_out)
    return tuple(sorted(each for each in gone if sheet.lines[each - 1].struck))


def find_strike_cause(sheet: Sheet, number: int) -> int | None:
    """Return the number of the entry together with which entry `number` was struck out.

    Return None if `number` was struck out by itself, or if that entry or `number` was restored.
    """
    last = _find_strike(sheet, number)
    root = sheet.lines[last - 1].entry.along_with if last else None
    return root if root and number in list_linked_strikes(sheet, root) and sheet.lines[root - 1].struck else None


def _find_strike(sheet: Sheet, number: int) -> int | None:
    """Return the number of the entry that last struck out entry `number`; None if there is none."""
    return next((line.number for line in reversed(sheet.lines) if line.entry.strikes_out == number), None)


def _list_strikes(number: int, others: Iterable[int]) -> list[Entry]:
    """Return the entries that strike out entry `number` and, together with it, the entries `others`."""
    return [*(Void(of=each, along_with=number) for each in others), Void(of=number)]


def _list_returns(sheet: Sheet, number: int, others: Iterable[int]) -> list[Entry]:
    """Return the entries that strike out `others` and then restore entry `number` and the entries linked to it."""
    strikes = [Void(of=each, along_with=number) for each in others]
    return [*strikes, *(Restore(of=each) for each in list_linked_strikes(sheet, number)), Restore(of=number)]


def _write(store: Store, match_id: str, entries: Sequence[Entry], seen: int, post: str) -> Match:
    """Write `entries`, the last one as the main entry, and return the match."""
    *along, last = (entry.to_json() for entry in entries)
    return add_entry(store, match_id, last, seen, post, along=[LinkedCorrection(each) for each in along])


def _look_ahead(sheet: Sheet, own: set[int], entries: Sequence[Entry]) -> Consequence:
    """Return the effect of `entries` on the sheet; problems of the entries in `own` are reasons to refuse."""
    after = append_entries(sheet, *entries)
    wrong = {str(problem.place[0]) for problem in find_new_problems(sheet, after)}
    lines = [line for line in after.lines if f"entry {line.number}" in wrong]
    mine = [line for line in lines if line.number in own or line.number > len(sheet.lines)]
    others = tuple(ImpossibleLine(line, line.problems) for line in lines if line not in mine)
    return Consequence(after, tuple(problem for line in mine for problem in line.problems), others)
