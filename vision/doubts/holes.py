"""Where a tile seems to be missing: two parts of a layout with just the room of one tile between their ends.

The reader overlooks a tile now and then (a lamp mirrored in it, a hand over it). The line is then read as two groups,
and whoever counts its open ends would count two too many.
"""

from ..joins.contacts import Contact, find_contact, find_near_pairs
from ..joins.groups import Pair
from ..reading import ReadTile

ROOM = (1.5, 2.6)
"""Widths between two ends that leave room for one tile lengthwise: a tile is two long."""
OPPOSITE = 0.35
"""Of an edge: so far off its middle, and the other end does not lie opposite."""
LEAST_FACING = 0.55
"""Widths of the two ends that lie opposite each other."""
IN_THE_WAY = 0.6
"""Of the way between the middles of two tiles: a tile so near to halfway fills the room between them."""
LAYOUT = 3
"""So many tiles that touch are a layout and no chance."""


def find_holes(tiles: tuple[ReadTile, ...], groups: tuple[tuple[int, ...], ...]) -> tuple[Pair, ...]:
    """The pairs of `tiles`, by place, of different `groups`, between whose ends one tile seems to be missing."""
    group = {place: members for members in groups for place in members}
    return tuple(
        (a, b)
        for a, b in find_near_pairs(tiles, ROOM[1])
        if group[a] != group[b]
        and max(len(group[a]), len(group[b])) >= LAYOUT
        and (contact := find_contact(tiles[a], tiles[b], ROOM[1]))
        and _leaves_room(tiles[a], tiles[b], contact)
        and not any(_between(tile, tiles[a], tiles[b]) for k, tile in enumerate(tiles) if k not in {a, b})
    )


def _leaves_room(a: ReadTile, b: ReadTile, contact: Contact) -> bool:
    """A tile's length, straight before an end of both; a double may lie across."""
    ends = (contact.edge_a % 2 == 0 or a.double, contact.edge_b % 2 == 0 or b.double)
    opposite = max(abs(contact.at_a - 0.5), abs(contact.at_b - 0.5)) < OPPOSITE
    return all(ends) and contact.by_an_end and opposite and contact.gap >= ROOM[0] and contact.shared >= LEAST_FACING


def _middle(tile: ReadTile) -> complex:
    return sum((complex(*corner) for corner in tile.corners), 0j) / 4


def _between(tile: ReadTile, a: ReadTile, b: ReadTile) -> bool:
    one, other = _middle(a), _middle(b)
    return abs(_middle(tile) - (one + other) / 2) < IN_THE_WAY * abs(one - other) / 2
