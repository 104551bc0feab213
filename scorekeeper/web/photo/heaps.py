"""Find the tiles on a photo that lie together: heaps, each a hand or, if most of its tiles are joined, a layout.

A heap is a group of the reading; if there are more groups than hands, the nearest ones are merged.
"""

from collections.abc import Iterable, Sequence
from math import dist

from scorekeeper.vision import Join
from scorekeeper.web.photo.points import find_middle
from scorekeeper.web.photo.tiles import SeenTile

FEWEST_JOINTS = 5  # players do not lay this many tiles of a hand end to end
Heap = tuple[int, ...]
"""The places of tiles that lie together."""


def find_layouts(groups: Iterable[Heap], joins: Iterable[Join]) -> tuple[Heap, ...]:
    """Return the groups that are layouts and not hands: most of their tiles are joined end to end."""
    joints = [{join.a, join.b} for join in joins if join.kind == "joint"]
    layouts = []
    for group in groups:
        among = sum(1 for pair in joints if pair <= set(group))
        if among >= max(FEWEST_JOINTS, 0.6 * (len(group) - 1)):
            layouts.append(group)
    return tuple(layouts)


def find_heaps(tiles: Sequence[SeenTile], groups: Iterable[Heap], most: int) -> tuple[Heap, ...]:
    """Return at most `most` heaps: the groups that were read, the nearest ones merged if there are more.

    They are in order from left to right or, if they lie one behind the other, from near to far.
    """
    heaps = list(groups)
    while len(heaps) > max(1, most):
        pairs = [(one, other) for one in range(len(heaps)) for other in range(one)]
        one, other = min(pairs, key=lambda pair: _measure_gap(tiles, heaps[pair[0]], heaps[pair[1]]))
        heaps[other] += heaps.pop(one)
    middles = {heap: find_middle([tiles[place].middle for place in heap]) for heap in heaps}
    across = _spread(x for x, _ in middles.values()) >= _spread(y for _, y in middles.values())
    return tuple(sorted(heaps, key=lambda heap: middles[heap][0] if across else -middles[heap][1]))


def _measure_gap(tiles: Sequence[SeenTile], one: Heap, other: Heap) -> float:
    """Return the distance in pixels between the middles of the nearest two tiles of two heaps."""
    return min(dist(tiles[a].middle, tiles[b].middle) for a in one for b in other)


def _spread(values: Iterable[float]) -> float:
    """Return the difference of the largest and the smallest value; 0 without values."""
    numbers = list(values)
    return max(numbers) - min(numbers) if numbers else 0
