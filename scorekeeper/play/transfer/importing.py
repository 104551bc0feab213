"""Import of files into a book: either everything in them is stored, or nothing."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from scorekeeper.engine.file.match import MatchFile
from scorekeeper.engine.problems import MOST_LISTED, Problem, RuleError
from scorekeeper.play.history.statistics import record_statistics
from scorekeeper.play.transfer.csv_plays import Table
from scorekeeper.play.transfer.formats import Archive, find_format
from scorekeeper.play.transfer.match_files import CheckedMatch, record_matches
from scorekeeper.play.transfer.play_import import PlayChoice, check_plays, describe_plays, record_plays
from scorekeeper.play.transfer.plays import Plays
from scorekeeper.play.transfer.unpacking import CleanPhoto, IsReading, unpack_archive
from scorekeeper.store import Store, StoreError

NamedFile = tuple[str, IO[bytes]]
"""The name of a file, for messages, and the file, open at its start."""


@dataclass(frozen=True, slots=True)
class CheckedFiles:
    """The matches of files, scored to their end, or an archive with its name, which is checked when it is stored.

    `plays` are those of another program, which are listed and stored after a question.
    """

    matches: tuple[CheckedMatch, ...] = ()
    archive: NamedFile | None = None
    plays: Plays | Table | None = None


@dataclass(frozen=True, slots=True)
class ImportResult:
    """The numbers of matches that were `new` and that were stored before (`known`).

    `matches` has, for each match that came from a match file, its new id and the file's content.
    """

    new: int
    known: int = 0
    matches: tuple[tuple[str, MatchFile], ...] = ()


class ImportRefusedError(Exception):
    """Nothing was imported. `reasons` pairs the name of each invalid file with every problem in it."""

    def __init__(self, *reasons: tuple[str, tuple[Problem, ...]]) -> None:
        super().__init__(reasons)
        self.reasons = reasons


def check_files(files: Sequence[NamedFile]) -> CheckedFiles:
    """Return the content of files: matches that were scored to their end, an archive, or plays of another program.

    The archive itself is checked when it is stored. Raises ImportRefusedError for files that cannot be read, and for an
    archive or plays together with other files.
    """
    matches, archive, plays = list[CheckedMatch](), None, None
    reasons = list[tuple[str, tuple[Problem, ...]]]()
    for name, file in files:
        try:
            content = find_format(file).read(file)
        except RuleError as error:
            reasons.append((name, error.problems))
            continue
        if isinstance(content, Archive):
            archive = name, content.file
        elif isinstance(content, Plays | Table):
            plays = content
        else:
            matches.extend(content)
    if archive and len(files) > 1:
        reasons.append(("", (Problem("not_alone"),)))
    if plays and len(files) > 1:
        reasons.append(("", (Problem("plays_not_alone"),)))
    if reasons:
        raise ImportRefusedError(*reasons)
    return CheckedFiles(tuple(matches), archive, plays)


def import_files(store: Store, files: CheckedFiles, tidy: CleanPhoto, is_reading: IsReading) -> ImportResult:
    """Store checked files in the book, and return the numbers of matches.

    The photos of an archive are stored as the function `tidy` returns them, and `is_reading` must return true for their
    readings. Raises ImportRefusedError for an invalid archive.
    """
    if files.archive:
        name, file = files.archive
        try:
            return ImportResult(*unpack_archive(store, file, tidy, is_reading))
        except RuleError as error:
            raise ImportRefusedError((name, error.problems)) from error
    ids = record_matches(store, files.matches)
    return ImportResult(len(ids), 0, tuple(zip(ids, (each.file for each in files.matches), strict=True)))


def import_paths(
    open_book: Callable[[], AbstractContextManager[Store]],
    paths: Sequence[tuple[str, Path]],
    tidy: CleanPhoto,
    is_reading: IsReading,
    choice: PlayChoice | None = None,
    only_look: bool = True,
) -> Mapping[str, Any]:
    """Import named files into the book that `open_book` opens, in a worker process, and return JSON values.

    `paths` pairs the name of each file, for messages, with its path. The keys of the result are `new`, `known` and
    `only`, the id of a match that was imported alone or None. If the files were refused, the key is `reasons`; for a
    StoreError it is `trouble`. Of the plays of another program only those that `choice` wants are imported; with
    `only_look` none, and the key of the result is `preview` (see `describe_plays`).
    """
    files = [(name, path.open("rb")) for name, path in paths]
    try:
        checked = check_files(files)
        with open_book() as store:
            if checked.plays:
                return _import_plays(store, paths[0][0], checked.plays, choice or PlayChoice(), only_look)
            done = import_files(store, checked, tidy, is_reading)
            record_statistics(store)  # otherwise each page of players would count all matches again
    except ImportRefusedError as refused:
        return {"reasons": [_write_reason(name, problems) for name, problems in refused.reasons]}
    except StoreError as error:
        return {"trouble": error.to_json()}
    finally:
        for _, file in files:
            file.close()
    return {"new": done.new, "known": done.known, "only": done.matches[0][0] if len(done.matches) == 1 else None}


def _import_plays(
    store: Store, name: str, content: Plays | Table, choice: PlayChoice, only_look: bool
) -> Mapping[str, Any]:
    """Import the plays of the file `name`, or with `only_look` describe what would be imported."""
    if only_look:
        return {"preview": look_at_plays(store, content, choice)}
    try:
        new, known, import_id = record_plays(store, content, choice)
    except RuleError as error:
        raise ImportRefusedError((name, error.problems)) from error
    record_statistics(store)
    return {"new": new, "known": known, "only": None, "taken": import_id}


def look_at_plays(store: Store, content: Plays | Table, choice: PlayChoice) -> dict[str, Any]:
    """Return what would be imported of the plays of another program, as JSON values (see `describe_plays`)."""
    with store.read() as db:
        return describe_plays(db, check_plays(db, content, choice), content, choice)


def _write_reason(name: str, problems: Sequence[Problem]) -> dict[str, Any]:
    """Return the problems of one file as JSON values: the first `MOST_LISTED`, and the number of the rest as `more`."""
    written = [problem.to_json() for problem in problems[:MOST_LISTED]]
    return {"file": name, "problems": written, "more": len(problems) - len(written)}
