"""Backup files of a book, numbered in the order in which they were made, independent of the clock.

A name tells the number, the moment and why: `matches-000012-2026-11-22T080000.000000-start.db`. Copies of older score
pads have no number and are older than all that have one. A file that somebody put there by hand is a copy to restore
from, too; it is the oldest, and never deleted.
"""

import re
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

FOLDER = "backups"
MOMENT = "%Y-%m-%dT%H%M%S.%f"
NAMED = re.compile(r"-(?:(?P<number>\d{6,})-)?(?P<moment>\d{4}-\d\d-\d\dT\d{6}\.\d{6})-(?P<why>[\w-]+)\.db")


@dataclass(frozen=True, slots=True)
class CopyFile:
    """A copy of `size` bytes: when it was made as the clock said then, and how many were made before it; `own` if we
    named it, and `why` it was made then.
    """

    path: Path
    number: int
    made: datetime
    size: int
    own: bool
    why: str


def list_copy_files(book: Path) -> tuple[CopyFile, ...]:
    """The copies of the book in this file, the newest first."""
    found = list[CopyFile]()
    for path in (book.parent / FOLDER).glob(f"{book.stem}-*.db"):
        with suppress(FileNotFoundError):  # deleted meanwhile
            found.append(_describe(path, book.stem))
    return tuple(sorted(found, key=lambda copy: (copy.own, copy.number, copy.made, copy.path.name), reverse=True))


def name_copy(book: Path, why: str, ending: str = ".db") -> Path:
    """Where the next copy of the book belongs."""
    number = max((copy.number for copy in list_copy_files(book)), default=0) + 1
    return book.parent / FOLDER / f"{book.stem}-{number:06}-{datetime.now(UTC).strftime(MOMENT)}-{why}{ending}"


def _describe(path: Path, stem: str) -> CopyFile:
    named = NAMED.fullmatch(path.name.removeprefix(stem))
    try:
        made = datetime.strptime(named["moment"], MOMENT).replace(tzinfo=UTC) if named else None
    except ValueError:  # no day of any month
        made = named = None
    facts = path.stat()
    written = datetime.fromtimestamp(facts.st_mtime, UTC)
    number, why = (int(named["number"] or 0), named["why"]) if named else (0, "")
    return CopyFile(path, number, made or written, facts.st_size, named is not None, why)
