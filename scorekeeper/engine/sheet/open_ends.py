"""Check which open ends a layout can show at all, by counting halves; the tiles between the ends need not be known.

Joints hold the tiles of a layout together like a tree: there is one less than there are tiles. So the number of open
halves depends on the doubles alone: without any there are two, and each double that takes a third or a fourth tile adds
one. The halves of a number are limited, too: of the six tiles 5-x two lie at the long sides of a 5-5, and only four can
show their 5.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cache, lru_cache

from scorekeeper.engine.layout.laid_tiles import FirstTile
from scorekeeper.engine.layout.models import Model
from scorekeeper.engine.problems import Findings
from scorekeeper.engine.tiles import End, Tile


def check_ends(
    ends: tuple[End, ...], model: Model, largest: int, first_tile: FirstTile = "any", joins_equal: bool = True
) -> None:
    """Raise RuleError for open ends that no layout of the kind `model` can show.

    `largest` is the set's largest half, `first_tile` the tile that a round must begin with, and `joins_equal` says
    whether touching halves must be equal.
    """
    findings = Findings()
    counts = Counter(ends)
    for end, count in counts.items():
        if end.both and count > 1:
            findings.add("duplicate_tile", "ends", tile=str(end))
        # If touching halves need not be equal, the double can show a single half, too.
        if not end.both and count > largest + (not joins_equal):
            findings.add("too_many_equal_ends", "ends", most=largest, pip=end.pip)
    if sum(end.halves for end in ends) < 2:
        findings.add("too_few_ends", "ends")
    if model.most_ends is not None and len(ends) > model.most_ends:
        findings.add("too_many_ends", "ends", most=model.most_ends)
    findings.settle()
    if len(ends) == 1 and first_tile == "no_double":
        findings.add("start_is_double", "ends", tile=str(*ends))
    elif not _can_show(ends, model, largest, first_tile, joins_equal):
        findings.add("impossible_ends", "ends")
    findings.settle()


@lru_cache(10_000)  # a table shows few different ends, and a sheet is scored often
def _can_show(ends: tuple[End, ...], model: Model, largest: int, first_tile: FirstTile, joins_equal: bool) -> bool:
    """Return whether the doubles can lie so that exactly these halves are open."""
    alone = len(ends) == 1
    led = End(first_tile.high, both=True) if isinstance(first_tile, Tile) else None
    if model.incomplete(0, first=True) and led and joins_equal and not _may_surround(ends, led):
        return False
    allowed = {1} if first_tile == "double" or led else {0} if first_tile == "no_double" else {0, 1}
    if model.spinner == "first_double":
        allowed = allowed | {1}
    # Over the numbers so far: the sum of the first values of their ways, and how many first tiles are among them.
    sums = {(0, 0)}
    for pip in range(largest + 1):
        singles, both = ends.count(End(pip)), End(pip, both=True) in ends
        ways = _list_ways(singles, both, model, largest, joins_equal, alone)
        if led and pip != led.pip:
            ways = frozenset(way for way in ways if not way[1])
        sums = {(more + net, firsts + first) for more, firsts in sums for net, first in ways}
    return any((-2, firsts) in sums for firsts in allowed)


def _may_surround(ends: tuple[End, ...], led: End) -> bool:
    """Return whether `ends` can be shown while the double `led`, which begins every round, still takes tiles.

    Then the other ends belong to tiles laid to that double: they are single, all different, and none shows its number.
    """
    others = [end for end in ends if end != led]
    alike = len(set(others)) < len(others) or End(led.pip) in others or any(end.both for end in others)
    return led not in ends or not alike


@cache
def _list_ways(
    singles: int, both: bool, model: Model, largest: int, joins_equal: bool, alone: bool
) -> frozenset[tuple[int, bool]]:
    """Return the set of all that `_find_ways` yields."""
    return frozenset(_find_ways(singles, both, model, largest, joins_equal, alone))


def _find_ways(
    singles: int, both: bool, model: Model, largest: int, joins_equal: bool, alone: bool
) -> Iterator[tuple[int, bool]]:
    """Yield each way in which the double of a number can lie, or not lie, on the table.

    The number shows `singles` single ends and, if `both` is true, its double with both halves. `alone` says that the
    table shows no other end. A way is a pair: the number of tiles joined to the double minus two, minus the open halves
    of the number on other tiles; and whether the double is the first tile.
    """
    if not both and singles <= largest:
        yield -singles, False  # the double does not lie on the table
    for first in (False, True):
        for joined in range(0 if alone and first else 1, 5):
            open_halves = model.open_halves(joined, first)
            others = singles - (open_halves == 1)
            if model.room(joined, first) < 0 or (open_halves == 2) != both or others < 0:
                continue
            if others + joined * joins_equal <= largest:
                yield joined - 2 - others, first
