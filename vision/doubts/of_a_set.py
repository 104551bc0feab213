"""Comparing a reading with a domino set, which has each tile once and no half above its largest.

A tile that contradicts the set is kept as read, becomes unsure, and gets a doubt: a player decides. For a tile with a
hidden half a player is asked for that half. One tile that is read twice may be misread; if several are read twice and
are sure, two sets are mixed, which is one doubt.
"""

from collections import defaultdict
from dataclasses import replace

from ..reading import Doubt, ReadTile
from ..reading.groups import Pair

CLEAR_PAIRS = 3
"""If so many tiles were read twice, both times sure, two sets lie there."""
NOT_OF_A_TILE = ("tile_missing", "two_sets", "layout_unclear")
"""The doubts that leave the tiles that they name sure."""


def find_doubts(
    tiles: tuple[ReadTile, ...], largest: int | None, holes: tuple[Pair, ...] = (), unclear: tuple[Pair, ...] = ()
) -> tuple[Doubt, ...]:
    """Return what players should check about the `tiles` of one photo.

    `largest` is the largest half of the match's set (None: unknown). `holes`: the pairs between which a tile seems to
    be missing; `unclear`: the pairs that may be joined otherwise.
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
    """Return the tiles; those that a doubt says may be misread are no longer sure."""
    doubted = {place for doubt in doubts if doubt.key not in NOT_OF_A_TILE for place in doubt.tiles}
    return tuple(replace(tile, sure=tile.sure and place not in doubted) for place, tile in enumerate(tiles))
