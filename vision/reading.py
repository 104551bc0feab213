"""What was read on a photo: tiles, how they touch, which hang together, and what is doubtful.

These types are the whole contract between the reader and those who use it. Every point is in pixels of the
upright photo at its full size, x to the right and y downwards. All are frozen; lists are tuples.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

Point = tuple[float, float]
"""x, y in pixels of the upright photo at its full size; (0, 0) is its upper left corner."""

Corners = tuple[Point, Point, Point, Point]
"""A tile's four corners, clockwise as seen."""

Part = Literal["half0", "half1", "middle"]
Side = Literal["end", "left", "right"]
Kind = Literal["joint", "beside"]


@dataclass(frozen=True, slots=True)
class Half:
    """One half of a tile: its pips, the probability (0 to 1) that they are right, and where its middle is."""

    pips: int
    confidence: float
    centre: Point


@dataclass(frozen=True, slots=True)
class Tile:
    """A tile lying face up.

    `corners` go clockwise as seen; corners[0] and corners[1] bound the short end of halves[0], corners[2] and
    corners[3] that of halves[1]. Turned so that halves[0] is on top they are upper left, upper right, lower
    right and lower left, and the tile's *right* long side runs from corners[1] to corners[2], its *left* one
    from corners[3] to corners[0]. `confidence` is the probability that the exact pair is right; `sure` says
    that nobody needs to look.
    """

    corners: Corners
    halves: tuple[Half, Half]
    confidence: float
    sure: bool

    @property
    def pips(self) -> tuple[int, int]:
        """The pips of halves[0] and halves[1], in that order."""
        return self.halves[0].pips, self.halves[1].pips

    @property
    def name(self) -> tuple[int, int]:
        """The tile as a set knows it, lower half first: 3-2 and 2-3 are one tile."""
        low, high = sorted(self.pips)
        return low, high

    @property
    def double(self) -> bool:
        """Both halves show the same number."""
        return self.halves[0].pips == self.halves[1].pips


@dataclass(frozen=True, slots=True)
class Join:
    """tiles[a] touches tiles[b], and where on each of the two.

    `a_side` is the edge of tiles[a] that is touched: "end", one of its short ends, or "left" or "right", a long
    side, as named in `Tile`. `a_part` is the place on it: "half0" or "half1", the end of that half or the stretch
    of the long side along that half; "middle", the middle of a long side, which is how a tile meets a double lying
    crosswise and which covers neither half. `b_part` and `b_side` say the same of tiles[b].

    `kind` is "joint" where a short end takes part, as in every play: end to end, an end to a double's middle, an
    end to the long side of a half where the line turns. It is "beside" where two long sides lie against each
    other, as the tiles of a hand in a row do, or where a better fitting joint has taken the place: no play, but the
    tiles hang together.

    Every pair of tiles has one join at most, with a < b. `vision.joins.touching` says how open ends follow.
    """

    a: int
    a_part: Part
    a_side: Side
    b: int
    b_part: Part
    b_side: Side
    kind: Kind


@dataclass(frozen=True, slots=True)
class Doubt:
    """Something to look at: `key` says what (sentences in `vision.words`), `tiles` are places in Reading.tiles."""

    key: str
    tiles: tuple[int, ...] = ()
    values: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Reading:
    """A photo, read.

    `size` is the upright photo's width and height in pixels. `joins` name tiles by their place in `tiles`;
    `groups` are the tiles that touch or lie near each other (a layout, a hand), the largest group first, each tile
    in exactly one group, a lone tile in a group of its own. `ms` are the milliseconds each step took.
    """

    size: tuple[int, int]
    tiles: tuple[Tile, ...]
    joins: tuple[Join, ...] = ()
    groups: tuple[tuple[int, ...], ...] = ()
    warnings: tuple[Doubt, ...] = ()
    ms: Mapping[str, float] = field(default_factory=dict)

    def to_json(self, photo: str) -> dict[str, Any]:
        """This reading as the one line that `python -m vision --json` prints for the file called `photo`."""
        return {
            "photo": photo,
            "size": list(self.size),
            "tiles": [
                {
                    "pips": list(tile.pips),
                    "corners": [[round(x, 1), round(y, 1)] for x, y in tile.corners],
                    "confidence": round(tile.confidence, 4),
                    "sure": tile.sure,
                }
                for tile in self.tiles
            ],
            "joins": [
                {
                    "a": join.a,
                    "a_part": join.a_part,
                    "a_side": join.a_side,
                    "b": join.b,
                    "b_part": join.b_part,
                    "b_side": join.b_side,
                    "kind": join.kind,
                }
                for join in self.joins
            ],
            "groups": [list(group) for group in self.groups],
            "warnings": [
                {"key": warning.key, "tiles": list(warning.tiles), "values": dict(warning.values)}
                for warning in self.warnings
            ],
            "ms": {step: round(ms, 1) for step, ms in self.ms.items()},
        }
