"""Statistics of a period, counted from its last matches until they are stored, and afterwards from all its matches.

A form of the page stores the counts (see `record_period`), so that the next page adds only the matches that ended
since. If no counts are stored, a page counts at most `MOST_IN_PERIOD` matches.
"""

from collections.abc import Callable, Iterable
from typing import Any, Protocol, TypeVar

from scorekeeper.play.history.periods import Period
from scorekeeper.store import Connection, Store
from scorekeeper.store.finished_matches import (
    FinishedMatch,
    find_finished_evening,
    has_finished_outside,
    has_finished_since,
    has_more_finished,
    list_finished_between,
    list_finished_since,
)
from scorekeeper.store.match_index import LATEST
from scorekeeper.store.periods import find_counted, find_counted_position, write_counted

AT_ONCE = 500  # finished matches in a transaction
MOST_IN_PERIOD = 1_000  # matches of a period that are counted while its statistics are not stored


class PeriodCounting(Protocol):
    """Statistics to which finished matches are added; `data` holds the counts as JSON values."""

    data: dict[str, Any]

    def add_endings(self, endings: Iterable[FinishedMatch]) -> None:
        """Add these finished matches, in the order in which they ended."""


Counted = TypeVar("Counted", bound=PeriodCounting)
MakeCounting = Callable[[dict[str, Any]], Counted]
"""A function that returns a counting which continues from the stored data of an earlier one, or from an empty dict."""


def narrow_period(db: Connection, period: Period | None) -> Period | None:
    """Return `period`, or None if it is None or contains every finished match.

    Without a period, the statistics of all time are used.
    """
    return period if period and has_finished_outside(db, *period.find_bounds()) else None


def counts_whole(store: Store, kind: str, period: Period) -> bool:
    """Return whether the statistics of one kind of the period include all its matches.

    They do if they are stored, if there are at most `MOST_IN_PERIOD` matches, or if the period has all matches of the
    book.
    """
    with store.read() as db:
        narrow = narrow_period(db, period)
        if narrow is None or find_counted_position(db, kind, *_find_bounds(db, narrow)):
            return True
        return not has_more_finished(db, *narrow.find_bounds(), MOST_IN_PERIOD)


def count_period(db: Connection, kind: str, period: Period, make: MakeCounting[Counted]) -> Counted:
    """Return the statistics of one kind of the period; nothing is written."""
    bounds = _find_bounds(db, period)
    stored = find_counted(db, kind, *bounds)
    if stored is None:
        counting = make({})
        counting.add_endings(list_finished_between(db, *bounds, MOST_IN_PERIOD))
    else:
        counting = make(dict(stored[1]))
        counting.add_endings(list_finished_since(db, *bounds, stored[0]))
    return counting


def record_period(store: Store, kind: str, period: Period, make: Callable[[Connection], MakeCounting[Counted]]) -> None:
    """Count the matches that the stored statistics of a period lack, and store the result. Raises StoreError.

    Each transaction counts only some matches, so that a long history does not block the tables that are playing.
    """
    while has_unrecorded_period(store, kind, period):
        with store.write() as db:
            bounds = _find_bounds(db, period)
            upto, data = find_counted(db, kind, *bounds) or (0, {})
            counting = make(db)(dict(data))
            endings = tuple(list_finished_since(db, *bounds, upto, AT_ONCE))
            counting.add_endings(endings)
            write_counted(db, kind, *bounds, endings[-1].ended if endings else upto, counting.data)


def has_unrecorded_period(store: Store, kind: str, period: Period) -> bool:
    """Return whether the stored statistics of a period lack a match, so that `record_period` would store something."""
    with store.read() as db:
        bounds = _find_bounds(db, period)
        return has_finished_since(db, *bounds, find_counted_position(db, kind, *bounds))


def _find_bounds(db: Connection, period: Period) -> tuple[int, int]:
    """Return the serials at which the period begins and ends; the end is open if no match lies after it.

    So `this year` has the same bounds on every evening of the year.
    """
    begins, ends = period.find_bounds()
    last = find_finished_evening(db, LATEST)
    return begins, LATEST if last is None or last < ends else ends
