"""What is done for the books of a host each night: copies of what has changed, and an end for what nobody uses.

It can be ended at any moment and done once more: a copy is there as a whole or not at all, and a book is where it was
or where it is put.
"""

from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from scorekeeper.play.photos import drop_unused_photos
from scorekeeper.play.upkeep.book import FILE
from scorekeeper.play.upkeep.copies import copy_at_start
from scorekeeper.play.upkeep.leftovers import drop_leftovers
from scorekeeper.play.upkeep.size import HostLimits
from scorekeeper.play.upkeep.tree import DRAFT, drop_away, list_folders, put_unused_away
from scorekeeper.store import Store, StoreError

USUAL = HostLimits()
KEPT = 3  # copies of each book
LAST = "last-night"  # a file that says when this was done last
LONGEST = timedelta(days=40)  # between two nights of which the second one is believed


@dataclass(frozen=True, slots=True)
class NightsWork:
    """What was done: how many books were copied, which were put away or are gone for good, and which are in trouble."""

    copied: int
    away: tuple[str, ...]
    gone: tuple[str, ...]
    troubles: tuple[tuple[str, StoreError | OSError], ...]


def look_after_books(data: Path, now: datetime, limits: HostLimits = USUAL) -> NightsWork:
    """Copy each book that has changed, drop its unused photos, and let go what nobody has used for long.

    A book that cannot be opened or copied stops nothing. Nothing is let go in the first night, nor in one that by the
    clock is far from the last.
    """
    copied = 0
    troubles: list[tuple[str, StoreError | OSError]] = []
    for folder in list_folders(data):
        try:
            copied += _copy(folder, limits)
        except (StoreError, OSError) as error:
            if folder.is_dir():  # else its owner has just deleted it
                troubles.append((folder.name, error))
    drop_leftovers(data, (f"{DRAFT}*",))
    let_go = _is_believed(data / LAST, now)
    away, gone = (put_unused_away(data, now), drop_away(data, now)) if let_go else ((), ())
    return NightsWork(copied, away, gone, tuple(troubles))


def _is_believed(last: Path, now: datetime) -> bool:
    """Whether so much time may have passed since the last night as the clock says; this night is the last one then.

    A clock that is years ahead would end every book at once.
    """
    before = None
    with suppress(OSError, ValueError):
        before = datetime.fromisoformat(last.read_text(encoding="utf-8"))
    with suppress(OSError):  # on a full disk the next night is not believed either
        last.write_text(now.isoformat(), encoding="utf-8")
    return before is not None and timedelta() <= now - before <= LONGEST


def _copy(folder: Path, limits: HostLimits) -> bool:
    """Whether anything had changed since the last copy."""
    drop_leftovers(folder)
    with Store(folder / FILE, create=False, reserve=limits.reserve) as store:
        drop_unused_photos(store)
        copied = copy_at_start(store, KEPT, limits.copies) is not None
        store.truncate_log()
        return copied
