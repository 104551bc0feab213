"""Connected components of a graph, by a union-find structure."""

from collections.abc import Iterable

Pair = tuple[int, int]
"""Two indices in a list of tiles, the lower first."""


class DisjointSets:
    """A union-find structure over the numbers from 0 to `count` - 1, each of which is in a set of its own at first."""

    def __init__(self, count: int) -> None:
        self._parent = list(range(count))

    def find(self, item: int) -> int:
        """Return the representative of the set that holds `item`."""
        while self._parent[item] != item:
            self._parent[item] = item = self._parent[self._parent[item]]
        return item

    def union(self, one: int, other: int) -> bool:
        """Merge the sets of two items; return whether these were two different sets."""
        one, other = self.find(one), self.find(other)
        self._parent[other] = one
        return one != other


def find_groups(count: int, pairs: Iterable[Pair]) -> tuple[tuple[int, ...], ...]:
    """Return the connected components of a graph, largest first, each in ascending order.

    The nodes are the numbers from 0 to `count` - 1, and `pairs` are the edges.
    """
    sets = DisjointSets(count)
    for one, other in pairs:
        sets.union(one, other)
    groups: dict[int, list[int]] = {}
    for item in range(count):
        groups.setdefault(sets.find(item), []).append(item)
    return tuple(sorted(map(tuple, groups.values()), key=lambda group: (-len(group), group)))
