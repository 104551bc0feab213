"""Listing the joints that two tiles in contact may have: at which halves, or at the middle of a double."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from ..reading import Join, Part, ReadTile, Side
from ..reading.groups import Pair
from .contacts import Contact, find_near_pairs, list_contacts

FARTHEST = 1.05
"""The most widths between two tiles that may be joined."""
MIDDLE = 0.28
"""Widths off the middle of a long side that still count as its middle where two long sides meet."""
MIDDLE_OF_OTHERS = 0.12
"""The same where an end meets a tile that is not a double: no game joins tiles there."""

SIDES: tuple[Side, ...] = ("end", "right", "end", "left")
"""The edge from corners[i] to corners[i + 1]."""
HALVES: tuple[Part, Part] = ("half0", "half1")
PLACES: Mapping[Part, float] = {"half0": -0.5, "middle": 0.0, "half1": 0.5}
"""Where on a long side the end lies that is joined there: widths from its middle towards halves[1]."""


class PossibleJoint(NamedTuple):
    """A possible joint, and the contact of the two tiles that it is based on.

    `off` is how far the contact is from the joint's ideal place, in widths.
    """

    join: Join
    contact: Contact
    off: float


def measure_contacts(tiles: Sequence[ReadTile]) -> dict[Pair, tuple[Contact, ...]]:
    """Return the contacts of each pair of tiles (indices) that lie against each other."""
    by_pair = {(a, b): tuple(list_contacts(tiles[a], tiles[b], FARTHEST)) for a, b in find_near_pairs(tiles, FARTHEST)}
    return {pair: contacts for pair, contacts in by_pair.items() if contacts}


def list_possible(tiles: Sequence[ReadTile], contacts: Mapping[Pair, Sequence[Contact]]) -> tuple[PossibleJoint, ...]:
    """Return every joint that the contacts of the pairs of tiles may be.

    Of several joints of one pair at most one is real.
    """
    return tuple(
        PossibleJoint(
            Join(a, a_part, SIDES[contact.edge_a], b, b_part, SIDES[contact.edge_b], "joint"),
            contact,
            contact.offset - place,
        )
        for (a, b), several in contacts.items()
        for contact in several
        for a_part, b_part, place in _list_parts(tiles[a], tiles[b], contact)
    )


def name_place(edge: int, at: float) -> tuple[Part, Side]:
    """Return the part and the side of a tile at the fraction `at` (0 to 1) of its edge number `edge`, clockwise."""
    side = SIDES[edge]
    if side == "end":
        return HALVES[edge // 2], side
    from_middle = (at - 0.5) * 2 * _direction(edge)
    return ("middle" if abs(from_middle) < MIDDLE else HALVES[from_middle > 0]), side


def is_alike(a: ReadTile, b: ReadTile, join: Join) -> bool | None:
    """Return whether the joined places of both tiles show the same number; None if a half is hidden.

    The middle of a tile that is no double shows no single number, so it is never alike.
    """
    one, other = (
        tile.pips if part == "middle" else (tile.pips[part == "half1"],)
        for tile, part in ((a, join.a_part), (b, join.b_part))
    )
    return None if None in (*one, *other) else set(one) == set(other)


def _direction(edge: int) -> int:
    """Return 1 if a long side, clockwise, leads towards halves[1], else -1."""
    return 1 if SIDES[edge] == "right" else -1


def _list_parts(a: ReadTile, b: ReadTile, contact: Contact) -> Iterator[tuple[Part, Part, float]]:
    """Yield each pair of parts of `a` and `b` that a contact may join, and the ideal offset of such a joint (widths).

    Yield nothing if two long sides meet.
    """
    one, other = (HALVES[edge // 2] if SIDES[edge] == "end" else None for edge in (contact.edge_a, contact.edge_b))
    if one and other:
        yield one, other, 0.0
    elif one:
        for part, place in _list_along(b, contact.edge_b, contact.offset, a.pips[one == "half1"]):
            yield one, part, place
    elif other:
        for part, place in _list_along(a, contact.edge_a, contact.offset, b.pips[other == "half1"]):
            yield part, other, place


def _list_along(tile: ReadTile, edge: int, offset: float, against: int | None) -> Iterator[tuple[Part, float]]:
    """Yield the parts of a long side of `tile` to which an end at `offset` may be joined, each with its ideal offset.

    `against` is the number at that end. Only a double is joined at its middle. If an end meets another tile at its very
    middle and neither of its halves shows that number, the part is "middle" all the same, since nobody knows which half
    was meant.
    """
    if not tile.double and abs(offset) < MIDDLE_OF_OTHERS and (against is None or against not in tile.pips):
        yield "middle", offset
        return
    for part, place in PLACES.items():
        if tile.double or part != "middle":
            yield part, place * _direction(edge)
