"""A row in which neighbours with touching equal halves may leave (Knock-out): its runs and its best end.

When any two or more neighbours of a run may leave, the best end is found by looking at stretches: a stretch can go
altogether when its first tile leaves in a group whose gaps were empty by then, each gap having gone before by itself.
When only whole runs may leave, a neighbour outside can spoil a stretch, and every order is tried, up to a bound.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from scorekeeper.engine.solitaires.positions import Lying

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
    n = len(row)

    @cache
    def clear(first: int, stop: int) -> tuple[Row, ...] | None:
        """The groups in which the stretch from `first` up to before `stop` goes altogether; None if it cannot."""
        if first == stop:
            return ()
        for place, before, group in chains(first, stop):
            if len(group) > 1 and (rest := clear(place + 1, stop)) is not None:
                return (*before, group, *rest)
        return None

    def chains(first: int, stop: int) -> Iterator[tuple[int, tuple[Row, ...], Row]]:
        """Groups that begin with `first`: the last place of each, what must have left before, the group."""
        reached: dict[int, tuple[tuple[Row, ...], Row]] = {first: ((), (row[first],))}
        for place in range(first, stop):
            if place not in reached:
                continue
            before, group = reached[place]
            yield place, before, group
            for following in range(place + 1, stop):
                touches = following not in reached and row[place].right == row[following].left
                if touches and (gap := clear(place + 1, following)) is not None:
                    reached[following] = ((*before, *gap), (*group, row[following]))

    # The fewest that stay of the first tiles, and where the last stretch that goes begins (None: the last tile stays).
    fewest: list[int] = [0]
    begins: list[int | None] = [None]
    for stop in range(1, n + 1):
        best, begin = fewest[stop - 1] + 1, None
        for first in range(stop - 1):
            if fewest[first] < best and clear(first, stop) is not None:
                best, begin = fewest[first], first
        fewest.append(best)
        begins.append(begin)
    left: list[Lying] = []
    groups: list[Row] = []
    stop = n
    while stop:
        begin = begins[stop]
        if begin is None:
            left.insert(0, row[stop - 1])
            stop -= 1
        else:
            groups[:0] = clear(begin, stop) or ()
            stop = begin
    return BestEnd(tuple(left), tuple(groups), exact=True)


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
