"""What a set of dominoes says about a reading: each tile is in it once, and no half exceeds its largest.

What it contradicts is kept as read, is no longer sure, and is warned of: a player decides. A tile with a hidden half
may be any that shows the other one, so a player is asked which. One clear tile that is there
twice may be a misread one; several are tiles of two sets, which is told once.
"""

from collections import defaultdict
from dataclasses import replace

from ..joins.groups import Pair
from ..reading import Doubt, ReadTile

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
    doubts = []
    for place, tile in enumerate(tiles):
        if tile.name is None:
            doubts.append(Doubt("half_hidden", (place,), {"tile": tile.said}))
        else:
            places[tile.name].append(place)
    twice = {name: where for name, where in places.items() if len(where) > 1}
    two_sets = sum(all(tiles[place].sure for place in where) for where in twice.values()) >= CLEAR_PAIRS
    for (_, high), where in places.items():
        said = tiles[where[0]].said
        if largest is not None and high > largest:
            doubts.append(Doubt("pips_above_largest", tuple(where), {"tile": said, "largest": largest}))
        if len(where) > 1 and not two_sets:
            doubts.append(Doubt("same_tile_twice", tuple(where), {"tile": said}))
    if two_sets:
        all_places = tuple(sorted(place for where in twice.values() for place in where))
        said = ", ".join(tiles[where[0]].said for where in twice.values())
        doubts.append(Doubt("two_sets", all_places, {"tiles": said}))
    for key, pairs in (("tile_missing", holes), ("layout_unclear", unclear)):
        for pair in pairs:
            one, other = (tiles[place].said for place in pair)
            doubts.append(Doubt(key, pair, {"one": one, "other": other}))
    return tuple(doubts)


def lower_doubted(tiles: tuple[ReadTile, ...], doubts: tuple[Doubt, ...]) -> tuple[ReadTile, ...]:
    """`tiles` with none sure whose reading a doubt contradicts."""
    doubted = {place for doubt in doubts if doubt.key not in NOT_OF_A_TILE for place in doubt.tiles}
    return tuple(replace(tile, sure=tile.sure and place not in doubted) for place, tile in enumerate(tiles))
