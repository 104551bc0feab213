"""Knock-out: a row from which neighbours with equal touching halves are removed. Its runs and its best end.

A run is a longest stretch of neighbours whose touching halves are equal. If any two or more neighbours of a run may be
removed, a stretch can be cleared if its first tile can be removed together with later ones after the tiles between them
were cleared. From 1-2 5-6 6-5 2-3 first 5-6 and 6-5 are removed; then 1-2 and 2-3 are neighbours and are removed. The
search works from short stretches to long ones and remembers which can be cleared.

If only whole runs may be removed, tiles outside a stretch matter too: from 1-2 2-3 3-4 the first two cannot be removed
alone. Then the search tries every order, up to a bound.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from scorekeeper.engine.layout.positions import RowTile

Row = tuple[RowTile, ...]
BOUND = 20_000


@dataclass(frozen=True, slots=True)
class BestEnd:
    """The smallest row that was found to be left, and the groups that are removed one after the other to reach it.

    `exact` says that fewer tiles are impossible; otherwise the search stopped at its bound.
    """

    left: Row
    groups: tuple[Row, ...]
    exact: bool


def find_runs(row: Row) -> tuple[tuple[int, int], ...]:
    """Return the runs of a row of Knock-out that have two or more tiles, as (first index, last index)."""
    runs = []
    first = 0
    for place in range(1, len(row) + 1):
        if place == len(row) or row[place - 1].right != row[place].left:
            if place - first > 1:
                runs.append((first, place - 1))
            first = place
    return tuple(runs)


def find_best_end(row: Row, whole_runs: bool, bound: int = BOUND) -> BestEnd:
    """Return the smallest row that can be left of `row`, with the groups of tiles to remove.

    With `whole_runs`, only whole runs may be removed, and the search looks at no more than `bound` different rows.
    """
    least = _find_best_of_parts(row)
    return _find_best_of_whole_runs(row, len(least.left), bound) if whole_runs else least


# -- any part of a run may be removed --------------------------------------------------------------------------------


def _find_best_of_parts(row: Row) -> BestEnd:
    """Return the best end, put together from stretches that can be cleared and tiles that stay."""
    stretches = _Stretches(row)
    left: list[RowTile] = []
    groups: list[Row] = []
    begins, stop = stretches.find_last_begins(), len(row)
    while stop:
        begin = begins[stop]
        if begin is None:
            stop -= 1
            left.insert(0, row[stop])
        else:
            groups[:0] = stretches.clear(begin, stop) or ()
            stop = begin
    return BestEnd(tuple(left), tuple(groups), exact=True)


class _Stretches:
    """The stretches of a row that can be cleared. A stretch includes its first index and excludes `stop`."""

    def __init__(self, row: Row) -> None:
        self.row = row
        self._known: dict[tuple[int, int], tuple[Row, ...] | None] = {}

    def clear(self, first: int, stop: int) -> tuple[Row, ...] | None:
        """Return the groups in which the stretch is cleared, one after the other; None if it cannot be."""
        if first == stop:
            return ()
        if (first, stop) not in self._known:
            self._known[first, stop] = self._clear(first, stop)
        return self._known[first, stop]

    def _clear(self, first: int, stop: int) -> tuple[Row, ...] | None:
        """Compute the result of `clear`, which remembers it."""
        for place, before, group in self._list_groups_from(first, stop):
            if len(group) > 1 and (rest := self.clear(place + 1, stop)) is not None:
                return (*before, group, *rest)
        return None

    def _list_groups_from(self, first: int, stop: int) -> Iterator[tuple[int, tuple[Row, ...], Row]]:
        """Yield the groups in which the tile at `first` can be removed.

        Each is a tuple of the group's last index, the groups that are removed before, and the group.
        """
        row = self.row
        reached: dict[int, tuple[tuple[Row, ...], Row]] = {first: ((), (row[first],))}
        for place in range(first, stop):
            if place not in reached:
                continue
            before, group = reached[place]
            yield place, before, group
            for following in range(place + 1, stop):
                touches = following not in reached and row[place].right == row[following].left
                if touches and (gap := self.clear(place + 1, following)) is not None:
                    reached[following] = ((*before, *gap), (*group, row[following]))

    def find_last_begins(self) -> list[int | None]:
        """Return for each number of first tiles of the row where the last cleared stretch of its best end begins.

        None says that the last of these tiles stays.
        """
        fewest: list[int] = [0]  # how many of the first `stop` tiles stay at best
        begins: list[int | None] = [None]
        for stop in range(1, len(self.row) + 1):
            best, begin = fewest[stop - 1] + 1, None
            for first in range(stop - 1):
                if fewest[first] < best and self.clear(first, stop) is not None:
                    best, begin = fewest[first], first
            fewest.append(best)
            begins.append(begin)
        return begins


# -- only whole runs may be removed ----------------------------------------------------------------------------------


def _find_best_of_whole_runs(row: Row, least: int, bound: int) -> BestEnd:
    """Return the best end over every order of removing whole runs.

    Stop at `least` tiles, since no order can leave fewer, and after `bound` different rows.
    """
    best: tuple[Row, tuple[Row, ...]] = (row, ())
    seen = {row}
    waiting: list[tuple[Row, tuple[Row, ...]]] = [best]
    while waiting and len(best[0]) > least:
        left, groups = waiting.pop()
        for first, last in find_runs(left):
            after = left[:first] + left[last + 1 :]
            if after in seen:
                continue
            if len(seen) == bound:
                return BestEnd(*best, exact=False)
            seen.add(after)
            waiting.append((after, (*groups, left[first : last + 1])))
            best = min(best, waiting[-1], key=lambda end: len(end[0]))
    return BestEnd(*best, exact=True)
