"""A round has the same open ends by its entries and on a photo, for each way in which tiles grow."""

from dataclasses import dataclass, replace
from math import atan2, degrees
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.engine.layout.photo import find_layout_on_photo
from scorekeeper.engine.variants import VARIANTS
from tests.simulator.layout import TILES, OnTable, Place, Tile
from tests.simulator.rounds import list_moves
from tests.simulator.rules import RULES, Rules
from tests.vision.laying import Camera, above, from_a_seat, lay
from vision import ReadTile, find_joins_and_groups


@dataclass(frozen=True)
class Way:
    """Where a tile can be laid: from a point in the direction `dx`, `dy`; lengths are tile widths, a tile is 1 × 2."""

    x: float
    y: float
    dx: int
    dy: int

    def forward(self, by: float, aside: float = 0) -> "Way":
        return replace(self, x=self.x + by * self.dx - aside * self.dy, y=self.y + by * self.dy + aside * self.dx)

    def turned(self, sign: int) -> "Way":
        return replace(self, dx=-self.dy * sign, dy=self.dx * sign)

    def round_corner(self, sign: int) -> "Way":
        """Return the way across the end: the next tile has its half flush with the end half."""
        return self.forward(0.5).turned(sign).forward(-0.5)


@dataclass(frozen=True)
class Lying:
    """A tile on the table: its middle, its direction of growth, whether it lies crosswise; the inner half is first."""

    inner: int
    outer: int
    at: Way

    @property
    def crosswise(self) -> bool:
        return self.inner == self.outer

    def is_near(self, other: "Lying", room: float) -> bool:
        """Return whether the gap between the two is smaller than `room`."""
        (wide, high), (other_wide, other_high) = self._size, other._size
        across = abs(self.at.x - other.at.x) - (wide + other_wide) / 2
        return across < room and abs(self.at.y - other.at.y) - (high + other_high) / 2 < room

    @property
    def _size(self) -> tuple[float, float]:
        return (2, 1) if bool(self.at.dx) != self.crosswise else (1, 2)

    def seen_by(self, camera: Camera) -> ReadTile:
        first = self.at.turned(1) if self.crosswise else self.at  # towards the outer half
        turn = degrees(atan2(-first.dx, first.dy))
        return lay(f"{self.inner}-{self.outer}", self.at.x, self.at.y, turn, camera)


class Laying:
    """A round that is laid on a table and by the rules at the same time."""

    def __init__(self, rules: Rules) -> None:
        self.rules, self.table, self.lying = rules, OnTable(rules.kind), dict[Tile, Lying]()
        self.joints = dict[Tile | None, set[Tile | None]]()

    def add(self, tile: Tile, place: Place, join: int, random: Random) -> bool:
        """Lay a tile where there is room; False where there is none."""
        outer = tile[0] if join == tile[1] else tile[1]
        # Arms keep a distance, as people lay them; at one tile they may meet corner to corner.
        close = {place.at} | {each for each in self.joints if place.at in self.joints[each]}
        for way in self._list_ways(tile, place, random):
            middle = way.forward(0.5 if tile[0] == tile[1] else 1)
            found = Lying(join, outer, middle)
            if not any(found.is_near(lies, -0.02 if other in close else 0.9) for other, lies in self.lying.items()):
                self.lying[tile] = found
                self.joints[tile] = {place.at}
                self.joints.get(place.at, set()).add(tile)
                self.table.lay(tile, place, join)
                return True
        return False

    def _list_ways(self, tile: Tile, place: Place, random: Random) -> list[Way]:
        """Return where a tile can begin, the straight way first."""
        if place.at is None:
            return [Way(0, 0, 1, 0).forward(-0.5 if tile[0] == tile[1] else -1)]
        host = self.lying[place.at]
        if not host.crosswise:
            first = place.at == next(iter(self.lying))
            inner = place.pip == host.inner and (first and host.inner not in self.table.joined[place.at])
            back = replace(host.at, dx=-host.at.dx, dy=-host.at.dy)
            end = (back if inner else host.at).forward(1)
            corners = [] if tile[0] == tile[1] else [end.round_corner(sign) for sign in random.sample((-1, 1), 2)]
            return [end, *corners] if random.random() < 0.7 else [*corners, end]
        return self._list_ways_at_double(place.at, host)

    def _list_ways_at_double(self, tile: Tile, host: Lying) -> list[Way]:
        """Return the ways at a double: long sides, then short ends; a later Danish one has short ends alone."""
        count, first = len(self.table.joined[tile]), tile == next(iter(self.lying))
        long = [host.at.forward(0.5), host.at.turned(1).turned(1).forward(0.5)]
        short = [host.at.turned(1).forward(1), host.at.turned(-1).forward(1)]
        if first:
            return [[*reversed(long), *short][count]]
        return [short[count - 1]] if self.rules.kind == "fork" else [[long[0], *short][count - 1]]


def lay_round(rules: Rules, count: int, random: Random) -> Laying:
    """Lay `count` random tiles. A Danish round begins with a double that has tiles at both long sides."""
    laying = Laying(rules)
    for number in range(count):
        free = [tile for tile in TILES if tile not in laying.lying]
        moves = list_moves(rules, laying.table, free)
        if rules.kind == "fork" and number == 0:
            moves = [move for move in moves if move[0][0] == move[0][1]]
        if rules.kind == "fork" and 0 < number < 3:
            lead = next(iter(laying.lying))
            moves = [move for move in moves if move[1].at == lead and move[0][0] != move[0][1]]
        if moves and not laying.add(*random.choice(moves), random):
            break
    return laying


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("german_draw", {}),
        ("spansk", {}),
        ("dk_femmer", {"doubles": "fork"}),
        ("dk_femmer", {"doubles": "line"}),
        ("dk_syver", {"doubles": "fork"}),
    ],
)
@given(
    random=st.randoms(use_true_random=False),
    count=st.integers(1, 14),
    turn=st.floats(0, 360),
    tilt=st.floats(0, 25),
)
def test_a_photo_of_a_round_shows_the_ends_that_the_round_has(
    game: str, options: dict[str, str], random: Random, count: int, turn: float, tilt: float
) -> None:
    rules = RULES[game](["Anna", "Bo"], False, {"nonmatching_allowed": False, **options})
    bound = VARIANTS[game].at(VARIANTS[game].seat(["Anna", "Bo"], options=options))
    laying = lay_round(rules, count, random)
    for camera in (above(turn=turn), from_a_seat(tilt, turn)):
        tiles = tuple(tile.seen_by(camera) for tile in laying.lying.values())
        joins = find_joins_and_groups(tiles)[0]
        shown = find_layout_on_photo(tiles, joins, bound.laying.model, bound.laying.facing)
        lies = [f"{tile.inner}-{tile.outer}" for tile in laying.lying.values()]
        assert sorted(map(str, shown.ends)) == sorted(laying.table.ends), (lies, joins)
        assert shown.misfits == ()
