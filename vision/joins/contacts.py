"""Measuring how two tiles lie against each other: which edges face each other, how far apart, and how much they share.

Lengths are in widths of a tile (its short end), in the plane of the table: the affine map that makes a tile 1 wide and
2 long removes tilt and rotation in its neighbourhood. A pair is measured in the planes of both tiles, and the mean is
taken.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import cos, hypot, radians
from typing import NamedTuple

from ..reading import ReadTile

Plane = tuple[complex, ...]
"""Four corners, each x + y·j, in widths of the tile whose plane it is: x in -½…½ across it, y in -1…1 along it."""

OVERLAP = 0.75
"""Widths by which a tile may seem to lie on its neighbour, as the outlines of rounded and thick tiles are too large."""
SHARED = 0.3
"""The least share of a short end against the neighbour's edge; with less two tiles meet at a corner."""
FACING = cos(radians(40))
"""The cosine of the largest angle between two edges that face each other."""
FAR = 2.75
"""Widths between the middles of two tiles, without the gap between them, beyond which they cannot touch."""


class Contact(NamedTuple):
    """Two edges that face each other, one of tile a and one of tile b.

    `edge_a`, `edge_b`: edge i goes from corners[i] to corners[i + 1]; `gap`, `shared`: the gap between them and the
    length of the stretch they share, in widths; `at_a`, `at_b`: where on each edge the middle of that stretch lies, 0
    to 1 in the edge's direction.
    """

    edge_a: int
    edge_b: int
    gap: float
    shared: float
    at_a: float
    at_b: float

    @property
    def by_an_end(self) -> bool:
        """Whether at least one of the edges is a short end."""
        return self.edge_a % 2 == 0 or self.edge_b % 2 == 0

    @property
    def offset(self) -> float:
        """The distance along the edges between their middles, in widths; its sign is the direction."""
        return sum((at - 0.5) * (1 + edge % 2) for edge, at in ((self.edge_a, self.at_a), (self.edge_b, self.at_b)))

    @property
    def fit(self) -> float:
        """How well the two edges lie against each other; higher is better, 1 is perfect."""
        return min(self.shared, 1.0) - abs(self.gap)


def find_near_pairs(tiles: Sequence[ReadTile], gap: float) -> list[tuple[int, int]]:
    """Return the pairs of tiles (indices) that may be at most `gap` widths apart.

    This is a quick test that may return too many pairs.
    """
    middles = [(complex(*tile.corners[0]) + complex(*tile.corners[2])) / 2 for tile in tiles]
    reaches = [(FAR + gap) * _measure_width(tile) for tile in tiles]
    return [(a, b) for a, b in combinations(range(len(tiles)), 2) if abs(middles[a] - middles[b]) <= reaches[a]]


def find_contact(a: ReadTile, b: ReadTile, gap: float) -> Contact | None:
    """Return the best contact of two tiles that are at most `gap` widths apart; None if there is none."""
    return max(list_contacts(a, b, gap), key=lambda contact: contact.fit, default=None)


def list_contacts(a: ReadTile, b: ReadTile, gap: float) -> Iterator[Contact]:
    """Yield all contacts of two tiles that are at most `gap` widths apart; at a corner there may be several."""
    a_by_a, b_by_a = _in_plane(a, a), _in_plane(b, a)
    if not a_by_a or abs(sum(b_by_a)) / 4 > FAR + gap:
        return
    a_by_b, b_by_b = _in_plane(a, b), _in_plane(b, b)
    if not b_by_b or abs(sum(a_by_b)) / 4 > FAR + gap:
        return
    for i, j in ((i, j) for i in range(4) for j in range(4)):
        if (seen_by_a := _measure(a_by_a, i, b_by_a, j)) and (seen_by_b := _measure(a_by_b, i, b_by_b, j)):
            contact = _average(seen_by_a, seen_by_b)
            if -OVERLAP <= contact.gap <= gap and contact.shared >= SHARED:
                yield contact


def _measure_width(tile: ReadTile) -> float:
    """Return an upper bound of the width of `tile` in pixels, in whatever direction of the photo it is measured."""
    one, two, three, four = (complex(*corner) for corner in tile.corners)
    return hypot(abs(two + three - one - four) / 2, abs(three + four - one - two) / 4)


def _average(a: Contact, b: Contact) -> Contact:
    """Return the mean of one contact that was measured twice, in the planes of both tiles."""
    return Contact(a.edge_a, a.edge_b, *((one + other) / 2 for one, other in zip(a[2:], b[2:], strict=True)))


def _in_plane(tile: ReadTile, of: ReadTile) -> Plane:
    """Return the corners of `tile` in the plane of the tile `of`; an empty tuple if `of` has no area."""
    one, two, three, four = (complex(*corner) for corner in of.corners)
    middle = (one + two + three + four) / 4
    across, along = (two + three - one - four) / 2, (three + four - one - two) / 4
    area = _cross(across, along)
    if abs(area) < 1e-6:
        return ()
    from_middle = [complex(*corner) - middle for corner in tile.corners]
    return tuple(complex(_cross(point, along) / area, _cross(across, point) / area) for point in from_middle)


def _measure(a: Plane, i: int, b: Plane, j: int) -> Contact | None:
    """Return the contact of edge `i` of `a` and edge `j` of `b`, in one plane; None if they do not face each other."""
    start_a, end_a, start_b, end_b = a[i], a[(i + 1) % 4], b[j], b[(j + 1) % 4]
    edge_a, edge_b = end_a - start_a, end_b - start_b
    lengths = abs(edge_a) * abs(edge_b)
    if lengths < 1e-6 or -_dot(edge_a, edge_b) < FACING * lengths:
        return None  # both go clockwise, so edges that face each other run against each other
    along = edge_a / abs(edge_a) - edge_b / abs(edge_b)
    along /= abs(along)
    outwards = -1j * along  # away from a: going clockwise with y downwards, outside is on the left
    low = max(_dot(start_a, along), _dot(end_b, along))
    high = min(_dot(end_a, along), _dot(start_b, along))
    gap = _dot((start_b + end_b) / 2 - (start_a + end_a) / 2, outwards)
    middle = (low + high) / 2
    at_a = (middle - _dot(start_a, along)) / _dot(edge_a, along)
    at_b = (middle - _dot(start_b, along)) / _dot(edge_b, along)
    return Contact(i, j, gap, high - low, at_a, at_b)


def _dot(a: complex, b: complex) -> float:
    """Return the scalar product of two vectors."""
    return a.real * b.real + a.imag * b.imag


def _cross(a: complex, b: complex) -> float:
    """Return the vector product of two vectors."""
    return a.real * b.imag - a.imag * b.real
