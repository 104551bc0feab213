"""The layout on a photo: its open ends, from the tiles read and how they touch (docs/rules.md §0.4, rule for photos).

A photo shows what lies where, not in which order it was laid. Tiles and joints come as whoever read the photo gives
them; only the attributes named here are looked at.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from scorekeeper.engine.layout.growing import Facing, Model, match_equal_halves, show_double
from scorekeeper.engine.tiles import End, make_tile


class PicturedTile(Protocol):
    """A tile on a photo: the pips of its first and second half."""

    @property
    def pips(self) -> tuple[int, int]: ...


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

    `at` says for each end which tile shows it.
    """

    tiles: tuple[int, ...]
    ends: tuple[End, ...]
    misfits: tuple[int, ...] = ()
    at: tuple[int, ...] = ()


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
    shown = [(end, place) for place in group for end in _ends(tiles[place].pips, touched[place], model)]
    ends, at = tuple(end for end, _ in shown), tuple(place for _, place in shown)
    return PicturedLayout(group, ends, tuple(sorted(misfits)), at)


def _connected(among: Sequence[int], joints: Sequence[PicturedJoin]) -> list[tuple[int, ...]]:
    groups = {place: {place} for place in among}
    for joint in joints:
        merged = groups[joint.a] | groups[joint.b]
        for place in merged:
            groups[place] = merged
    return list(dict.fromkeys(tuple(sorted(group)) for group in groups.values()))


def _ends(pips: tuple[int, int], parts: Sequence[str], model: Model) -> tuple[End, ...]:
    if pips[0] != pips[1]:
        return tuple(End(pip) for pip, part in zip(pips, ("half0", "half1"), strict=True) if part not in parts)
    return show_double(pips[0], model.pictured(parts))


def _fits(a: tuple[int, int], a_part: str, b: tuple[int, int], b_part: str, facing: Facing) -> bool:
    """Whether the touching halves may touch; the middle of a tile that is no double is no half and fits anything."""
    one, other = _half(a, a_part), _half(b, b_part)
    return one is None or other is None or other in facing(make_tile(*b), one)


def _half(pips: tuple[int, int], part: str) -> int | None:
    if part == "middle":
        return pips[0] if pips[0] == pips[1] else None
    return pips[int(part == "half1")]
