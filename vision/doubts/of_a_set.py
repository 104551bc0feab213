"""What a set of dominoes says about a reading: each tile is in it once, and no half exceeds its largest.

What it contradicts is kept as read, is no longer sure, and is warned of: a player decides.
"""

from collections import defaultdict
from dataclasses import replace

from vision.reading import Doubt, ReadTile


def find_doubts(
    tiles: tuple[ReadTile, ...], largest: int | None, holes: tuple[tuple[int, int], ...] = ()
) -> tuple[Doubt, ...]:
    """What is doubtful about `tiles`, read on one photo; the match's set goes up to `largest` pips (None: unknown).

    `holes`: the pairs of tiles between which one seems to be missing (`vision.doubts.holes`).
    """
    if not tiles:
        return (Doubt("no_tiles"),)
    places: dict[tuple[int, int], list[int]] = defaultdict(list)
    for place, tile in enumerate(tiles):
        places[tile.name].append(place)
    doubts = []
    for (low, high), where in places.items():
        if largest is not None and high > largest:
            doubts.append(Doubt("pips_above_largest", tuple(where), {"tile": _said((low, high)), "largest": largest}))
        if len(where) > 1:
            doubts.append(Doubt("same_tile_twice", tuple(where), {"tile": _said((low, high))}))
    for pair in holes:
        one, other = (tiles[place].name for place in pair)
        doubts.append(Doubt("tile_missing", pair, {"one": _said(one), "other": _said(other)}))
    return tuple(doubts)


def _said(name: tuple[int, int]) -> str:
    """A tile's name, its lower number first, as players say it: the higher first."""
    return f"{name[1]}-{name[0]}"


def lower_doubted(tiles: tuple[ReadTile, ...], doubts: tuple[Doubt, ...]) -> tuple[ReadTile, ...]:
    """`tiles` with none sure whose reading a doubt contradicts."""
    doubted = {place for doubt in doubts if doubt.key != "tile_missing" for place in doubt.tiles}
    return tuple(replace(tile, sure=tile.sure and place not in doubted) for place, tile in enumerate(tiles))
