"""Checking a book: the file, its index and its photos are examined, and every match is scored again."""

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeVar

from scorekeeper.engine.problems import Problem, RuleError
from scorekeeper.engine.text import N_, Text
from scorekeeper.play.history.tallies import count_tallies
from scorekeeper.play.scoring.match import Match, load_fresh_match
from scorekeeper.store import Connection, Store
from scorekeeper.store.events import find_damaged_events
from scorekeeper.store.match_index import find_wrong_index_rows, rebuild_index
from scorekeeper.store.matches import MatchRow, read_every_match
from scorekeeper.store.photos import find_torn_photos, list_unused_photos

Row = TypeVar("Row")
DAMAGED = N_("The file is damaged: %(what)s")
CHANGED = N_("“%(name)s” is missing in the file, or not as the score pad made it.")


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault, in the match with the id `match`, or in the whole file if it is None.

    A `harmless` one needs no repair, such as a photo that no entry shows.
    """

    text: Text
    match: str | None = None
    harmless: bool = False


def check_book(store: Store, readable: Callable[[bytes], bool] = lambda jpeg: True) -> tuple[Finding, ...]:
    """Return the faults of a book: in its file, its index and its photos, and results that differ from today's rules.

    A photo must be unchanged since it was stored, and `readable` must return true for its bytes.
    """
    with store.read() as db:
        checks = (
            (Finding(Text(DAMAGED, {"what": what})) for what in store.find_damage(db)),
            (Finding(Text(CHANGED, {"name": name})) for name in store.find_changed_tables(db)),
            _run_check(db, find_wrong_index_rows, _describe_wrong_row),
            _run_check(db, lambda db: find_torn_photos(db, readable), _describe_damaged_photo),
            _run_check(db, list_unused_photos, _describe_unused_photo),
            _run_check(db, find_damaged_events, _describe_damaged_event),
            _run_check(db, _list_differences, lambda finding: finding),
        )
        return tuple(finding for check in checks for finding in check)


def _run_check(
    db: Connection, check: Callable[[Connection], Iterable[Row]], describe: Callable[[Row], Finding]
) -> Iterator[Finding]:
    """Yield a finding, made by `describe`, for each row that `check` returns.

    If the file is too damaged to continue, the last finding reports the damage.
    """
    try:
        yield from map(describe, check(db))
    except sqlite3.DatabaseError as error:
        yield Finding(Text(DAMAGED, {"what": str(error)}))


def _describe_wrong_row(match: str) -> Finding:
    """Return the finding that a match's row in the index is wrong."""
    return Finding(Text(N_("The list of matches tells it otherwise than its entries.")), match)


def _describe_damaged_photo(ids: tuple[str, str]) -> Finding:
    """Return the finding that a photo is damaged; `ids` has the id of its match and that of the photo."""
    return Finding(Text(N_("The photo %(photo)s is damaged."), {"photo": ids[1]}), ids[0])


def _describe_unused_photo(ids: tuple[str, str]) -> Finding:
    """Return the finding that no entry shows a photo; `ids` has the id of its match and that of the photo."""
    return Finding(Text(N_("No entry shows the photo %(photo)s: it goes by itself."), {"photo": ids[1]}), ids[0], True)


def _describe_damaged_event(id_: str) -> Finding:
    """Return the finding that an event cannot be read."""
    return Finding(Text(N_("The event %(event)s cannot be read."), {"event": id_}))


def _list_differences(db: Connection) -> Iterator[Finding]:
    """Yield a finding for each problem of each match, when it is scored again."""
    for row in read_every_match(db):
        yield from (Finding(text, row.id) for text in _find_faults(db, row))


def rebuild_match_index(store: Store) -> None:
    """Rebuild the match index from the entries, and count all tallies once to check that they can be counted."""
    with store.write() as db:
        rebuild_index(db)
    count_tallies(store)


def _find_faults(db: Connection, row: MatchRow) -> list[Text]:
    """Return a sentence for each fault of one match when it is scored again."""
    try:
        match = load_fresh_match(db, row)
    except RuleError as error:
        return [_describe_problem(problem) for problem in error.problems]
    return [_describe_problem(problem) for problem in match.sheet.problems] + _compare_results(match)


def _describe_problem(problem: Problem) -> Text:
    """Return a problem as a sentence that begins with its place."""
    return Text("%(place)s: %(problem)s", {"place": ", ".join(map(str, problem.place)), "problem": problem.file_text})


def _compare_results(match: Match) -> list[Text]:
    """Return a sentence if the recorded result differs from that of today's rules; empty if it does not."""
    sheet, final = match.sheet, match.final
    if final is None:
        return [Text(N_("It goes on, but by today's rules it is over."))] if sheet.over else []
    if not sheet.over:
        return [Text(N_("It ended, but by today's rules it goes on."))]
    final_result = _write_result(final.totals, final.winners)
    today = _write_result(sheet.totals, sheet.winners)
    if final_result == today:
        return []
    return [Text(N_("It ended %(told)s; by today's rules it ends %(today)s."), {"told": final_result, "today": today})]


def _write_result(totals: Mapping[str, int], winners: tuple[str, ...]) -> str:
    """Return a result as text: `Anna & Carl 62, Bo & Dora 40 (Anna & Carl)`."""
    points = ", ".join(f"{side} {total}" for side, total in totals.items())
    return f"{points} ({', '.join(winners)})"
