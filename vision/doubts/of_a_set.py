"""What a set of dominoes says about a reading: each tile is in it once, and no half exceeds its largest.

What it contradicts is kept as read, is no longer sure, and is warned of: a player decides. One clear tile that is there
twice may be a misread one; several are tiles of two sets, which is told once.
"""

from collections import defaultdict
from dataclasses import replace

from vision.joins.groups import Pair
from vision.reading import Doubt, ReadTile

CLEAR_PAIRS = 3
"""So many tiles that were read twice, each of the two sure by itself, tell that two sets lie there."""
NOT_OF_A_TILE = ("tile_missing", "two_sets", "layout_unclear")
"""The doubts that say nothing against the tiles that they name."""


def find_doubts(
    tiles: tuple[ReadTile, ...], largest: int | None, holes: tuple[Pair, ...] = (), unclear: tuple[Pair, ...] = ()
) -> tuple[Doubt, ...]:
    """What is doubtful about `tiles`, read on one photo; the match's set goes up to `largest` pips (None: unknown).

    `holes`: the pairs of tiles between which one seems to be missing (`vision.doubts.holes`); `unclear`: those that may
    lie to each other otherwise than they were read (`vision.doubts.unclear`).
    """
    if not tiles:
        return (Doubt("no_tiles"),)
    places: dict[tuple[int, int], list[int]] = defaultdict(list)
    for place, tile in enumerate(tiles):
        places[tile.name].append(place)
    twice = {name: where for name, where in places.items() if len(where) > 1}
    two_sets = sum(all(tiles[place].sure for place in where) for where in twice.values()) >= CLEAR_PAIRS
    doubts = []
    for (low, high), where in places.items():
        if largest is not None and high > largest:
            doubts.append(Doubt("pips_above_largest", tuple(where), {"tile": _said((low, high)), "largest": largest}))
        if len(where) > 1 and not two_sets:
            doubts.append(Doubt("same_tile_twice", tuple(where), {"tile": _said((low, high))}))
    if two_sets:
        all_places = tuple(sorted(place for where in twice.values() for place in where))
        doubts.append(Doubt("two_sets", all_places, {"tiles": ", ".join(map(_said, twice))}))
    for key, pairs in (("tile_missing", holes), ("layout_unclear", unclear)):
        for pair in pairs:
            one, other = (tiles[place].name for place in pair)
            doubts.append(Doubt(key, pair, {"one": _said(one), "other": _said(other)}))
    return tuple(doubts)


def _said(name: tuple[int, int]) -> str:
    """A tile's name, its lower number first, as players say it: the higher first."""
    return f"{name[1]}-{name[0]}"


def lower_doubted(tiles: tuple[ReadTile, ...], doubts: tuple[Doubt, ...]) -> tuple[ReadTile, ...]:
    """`tiles` with none sure whose reading a doubt contradicts."""
    doubted = {place for doubt in doubts if doubt.key not in NOT_OF_A_TILE for place in doubt.tiles}
    return tuple(replace(tile, sure=tile.sure and place not in doubted) for place, tile in enumerate(tiles))
