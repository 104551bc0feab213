"""Finding places where a tile seems to be missing: two parts of a layout with room for one tile between their ends.

The detector may miss a tile, because of a reflection or a hand. The line is then read as two groups, with two open ends
too many.
"""

from ..joins.contacts import Contact, find_contact, find_near_pairs
from ..reading import ReadTile
from ..reading.groups import Pair

ROOM = (1.5, 2.6)
"""Widths between two ends with room for one tile lengthwise: a tile is two long."""
OPPOSITE = 0.35
"""How far off the middle of an edge the other end may be to lie opposite, as a fraction of the edge."""
LEAST_FACING = 0.55
"""The least width that two ends share."""
IN_THE_WAY = 0.6
"""A tile whose distance from halfway is less than this fraction of half the way fills the room."""
LAYOUT = 3
"""The least tiles of a layout: fewer may touch by chance."""


def find_holes(tiles: tuple[ReadTile, ...], groups: tuple[tuple[int, ...], ...]) -> tuple[Pair, ...]:
    """Return the pairs of tiles (indices in `tiles`) between which one tile seems to be missing.

    The tiles of a pair are in different `groups`, which list the indices of connected tiles.
    """
    group = {index: members for members in groups for index in members}
    return tuple(
        (a, b)
        for a, b in find_near_pairs(tiles, ROOM[1])
        if group[a] != group[b]
        and max(len(group[a]), len(group[b])) >= LAYOUT
        and (contact := find_contact(tiles[a], tiles[b], ROOM[1]))
        and _leaves_room(tiles[a], tiles[b], contact)
        and not any(_is_between(tile, tiles[a], tiles[b]) for k, tile in enumerate(tiles) if k not in {a, b})
    )


def _leaves_room(a: ReadTile, b: ReadTile, contact: Contact) -> bool:
    """Return whether one tile fits between `a` and `b`: lengthwise, from an end of the one to an end of the other.

    A double may lie crosswise, so that its long side counts as an end. `contact` is that of the two edges.
    """
    ends = (contact.edge_a % 2 == 0 or a.double, contact.edge_b % 2 == 0 or b.double)
    opposite = max(abs(contact.at_a - 0.5), abs(contact.at_b - 0.5)) < OPPOSITE
    return all(ends) and contact.by_an_end and opposite and contact.gap >= ROOM[0] and contact.shared >= LEAST_FACING


def _find_middle(tile: ReadTile) -> complex:
    """Return the middle of a tile, as x + y·j in pixels."""
    return sum((complex(*corner) for corner in tile.corners), 0j) / 4


def _is_between(tile: ReadTile, a: ReadTile, b: ReadTile) -> bool:
    """Return whether `tile` lies about halfway between `a` and `b`, so that it fills the room (IN_THE_WAY)."""
    one, other = _find_middle(a), _find_middle(b)
    return abs(_find_middle(tile) - (one + other) / 2) < IN_THE_WAY * abs(one - other) / 2
