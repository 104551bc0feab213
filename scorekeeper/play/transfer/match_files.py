"""Export and import of match files: an exported match that is imported again has the same sheet."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import takewhile
from typing import Any

from scorekeeper.engine.file.match import MOST_ENTRIES, MatchDraft, MatchFile, read_draft, write_match_json
from scorekeeper.engine.file.match import write_sheet_json as write_sheet_json
from scorekeeper.engine.file.remark import NOTHING
from scorekeeper.engine.file.schema import make_schema as make_schema
from scorekeeper.engine.problems import MOST_LISTED, Findings, Problem, RuleError
from scorekeeper.engine.sheet.fold import Line, Sheet, fold, follow_entries, start_sheet
from scorekeeper.play.history.details import find_match_remark
from scorekeeper.play.player_names import check_distinct_persons
from scorekeeper.play.scoring.digests import make_digest, make_digest_of_lines
from scorekeeper.play.scoring.match import load_match
from scorekeeper.play.scoring.writing import begin_match, record_result
from scorekeeper.store import Connection, Store
from scorekeeper.store.entries import EntryRow, write_entry, write_new_entries
from scorekeeper.store.evenings import join_evening
from scorekeeper.store.ids import make_id
from scorekeeper.store.matches import write_match
from scorekeeper.store.notes import write_remark

FIRST_LOOK = 1_000  # the number of entries of the shortest beginning that is checked


@dataclass(frozen=True, slots=True)
class CheckedMatch:
    """The match of a match file that was scored to its end.

    `outcome` is its last sheet, usually without the lines, which would take much memory; `digest` has the numbers that
    statistics need from the lines.
    """

    file: MatchFile
    outcome: Sheet
    digest: Mapping[str, Any]


def export_match(store: Store, match_id: str) -> dict[str, Any]:
    """Return the match as the JSON object of a match file.

    Raises NotFoundError, or RuleError if the match cannot be read any more.
    """
    match, remark = load_match(store, match_id), find_match_remark(store, match_id)
    return write_match_json(match.variant, match.seating, [line.entry for line in match.sheet.lines], remark)


def record_matches(store: Store, matches: Sequence[CheckedMatch]) -> tuple[str, ...]:
    """Store checked matches as new matches, all of them or none, and return their ids."""
    with store.write() as db:
        return tuple(_store(db, each) for each in matches)


def _store(db: Connection, checked: CheckedMatch) -> str:
    """Store a checked match as a new one, and return its id."""
    file, now = checked.file, datetime.now(UTC)
    row, _ = begin_match(db, file.variant, file.seating)
    numbered = enumerate(file.entries, start=1)
    rows = (EntryRow(number, f"import {number}", now, entry.to_json(), None) for number, entry in numbered)
    write_new_entries(db, row.serial, rows)
    if checked.outcome.over:
        record_result(db, row.serial, checked.outcome, checked.digest, now)
    if file.remark != NOTHING:
        write_remark(db, row.serial, file.remark, now)
    return row.id


def record_match_as_played(db: Connection, checked: CheckedMatch, began: datetime, ended: datetime, post: str) -> None:
    """Store a finished match that was played before, between `began` and `ended`; `post` says where it comes from.

    Raise RuleError if two of its names mean one person.
    """
    file, seating = checked.file, checked.file.seating
    check_distinct_persons(db, seating.players)
    row = write_match(
        db,
        make_id(),
        file.variant.key,
        seating.players,
        seating.partners,
        seating.lead,
        seating.options,
        began,
        post,
        newest=False,
    )
    for number, entry in enumerate(file.entries, start=1):
        write_entry(db, row.serial, EntryRow(number, f"import {number}", ended, entry.to_json(), None), newest=False)
    record_result(db, row.serial, checked.outcome, checked.digest, ended, newest=False)
    if file.remark != NOTHING:
        write_remark(db, row.serial, file.remark, datetime.now(UTC))
    join_evening(db, row.serial)


def check_match(document: object, with_lines: bool = False) -> CheckedMatch:
    """Return the match of a match file, scored to its end. Raises RuleError with every problem.

    `document` is the JSON value of the file. With `with_lines` the outcome has the lines of its entries. The beginning
    of a long file is checked first: if it has as many problems as are listed, the rest is not read.
    """
    for beginning, rest in _list_beginnings(document):
        try:
            _check_whole(beginning)
        except RuleError as error:
            if len(error.problems) >= MOST_LISTED:
                unread = Problem("rest_not_read", ("entries",), (("number", rest),))
                raise RuleError((*error.problems[: MOST_LISTED - 1], unread)) from None
    return _check_whole(document, with_lines)


def _list_beginnings(document: object) -> Iterator[tuple[object, int]]:
    """Yield the document with only its first thousand entries, then ten thousand …; and how many entries are left out.

    No beginning is longer than a quarter of the file, so that checking them adds little time. Nothing is yielded for a
    file with more entries than a match may have.
    """
    entries = document.get("entries") if isinstance(document, dict) else None
    count = FIRST_LOOK
    while isinstance(entries, list) and isinstance(document, dict) and 4 * count <= len(entries) <= MOST_ENTRIES:
        yield document | {"entries": entries[:count]}, len(entries) - count
        count *= 10


def _check_whole(document: object, with_lines: bool = False) -> CheckedMatch:
    """Return the match of a match file, of which all entries are scored. Raises RuleError with every problem."""
    draft = read_draft(document)
    if draft.problems:
        raise RuleError(_sort_problems((*draft.problems, *_list_entry_problems(draft))))
    file, problems = draft.settle(), list[Problem]()
    if with_lines:
        sheet = fold(file.variant, file.seating, file.entries)
        if found := sheet.problems:
            raise RuleError(_sort_problems(found))
        return CheckedMatch(file, sheet, make_digest(sheet))
    outcome = start_sheet(file.variant, file.seating)

    def list_counting() -> Iterator[Line]:
        """Yield the lines that count for the digest, and collect the problems of all lines and the last sheet."""
        nonlocal outcome
        for sheet, line in follow_entries(file.variant, file.seating, file.entries):
            outcome = sheet
            problems.extend(problem.under(f"entry {line.number}") for problem in line.problems)
            if not line.struck and line.entry.has_line:
                yield line

    digest = make_digest_of_lines(outcome.game, list_counting())
    if problems:
        raise RuleError(_sort_problems(tuple(problems)))
    return CheckedMatch(file, outcome, digest)


def _list_entry_problems(draft: MatchDraft) -> tuple[Problem, ...]:
    """Return the problems of the entries that could be parsed, in a file in which others could not.

    Up to the first entry that could not be parsed, the match is scored. Each later entry is checked separately, and
    only if that is possible: no problem is reported that would vanish when another mistake is corrected. If the second
    entry of a file cannot be parsed, the third is reported for showing six open ends, but not for a tile that fits
    nowhere.
    """
    variant, seating = draft.variant, draft.seating
    if variant is None or seating is None:
        return _list_lone_problems(draft)
    followed = [entry for entry in takewhile(lambda entry: entry is not None, draft.entries) if entry is not None]
    problems = [
        problem.under(f"entry {line.number}")
        for _, line in follow_entries(variant, seating, followed)
        for problem in line.problems
    ]
    for number, entry in enumerate(draft.entries[len(followed) :], start=len(followed) + 1):
        if entry is None or not entry.stands_alone:
            continue
        if entry.refers_to is not None:
            if not 1 <= entry.refers_to < number:
                problems.append(Problem("no_such_entry", (f"entry {number}", "of"), (("number", entry.refers_to),)))
            continue
        (alone,) = fold(variant, seating, [entry]).lines
        problems += [problem.under(f"entry {number}") for problem in alone.problems if problem.key != "lead_missing"]
    return tuple(problems)


def _list_lone_problems(draft: MatchDraft) -> tuple[Problem, ...]:
    """Return the problems of entries apart from other entries, in a file whose game or players are invalid."""
    findings = Findings()
    for number, entry in enumerate(draft.entries, start=1):
        if entry is not None:
            with findings.at(f"entry {number}"):
                entry.check_alone()
    return tuple(findings.problems)


def _sort_problems(problems: tuple[Problem, ...]) -> tuple[Problem, ...]:
    """Return problems in order: those of the whole file first, then entry by entry."""

    def number(problem: Problem) -> int:
        """Return the number of the entry with the problem; 0 if the whole file has it."""
        match = re.match(r"entry (\d+)", str(*problem.place[:1]))
        return int(match[1]) if match else 0

    return tuple(sorted(problems, key=number))
