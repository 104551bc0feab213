"""What is done for the books of a host each night: copies of what has changed, and an end for what nobody uses.

It can be ended at any moment and done once more: a copy is there as a whole or not at all, and a book is where it was
or where it is put.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from pathlib import Path

from scorekeeper.play.photos import drop_unused_photos
from scorekeeper.play.upkeep.book import FILE
from scorekeeper.play.upkeep.copies import copy_at_start
from scorekeeper.play.upkeep.leftovers import drop_leftovers
from scorekeeper.play.upkeep.size import HostLimits
from scorekeeper.play.upkeep.tree import DRAFT, drop_away, list_folders, put_unused_away
from scorekeeper.store import Store
from scorekeeper.store.connections import JOB
from scorekeeper.store.files import write_file

USUAL = HostLimits()
KEPT = 3  # copies of each book
LAST = "last-night"  # a file with the moments at which this was done lately, by the clock, the last one last
SEVERAL = 7  # nights in a row that have to agree before the date is believed
SHORTEST = timedelta(hours=12)  # between two nights; what comes earlier is the same night once more
LONGEST = timedelta(days=40)  # between two nights that agree


@dataclass(frozen=True, slots=True)
class NightsWork:
    """What was done: how many books were copied, which were put away or are gone for good, and which are in trouble."""

    copied: int
    away: tuple[str, ...]
    gone: tuple[str, ...]
    troubles: tuple[tuple[str, Exception], ...]


def look_after_books(
    data: Path,
    now: datetime,
    limits: HostLimits = USUAL,
    begin: Callable[[str], None] = lambda book: None,
    after: str = "",
) -> NightsWork:
    """Copy each book that has changed, drop its unused photos, and let go what nobody has used for long.

    `begin` is told the id of each book before it is looked after, so that a caller notices one that takes too long and
    can have the books `after` that one looked after by another process.

    A book that cannot be opened or copied stops nothing. Nothing is let go unless the clock has gone on evenly for
    several nights.
    """
    copied = 0
    troubles: list[tuple[str, Exception]] = []
    for folder in list_folders(data):
        if folder.name <= after:
            continue
        begin(folder.name)
        try:
            copied += _copy(folder, limits)
        except Exception as error:  # whatever it is, the other books are still to be copied
            if folder.is_dir():  # else its owner has just deleted it
                troubles.append((folder.name, error))
    drop_leftovers(data, (f"{DRAFT}*",))
    let_go = _is_believed(data / LAST, now)
    away = put_unused_away(data, now) if let_go else ()
    gone = drop_away(data, now, let_go)
    return NightsWork(copied, away, gone, tuple(troubles))


def _is_believed(last: Path, now: datetime) -> bool:
    """Whether the date may be what the clock says: it has gone on evenly for several nights; note this night, too.

    A clock that is years ahead would put every book away at once. One that jumps is not believed again before several
    nights agree with each other.
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
    """Whether anything had changed since the last copy."""
    drop_leftovers(folder)
    with Store(folder / FILE, create=False, reserve=limits.reserve, seconds=JOB, strict=True) as store:
        drop_unused_photos(store)
        copied = copy_at_start(store, KEPT, limits.copies) is not None
        store.truncate_log()
        return copied
