"""Matching of halves to tiles if several pairings are possible: the matching with the greatest sum of scores.

Black tiles without a divider that lie end to end look like one long bar: a pair in its middle may have the best score
and yet leave one unmatched half on either side.
"""

from collections.abc import Sequence

from ..reading.groups import DisjointSets

MAX_STEPS = 20_000
"""Search steps for one connected group of pairs; beyond them the best pairs are taken greedily."""

Pair = tuple[int, int]


def find_best_matching(scores: Sequence[float], pairs: Sequence[Pair]) -> tuple[int, ...]:
    """Return the indices of the pairs that share no member and have the greatest sum of `scores`, best first."""
    order = sorted(range(len(pairs)), key=lambda k: -scores[k])
    chosen: list[int] = []
    for group in _group(order, pairs):
        chosen += _Search(scores, pairs, group).best
    return tuple(sorted(chosen, key=lambda k: -scores[k]))


def _group(order: Sequence[int], pairs: Sequence[Pair]) -> list[list[int]]:
    """Return the pairs (indices) in groups that share no member with each other, each group in the order of `order`."""
    sets = DisjointSets(max((member for pair in pairs for member in pair), default=-1) + 1)
    for pair in pairs:
        sets.union(*pair)
    groups: dict[int, list[int]] = {}
    for k in order:
        groups.setdefault(sets.find(pairs[k][0]), []).append(k)
    return list(groups.values())


class _Search:
    """A branch-and-bound search over one group of pairs, best pair first.

    `best` are the indices of pairs that share no member and have the greatest sum of scores.
    """

    def __init__(self, scores: Sequence[float], pairs: Sequence[Pair], group: Sequence[int]) -> None:
        self._scores, self._pairs, self._group = scores, pairs, group
        self._rest = [0.0] * (len(group) + 1)
        for place in range(len(group) - 1, -1, -1):
            self._rest[place] = self._rest[place + 1] + scores[group[place]]
        self._steps, self._most = 0, 0.0
        self.best: list[int] = []
        self._try(0, [], frozenset(), 0.0)

    def _try(self, place: int, chosen: list[int], taken: frozenset[int], total: float) -> None:
        """Search on from the pair at `place` of the group, and keep the best choice found in `best`.

        The pairs in `chosen` have the members in `taken` and the sum of scores `total`.
        """
        self._steps += 1
        if total > self._most:
            self._most, self.best = total, chosen
        if place == len(self._group) or total + self._rest[place] <= self._most:
            return
        k = self._group[place]
        if taken.isdisjoint(self._pairs[k]):
            self._try(place + 1, [*chosen, k], taken.union(self._pairs[k]), total + self._scores[k])
        if self._steps < MAX_STEPS:
            self._try(place + 1, chosen, taken, total)
