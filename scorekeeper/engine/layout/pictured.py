"""The layout on a photo: its open ends, from the tiles read and how they touch (docs/rules.md §0.4, rule for photos).

A photo shows what lies where, not in which order it was laid. Tiles and joints come as whoever read the photo gives
them; only the attributes named here are looked at.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Protocol

from scorekeeper.engine.layout.growing import Facing, match_equal_halves, show_double
from scorekeeper.engine.layout.models import Model
from scorekeeper.engine.tiles import End, make_tile

PARTS = ("half0", "half1")
LARGEST_HALF = 18  # of the largest set
HalvesSeen = tuple[int | None, int | None]
"""The pips of a tile's first and second half; None for one that is hidden."""


class PicturedTile(Protocol):
    """A tile on a photo, of which one half may be hidden."""

    @property
    def pips(self) -> HalvesSeen: ...


class PicturedJoin(Protocol):
    """Tiles `a` and `b` (places in the list of tiles) touch; `kind` is `joint` where one is laid to the other.

    The parts say where: at `half0` or `half1` of the tile, or at the `middle` of a long side.
    """

    @property
    def a(self) -> int: ...
    @property
    def a_part(self) -> str: ...
    @property
    def b(self) -> int: ...
    @property
    def b_part(self) -> str: ...
    @property
    def kind(self) -> str: ...


@dataclass(frozen=True, slots=True)
class PicturedLayout:
    """The tiles of a layout (places in the list), its open ends, and the tiles whose touching halves do not fit.

    `at` says for each end which tile shows it. Of the tiles that are `asked` one half is hidden, and what it shows may
    be an open end: without it `ends` are not all.
    """

    tiles: tuple[int, ...]
    ends: tuple[End, ...]
    misfits: tuple[int, ...] = ()
    at: tuple[int, ...] = ()
    asked: tuple[int, ...] = ()


def lay_out_picture(
    tiles: Sequence[PicturedTile],
    joins: Sequence[PicturedJoin],
    model: Model,
    facing: Facing = match_equal_halves,
    within: Sequence[int] | None = None,
) -> PicturedLayout:
    """The largest set of tiles that joints hold together, and its open ends; `within` names the tiles to look at."""
    among = range(len(tiles)) if within is None else within
    joints = [join for join in joins if join.kind == "joint" and join.a in among and join.b in among]
    group = max(_connected(among, joints), key=len, default=())
    touched: dict[int, list[str]] = {place: [] for place in group}
    misfits: set[int] = set()
    for join in joints:
        if join.a not in touched:
            continue
        touched[join.a].append(join.a_part)
        touched[join.b].append(join.b_part)
        if not _fits(tiles[join.a].pips, join.a_part, tiles[join.b].pips, join.b_part, facing):
            misfits |= {join.a, join.b}
    first = _find_first_double(tiles, touched, joints)
    shown = [(end, place) for place in group for end in _ends(tiles[place].pips, touched[place], model, place == first)]
    ends, at = tuple(end for end, _ in shown), tuple(place for _, place in shown)
    asked = tuple(place for place in group if _asks(place, tiles, joints, touched[place], model, facing))
    return PicturedLayout(group, ends, tuple(sorted(misfits)), at, asked)


def _connected(among: Sequence[int], joints: Sequence[PicturedJoin]) -> list[tuple[int, ...]]:
    groups = {place: {place} for place in among}
    for joint in joints:
        merged = groups[joint.a] | groups[joint.b]
        for place in merged:
            groups[place] = merged
    return list(dict.fromkeys(tuple(sorted(group)) for group in groups.values()))


def _find_first_double(
    tiles: Sequence[PicturedTile], touched: Mapping[int, Sequence[str]], joints: Sequence[PicturedJoin]
) -> int | None:
    """The double that the round began with, if the photo tells, and if it began with one; None where it does not.

    That one is joined at the middles of its long sides alone, and seen from it each other double lies crosswise: joined
    by one middle, and going on at its halves. So it is if it is the only double, or built on at both its long sides.
    """
    doubles = [place for place in touched if len(set(tiles[place].pips)) == 1]
    may_be_first = [place for place in doubles if set(touched[place]) <= {"middle"}]

    def lies_crosswise_from(first: int) -> bool:
        stems: dict[int, str | None] = {first: None}
        todo = [first]
        for place in todo:
            for here, there, part in _neighbours(joints):
                if here == place and there not in stems:
                    stems[there] = part
                    todo.append(there)
        return all(stems[each] == "middle" and touched[each].count("middle") == 1 for each in doubles if each != first)

    found = [place for place in may_be_first if lies_crosswise_from(place)]
    return found.pop() if len(found) == 1 else None


def _neighbours(joints: Sequence[PicturedJoin]) -> Iterator[tuple[int, int, str]]:
    """Each joint from both its sides: here, there, and the part of the tile there that touches."""
    for joint in joints:
        yield joint.a, joint.b, joint.b_part
        yield joint.b, joint.a, joint.a_part


def _asks(
    place: int,
    tiles: Sequence[PicturedTile],
    joints: Sequence[PicturedJoin],
    parts: Sequence[str],
    model: Model,
    facing: Facing,
) -> bool:
    """Whether a hidden half of the tile at `place`, touched at `parts`, may show an end: it is open itself, or the tile
    may be a double that shows more than its other half.
    """
    pips = tiles[place].pips
    if None not in pips:
        return False
    if any(pip is None and part not in parts for pip, part in zip(pips, PARTS, strict=True)):
        return True
    known = max(pip for pip in pips if pip is not None)
    double = known, known
    fits = (
        _fits(double, join.a_part, tiles[join.b].pips, join.b_part, facing)
        if join.a == place
        else _fits(tiles[join.a].pips, join.a_part, double, join.b_part, facing)
        for join in joints
        if place in (join.a, join.b)
    )
    seen = _ends(pips, parts, model, first=False)
    return all(fits) and any(_ends(double, parts, model, first) != seen for first in (False, True))


def _ends(pips: HalvesSeen, parts: Sequence[str], model: Model, first: bool) -> tuple[End, ...]:
    one, other = pips
    if one is None or one != other:
        free = (pip for pip, part in zip(pips, PARTS, strict=True) if part not in parts)
        return tuple(End(pip) for pip in free if pip is not None)
    return show_double(one, model.pictured(parts, first))


def _fits(a: HalvesSeen, a_part: str, b: HalvesSeen, b_part: str, facing: Facing) -> bool:
    """Whether the touching halves may touch. A hidden half fits anything, and so does the middle of a tile that is no
    double: it is no half."""
    one, other = _half(a, a_part), _half(b, b_part)
    if one is None or other is None:
        return True
    halves = (range(LARGEST_HALF + 1) if pip is None else (pip,) for pip in b)
    return any(other in facing(make_tile(*may_be), one) for may_be in product(*halves))


def _half(pips: HalvesSeen, part: str) -> int | None:
    one, other = pips
    if part == "middle":
        return one if one == other else None
    return other if part == "half1" else one
