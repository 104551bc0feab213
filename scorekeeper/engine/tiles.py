"""Tiles, open ends and sets of tiles (docs/rules.md §0.1)."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from scorekeeper.engine.problems import Findings, refuse, write_input

_TILE = re.compile(r"\s*(-?[0-9]{1,3})\s*-\s*(-?[0-9]{1,3})\s*")
_HALF = re.compile(r"\s*(-?[0-9]{1,3})\s*")


@dataclass(frozen=True, slots=True, order=True)
class Tile:
    """A tile with its higher and its lower half, written `6-4`. `make_tile` orders the halves."""

    high: int
    low: int

    @property
    def pips(self) -> int:
        """The sum of the pips of both halves."""
        return self.high + self.low

    @property
    def double(self) -> bool:
        """Whether both halves are equal."""
        return self.high == self.low

    @property
    def halves(self) -> tuple[int, int]:
        """The pips of the higher and of the lower half."""
        return self.high, self.low

    def other(self, half: int) -> int:
        """Return the half that is not `half`; of a double the same number."""
        return self.low if half == self.high else self.high

    def __str__(self) -> str:
        return f"{self.high}-{self.low}"


DOUBLE_BLANK = Tile(0, 0)


@dataclass(frozen=True, slots=True, order=True)
class End:
    """An open end: one half that shows `pip`, or with `both` a double of which both halves count."""

    pip: int
    both: bool = False

    @property
    def pips(self) -> int:
        """The pips that the end adds to the sum of the open ends."""
        return 2 * self.pip if self.both else self.pip

    @property
    def halves(self) -> int:
        """The number of open halves: 2 for a double with both halves, else 1."""
        return 2 if self.both else 1

    def __str__(self) -> str:
        return f"{self.pip}-{self.pip}" if self.both else str(self.pip)


def make_tile(a: int, b: int) -> Tile:
    """Return the tile with the halves `a` and `b`, in either order."""
    return Tile(max(a, b), min(a, b))


def parse_tile(value: object, largest: int) -> Tile:
    """Return the tile that a text like `"6-4"` describes.

    Raise RuleError `unreadable_tile`, or `pip_out_of_range` for a half with more than `largest` pips.
    """
    return make_tile(*parse_halves(value, largest))


def parse_halves(value: object, largest: int) -> tuple[int, int]:
    """Return the halves of a tile like `"4-6"` in the order in which they lie in a row. Raise as `parse_tile`."""
    match = _TILE.fullmatch(value) if isinstance(value, str) else None
    if not match:
        raise refuse("unreadable_tile", given=write_input(value))
    return _parse_half(match[1], largest), _parse_half(match[2], largest)


def parse_end(value: object, largest: int) -> End:
    """Return the open end that a text describes: `"5"` is one half, `"5-5"` a double with both halves.

    Raise RuleError `unreadable_end`, `not_a_double` for a whole tile that is no double, or `pip_out_of_range`.
    """
    text = str(value) if isinstance(value, int) and not isinstance(value, bool) else value
    if isinstance(text, str) and (match := _HALF.fullmatch(text)):
        return End(_parse_half(match[1], largest))
    if not isinstance(text, str) or not _TILE.fullmatch(text):
        raise refuse("unreadable_end", given=write_input(value))
    whole = parse_tile(text, largest)
    if not whole.double:
        raise refuse("not_a_double", tile=str(whole))
    return End(whole.high, both=True)


def _parse_half(digits: str, largest: int) -> int:
    """Return the number of pips that `digits` say; raise RuleError if the set has no such half."""
    pips = int(digits)
    if not 0 <= pips <= largest:
        raise refuse("pip_out_of_range", pips=pips, largest=largest)
    return pips


@cache
def make_set(largest: int) -> tuple[Tile, ...]:
    """Return every tile of the set with the highest half `largest`, lowest first: 28 for 6, 55 for 9, 91 for 12."""
    return tuple(Tile(high, low) for high in range(largest + 1) for low in range(high + 1))


def sort_pips(pool: Iterable[Tile]) -> list[int]:
    """Return the pips of each tile of `pool` in ascending order."""
    return sorted([each.high + each.low for each in pool])


def find_pip_bounds(pool: Iterable[Tile], count: int) -> tuple[int, int]:
    """Return the fewest and the most pips that `count` tiles of `pool` can have together."""
    return find_sum_bounds(sort_pips(pool), count)


def find_sum_bounds(pips: Sequence[int], count: int) -> tuple[int, int]:
    """Return the least and the greatest sum of `count` numbers of `pips`, which are in ascending order."""
    return sum(pips[:count]), sum(pips[max(0, len(pips) - count) :])


def add_up_pips(tiles: tuple[Tile, ...]) -> int:
    """Return the pips of all tiles together."""
    return sum(each.pips for each in tiles)


def check_each_once(tiles: Iterable[Tile], *place: str) -> None:
    """Raise RuleError with a `duplicate_tile` at `place` for every repeated tile."""
    seen: set[Tile] = set()
    findings = Findings()
    for each in tiles:
        if each in seen:
            findings.add("duplicate_tile", *place, tile=str(each))
        seen.add(each)
    findings.settle()
