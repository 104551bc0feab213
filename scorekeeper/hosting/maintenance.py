"""Nightly maintenance of all books of a host: copies changed books, and deactivates and deletes unused ones.

It may be killed at any moment and run again: a copy is either complete or absent, and so is a folder.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Protocol

from scorekeeper.hosting.book_folders import DRAFT, deactivate_unused, delete_inactive, list_folders
from scorekeeper.play.photos import drop_unused_photos
from scorekeeper.play.upkeep.book import FILE
from scorekeeper.play.upkeep.copies import copy_at_start
from scorekeeper.play.upkeep.leftovers import drop_leftovers
from scorekeeper.play.upkeep.size import HostLimits
from scorekeeper.store import SqliteStore
from scorekeeper.store.connections import JOB
from scorekeeper.store.files import write_file

USUAL = HostLimits()
LAST = "last-night"  # the name of a file with the times of the last runs, the latest at the end
SEVERAL = 7  # nights in a row that have to agree before the clock is trusted
SHORTEST = timedelta(hours=12)  # between two nights; an earlier run counts as the same night
LONGEST = timedelta(days=40)  # between two nights that agree


@dataclass(frozen=True, slots=True)
class MaintenanceReport:
    """The report of a run.

    `copied` is the number of books that were copied. `deactivated` and `deleted` are ids of books; `failed` are the ids
    of books that could not be copied, with the errors.
    """

    copied: int
    deactivated: tuple[str, ...]
    deleted: tuple[str, ...]
    failed: tuple[tuple[str, Exception], ...]


class Maintenance(Protocol):
    """A function that does the nightly maintenance, as `maintain_books` does for books in folders."""

    def __call__(
        self, now: datetime, limits: HostLimits = USUAL, begin: Callable[[str], None] = ..., after: str = ""
    ) -> MaintenanceReport:
        """Do the maintenance of the night that `now` is in, and return a report."""


def maintain_books(
    data: Path,
    now: datetime,
    limits: HostLimits = USUAL,
    begin: Callable[[str], None] = lambda book: None,
    after: str = "",
) -> MaintenanceReport:
    """Maintain the books in the host's folder `data` and return a report.

    Copy each changed book, drop unused photos, deactivate books unused for a year, and delete inactive books whose time
    is over. `begin` is called with the id of each book before its turn, so that the caller can notice a book that takes
    too long. Only books whose id sorts after `after` are copied, so that the caller can skip such a book. A book that
    cannot be opened or copied does not stop the others. No book is deactivated or deleted unless the clock has gone on
    evenly for several nights.
    """
    copied = 0
    failed: list[tuple[str, Exception]] = []
    for folder in list_folders(data):
        if folder.name <= after:
            continue
        begin(folder.name)
        try:
            copied += _copy(folder, limits)
        except Exception as error:  # the other books must be copied in any case
            if folder.is_dir():  # else the owner has just deleted the book
                failed.append((folder.name, error))
    drop_leftovers(data, (f"{DRAFT}*",))
    nights = ""
    with suppress(OSError, ValueError):
        nights = (data / LAST).read_text(encoding="utf-8")
    nights, is_clock_trusted = judge_clock(nights, now)
    with suppress(OSError):  # on a full disk the next night is not trusted either
        write_file(data / LAST, nights)
    deactivated = deactivate_unused(data, now) if is_clock_trusted else ()
    deleted = delete_inactive(data, now, is_clock_trusted)
    return MaintenanceReport(copied, deactivated, deleted, tuple(failed))


def judge_clock(last: str, now: datetime) -> tuple[str, bool]:
    """Add tonight to the times of the `last` nights; return them, and whether the clock has gone on evenly meanwhile.

    A clock that is years ahead would deactivate every book at once. After a jump it is not trusted again before several
    nights agree with each other.
    """
    nights = list[datetime]()
    with suppress(ValueError):
        nights = [datetime.fromisoformat(line) for line in last.split()]
    if not nights or now - nights[-1] >= SHORTEST:
        nights.append(now)
    elif nights[-1] - now >= SHORTEST:
        nights = [now]
    if any(not SHORTEST <= later - earlier <= LONGEST for earlier, later in pairwise(nights)):
        nights = [now]
    return "\n".join(each.isoformat() for each in nights[-SEVERAL - 1 :]), len(nights) > SEVERAL


def _copy(folder: Path, limits: HostLimits) -> bool:
    """Drop unused photos of the book in `folder` and copy it; return whether it had changed since the last copy."""
    drop_leftovers(folder)
    with SqliteStore(folder / FILE, create=False, reserve=limits.reserve, seconds=JOB, strict=True) as store:
        drop_unused_photos(store)
        copied = copy_at_start(store, limits.backups, limits.copies) is not None
        store.truncate_log()
        return copied
