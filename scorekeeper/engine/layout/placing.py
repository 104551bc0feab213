"""Where the tiles of a layout lie on a table, so that it can be drawn as the players saw it.

Lengths are in halves of a tile: a tile is 2 long and 1 wide. The first tile lies in the middle, x runs to the right and
y downwards. Each line of tiles runs on until it meets the edge or another tile, and then turns.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil, sqrt

from scorekeeper.engine.layout.layout import Layout
from scorekeeper.engine.layout.models import ENDWISE, FORK, Model
from scorekeeper.engine.tiles import Tile

FRAME = (9, 4)  # the least width and height of a drawing
GAP = 0.25  # the least distance between tiles that do not touch
NARROWEST = 12  # the least width of a table
ROOMY = 6.5  # the area of the table for each tile
SLOPE = 0.85  # the height of a table divided by its width
LARGER = (1, 1.2, 1.5, 2, 3)  # factors for the size of the table, tried until no tile lies on another

Vector = tuple[float, float]
RIGHT: Vector = (1, 0)
LEFT: Vector = (-1, 0)


@dataclass(frozen=True, slots=True)
class JoinedTile:
    """A `tile` whose half `half` touches the half `pip` of the tile `at`. All but the tile are None for the first."""

    tile: Tile
    at: Tile | None = None
    pip: int | None = None
    half: int | None = None


@dataclass(frozen=True, slots=True)
class PlacedTile:
    """A tile on the table with its middle at (x, y).

    `first` is the half that lies left or, of a tile that lies `upright`, on top; `second` is the other one.
    """

    tile: Tile
    x: float
    y: float
    upright: bool
    first: int
    second: int


@dataclass(frozen=True, slots=True)
class _Place:
    """A place for a tile: its middle, the direction in which its line runs, and whether it lies across the line.

    At the edge of the table a line turns to `drift`, runs in that direction for one tile, and then goes back parallel
    to itself. `turned` is the direction before it turned to `drift`, None if it did not.
    """

    x: float
    y: float
    way: Vector
    across: bool
    drift: Vector
    turned: Vector | None = None

    @property
    def upright(self) -> bool:
        """Whether the tile lies upright."""
        return (self.way[1] != 0) != self.across

    @property
    def size(self) -> Vector:
        """Half of the width and half of the height of the tile."""
        return (0.5, 1) if self.upright else (1, 0.5)

    def continue_to(self, way: Vector, across: bool, new_line: bool = False) -> "_Place":
        """Return the place of a tile that is joined to this one and from which the line runs on in the direction `way`.

        `across` says whether the new tile lies across its line, `new_line` that a line begins here.
        """
        straight = way in (self.way, _turn_back(self.way))
        reach = (0.5 if straight else 1) if self.across else (1 if straight else 0.5)
        bend = 0 if self.across or straight else 0.5  # a line turns at the far half of its last tile
        length = reach + (0.5 if across else 1)
        x, y = self.x + bend * self.way[0] + length * way[0], self.y + bend * self.way[1] + length * way[1]
        if new_line:
            return _Place(x, y, way, across, _turn_clockwise(way))
        turned = self.turned if straight else self.way
        return _Place(x, y, way, across, self.drift, turned if way == self.drift else None)

    def list_ways(self) -> tuple[Vector, ...]:
        """Return the directions in which the line can run on, the best one first."""
        if self.turned is not None:
            return _turn_back(self.turned), self.way, self.turned
        return self.way, self.drift, _turn_back(self.drift)


def find_join(before: Layout, after: Layout) -> JoinedTile | None:
    """Return the join of the tile that `after` has and `before` has not.

    Return None if not exactly one tile was added, or if the tile that it touches is not known.
    """
    new = [laid for tile, laid in after.laid.items() if tile not in before.laid]
    if len(new) != 1:
        return None
    [laid] = new
    if before.empty:
        return JoinedTile(laid.tile)
    host = next((each for tile, each in before.laid.items() if after.laid.get(tile, each).joined != each.joined), None)
    if host is None:
        return None
    to_high = after.laid[host.tile].joined[0] != host.joined[0]
    half = laid.tile.high if laid.joined[0] else laid.tile.low
    return JoinedTile(laid.tile, host.tile, host.tile.high if to_high else host.tile.low, half)


def place_tiles(joins: Sequence[JoinedTile], model: Model) -> tuple[PlacedTile, ...]:
    """Return where the tiles of one round lie, in the order in which they were laid."""
    width, best = max(NARROWEST, ceil(sqrt(ROOMY * len(joins)))), None
    for larger in LARGER:
        table = _Table(model, larger * width / 2, larger * SLOPE * width / 2)
        placed = tuple(table.put(join) for join in joins)
        if best is None or table.crossings < best[0]:
            best = table.crossings, placed
        if not table.crossings:
            break
    return best[1] if best else ()


class _Table:
    """The places of the tiles laid so far, on a table of limited size."""

    def __init__(self, model: Model, right: float, bottom: float) -> None:
        self.model, self.right, self.bottom = model, right, bottom
        self.first: Tile | None = None
        self.crossings = 0  # tiles for which there was no free place
        self.places: dict[Tile, _Place] = {}
        self.joined: dict[Tile, list[Vector]] = {}  # the directions in which tiles are joined to each tile

    def put(self, join: JoinedTile) -> PlacedTile:
        """Place a tile, and return where it lies."""
        tile, at = join.tile, join.at
        if at is None or at not in self.places:
            self.first = tile
            place = _Place(0, 0, RIGHT, self._lies_across(tile), _turn_clockwise(RIGHT))
            self.joined[tile] = []
        else:
            place = self._choose(tile, at, join.pip)
            self.joined[tile] = [_turn_back(place.way)]
            self.joined[at].append(place.way)
        self.places[tile] = place
        touching = tile.high if join.half is None else join.half
        # Where the line runs to the right or downwards, the half that touches lies left or on top.
        halves = (touching, tile.other(touching)) if sum(place.way) > 0 else (tile.other(touching), touching)
        return PlacedTile(tile, place.x, place.y, place.upright, *halves)

    def _lies_across(self, tile: Tile) -> bool:
        """Return whether a tile lies across its line: a double does, except in layouts where doubles lie in line."""
        return tile.double and self.model is not ENDWISE

    def _choose(self, tile: Tile, at: Tile, pip: int | None) -> _Place:
        """Return the best place for a tile that is joined to the half `pip` of `at`.

        Free places on the table are preferred, and among them those with room for further tiles.
        """
        across = self._lies_across(tile)
        ways = self._list_ways(at, pip)
        new_line = at == self.first or (at.double and len(self.joined[at]) > 1)
        host = self.places[at]
        places = [
            host.continue_to(way, each, new_line) for each in ((True, False) if across else (False,)) for way in ways
        ]
        free = [place for place in places if self._is_free(place, at)]
        inside = [place for place in free if self._is_inside(place)]
        wanted = 1 if not tile.double else self.model.room(1, first=False)
        self.crossings += not free
        return max(inside or free or places, key=lambda place: min(wanted, self._count_free_ways(place, tile, at)))

    def _count_free_ways(self, place: _Place, tile: Tile, at: Tile) -> int:
        """Return in how many directions another tile could follow `tile` at this place.

        `at` is the tile that `tile` is joined to.
        """
        ways = place.list_ways() if not place.across else (place.way, *_list_sides(place.way))
        following = [place.continue_to(way, False) for way in ways]
        return sum(self._is_inside(each) and self._is_free(each, tile, at) for each in following)

    def _list_ways(self, at: Tile, pip: int | None) -> list[Vector]:
        """Return the directions in which a tile can be joined to the half `pip` of `at`, the best one first."""
        host, used = self.places[at], self.joined[at]
        if not at.double:
            if at != self.first:
                return list(host.list_ways())
            way = LEFT if pip == at.high else RIGHT
            return [way, *_list_sides(way)]
        sides = _list_sides(host.way)
        if self.model is FORK and at != self.first:
            ways = [*sides]
        else:
            ways = [*([] if host.across else host.list_ways()[:1]), host.way, _turn_back(host.way), *sides]
        return [way for way in dict.fromkeys(ways) if way not in used] or [host.way]

    def _is_inside(self, place: _Place) -> bool:
        """Return whether a tile at this place lies within the edges of the table."""
        across, down = place.size
        return abs(place.x) + across <= self.right and abs(place.y) + down <= self.bottom

    def _is_free(self, place: _Place, *ignored: Tile) -> bool:
        """Return whether no tile lies at the place or close to it; the tiles `ignored` are not considered."""
        return not any(_touch(place, each) for tile, each in self.places.items() if tile not in ignored)


def _touch(one: _Place, other: _Place) -> bool:
    """Return whether two tiles would overlap or come too close to each other."""
    across, down = one.size[0] + other.size[0] + GAP, one.size[1] + other.size[1] + GAP
    return abs(one.x - other.x) < across - 1e-6 and abs(one.y - other.y) < down - 1e-6


def _turn_clockwise(way: Vector) -> Vector:
    """Return the direction a quarter turn clockwise from `way`."""
    return -way[1], way[0]


def _list_sides(way: Vector) -> tuple[Vector, Vector]:
    """Return the two directions at right angles to `way`, the clockwise one first."""
    return _turn_clockwise(way), _turn_back(_turn_clockwise(way))


def _turn_back(way: Vector) -> Vector:
    """Return the direction opposite to `way`."""
    return -way[0], -way[1]


def measure(placed: Sequence[PlacedTile]) -> tuple[float, float, float, float]:
    """Return the left, top, width and height of the smallest rectangle that holds all tiles.

    It is never smaller than `FRAME`, so that few tiles are not drawn larger than many. Without tiles all four are 0.
    """
    if not placed:
        return 0, 0, 0, 0
    sizes: Mapping[bool, Vector] = {True: (0.5, 1), False: (1, 0.5)}
    left = min(each.x - sizes[each.upright][0] for each in placed)
    top = min(each.y - sizes[each.upright][1] for each in placed)
    right = max(each.x + sizes[each.upright][0] for each in placed)
    bottom = max(each.y + sizes[each.upright][1] for each in placed)
    across, down = max(right - left, FRAME[0]), max(bottom - top, FRAME[1])
    return (left + right - across) / 2, (top + bottom - down) / 2, across, down
