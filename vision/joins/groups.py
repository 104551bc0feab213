"""Which tiles hang together: the groups that pairs of them make."""

from collections.abc import Iterable, Sequence

Pair = tuple[int, int]
"""The places of two tiles, the lower first."""


def find_groups(count: int, pairs: Iterable[Pair]) -> tuple[tuple[int, ...], ...]:
    """The sets of `count` tiles that `pairs` connect: the largest first, each in order of place."""
    group = list(range(count))
    for a, b in pairs:
        group = merge_groups(group, a, b)
    sets = (tuple(tile for tile in range(count) if group[tile] == each) for each in dict.fromkeys(group))
    return tuple(sorted(sets, key=lambda tiles: (-len(tiles), tiles)))


def merge_groups(group: Sequence[int], a: int, b: int) -> list[int]:
    """The number of each tile's group after those of tiles `a` and `b` became one."""
    return [group[a] if each == group[b] else each for each in group]
