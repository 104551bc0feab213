"""Where a tile lies that the reader overlooked: in the gap between two parts of the layout that only it can join.

The player who adds it says which tile it is, not where. Two open halves that it fits, in parts that do not hang
together, and nearest to each other: there it lies. Where only one open half takes it, it lies there.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import hypot

from scorekeeper.engine.tiles import Tile, make_tile
from scorekeeper.web.photo.edits import PhotoPoint, SeenTile
from vision import Join

FacingEnds = Callable[[Tile, int], tuple[int, ...]]
"""Which halves of a tile may touch an open half that shows so many pips."""


@dataclass(frozen=True, slots=True)
class Gap:
    """A place where a tile can be joined to the tile at `place`: the pips there, the part of it, and where it lies."""

    place: int
    pips: int
    part: str
    point: PhotoPoint


def fill_gaps(tiles: Sequence[SeenTile], joins: Sequence[Join], facing: FacingEnds) -> tuple[Join, ...]:
    """`joins`, and those of the tiles that were added, as far as they can be told."""
    found = tuple(joins)
    for added in tiles:
        if not added.corners and not added.gone:
            found += _joins_of(added, _gaps(tiles, found), found, facing)
    return found


def _joins_of(added: SeenTile, gaps: Sequence[Gap], joins: Sequence[Join], facing: FacingEnds) -> tuple[Join, ...]:
    name = make_tile(*added.pips)
    fits = [(half, gap) for gap in gaps for half in (0, 1) if added.pips[half] in facing(name, gap.pips)]
    pairs = [
        (one, other)
        for half, one in fits
        for across, other in fits
        if (half, across) == (0, 1) and other.place not in _connected(one.place, joins)
    ]
    if pairs:
        nearest = min(
            pairs, key=lambda pair: hypot(pair[0].point[0] - pair[1].point[0], pair[0].point[1] - pair[1].point[1])
        )
        return tuple(_join(gap, added.place, half) for half, gap in enumerate(nearest))
    if len(fits) == 1 or (added.double and len({gap for _, gap in fits}) == 1):
        half, gap = fits[0]
        return (_join(gap, added.place, half),)
    return ()


def _join(gap: Gap, added: int, half: int) -> Join:
    # The added tile has the last place, so the join names it as the second.
    side = "right" if gap.part == "middle" else "end"
    return Join(gap.place, gap.part, side, added, "half1" if half else "half0", "end", "joint")  # type: ignore[arg-type]  # a part


def _gaps(tiles: Sequence[SeenTile], joins: Sequence[Join]) -> list[Gap]:
    """Where a tile could be joined to one that lies on the photo."""
    return [
        gap for each in tiles if each.corners and not each.gone for gap in _gaps_of(each, _touched(each.place, joins))
    ]


def _gaps_of(each: SeenTile, touched: Sequence[str]) -> Iterator[Gap]:
    a, b, c, d = each.corners
    ends = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2), ((c[0] + d[0]) / 2, (c[1] + d[1]) / 2)
    if each.double and touched.count("middle") < 2:
        yield Gap(each.place, each.pips[0], "middle", each.middle)
    for pips, part, point in zip(each.pips, ("half0", "half1"), ends, strict=True):
        if part not in touched and not (each.double and touched.count("middle") == 1):
            yield Gap(each.place, pips, part, point)


def _touched(place: int, joins: Sequence[Join]) -> Sequence[str]:
    joints = [join for join in joins if join.kind == "joint"]
    return [join.a_part for join in joints if join.a == place] + [join.b_part for join in joints if join.b == place]


def _connected(place: int, joins: Sequence[Join]) -> set[int]:
    """The places of the tiles that joints hold together with the one at `place`."""
    found, grown = {place}, True
    while grown:
        pairs = [{join.a, join.b} for join in joins if join.kind == "joint"]
        more = {each for pair in pairs if pair & found for each in pair}
        grown = not more <= found
        found |= more
    return found
