"""Which tile touches which, and where; and which tiles hang together.

Only geometry is looked at, never the pips: whether a joint is a lawful play is the variant's business.

How open ends follow from joins. The layout is the largest set of tiles connected by joins whose kind is "joint":
`find_groups(len(tiles), joints)[0]` (`beside` joins hold a hand together, or two arms that run along each other, and
`Reading.groups` also those that lie near). On it:

* A half of a tile that is no double is covered when a joint names that half, whichever side; every other half is an
  open end worth its pips. A joint at "middle" covers none: no game joins tiles so, it is a tile lying against.
* A double's four places are its long sides "left" and "right" (part "middle") and its two ends (side "end"). Lying
  crosswise it is joined at long sides first; lying in the line, at its ends; where the line turns, at the long side
  of a half. LINE and SPIN-ALL: with at most one joint it is an open end of both halves; with more it is none.
* FORK: each half of a double is covered when a joint names that half; a joint at "middle" covers neither.
"""

from collections.abc import Iterable
from itertools import combinations

from .contacts import Contact, find_contact
from .reading import Join, Kind, Part, Side, Tile

TOUCHING = 0.40
"""Widths between two tiles that count as touching, at most; corners are read to about a tenth."""
TOGETHER = 0.75
"""Widths between two tiles that still hang together, at most: a hand is rarely pushed close."""
MIDDLE = 0.25
"""Widths off the middle of a long side that still count as its middle; a half's own middle is ½ off it."""

SIDES: tuple[Side, ...] = ("end", "right", "end", "left")
"""The edge from corners[i] to corners[i + 1]."""

Pair = tuple[int, int]
"""The places of two tiles, the lower first."""


def find_joins(tiles: tuple[Tile, ...]) -> tuple[Join, ...]:
    """Every pair of `tiles` that touch, in order of their places. A place takes one joint; of two that claim it the
    better fitting keeps it, and the other remains as "beside"."""
    return _joins(_contacts(tiles))


def find_groups(count: int, pairs: Iterable[Pair]) -> tuple[tuple[int, ...], ...]:
    """The sets of `count` tiles that `pairs` connect: the largest first, each in order of place."""
    group = list(range(count))
    for a, b in pairs:
        old, new = group[b], group[a]
        group = [new if each == old else each for each in group]
    sets = (tuple(tile for tile in range(count) if group[tile] == each) for each in dict.fromkeys(group))
    return tuple(sorted(sets, key=lambda tiles: (-len(tiles), tiles)))


def joins_and_groups(tiles: tuple[Tile, ...]) -> tuple[tuple[Join, ...], tuple[tuple[int, ...], ...]]:
    """The joins of `tiles`, and the groups of those that touch or lie near enough to hang together."""
    contacts = _contacts(tiles)
    return _joins(contacts), find_groups(len(tiles), contacts)


def _contacts(tiles: tuple[Tile, ...]) -> dict[Pair, Contact]:
    """Every pair of `tiles` that hang together, with how they lie against each other."""
    pairs = combinations(range(len(tiles)), 2)
    return {(a, b): contact for a, b in pairs if (contact := find_contact(tiles[a], tiles[b], TOGETHER))}


def _joins(contacts: dict[Pair, Contact]) -> tuple[Join, ...]:
    """The contacts that are joins; the best fitting ones take their places first."""
    taken: set[tuple[int, Part, Side]] = set()
    joins = []
    touching = (item for item in contacts.items() if item[1].gap <= TOUCHING)
    for (a, b), contact in sorted(touching, key=lambda item: -item[1].fit):
        spots = (a, *_spot(contact.edge_a, contact.at_a)), (b, *_spot(contact.edge_b, contact.at_b))
        kind: Kind = "joint" if contact.by_an_end and not taken & {*spots} else "beside"
        if kind == "joint":
            taken.update(spots)
        joins.append(Join(*spots[0], *spots[1], kind=kind))
    return tuple(sorted(joins, key=lambda join: (join.a, join.b)))


def _spot(edge: int, at: float) -> tuple[Part, Side]:
    """The place on a tile that lies at the fraction `at` of its edge number `edge`, counted clockwise."""
    side = SIDES[edge]
    if side == "end":
        return ("half0" if edge == 0 else "half1"), side
    from_middle = (at - 0.5) * 2 * (1 if side == "right" else -1)  # widths, towards halves[1]
    if abs(from_middle) < MIDDLE:
        return "middle", side
    return ("half1" if from_middle > 0 else "half0"), side
