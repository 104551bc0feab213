"""The result of reading a photo: tiles, joins, groups and doubts.

These types are the whole contract between the reader and its callers. Every point is in pixels of the upright photo at
its full size, x to the right and y downwards. All are frozen.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Literal, get_args

from .groups import Pair
from .json_values import take_list, take_number, take_object, take_one_of, take_places, take_whole

Point = tuple[float, float]
"""x, y in pixels of the upright photo at its full size; (0, 0) is its upper left corner."""

Corners = tuple[Point, Point, Point, Point]
"""A tile's four corners, clockwise in the photo."""

Part = Literal["half0", "half1", "middle"]
Side = Literal["end", "left", "right"]
Kind = Literal["joint", "beside"]
"""`Join` explains the values of Part, Side and Kind."""

MOST_TILES = 400
"""The largest number of tiles in a reading; the reader finds at most half as many."""

MOST_LISTED = 4_000
"""The largest number of joins, and of doubts, in a reading."""


@dataclass(frozen=True, slots=True)
class Half:
    """One half of a tile: its pips, the probability (0 to 1) that they are right, and its middle.

    `pips` is None for a hidden half: another tile or a hand lies on it, or the photo ends there. A player is asked.
    """

    pips: int | None
    confidence: float
    centre: Point


@dataclass(frozen=True, slots=True)
class ReadTile:
    """A tile lying face up, of which one half may be hidden.

    `corners` go clockwise in the photo; corners[0] and corners[1] bound the short end of halves[0], corners[2] and
    corners[3] that of halves[1]. Turned so that halves[0] is on top they are upper left, upper right, lower
    right and lower left, and the tile's *right* long side runs from corners[1] to corners[2], its *left* one
    from corners[3] to corners[0]. `confidence` is the probability that the exact pair is right, or, where
    a half is hidden, that there is such a tile and its other half is right; `sure` means that nobody needs to check it,
    and is never set for a tile with a hidden half.
    """

    corners: Corners
    halves: tuple[Half, Half]
    confidence: float
    sure: bool

    @property
    def pips(self) -> tuple[int | None, int | None]:
        """The pips of halves[0] and halves[1], in that order; None for a hidden half."""
        return self.halves[0].pips, self.halves[1].pips

    @property
    def name(self) -> tuple[int, int] | None:
        """The numbers of the tile, the lower first, so that 3-2 and 2-3 are one tile; None if a half is hidden."""
        one, other = self.pips
        return None if one is None or other is None else (min(one, other), max(one, other))

    @property
    def notation(self) -> str:
        """The tile as players write it, the higher number first, with a question mark for a hidden half: 3-2, 5-?."""
        high, *low = sorted((pips for pips in self.pips if pips is not None), reverse=True)
        return f"{high}-{low[0] if low else '?'}"

    @property
    def double(self) -> bool:
        """Whether both halves are visible and show the same number."""
        return self.halves[0].pips == self.halves[1].pips


@dataclass(frozen=True, slots=True)
class Join:
    """The contact of tiles[a] with tiles[b], and the place of the contact on each of them.

    `a_side` is the edge of tiles[a] that is touched: "end", one of its short ends, or "left" or "right", a long side,
    as named in `ReadTile`. `a_part` is the place on it: "half0" or "half1", the end of that half or the stretch of the
    long side along that half; "middle", the middle of a long side, which is how a tile meets a double lying crosswise
    and which covers neither half. `b_part` and `b_side` are the same for tiles[b].

    `kind` is "joint" where a short end takes part, as in every play: end to end, an end to a double's middle, an end to
    the long side of a half where the line turns. It is "beside" where two long sides lie against each other, as the
    tiles of a hand in a row do, or where a likelier joint has taken the place or none is likely: no play, but the tiles
    belong to one group.

    Every pair of tiles has one join at most, with a < b. `vision.joins.joins_and_groups` says how open ends follow.
    """

    a: int
    a_part: Part
    a_side: Side
    b: int
    b_part: Part
    b_side: Side
    kind: Kind

    @property
    def pair(self) -> Pair:
        """The indices of the two tiles in Reading.tiles."""
        return self.a, self.b


@dataclass(frozen=True, slots=True)
class Doubt:
    """Something for a player to check.

    `key` is that of a sentence in `vision.reading.words`, with `values` for its placeholders; `tiles` are indices in
    Reading.tiles.
    """

    key: str
    tiles: tuple[int, ...] = ()
    values: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Reading:
    """The result of reading a photo.

    `size` is the upright photo's width and height in pixels. `joins` name tiles by their index in `tiles`; `groups` are
    the tiles that touch or lie near each other (a layout, a hand), the largest group first, each tile in exactly one
    group, a lone tile in a group of its own. `warnings` are what a player should check. `ms` are the milliseconds that
    each step took.
    """

    size: tuple[int, int]
    tiles: tuple[ReadTile, ...]
    joins: tuple[Join, ...] = ()
    groups: tuple[tuple[int, ...], ...] = ()
    warnings: tuple[Doubt, ...] = ()
    ms: Mapping[str, float] = field(default_factory=dict)

    def to_json(self, photo: str) -> dict[str, Any]:
        """Return the reading as the JSON object that `python -m vision --json` prints for the file `photo`."""
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
            "joins": [asdict(join) for join in self.joins],
            "groups": [list(group) for group in self.groups],
            "warnings": [
                {"key": warning.key, "tiles": list(warning.tiles), "values": dict(warning.values)}
                for warning in self.warnings
            ],
            "ms": {step: round(ms, 1) for step, ms in self.ms.items()},
        }

    @classmethod
    def from_json(cls, document: object) -> "Reading":
        """Return the reading that `to_json` wrote. Raises ValueError, which names the first invalid place.

        Only the pips of a half are in the JSON: its middle is computed from the corners, and its confidence is its
        tile's, which is the least that it can be. `joins`, `groups`, `warnings` and `ms` may be missing; without
        `groups` each tile is a group of its own.
        """
        fields = take_object(document, "reading")

        def items(name: str) -> list[Any]:
            """Return the list `name`; an empty list if it is missing."""
            return take_list(fields.get(name, []), name, most=MOST_LISTED)

        width, height = (take_whole(side, "size", 1) for side in take_list(fields.get("size"), "size", 2))
        listed = take_list(fields.get("tiles"), "tiles", most=MOST_TILES)
        tiles = tuple(_parse_tile(each, f"tiles[{index}]") for index, each in enumerate(listed))
        count = len(tiles)
        joins = tuple(_parse_join(each, "joins", count) for each in items("joins"))
        if len({join.pair for join in joins}) < len(joins):
            raise ValueError("joins: two of them join the same pair of tiles")
        listed = take_list(fields.get("groups", [[index] for index in range(count)]), "groups")
        groups = tuple(take_places(each, "groups", count) for each in listed)
        if not all(groups) or sorted(index for group in groups for index in group) != list(range(count)):
            raise ValueError("groups: each tile is in exactly one group")
        warnings = tuple(_parse_doubt(each, "warnings", count) for each in items("warnings"))
        ms = {step: take_number(each, f"ms.{step}") for step, each in take_object(fields.get("ms", {}), "ms").items()}
        return cls((width, height), tiles, joins, groups, warnings, ms)


def is_reading(document: object) -> bool:
    """Return whether a JSON value is a valid reading (the result for a photo), as `Reading.to_json` writes it."""
    try:
        Reading.from_json(document)
    except ValueError:
        return False
    return True


def _parse_tile(value: object, where: str) -> ReadTile:
    """Return the tile in the JSON object `value`. Raise ValueError, which names the place `where`, if it is invalid."""
    tile = take_object(value, where)
    first, second = [_parse_pips(each, where) for each in take_list(tile.get("pips"), f"{where}.pips", 2)]
    hidden = first is None or second is None
    if first is None and second is None:
        raise ValueError(f"{where}.pips: both halves are hidden")
    a, b, c, d = [_parse_point(each, where) for each in take_list(tile.get("corners"), f"{where}.corners", 4)]
    confidence = take_number(tile.get("confidence"), f"{where}.confidence", 0, 1)
    if not isinstance(tile.get("sure"), bool):
        raise ValueError(f"{where}.sure: neither true nor false")
    if tile["sure"] and hidden:
        raise ValueError(f"{where}.sure: no tile is sure while a half of it is hidden")
    halves = Half(first, confidence, _half_middle(a, b, c, d)), Half(second, confidence, _half_middle(c, d, a, b))
    return ReadTile((a, b, c, d), halves, confidence, tile["sure"])


def _parse_pips(value: object, where: str) -> int | None:
    """Return the pips of a half; None for null.

    Raise ValueError, which names the place `where`, if they are invalid.
    """
    return None if value is None else take_whole(value, where, 0, 99)


def _parse_point(value: object, where: str) -> Point:
    """Return the point in the list [x, y]. Raise ValueError, which names the place `where`, if it is invalid."""
    x, y = take_list(value, where, 2)
    return take_number(x, where), take_number(y, where)


def _half_middle(a: Point, b: Point, c: Point, d: Point) -> Point:
    """Return the middle of the half at the short end a, b: a quarter of the way to the end c, d."""
    return (3 * (a[0] + b[0]) + c[0] + d[0]) / 8, (3 * (a[1] + b[1]) + c[1] + d[1]) / 8


def _parse_join(value: object, where: str, count: int) -> Join:
    """Return the join in the JSON object `value`, between two of `count` tiles. Raise ValueError if it is invalid."""
    join = take_object(value, where)
    a, b = take_places([join.get("a"), join.get("b")], where, count)
    if a >= b:
        raise ValueError(f"{where}: a must be less than b, not {a} and {b}")
    for name, values in (("a_part", Part), ("a_side", Side), ("b_part", Part), ("b_side", Side), ("kind", Kind)):
        take_one_of(join.get(name), f"{where}.{name}", get_args(values))
    return Join(a, join["a_part"], join["a_side"], b, join["b_part"], join["b_side"], join["kind"])


def _parse_doubt(value: object, where: str, count: int) -> Doubt:
    """Return the doubt in the JSON object `value`, about some of `count` tiles. Raise ValueError if it is invalid."""
    doubt = take_object(value, where)
    if not isinstance(doubt.get("key"), str):
        raise ValueError(f"{where}.key: no text")
    values = dict(take_object(doubt.get("values", {}), f"{where}.values"))
    return Doubt(doubt["key"], take_places(doubt.get("tiles", []), f"{where}.tiles", count), values)
