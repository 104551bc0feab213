"""Whose tiles lie where on a photo of the hands: tiles that lie together are a hand, and hands lie in turn order.

Only a first guess is made here; each hand is given to another player with one tap, and so is each tile. The layout may
be on the photo too: tiles that are joined end to end, one after the other, are nobody's.
"""

from collections.abc import Iterable, Mapping, Sequence
from math import hypot
from typing import Final

from scorekeeper.web.forms.form import read_number
from scorekeeper.web.photo.edits import Edit, SeenTile
from vision import Join

NOBODY: Final = 0
ON_TABLE: Final = 9
"""Instead of a seat: a tile of the layout or the boneyard."""
FEWEST_JOINTS = 5  # more than people lay end to end of what they hold
Heap = tuple[int, ...]
"""The places of tiles that lie together."""


def find_layouts(groups: Iterable[Sequence[int]], joins: Iterable[Join]) -> tuple[Heap, ...]:
    """The groups that are no hands: most of their tiles are played one to the other."""
    joints = [{join.a, join.b} for join in joins if join.kind == "joint"]
    found = []
    for group in groups:
        among = sum(1 for pair in joints if pair <= set(group))
        if among >= max(FEWEST_JOINTS, 0.6 * (len(group) - 1)):
            found.append(tuple(group))
    return tuple(found)


def find_heaps(tiles: Sequence[SeenTile], groups: Iterable[Sequence[int]], most: int) -> tuple[Heap, ...]:
    """At most `most` heaps: the groups that were read, the nearest of them taken together. From the left to the right,
    or, where they lie one behind the other, from the near side to the far side.
    """
    found = [tuple(group) for group in groups]
    while len(found) > max(1, most):
        pairs = [(one, other) for one in range(len(found)) for other in range(one)]
        one, other = min(pairs, key=lambda pair: _apart(tiles, found[pair[0]], found[pair[1]]))
        found[other] += found.pop(one)
    middles = {heap: _middle(tiles, heap) for heap in found}
    across = _spread(x for x, _ in middles.values()) >= _spread(y for _, y in middles.values())
    return tuple(sorted(found, key=lambda heap: middles[heap][0] if across else -middles[heap][1]))


def guess_seats(
    found: Sequence[Heap], seats: Sequence[int], opposing: Sequence[int], asked: int | None
) -> dict[int, int]:
    """The seat of each tile by its place. As many heaps as there are hands, or as hands that count (`opposing`), lie in
    turn order; one heap alone is the hand that was asked for; else nobody knows.
    """
    if len(found) == 1 and asked in seats and len(seats) > 1:
        order: Sequence[int] = [asked or NOBODY]
    else:
        order = next((each for each in (seats, opposing) if len(each) == len(found)), [NOBODY] * len(found))
    return {place: seat for heap, seat in zip(found, order, strict=True) for place in heap}


def apply_seats(
    guessed: Mapping[int, int],
    read: int,
    found: Sequence[Heap],
    corrections: Iterable[Edit],
    seats: Sequence[int],
) -> dict[int, int]:
    """The seat of each tile after `corrections`; `read` tiles were on the photo, the others were added one by one."""
    given, added = dict(guessed), read
    for each in corrections:
        if each.what == "add":
            given[added] = each.place
            added += 1
        elif each.what == "to" and each.place < added:
            given[each.place] = _seat(each.value)
        elif each.what == "all":
            heap = next((heap for heap in found if each.place in heap), (each.place,))
            given |= dict.fromkeys(heap, _seat(each.value))
        elif each.what == "swap":
            other = {each.place: _seat(each.value), _seat(each.value): each.place}
            given = {place: other.get(seat, seat) for place, seat in given.items()}
    return {place: seat if seat in (*seats, ON_TABLE) else NOBODY for place, seat in given.items()}


def sort_as_entered(tiles: Iterable[SeenTile], entered: Mapping[str, int]) -> tuple[str, ...]:
    """The corrections that make of the tiles read those that were `entered`, by name with the seat that held each.

    A tile that was not entered was corrected to one that shares a half with it, or it is none.
    """
    read = {tile.name for tile in tiles}
    left = [name for name in entered if name not in read]
    words = []
    for tile in tiles:
        name = tile.name
        if name not in entered:
            shared = [other for other in left if set(other.split("-")) & set(name.split("-"))]
            if not shared:
                words.append(f"{tile.place}gone")
                continue
            name = shared[0]
            left.remove(name)
            words.append(f"{tile.place}is{_turned_like(tile.pips, name)}")
        words.append(f"{tile.place}to{entered[name]}")
    return tuple(words)


def _turned_like(pips: tuple[int, int], name: str) -> str:
    """The tile `name` written so that the half it shares with `pips` has the same place."""
    high, low = map(int, name.split("-"))
    return f"{high}-{low}" if pips[0] == high or pips[1] == low else f"{low}-{high}"


def _seat(value: str) -> int:
    return read_number(value) or NOBODY


def _middle(tiles: Sequence[SeenTile], heap: Heap) -> tuple[float, float]:
    points = [tiles[place].middle for place in heap]
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def _apart(tiles: Sequence[SeenTile], one: Heap, other: Heap) -> float:
    """Pixels between the nearest two tiles of two heaps."""
    pairs = ((tiles[a].middle, tiles[b].middle) for a in one for b in other)
    return min(hypot(x - u, y - v) for (x, y), (u, v) in pairs)


def _spread(values: Iterable[float]) -> float:
    found = list(values)
    return max(found) - min(found) if found else 0
