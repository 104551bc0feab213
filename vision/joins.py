"""Which tile touches which, and where; and which tiles hang together.

Only geometry is looked at, never the pips: whether a joint is a lawful play is the variant's business. Lengths are
fractions of a tile's width (its short end), measured in the plane of the table as each tile itself shows it: a
tile is taken to be 1 wide and 2 long, and the affine map that makes it so takes tilt and turn out of its
neighbourhood. A pair is measured in both tiles' planes and the two are averaged.

How open ends follow from joins. The layout is the largest set of tiles connected by joins whose kind is "joint"
(`beside` joins hold a hand together, or two arms that happen to run along each other). On it:

* A half of a tile that is no double is covered when a joint names that half, whichever side; every other half is an
  open end worth its pips. A joint at "middle" covers none: no game joins tiles so, it is a tile lying against.
* A double's four places are its long sides "left" and "right" (part "middle") and its two ends (side "end"). Lying
  crosswise it is joined at long sides first; lying in the line, at its ends. It is joined *on both sides* when
  both long sides, or both ends, are joined. LINE and SPIN-ALL: with at most one of the four joined it is an open end
  of both halves; once it is joined on both sides, or anywhere else twice, it is none.
* FORK: each half of a double is covered when a joint names that half; a joint at "middle" covers neither.
"""

from itertools import combinations
from math import cos, radians
from typing import NamedTuple

from .reading import Join, Kind, Part, Side, Tile

Plane = tuple[complex, ...]
"""Four corners, each x + y·j, in widths of the tile whose plane it is: x in -½…½ across it, y in -1…1 along it."""

JOINT_GAP = 0.40
"""Widths between a short end and what it touches, at most; corners are read to about a tenth."""
BESIDE_GAP = 0.40
"""Widths between two long sides that lie beside each other, at most."""
OVERLAP = 0.55
"""Widths by which a tile may seem to lie on its neighbour: rounded corners and tall tiles are read that large."""
SHARED = 0.45
"""Share of a short end that must lie against the neighbour's edge; less is two tiles that meet at a corner."""
FACING = cos(radians(35))
"""Two edges touch only if they face each other within this angle."""
MIDDLE = 0.25
"""Widths off the middle of a long side that still count as its middle; a half's own middle is ½ off it."""
NEAR = 3.5
"""Widths between the middles of two tiles beyond which no measuring is needed: two tiles end to end are 2 apart."""

EDGES: tuple[Side, ...] = ("end", "right", "end", "left")
"""The edge from corners[i] to corners[i + 1]."""


class Contact(NamedTuple):
    """Two edges facing each other: edge numbers, gap in widths, stretch shared in widths, its middle on either."""

    edge_a: int
    edge_b: int
    gap: float
    shared: float
    at_a: float
    at_b: float

    @property
    def kind(self) -> Kind:
        """Whether a short end takes part."""
        return "joint" if 0 in (self.edge_a % 2, self.edge_b % 2) else "beside"

    @property
    def fit(self) -> float:
        """How well the two edges lie against each other; the better of two contacts is the higher."""
        return min(self.shared, 1.0) - abs(self.gap)


def find_joins(tiles: tuple[Tile, ...]) -> tuple[Join, ...]:
    """Every pair of `tiles` that touch, in order of their places. A place takes one joint; of two that claim it the
    better fitting keeps it, and the other remains as "beside"."""
    pairs = combinations(range(len(tiles)), 2)
    found = {(a, b): contact for a, b in pairs if (contact := _contact(tiles[a], tiles[b]))}
    taken: set[tuple[int, Part, Side]] = set()
    joins = []
    for (a, b), contact in sorted(found.items(), key=lambda item: -item[1].fit):
        spots = (a, *_spot(contact.edge_a, contact.at_a)), (b, *_spot(contact.edge_b, contact.at_b))
        kind: Kind = "beside" if taken & {*spots} else contact.kind
        if kind == "joint":
            taken.update(spots)
        joins.append(Join(*spots[0], *spots[1], kind=kind))
    return tuple(sorted(joins, key=lambda join: (join.a, join.b)))


def find_groups(count: int, joins: tuple[Join, ...]) -> tuple[tuple[int, ...], ...]:
    """The sets of tiles, of `count`, that hang together by `joins`: the largest first, each in order of place."""
    group = list(range(count))
    for join in joins:
        old, new = group[join.b], group[join.a]
        group = [new if each == old else each for each in group]
    sets = (tuple(tile for tile in range(count) if group[tile] == each) for each in dict.fromkeys(group))
    return tuple(sorted(sets, key=lambda tiles: (-len(tiles), tiles)))


def _contact(a: Tile, b: Tile) -> Contact | None:
    """The best fitting contact of two tiles, or None if they do not touch."""
    seen_by_a = _contacts(_in_plane(a, a), _in_plane(b, a))
    seen_by_b = _contacts(_in_plane(a, b), _in_plane(b, b))
    both = [_mean(seen_by_a[edges], seen_by_b[edges]) for edges in seen_by_a.keys() & seen_by_b.keys()]
    touching = [contact for contact in both if _touches(contact)]
    return max(touching, key=lambda contact: contact.fit, default=None)


def _touches(contact: Contact) -> bool:
    """Near enough, over a stretch long enough."""
    most = JOINT_GAP if contact.kind == "joint" else BESIDE_GAP
    return -OVERLAP <= contact.gap <= most and contact.shared >= SHARED


def _mean(a: Contact, b: Contact) -> Contact:
    """One contact measured twice."""
    return Contact(a.edge_a, a.edge_b, *((one + other) / 2 for one, other in zip(a[2:], b[2:], strict=True)))


def _in_plane(tile: Tile, of: Tile) -> Plane:
    """The corners of `tile` in the plane of the tile `of`; nowhere, if `of` has no area to have a plane by."""
    one, two, three, four = (complex(*corner) for corner in of.corners)
    middle = (one + two + three + four) / 4
    across, along = (two + three - one - four) / 2, (three + four - one - two) / 4
    area = _cross(across, along)
    if abs(area) < 1e-6:
        return ()
    from_middle = [complex(*corner) - middle for corner in tile.corners]
    return tuple(complex(_cross(point, along) / area, _cross(across, point) / area) for point in from_middle)


def _contacts(a: Plane, b: Plane) -> dict[tuple[int, int], Contact]:
    """Every two edges of the tiles with corners `a` and `b`, in one plane, that face each other, by edge numbers."""
    if not a or not b or abs(sum(a) - sum(b)) / 4 > NEAR:
        return {}
    pairs = ((i, j) for i in range(4) for j in range(4))
    return {(i, j): contact for i, j in pairs if (contact := _facing(a, i, b, j))}


def _facing(a: Plane, i: int, b: Plane, j: int) -> Contact | None:
    """Edge `i` of `a` against edge `j` of `b`, or None if they do not face each other."""
    start_a, end_a, start_b, end_b = a[i], a[(i + 1) % 4], b[j], b[(j + 1) % 4]
    edge_a, edge_b = end_a - start_a, end_b - start_b
    lengths = abs(edge_a) * abs(edge_b)
    if lengths < 1e-6 or -_dot(edge_a, edge_b) < FACING * lengths:
        return None  # both go clockwise, so edges that face each other run against each other
    along = edge_a / abs(edge_a) - edge_b / abs(edge_b)
    along /= abs(along)
    outwards = -1j * along  # of a: going clockwise with y downwards, outside is on the left
    low = max(_dot(start_a, along), _dot(end_b, along))
    high = min(_dot(end_a, along), _dot(start_b, along))
    gap = _dot((start_b + end_b) / 2 - (start_a + end_a) / 2, outwards)
    middle = (low + high) / 2
    at_a = (middle - _dot(start_a, along)) / _dot(edge_a, along)
    at_b = (middle - _dot(start_b, along)) / _dot(edge_b, along)
    return Contact(i, j, gap, high - low, at_a, at_b)


def _dot(a: complex, b: complex) -> float:
    return a.real * b.real + a.imag * b.imag


def _cross(a: complex, b: complex) -> float:
    return a.real * b.imag - a.imag * b.real


def _spot(edge: int, at: float) -> tuple[Part, Side]:
    """The place on a tile that lies at the fraction `at` of its edge number `edge`, counted clockwise."""
    side = EDGES[edge]
    if side == "end":
        return ("half0" if edge == 0 else "half1"), side
    from_middle = (at - 0.5) * 2 * (1 if side == "right" else -1)  # widths, towards halves[1]
    if abs(from_middle) < MIDDLE:
        return "middle", side
    return ("half1" if from_middle > 0 else "half0"), side
