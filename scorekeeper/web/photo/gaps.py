"""Where a tile lies that the reader overlooked: in the gap between two parts of the layout that only it can join.

The player who adds it says which tile it is, not where. It lies between two open halves that it fits and that do not
hang together yet, the nearest two of them: 5-4 between 6-5 and 4-2. Where only one open half takes it, it lies there.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import dist

from scorekeeper.engine.tiles import Tile, make_tile
from scorekeeper.vision import Join, Point, find_groups
from scorekeeper.web.photo.points import find_middle
from scorekeeper.web.photo.tiles import SeenTile

FacingEnds = Callable[[Tile, int], tuple[int, ...]]
"""Which halves of a tile may touch an open half that shows so many pips."""


@dataclass(frozen=True, slots=True)
class Gap:
    """A place where a tile can be joined to the tile at `place`: the pips there, the part of it, and where it lies.

    Gaps of the same `piece` hang together already: no tile lies between them.
    """

    place: int
    pips: int
    part: str
    point: Point
    piece: int


def fill_gaps(tiles: Sequence[SeenTile], joins: Sequence[Join], facing: FacingEnds) -> tuple[Join, ...]:
    """`joins`, and those of the tiles that were added, as far as they can be told."""
    found = tuple(joins)
    for added in tiles:
        if not added.corners and not added.gone and added.known:
            found += _join_added(added, make_tile(*added.known), _list_gaps(tiles, found), facing)
    return found


def _join_added(added: SeenTile, name: Tile, gaps: Sequence[Gap], facing: FacingEnds) -> tuple[Join, ...]:
    """How the added tile lies: at the nearest two gaps of different pieces, or at the only one that takes it."""
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
    # The added tile has the last place, so the join names it as the second.
    side = "right" if gap.part == "middle" else "end"
    return Join(gap.place, gap.part, side, added, "half1" if half else "half0", "end", "joint")  # type: ignore[arg-type]  # a part


def _list_gaps(tiles: Sequence[SeenTile], joins: Sequence[Join]) -> list[Gap]:
    """A position at which a tile could be joined to a tile on the photo."""
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
    """The gaps at one tile, whose parts `touched` are taken; none at a half that is hidden."""
    ends = find_middle(tile.corners[:2]), find_middle(tile.corners[2:])
    if tile.double and touched.count("middle") < 2:
        yield Gap(tile.place, tile.seen, "middle", tile.middle, piece)
    for pips, part, point in zip(tile.pips, ("half0", "half1"), ends, strict=True):
        if pips is not None and part not in touched and not (tile.double and touched.count("middle") == 1):
            yield Gap(tile.place, pips, part, point, piece)


def _list_touched(place: int, joints: Sequence[Join]) -> Sequence[str]:
    """The parts of the tile at `place` that joints take up."""
    return [join.a_part for join in joints if join.a == place] + [join.b_part for join in joints if join.b == place]
