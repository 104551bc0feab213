"""The open ends of a played line, as `vision.joins.touching` says they follow, with one value an end.

Only the judge uses this; the engine has its own, by variant. A line may branch at doubles: a double is an end as long
as at most one tile is joined to it, and every uncovered half of another tile is one.
"""

from collections import Counter

from vision.joins.touching import find_groups
from vision.reading import Reading


def open_ends(reading: Reading) -> Counter[int]:
    """The values at the open ends of the largest set of tiles connected by joints; empty without any tile."""
    joints = tuple(join for join in reading.joins if join.kind == "joint")
    groups = find_groups(len(reading.tiles), ((join.a, join.b) for join in joints))
    parts = [part for join in joints for part in ((join.a, join.a_part), (join.b, join.b_part))]
    ends: Counter[int] = Counter()
    for place in groups[0] if groups else ():
        tile, joined = reading.tiles[place], [part for at, part in parts if at == place]
        if tile.double:
            ends[tile.pips[0]] += len(joined) <= 1
        else:
            for half, part in zip(tile.halves, ("half0", "half1"), strict=True):
                ends[half.pips] += part not in joined
    return +ends
