"""The layout on the table as lines of tiles, as far as it is known tile by tile.

The first line goes through the first known tile from the left open end to the right one. Every further arm, such as the
third one of a double, is a line of its own that begins with the double.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from scorekeeper.engine.layout.laid_tiles import LaidTile
from scorekeeper.engine.layout.layout import Layout
from scorekeeper.engine.tiles import End, Tile

Open = Literal["", "left", "right", "both"]
LAST = 1_000  # the place of a side without an open end, after all others


@dataclass(frozen=True, slots=True)
class LyingTile:
    """A tile of a line with its left and its right half; a double lies crosswise.

    `open` says at which sides a tile can be joined. `newest` is true for the tile laid last, `supposed` for a tile that
    was inferred from open ends, and `host` for the double at which a further arm begins.
    """

    left: int
    right: int
    open: Open = ""
    newest: bool = False
    supposed: bool = False
    host: bool = False

    @property
    def double(self) -> bool:
        """Whether both halves are equal."""
        return self.left == self.right


@dataclass(frozen=True, slots=True)
class LayoutLine:
    """Joined tiles from left to right.

    `before` and `after` are the open ends beyond tiles that are not known; `more_before` and `more_after` say that
    there are such tiles.
    """

    tiles: tuple[LyingTile, ...]
    before: End | None = None
    after: End | None = None
    more_before: bool = False
    more_after: bool = False


@dataclass(frozen=True, slots=True)
class _Side:
    """One side of the first tile of a line: its `half` there, and the tiles joined to it, outwards (`arm`).

    `open` says whether the half is an open end. `place` is the index of its open end, from left to right.
    """

    half: int
    arm: tuple[LaidTile, ...]
    open: bool
    place: int

    @property
    def unknown(self) -> bool:
        """Whether unknown tiles are joined to this side."""
        return not self.arm and not self.open


def list_layout_lines(layout: Layout) -> tuple[LayoutLine, ...]:
    """Return the lines of the layout; empty while no tile of it is known."""
    return _Tiles(layout).list_lines()


class _Tiles:
    """The tiles of one layout, each with those that were joined to it."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.joined: dict[Tile | None, list[LaidTile]] = {tile: [] for tile in layout.laid}
        self.first: list[LaidTile] = []
        for laid in layout.laid.values():
            at = laid.joint.at if laid.joint else None
            self.joined.get(at, self.first).append(laid)
        self.further: list[tuple[Tile, tuple[LaidTile, ...]]] = []
        self.newest = next(reversed(tuple(layout.laid)), None)

    def list_lines(self) -> tuple[LayoutLine, ...]:
        """Return a line for each first tile, then one for each further arm."""
        lines = [self._make_line(first) for first in self.first]
        for host, arm in self.further:
            begin = replace(self._turn_tile(host, host.high, host.high), host=True, newest=False)
            lines.append(LayoutLine((begin, *self._list_arm(arm))))
        return tuple(lines)

    def _make_line(self, first: LaidTile) -> LayoutLine:
        """Return the line through the tile `first`."""
        left, right = sorted(self._find_sides(first), key=lambda side: side.place)
        open_sides: dict[tuple[bool, bool], Open] = {
            (True, True): "both",
            (True, False): "left",
            (False, True): "right",
        }
        middle = replace(
            self._turn_tile(first.tile, left.half, right.half), open=open_sides.get((left.open, right.open), "")
        )
        mirrored = tuple(_turn(each) for each in reversed(self._list_arm(left.arm)))
        line = LayoutLine(
            (*mirrored, middle, *self._list_arm(right.arm)), more_before=left.unknown, more_after=right.unknown
        )
        loose = self.layout.loose[0] if len(self.layout.row) == 2 and len(self.layout.loose) == 1 else None
        return replace(line, before=loose if left.unknown else None, after=loose if right.unknown else None)

    def _find_sides(self, first: LaidTile) -> tuple[_Side, _Side]:
        """Return the two sides of the first tile of a line; further arms of a double are added to `further`."""
        tile = first.tile
        arms = [self._follow(laid) for laid in self.joined[tile]]
        if tile.double:
            self.further += [(tile, arm) for arm in arms[2:]]
            at_halves = [*arms[:2], (), ()][:2]
        else:
            at_halves = [
                next((arm for arm in arms if arm[0].joint and arm[0].joint.pip == half), ()) for half in tile.halves
            ]
        sides = []
        for half, arm in zip(tile.halves, at_halves, strict=True):
            is_open = not arm and any(at == tile and half == end.pip for at, end in self.layout.row)
            sides.append(_Side(half, arm, is_open, self._find_place(arm[-1].tile if arm else tile, half, bool(arm))))
        return sides[0], sides[1]

    def _find_place(self, tile: Tile, half: int, outermost: bool) -> int:
        """Return the index of an open end: of the `outermost` tile of an arm, or else of the `half` of the tile.

        If the end is not known, return the index of the first loose end, or `LAST`.
        """
        row = self.layout.row
        ends = [at == tile and (outermost or end.pip == half) for at, end in row]
        loose = [at is None for at, _ in row]
        return next((places.index(True) for places in (ends, loose) if True in places), LAST)

    def _follow(self, laid: LaidTile) -> tuple[LaidTile, ...]:
        """Return the tile and those joined beyond it, straight on.

        Further arms of their doubles are added to `further`.
        """
        arm = [laid]
        while beyond := self.joined[arm[-1].tile]:
            self.further += [(arm[-1].tile, self._follow(other)) for other in beyond[1:]]
            arm.append(beyond[0])
        return tuple(arm)

    def _list_arm(self, arm: Sequence[LaidTile]) -> tuple[LyingTile, ...]:
        """Return the tiles of an arm that extends to the right."""
        open_tiles = {tile for tile, _ in self.layout.row}
        drawn = []
        for laid in arm:
            join = laid.joint.join if laid.joint else laid.tile.high
            tile = self._turn_tile(laid.tile, join, laid.tile.other(join))
            drawn.append(replace(tile, open="right") if laid is arm[-1] and laid.tile in open_tiles else tile)
        return tuple(drawn)

    def _turn_tile(self, tile: Tile, left: int, right: int) -> LyingTile:
        """Return the tile with these halves at its left and at its right."""
        return LyingTile(left, right, newest=tile == self.newest, supposed=tile in self.layout.supposed)


def _turn(tile: LyingTile) -> LyingTile:
    """Return the mirrored tile, for an arm that extends to the left."""
    return replace(tile, left=tile.right, right=tile.left, open="left" if tile.open else "")
