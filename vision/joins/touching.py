"""Which tile touches which, and where; and which tiles hang together.

Geometry decides; the same number on both sides only lets a gap be wider and settles which of two joints keeps a
place. Whether a joint is a lawful play is the variant's business.

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

from collections.abc import Iterable, Sequence
from dataclasses import replace

from vision.reading import Join, Part, ReadTile, Side

from .contacts import Contact, find_contact, find_near_pairs

TOUCHING = 0.40
"""Widths between two tiles that count as touching, at most; corners are read to about a tenth, at times far worse."""
TOUCHING_ALIKE = 0.60
"""The same where the places show the same number: these were laid to touch."""
TOGETHER = 0.75
"""Widths between two tiles that still hang together, at most: a hand is rarely pushed close."""
MIDDLE = 0.28
"""Widths off the middle of a double's long side that still count as its middle; a half's own middle is ½ off it.

Corners that are a tenth of a tile wrong move a place by less than a quarter.
"""
MIDDLE_OF_OTHERS = 0.12
"""The same of other tiles an end lies against: no game joins them there, so all but the very middle means a half."""
ALIKE = 0.6
"""What the same number on both sides adds to a fit, in widths, where two joints claim a place."""

SIDES: tuple[Side, ...] = ("end", "right", "end", "left")
"""The edge from corners[i] to corners[i + 1]."""

HALVES: tuple[Part, Part] = ("half0", "half1")

Pair = tuple[int, int]
"""The places of two tiles, the lower first."""


def find_groups(count: int, pairs: Iterable[Pair]) -> tuple[tuple[int, ...], ...]:
    """The sets of `count` tiles that `pairs` connect: the largest first, each in order of place."""
    group = list(range(count))
    for a, b in pairs:
        group = _merge_groups(group, a, b)
    sets = (tuple(tile for tile in range(count) if group[tile] == each) for each in dict.fromkeys(group))
    return tuple(sorted(sets, key=lambda tiles: (-len(tiles), tiles)))


def _merge_groups(group: Sequence[int], a: int, b: int) -> list[int]:
    """The number of each tile's group after those of tiles `a` and `b` became one."""
    return [group[a] if each == group[b] else each for each in group]


def find_joins_and_groups(tiles: tuple[ReadTile, ...]) -> tuple[tuple[Join, ...], tuple[tuple[int, ...], ...]]:
    """The joins of `tiles`, in order of their places, and the groups of those that touch or nearly do.

    A layout grows tile by tile: a place takes one joint, and joints never close a ring. Where contacts contradict
    that (an arm runs along another), the better fitting are the joints and the others remain as "beside".
    """
    contacts = _contacts(tiles)
    return _joins(tiles, contacts), find_groups(len(tiles), contacts)


def _contacts(tiles: tuple[ReadTile, ...]) -> dict[Pair, Contact]:
    """Every pair of `tiles` that hang together, with how they lie against each other."""
    pairs = find_near_pairs(tiles, TOGETHER)
    return {(a, b): contact for a, b in pairs if (contact := find_contact(tiles[a], tiles[b], TOGETHER))}


def _joins(tiles: tuple[ReadTile, ...], contacts: dict[Pair, Contact]) -> tuple[Join, ...]:
    """The contacts that are joins. The best fitting ones take their places first."""
    joins = []
    fit: dict[Pair, float] = {}
    for pair, contact in contacts.items():
        join = _join(tiles, pair, contact)
        alike = join.kind == "joint" and _alike(tiles, join)
        if contact.gap <= (TOUCHING_ALIKE if alike else TOUCHING):
            joins.append(join)
            fit[pair] = contact.fit + (ALIKE if alike else 0)
    taken: set[tuple[int, Part, Side]] = set()
    layout = list(range(len(tiles)))  # of each tile, a number it shares with those its joints connect it to
    found = []
    for join in sorted(joins, key=lambda join: -fit[join.a, join.b]):
        spots = {
            _claimed(tiles[join.a], join.a, join.a_part, join.a_side),
            _claimed(tiles[join.b], join.b, join.b_part, join.b_side),
        }
        if join.kind == "beside" or taken & spots or layout[join.a] == layout[join.b]:
            found.append(replace(join, kind="beside"))
            continue
        found.append(join)
        taken |= spots
        layout = _merge_groups(layout, join.a, join.b)
    return tuple(sorted(found, key=lambda join: (join.a, join.b)))


def _claimed(tile: ReadTile, place: int, part: Part, side: Side) -> tuple[int, Part, Side]:
    """What a joint takes up: of a double the place it touches, of another tile a whole half, wherever it is touched."""
    return place, part, side if tile.double else "end"


def _join(tiles: tuple[ReadTile, ...], pair: Pair, contact: Contact) -> Join:
    """What a contact of two tiles is where nothing else claims its places."""
    a, b = (tiles[place] for place in pair)
    a_spot = _spot(a, contact.edge_a, contact.at_a, _at_end(b, contact.edge_b))
    b_spot = _spot(b, contact.edge_b, contact.at_b, _at_end(a, contact.edge_a))
    return Join(pair[0], *a_spot, pair[1], *b_spot, kind="joint" if contact.by_an_end else "beside")


def _spot(tile: ReadTile, edge: int, at: float, against: int | None) -> tuple[Part, Side]:
    """The place on `tile` that lies at the fraction `at` of its edge number `edge`, counted clockwise.

    `against` is the number at the other tile's end, if that is what touches. Only a double is joined at the middle;
    an end near the middle of another tile was meant for the half that shows the same number, if one does.
    """
    side = SIDES[edge]
    if side == "end":
        return HALVES[edge // 2], side
    from_middle = (at - 0.5) * 2 * (1 if side == "right" else -1)  # widths, towards halves[1]
    if not tile.double and abs(from_middle) < MIDDLE and against in tile.pips:
        return HALVES[tile.pips.index(against)], side
    if abs(from_middle) < (MIDDLE if tile.double or against is None else MIDDLE_OF_OTHERS):
        return "middle", side
    return HALVES[from_middle > 0], side


def _at_end(tile: ReadTile, edge: int) -> int | None:
    """The number at the tile's edge of that number, if that is a short end."""
    return tile.pips[edge // 2] if SIDES[edge] == "end" else None


def _alike(tiles: tuple[ReadTile, ...], join: Join) -> bool:
    """The two places that touch show the same number."""
    a, b = _shown(tiles[join.a], join.a_part), _shown(tiles[join.b], join.b_part)
    return a is not None and a == b


def _shown(tile: ReadTile, part: Part) -> int | None:
    """The number at a place; None at the middle of a tile that is no double."""
    if part == "middle" and not tile.double:
        return None
    return tile.pips[part == "half1"]
