"""A row in which neighbours with touching equal halves may leave (Knock-out): its runs and its best end.

When any two or more neighbours of a run may leave, a stretch of the row can leave altogether if its first tile leaves
together with later ones, and what lies between them could leave before. Of 1-2 5-6 6-5 2-3, the 5-6 and 6-5 leave
first, then 1-2 and 2-3 are neighbours and leave. Which stretches can leave is found from the short ones to the long.

When only whole runs may leave, it matters what lies outside a stretch, too: of 1-2 2-3 3-4 the first two may not
leave alone. So every order is tried there, up to a bound.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from scorekeeper.engine.layout.positions import Lying

Row = tuple[Lying, ...]
BOUND = 20_000


@dataclass(frozen=True, slots=True)
class BestEnd:
    """The fewest tiles found that can stay, and the groups that leave one after the other to get there.

    `exact` says that fewer is impossible; else the bound was hit and it is only the best found.
    """

    left: Row
    groups: tuple[Row, ...]
    exact: bool


def find_runs(row: Row) -> tuple[tuple[int, int], ...]:
    """The longest matching stretches of two or more, as first and last place, counted from 0."""
    found = []
    first = 0
    for place in range(1, len(row) + 1):
        if place == len(row) or row[place - 1].right != row[place].left:
            if place - first > 1:
                found.append((first, place - 1))
            first = place
    return tuple(found)


def find_best_end(row: Row, whole_runs: bool, bound: int = BOUND) -> BestEnd:
    """How few tiles can stay. `bound` is the number of different rows looked at, where every order has to be tried."""
    least = _best_of_parts(row)
    return _best_of_whole_runs(row, len(least.left), bound) if whole_runs else least


# -- any part of a run may leave -------------------------------------------------------------------------------------


def _best_of_parts(row: Row) -> BestEnd:
    """The best end, put together from stretches that leave altogether and tiles that stay."""
    stretches = _Stretches(row)
    left: list[Lying] = []
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
    """Which stretches of a row can leave altogether; a stretch goes from a place up to before another."""

    def __init__(self, row: Row) -> None:
        self.row = row
        self._known: dict[tuple[int, int], tuple[Row, ...] | None] = {}

    def clear(self, first: int, stop: int) -> tuple[Row, ...] | None:
        """The groups in which the stretch leaves, one after the other; None if it cannot."""
        if first == stop:
            return ()
        if (first, stop) not in self._known:
            self._known[first, stop] = self._clear(first, stop)
        return self._known[first, stop]

    def _clear(self, first: int, stop: int) -> tuple[Row, ...] | None:
        for place, before, group in self._groups_from(first, stop):
            if len(group) > 1 and (rest := self.clear(place + 1, stop)) is not None:
                return (*before, group, *rest)
        return None

    def _groups_from(self, first: int, stop: int) -> Iterator[tuple[int, tuple[Row, ...], Row]]:
        """Groups in which the tile at `first` can leave: the last place of each, what must leave before, the group."""
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
        """For so many first tiles of the row, at its best end: where the last stretch that leaves begins.

        None: the last of these tiles stays.
        """
        fewest: list[int] = [0]  # that stay of so many first tiles
        begins: list[int | None] = [None]
        for stop in range(1, len(self.row) + 1):
            best, begin = fewest[stop - 1] + 1, None
            for first in range(stop - 1):
                if fewest[first] < best and self.clear(first, stop) is not None:
                    best, begin = fewest[first], first
            fewest.append(best)
            begins.append(begin)
        return begins


# -- only whole runs may leave ---------------------------------------------------------------------------------------


def _best_of_whole_runs(row: Row, least: int, bound: int) -> BestEnd:
    """Every order of taking whole runs; stops at `least` tiles, below which nothing can come."""
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
