"""Nightly maintenance of all books of a host: copy what has changed, deactivate and delete what nobody uses.

It can be ended at any moment and done once more: a copy is there as a whole or not at all, and so is a folder.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from pathlib import Path

from scorekeeper.hosting.book_folders import DRAFT, deactivate_unused, delete_inactive, list_folders
from scorekeeper.play.photos import drop_unused_photos
from scorekeeper.play.upkeep.book import FILE
from scorekeeper.play.upkeep.copies import copy_at_start
from scorekeeper.play.upkeep.leftovers import drop_leftovers
from scorekeeper.play.upkeep.size import HostLimits
from scorekeeper.store import Store
from scorekeeper.store.connections import JOB
from scorekeeper.store.files import write_file

USUAL = HostLimits()
KEPT = 3  # copies of each book
LAST = "last-night"  # a file with the times of the last maintenances, the latest at the end
SEVERAL = 7  # nights in a row that have to agree before the date is believed
SHORTEST = timedelta(hours=12)  # between two nights; an earlier maintenance counts as the same night
LONGEST = timedelta(days=40)  # between two nights that agree


@dataclass(frozen=True, slots=True)
class MaintenanceReport:
    """How many books were copied, which were deactivated, which were deleted for good, and which failed and why."""

    copied: int
    deactivated: tuple[str, ...]
    deleted: tuple[str, ...]
    failed: tuple[tuple[str, Exception], ...]


def maintain_books(
    data: Path,
    now: datetime,
    limits: HostLimits = USUAL,
    begin: Callable[[str], None] = lambda book: None,
    after: str = "",
) -> MaintenanceReport:
    """Copy each changed book in the folder `data`, drop unused photos, and deactivate books unused for a year.

    `begin` is called with the id of each book before its turn, so that the caller can notice a book that takes too
    long. Only books whose id sorts `after` the given one are copied; the caller uses that to skip such a book. A book
    that cannot be opened or copied stops nothing. No book is deactivated or deleted unless the clock has gone on evenly
    for several nights.
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
    is_believed = _is_believed(data / LAST, now)
    deactivated = deactivate_unused(data, now) if is_believed else ()
    deleted = delete_inactive(data, now, is_believed)
    return MaintenanceReport(copied, deactivated, deleted, tuple(failed))


def _is_believed(last: Path, now: datetime) -> bool:
    """Record tonight in the file `last`, and return whether the clock has gone on evenly for several nights.

    A clock that is years ahead would deactivate every book at once. After a jump it is not believed again before
    several nights agree with each other.
    """
    nights = list[datetime]()
    with suppress(OSError, ValueError):
        nights = [datetime.fromisoformat(line) for line in last.read_text(encoding="utf-8").split()]
    if not nights or now - nights[-1] >= SHORTEST:
        nights.append(now)
    elif nights[-1] - now >= SHORTEST:
        nights = [now]
    if any(not SHORTEST <= later - earlier <= LONGEST for earlier, later in pairwise(nights)):
        nights = [now]
    with suppress(OSError):  # on a full disk the next night is not believed either
        write_file(last, "\n".join(each.isoformat() for each in nights[-SEVERAL - 1 :]))
    return len(nights) > SEVERAL


def _copy(folder: Path, limits: HostLimits) -> bool:
    """Copy one book, and return whether anything had changed since the last copy."""
    drop_leftovers(folder)
    with Store(folder / FILE, create=False, reserve=limits.reserve, seconds=JOB, strict=True) as store:
        drop_unused_photos(store)
        copied = copy_at_start(store, KEPT, limits.copies) is not None
        store.truncate_log()
        return copied
