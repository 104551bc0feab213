"""Comparing a reading with a domino set, which has each tile once and no half above its largest.

A tile that contradicts the set stays as read, becomes unsure, and gets a doubt: a player decides. For a tile with a
hidden half a player is asked for that half. One tile that is read twice may be misread; if several are read twice and
are sure, two sets are mixed, which is one doubt.
"""

from collections import defaultdict
from dataclasses import replace

from ..reading import Doubt, ReadTile
from ..reading.groups import Pair

CLEAR_PAIRS = 3
"""If at least this many tiles were read twice, both times sure, two sets are mixed."""
NOT_OF_A_TILE = ("tile_missing", "two_sets", "layout_unclear")
"""The keys of doubts that leave the tiles that they name sure."""


def find_doubts(
    tiles: tuple[ReadTile, ...], largest: int | None, holes: tuple[Pair, ...] = (), unclear: tuple[Pair, ...] = ()
) -> tuple[Doubt, ...]:
    """Return what players should check about the `tiles` of one photo.

    `largest` is the largest half of the match's set (None: unknown). `holes`: the pairs between which a tile seems to
    be missing; `unclear`: the pairs whose joint can be read in two ways.
    """
    if not tiles:
        return (Doubt("no_tiles"),)
    indices: dict[tuple[int, int], list[int]] = defaultdict(list)
    doubts = []
    for index, tile in enumerate(tiles):
        if tile.name is None:
            doubts.append(Doubt("half_hidden", (index,), {"tile": tile.notation}))
        else:
            indices[tile.name].append(index)
    twice = {name: where for name, where in indices.items() if len(where) > 1}
    two_sets = sum(all(tiles[index].sure for index in where) for where in twice.values()) >= CLEAR_PAIRS
    for (_, high), where in indices.items():
        text = tiles[where[0]].notation
        if largest is not None and high > largest:
            doubts.append(Doubt("pips_above_largest", tuple(where), {"tile": text, "largest": largest}))
        if len(where) > 1 and not two_sets:
            doubts.append(Doubt("same_tile_twice", tuple(where), {"tile": text}))
    if two_sets:
        all_indices = tuple(sorted(index for where in twice.values() for index in where))
        text = ", ".join(tiles[where[0]].notation for where in twice.values())
        doubts.append(Doubt("two_sets", all_indices, {"tiles": text}))
    for key, pairs in (("tile_missing", holes), ("layout_unclear", unclear)):
        for pair in pairs:
            one, other = (tiles[index].notation for index in pair)
            doubts.append(Doubt(key, pair, {"one": one, "other": other}))
    return tuple(doubts)


def lower_doubted(tiles: tuple[ReadTile, ...], doubts: tuple[Doubt, ...]) -> tuple[ReadTile, ...]:
    """Return the tiles, of which those in a doubt are no longer sure.

    Doubts with a key in NOT_OF_A_TILE leave them sure.
    """
    unsure = {index for doubt in doubts if doubt.key not in NOT_OF_A_TILE for index in doubt.tiles}
    return tuple(replace(tile, sure=tile.sure and index not in unsure) for index, tile in enumerate(tiles))
