"""The layout on a photo and its open ends (docs/rules.md §0.4, "Rule for photos").

A photo shows where tiles lie, not in which order they were laid. `TileOnPhoto` and `JoinOnPhoto` are protocols for what
the photo reader returns.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Protocol

from scorekeeper.engine.layout.laid_tiles import Facing, match_equal_halves, show_double
from scorekeeper.engine.layout.models import Model
from scorekeeper.engine.tiles import End, make_tile

PARTS = ("half0", "half1")
LARGEST_HALF = 18  # the largest half of the largest set
HalvesSeen = tuple[int | None, int | None]
"""The pips of a tile's first and second half; None for one that is hidden."""


class TileOnPhoto(Protocol):
    """A tile on a photo. One of its halves may be hidden."""

    @property
    def pips(self) -> HalvesSeen: ...


class JoinOnPhoto(Protocol):
    """Two tiles that touch; `a` and `b` are indexes into the list of tiles.

    `kind` is `joint` if one is joined to the other by the rules. `a_part` and `b_part` say where they touch: `half0`,
    `half1`, or the `middle` of a long side.
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
class LayoutOnPhoto:
    """A layout on a photo. Tiles are indexes into the list of tiles.

    - `tiles`: the tiles of the layout.
    - `ends`: its open ends, and `at`: the tile of each.
    - `misfits`: tiles whose touching halves do not fit.
    - `half_hidden`: tiles with a hidden half that may be an open end. `ends` may be incomplete without it.
    """

    tiles: tuple[int, ...]
    ends: tuple[End, ...]
    misfits: tuple[int, ...] = ()
    at: tuple[int, ...] = ()
    half_hidden: tuple[int, ...] = ()


def find_layout_on_photo(
    tiles: Sequence[TileOnPhoto],
    joins: Sequence[JoinOnPhoto],
    model: Model,
    facing: Facing = match_equal_halves,
    within: Sequence[int] | None = None,
    began_with: int | None = None,
) -> LayoutOnPhoto:
    """Return the largest group of tiles that are joined by the rules, with its open ends.

    `facing` returns the halves of a tile that may touch an open half with this number of pips. `within` are the indexes
    of the tiles to be considered; None is all. `began_with` is the tile that began the round, if that is known;
    otherwise the photo may show which one it was.
    """
    among = range(len(tiles)) if within is None else within
    joints = [join for join in joins if join.kind == "joint" and join.a in among and join.b in among]
    group = max(_group_connected(among, joints), key=len, default=())
    touched: dict[int, list[str]] = {place: [] for place in group}
    misfits: set[int] = set()
    for join in joints:
        if join.a not in touched:
            continue
        touched[join.a].append(join.a_part)
        touched[join.b].append(join.b_part)
        if not _fits(tiles[join.a].pips, join.a_part, tiles[join.b].pips, join.b_part, facing):
            misfits |= {join.a, join.b}
    first = began_with if began_with in touched else _find_first_double(tiles, touched, joints)
    ends_at = [
        (end, place) for place in group for end in _list_ends(tiles[place].pips, touched[place], model, place == first)
    ]
    ends, at = tuple(end for end, _ in ends_at), tuple(place for _, place in ends_at)
    half_hidden = tuple(place for place in group if _may_hide_end(place, tiles, joints, touched[place], model, facing))
    return LayoutOnPhoto(group, ends, tuple(sorted(misfits)), at, half_hidden)


def _group_connected(among: Sequence[int], joints: Sequence[JoinOnPhoto]) -> list[tuple[int, ...]]:
    """Return the connected components of the tiles `among`, each as the sorted indexes of its tiles."""
    groups = {place: {place} for place in among}
    for joint in joints:
        merged = groups[joint.a] | groups[joint.b]
        for place in merged:
            groups[place] = merged
    return list(dict.fromkeys(tuple(sorted(group)) for group in groups.values()))


def _find_first_double(
    tiles: Sequence[TileOnPhoto], touched: Mapping[int, Sequence[str]], joints: Sequence[JoinOnPhoto]
) -> int | None:
    """Return the double that the round began with, or None if the photo does not show which one it is.

    The first double is joined only at the middles of its long sides. Seen from it, every other double lies crosswise:
    it is joined at one middle and continues at its halves.
    """
    doubles = [place for place in touched if len(set(tiles[place].pips)) == 1]
    may_be_first = [place for place in doubles if set(touched[place]) <= {"middle"}]

    def lies_crosswise_from(first: int) -> bool:
        """Return whether every other double lies crosswise if the round began with the double `first`."""
        stems: dict[int, str | None] = {first: None}
        todo = [first]
        for place in todo:
            for here, there, part in _list_neighbours(joints):
                if here == place and there not in stems:
                    stems[there] = part
                    todo.append(there)
        return all(stems[each] == "middle" and touched[each].count("middle") == 1 for each in doubles if each != first)

    candidates = [place for place in may_be_first if lies_crosswise_from(place)]
    return candidates.pop() if len(candidates) == 1 else None


def _list_neighbours(joints: Sequence[JoinOnPhoto]) -> Iterator[tuple[int, int, str]]:
    """Yield each joint in both directions: a tile, its neighbour, and the part of the neighbour that touches."""
    for joint in joints:
        yield joint.a, joint.b, joint.b_part
        yield joint.b, joint.a, joint.a_part


def _may_hide_end(
    place: int,
    tiles: Sequence[TileOnPhoto],
    joints: Sequence[JoinOnPhoto],
    parts: Sequence[str],
    model: Model,
    facing: Facing,
) -> bool:
    """Return whether a hidden half of the tile at `place`, touched at `parts`, may be an open end.

    It may be one if no tile touches it. It may also be one if the tile can be a double whose open ends differ from that
    of its known half alone.
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
    seen = _list_ends(pips, parts, model, first=False)
    return all(fits) and any(_list_ends(double, parts, model, first) != seen for first in (False, True))


def _list_ends(pips: HalvesSeen, parts: Sequence[str], model: Model, first: bool) -> tuple[End, ...]:
    """Return the open ends of one tile that others touch at `parts`; a hidden half is left out.

    `first` says that it is known to be the first tile of the round.
    """
    one, other = pips
    if one is None or one != other:
        free = (pip for pip, part in zip(pips, PARTS, strict=True) if part not in parts)
        return tuple(End(pip) for pip in free if pip is not None)
    return show_double(one, model.open_on_photo(parts, first))


def _fits(a: HalvesSeen, a_part: str, b: HalvesSeen, b_part: str, facing: Facing) -> bool:
    """Return whether the part `a_part` of the tile `a` may touch the part `b_part` of the tile `b`.

    A hidden half fits anything. So does the middle of a tile that is not a double, which belongs to neither half.
    """
    one, other = _find_pips(a, a_part), _find_pips(b, b_part)
    if one is None or other is None:
        return True
    halves = (range(LARGEST_HALF + 1) if pip is None else (pip,) for pip in b)
    return any(other in facing(make_tile(*may_be), one) for may_be in product(*halves))


def _find_pips(pips: HalvesSeen, part: str) -> int | None:
    """Return the pips at `part` of a tile; None if they are hidden, or in the middle of a tile that is no double."""
    one, other = pips
    if part == "middle":
        return one if one == other else None
    return other if part == "half1" else one
