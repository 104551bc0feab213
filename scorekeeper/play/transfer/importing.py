"""Files that somebody gives, match files or one archive, into a book: all that is in them or nothing.

What kind of file it is, its content says and never its name.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from scorekeeper.engine.file.match import MatchFile
from scorekeeper.engine.problems import MOST_TOLD, Problem, RuleError
from scorekeeper.play.transfer.documents import MOST_BYTES, read_document
from scorekeeper.play.transfer.match_files import CheckedMatch, check_match, record_matches
from scorekeeper.play.transfer.unpacking import IsReading, Tidy, unpack_archive
from scorekeeper.play.transfer.zips import is_zip
from scorekeeper.store import Store, StoreError

GivenFile = tuple[str, IO[bytes]]
"""The name of a file, for messages, and its content."""


@dataclass(frozen=True, slots=True)
class CheckedFiles:
    """Match files that were scored to their end, or an archive that is still to be looked through."""

    matches: tuple[CheckedMatch, ...] = ()
    archive: GivenFile | None = None


@dataclass(frozen=True, slots=True)
class Imported:
    """How many matches are new and how many were here already; each match of a match file with its id."""

    new: int
    known: int = 0
    matches: tuple[tuple[str, MatchFile], ...] = ()


class FilesRefused(Exception):  # noqa: N818  # what was done with the files; raised and shown as such
    """Nothing was imported: `reasons` has the name of each file that is wrong, and everything that is wrong with it."""

    def __init__(self, *reasons: tuple[str, tuple[Problem, ...]]) -> None:
        super().__init__(reasons)
        self.reasons = reasons


def check_files(files: Sequence[GivenFile]) -> CheckedFiles:
    """Read and score the match files, or find the archive; raises FilesRefused."""
    archives = [each for each in files if is_zip(each[1])]
    found, reasons = list[CheckedMatch](), list[tuple[str, tuple[Problem, ...]]]()
    for name, stream in files:
        if (name, stream) in archives:
            continue
        try:
            found.append(check_match(read_document(stream.read(MOST_BYTES + 1))))
        except RuleError as error:
            reasons.append((name, error.problems))
    if archives and len(files) > 1:
        reasons.append(("", (Problem("not_alone"),)))
    if reasons:
        raise FilesRefused(*reasons)
    return CheckedFiles(tuple(found), archives[0] if archives else None)


def import_files(store: Store, files: CheckedFiles, tidy: Tidy, is_reading: IsReading) -> Imported:
    """Store what was checked; raises FilesRefused where the archive is wrong. Photos are kept as `tidy` gives them."""
    if files.archive:
        name, stream = files.archive
        try:
            return Imported(*unpack_archive(store, stream, tidy, is_reading))
        except RuleError as error:
            raise FilesRefused((name, error.problems)) from error
    ids = record_matches(store, files.matches)
    return Imported(len(ids), 0, tuple(zip(ids, (each.file for each in files.matches), strict=True)))


def import_paths(
    database: Path, paths: Sequence[tuple[str, Path]], tidy: Tidy, is_reading: IsReading
) -> Mapping[str, Any]:
    """Import files into the book in the file `database`, and tell what came of it as JSON values: for a worker.

    There is `new`, `known`, and the id of a match that came alone as `only`; or all `reasons`; or the `trouble`.
    """
    files = [(name, path.open("rb")) for name, path in paths]
    try:
        checked = check_files(files)
        with Store(database, create=False, seconds=math.inf) as store:
            done = import_files(store, checked, tidy, is_reading)
    except FilesRefused as refused:
        return {"reasons": [_write_reason(name, problems) for name, problems in refused.reasons]}
    except StoreError as error:
        return {"trouble": error.to_json()}
    finally:
        for _, file in files:
            file.close()
    return {"new": done.new, "known": done.known, "only": done.matches[0][0] if len(done.matches) == 1 else None}


def _write_reason(name: str, problems: Sequence[Problem]) -> dict[str, Any]:
    told = [problem.to_json() for problem in problems[:MOST_TOLD]]
    return {"file": name, "problems": told, "more": len(problems) - len(told)}
