"""The open ends that joints leave, one value an end, as `touching` says they follow for LINE and SPIN-ALL.

What an end is in a game, and what it counts, the engine says, by variant. Here it is asked whether two readings of a
layout would differ, and whether a reading is right.
"""

from collections import Counter
from collections.abc import Sequence

from ..reading import Join, ReadTile
from .groups import find_groups


def find_open_ends(tiles: Sequence[ReadTile], joins: Sequence[Join]) -> Counter[int]:
    """The values at the open ends of the largest set of `tiles` connected by joints; empty without any tile.

    A line may branch at doubles: a double is an end as long as at most one tile is joined to it, and every uncovered
    half of another tile is one, unless it is hidden.
    """
    joints = [join for join in joins if join.kind == "joint"]
    groups = find_groups(len(tiles), ((join.a, join.b) for join in joints))
    parts = [part for join in joints for part in ((join.a, join.a_part), (join.b, join.b_part))]
    ends: Counter[int] = Counter()
    for place in groups[0] if groups else ():
        tile, joined = tiles[place], [part for at, part in parts if at == place]
        shown = [(pips, part) for pips, part in zip(tile.pips, ("half0", "half1"), strict=True) if pips is not None]
        if tile.double:
            ends[shown[0][0]] += len(joined) <= 1
        else:
            for pips, part in shown:
                ends[pips] += part not in joined
    return +ends
