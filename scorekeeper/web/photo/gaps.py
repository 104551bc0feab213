"""Find the place of a tile that the reader overlooked and a player added: a gap in the layout that it can fill.

The player enters which tile it is, not where it lies. It is put between the nearest two open halves that it fits and
that are not connected yet: 5-4 between 6-5 and 4-2. If only one open half fits, it is put there.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import dist

from scorekeeper.engine.tiles import Tile, make_tile
from scorekeeper.vision import Join, Point, find_groups
from scorekeeper.web.photo.points import find_middle
from scorekeeper.web.photo.tiles import SeenTile

FacingEnds = Callable[[Tile, int], tuple[int, ...]]
"""A function that returns the halves of a tile that may touch an open half with this number of pips."""


@dataclass(frozen=True, slots=True)
class Gap:
    """A place where a tile can be joined to the tile at `place`.

    `pips` are those of the open half, `part` is the part of the tile, and `point` where it lies on the photo. Gaps with
    the same number `piece` are connected already: no tile lies between them.
    """

    place: int
    pips: int
    part: str
    point: Point
    piece: int


def fill_gaps(tiles: Sequence[SeenTile], joins: Sequence[Join], facing: FacingEnds) -> tuple[Join, ...]:
    """Return `joins` and the joins of the tiles that players added, as far as a gap is found for them.

    `facing` says which halves of a tile may touch an open half.
    """
    joined = tuple(joins)
    for added in tiles:
        if not added.corners and not added.gone and added.known:
            joined += _join_added(added, make_tile(*added.known), _list_gaps(tiles, joined), facing)
    return joined


def _join_added(added: SeenTile, name: Tile, gaps: Sequence[Gap], facing: FacingEnds) -> tuple[Join, ...]:
    """Return the joins of an added tile with the nearest two gaps of different pieces, else with the only fitting gap.

    Return an empty tuple if no gap fits, or several that cannot be paired.
    """
    fits = [(half, gap) for gap in gaps for half in (0, 1) if added.pips[half] in facing(name, gap.pips)]
    pairs = [
        (one, other)
        for half, one in fits
        for across, other in fits
        if (half, across) == (0, 1) and one.piece != other.piece
    ]
    if pairs:
        nearest = min(pairs, key=lambda pair: dist(pair[0].point, pair[1].point))
        return tuple(_join(gap, added.place, half) for half, gap in enumerate(nearest))
    if len(fits) == 1 or (added.double and len({gap for _, gap in fits}) == 1):
        half, gap = fits[0]
        return (_join(gap, added.place, half),)
    return ()


def _join(gap: Gap, added: int, half: int) -> Join:
    """Return the join of `gap` with the half 0 or 1 of the added tile, whose place is `added`."""
    # In a join the tile with the higher place comes second: the added one.
    side = "right" if gap.part == "middle" else "end"
    return Join(gap.place, gap.part, side, added, "half1" if half else "half0", "end", "joint")  # type: ignore[arg-type]  # a part


def _list_gaps(tiles: Sequence[SeenTile], joins: Sequence[Join]) -> list[Gap]:
    """Return the gaps at all tiles that lie on the photo."""
    joints = [join for join in joins if join.kind == "joint"]
    groups = find_groups(len(tiles), ((join.a, join.b) for join in joints))
    pieces = {place: piece for piece, group in enumerate(groups) for place in group}
    return [
        gap
        for tile in tiles
        if tile.corners and not tile.gone
        for gap in _list_gaps_of(tile, _list_touched(tile.place, joints), pieces[tile.place])
    ]


def _list_gaps_of(tile: SeenTile, touched: Sequence[str], piece: int) -> Iterator[Gap]:
    """Yield the gaps at one tile, whose parts `touched` are taken; there is none at a hidden half."""
    ends = find_middle(tile.corners[:2]), find_middle(tile.corners[2:])
    if tile.double and touched.count("middle") < 2:
        yield Gap(tile.place, tile.seen, "middle", tile.middle, piece)
    for pips, part, point in zip(tile.pips, ("half0", "half1"), ends, strict=True):
        if pips is not None and part not in touched and not (tile.double and touched.count("middle") == 1):
            yield Gap(tile.place, pips, part, point, piece)


def _list_touched(place: int, joints: Sequence[Join]) -> Sequence[str]:
    """Return the parts of the tile at `place` where joints touch it."""
    return [join.a_part for join in joints if join.a == place] + [join.b_part for join in joints if join.b == place]
