"""The files of a book's copies, in the folder `backups` next to the book's file.

A name has a number, the time and the reason: `matches-000012-2026-11-22T080000.000000-start.db`. Copies are ordered by
number, which does not depend on the clock. Copies of old versions have no number and count as older than numbered ones.
A file that somebody put into the folder counts as the oldest copy and is never deleted.
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
    """One copy of a book: its path, its `number` in the order of copies, the time and its `size` in bytes.

    `own` is true if this program named the file; then `why` is the reason in the name, such as `start`. For other files
    `number` is 0, `why` is empty, and `made` is the time at which the file was last changed.
    """

    path: Path
    number: int
    made: datetime
    size: int
    own: bool
    why: str


def list_copy_files(book: Path) -> tuple[CopyFile, ...]:
    """Return the copies of the book in the file `book`, the newest first."""
    copies = list[CopyFile]()
    for path in (book.parent / FOLDER).glob(f"{book.stem}-*.db"):
        with suppress(FileNotFoundError):  # deleted meanwhile
            copies.append(_describe(path, book.stem))
    return tuple(sorted(copies, key=lambda copy: (copy.own, copy.number, copy.made, copy.path.name), reverse=True))


def name_copy(book: Path, why: str, ending: str = ".db") -> Path:
    """Return the path for the next copy of the book in the file `book`, made now for the reason `why`, such as `start`.

    `ending` is the suffix of the file's name. No file is created.
    """
    number = max((copy.number for copy in list_copy_files(book)), default=0) + 1
    return book.parent / FOLDER / f"{book.stem}-{number:06}-{datetime.now(UTC).strftime(MOMENT)}-{why}{ending}"


def _describe(path: Path, stem: str) -> CopyFile:
    """Return the copy at `path`, whose name is parsed; `stem` is the name of the book's file without its suffix."""
    named = NAMED.fullmatch(path.name.removeprefix(stem))
    try:
        made = datetime.strptime(named["moment"], MOMENT).replace(tzinfo=UTC) if named else None
    except ValueError:  # not a valid date
        made = named = None
    facts = path.stat()
    written = datetime.fromtimestamp(facts.st_mtime, UTC)
    number, why = (int(named["number"] or 0), named["why"]) if named else (0, "")
    return CopyFile(path, number, made or written, facts.st_size, named is not None, why)
