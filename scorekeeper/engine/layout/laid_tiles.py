"""A tile on the table: which halves may touch, how it was joined, and the open ends it shows (docs/rules.md §0.4)."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

from scorekeeper.engine.tiles import End, Tile

Facing = Callable[[Tile, int], tuple[int, ...]]
FirstTile = Literal["any", "double", "no_double"] | Tile  # the tile that a round must begin with


def match_equal_halves(tile: Tile, pip: int) -> tuple[int, ...]:
    """Return the halves of `tile` that may touch an open half of `pip` pips where touching halves must be equal.

    The result is `(pip,)` if the tile has such a half, else empty.
    """
    return (pip,) if pip in tile.halves else ()


def may_begin(tile: Tile, wanted: FirstTile) -> bool:
    """Return whether a round may begin with `tile`; `wanted` is the tile, or kind of tile, that the game demands."""
    if isinstance(wanted, Tile):
        return tile == wanted
    return wanted == "any" or tile.double == (wanted == "double")


def show_double(pip: int, open_halves: int) -> tuple[End, ...]:
    """Return the open ends that a double of `pip` shows while `open_halves` of its halves are open.

    Two open halves are one end (`5-5`), one is a single end (`5`), and none is an empty tuple.
    """
    return (End(pip, both=True),) if open_halves == 2 else (End(pip),) * open_halves


def show_first_tile(tile: Tile) -> tuple[End, ...]:
    """Return the open ends of `tile` while it lies alone: one end for a double, else its high and its low half."""
    return show_double(tile.high, 2) if tile.double else (End(tile.high), End(tile.low))


@dataclass(frozen=True, slots=True)
class Joint:
    """How a tile was joined when it was laid: its half `join` touches the half `pip` of the tile `at`.

    `at` is None if that tile is not known.
    """

    at: Tile | None
    pip: int
    join: int


@dataclass(frozen=True, slots=True)
class LaidTile:
    """A tile on the table.

    `joined` counts the tiles joined to its (high half, low half); a double counts all of them in the first number.
    `first` is true for the first tile of the round, in SPIN_ONE for the first double. `joint` is None for the first
    tile, and for a tile that was on the table before it was known.
    """

    tile: Tile
    joined: tuple[int, int] = (0, 0)
    first: bool = False
    joint: Joint | None = None

    def with_join(self, half: int) -> "LaidTile":
        """Return the tile with one more tile joined to its half that shows `half` pips."""
        high, low = self.joined
        to_high = self.tile.double or half == self.tile.high
        return replace(self, joined=(high + 1, low) if to_high else (high, low + 1))

    def with_joint(self, at: Tile | None, pip: int, join: int | None) -> "LaidTile":
        """Return the tile after it was laid at the half `pip` of `at`, with its half `join` (None: its equal half)."""
        joint = Joint(at, pip, pip if join is None else join)
        return replace(self.with_join(joint.join), joint=joint)
