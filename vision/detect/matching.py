"""Which halves belong together, where several pairings are possible: those whose scores add up to the most.

Black tiles without a divider lie end to end like one long bar: the pair in the middle may look best by itself and yet
leave a half over on either side.
"""

from collections.abc import Sequence

MOST_TRIED = 20_000
"""So many choices are looked at for pairs that hang together; beyond that the best pairs are taken one by one."""

Pair = tuple[int, int]


def match_best(scores: Sequence[float], pairs: Sequence[Pair]) -> tuple[int, ...]:
    """The places of those `pairs` of which no two share a member and whose `scores` add up to the most, best first."""
    order = sorted(range(len(pairs)), key=lambda k: -scores[k])
    chosen: list[int] = []
    for group in _hanging_together(order, pairs):
        chosen += _Search(scores, pairs, group).best
    return tuple(sorted(chosen, key=lambda k: -scores[k]))


def _hanging_together(order: Sequence[int], pairs: Sequence[Pair]) -> list[list[int]]:
    """The pairs in groups, such that pairs of different groups never share a member; each in the given order."""
    group_of: dict[int, list[int]] = {}
    for k in order:
        merged = [k]
        for member in pairs[k]:
            for other in group_of.get(member, ()):
                if other not in merged:
                    merged.append(other)
        for each in merged:
            for member in pairs[each]:
                group_of[member] = merged
    groups: dict[int, list[int]] = {id(group): group for group in group_of.values()}
    rank = {k: place for place, k in enumerate(order)}
    return [sorted(group, key=lambda k: rank[k]) for group in groups.values()]


class _Search:
    """Every choice from one group, the best pair first; what cannot become better than the best so far is left out."""

    def __init__(self, scores: Sequence[float], pairs: Sequence[Pair], group: Sequence[int]) -> None:
        self._scores, self._pairs, self._group = scores, pairs, group
        self._rest = [0.0] * (len(group) + 1)
        for place in range(len(group) - 1, -1, -1):
            self._rest[place] = self._rest[place + 1] + scores[group[place]]
        self._tried, self._most = 0, 0.0
        self.best: list[int] = []
        self._try(0, [], frozenset(), 0.0)

    def _try(self, place: int, chosen: list[int], taken: frozenset[int], total: float) -> None:
        self._tried += 1
        if total > self._most:
            self._most, self.best = total, chosen
        if place == len(self._group) or total + self._rest[place] <= self._most:
            return
        k = self._group[place]
        if taken.isdisjoint(self._pairs[k]):
            self._try(place + 1, [*chosen, k], taken.union(self._pairs[k]), total + self._scores[k])
        if self._tried < MOST_TRIED:
            self._try(place + 1, chosen, taken, total)
