"""Lines as people lay them: each tile once, touching halves fit; with bends, spinners, arms, forks and gaps.

`layouts.lay_chain` fills training scenes with tiles that touch at random. Lines of this module follow the rules; they
serve to measure and to fit how the joins of lines are found.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement

import numpy as np

from .layouts import (
    GrowingEnd,
    Pips,
    Place,
    RenderedLayout,
    Touch,
    is_overlapping,
    lay_tile,
    stand_beside,
    turn_corner,
)
from .looks import Rng, TileLook, pick

TIDINESS = {
    "tidy": (25, 0.0, 0.02, 0.004, 0.01),
    "usual": (45, 0.01, 0.08, 0.015, 0.035),
    "loose": (30, 0.05, 0.18, 0.045, 0.09),
}
"""The frequency of a table, its least and largest gaps (tile lengths), slip (tile lengths) and rotation (radians)."""
WAYS = {"line": 45, "spinner": 35, "fork": 20}
"""How a crosswise double grows: at its other side; there and then at its two ends; or at its two halves."""
CLEAR = 0.15, 0.6
"""The least and the largest distance of a hand from the line, in tile lengths."""


@dataclass(frozen=True, slots=True)
class Habit:
    """The way in which one table lays its tiles; lengths are in tile lengths.

    `way` is a key of WAYS; `gap` is the mean gap between tiles; `slip` and `askew` are the deviations of place and
    angle (radians); `room` is the distance to the tiles of other arms; `turning` is how often the line turns, which it
    nearly always does at `reach` from its beginning, as if the table ended there; `crosswise` is how often a double
    lies so. Touching halves add up to `adding_up`, or are equal if it is None.
    """

    way: str
    gap: float
    slip: float
    askew: float
    room: float
    turning: float
    reach: float
    crosswise: float
    adding_up: int | None = None

    def place_loosely(self, rng: Rng, place: Place) -> Place:
        """Return `place` with the deviations of a tile that is laid by hand."""
        off, turn = rng.normal(0, self.slip, 2), rng.normal(0, self.askew)
        return replace(place, x=place.x + float(off[0]), y=place.y + float(off[1]), angle=place.angle + float(turn))

    def face(self, pips: int) -> int:
        """Return the number that is laid to a half that shows `pips`."""
        return pips if self.adding_up is None else self.adding_up - pips


def pick_habit(rng: Rng, adding_up: int | None = None) -> Habit:
    """Return the habit of a random table."""
    tidiness = pick(rng, tuple(TIDINESS), [weight for weight, *_ in TIDINESS.values()])
    _, low, high, slip, askew = TIDINESS[tidiness]
    return Habit(
        way="line" if adding_up is not None else pick(rng, tuple(WAYS), list(WAYS.values())),
        gap=float(rng.uniform(low, high)),
        slip=slip,
        askew=askew,
        room=float(rng.choice([-0.01, 0.06, 0.2], p=[0.3, 0.3, 0.4])),
        turning=float(rng.uniform(0, 0.45)),
        reach=float(rng.uniform(1.5, 5)),
        crosswise=0.0 if adding_up is not None or rng.random() < 0.12 else 0.95,
        adding_up=adding_up,
    )


def lay_line(rng: Rng, look: TileLook, count: int, habit: Habit) -> RenderedLayout:
    """Lay a line of at most `count` tiles of one set, sometimes with a hand of other tiles of the set next to it."""
    boneyard = list(combinations_with_replacement(range(look.largest + 1), 2))
    rng.shuffle(boneyard)
    line = PlayedLine(rng, look, habit, boneyard)
    for _ in range(12 * count):
        if len(line.places) == count or not line.ends:
            break
        line.grow()
    places = line.places
    if rng.random() < 0.4:
        places = [*places, *_lay_hand(rng, look, places, line.boneyard[: int(rng.integers(2, 7))])]
    return places, line.touches


class PlayedLine:
    """A line that grows tile by tile: the places of its tiles, what touches, and where the next one may be laid."""

    def __init__(self, rng: Rng, look: TileLook, habit: Habit, boneyard: list[Pips]) -> None:
        self.rng, self.look, self.habit, self.boneyard = rng, look, habit, boneyard
        pips = boneyard.pop()
        crosswise = pips[0] == pips[1] and rng.random() < habit.crosswise
        self.places = [Place(pips, 0.0, 0.0, np.pi / 2 if crosswise else 0.0)]
        self.touches: list[Touch] = []
        self.at_long_sides = {(0, "middle")} if crosswise else set[tuple[int, str]]()  # where no line turns
        reach, parts = (look.width / 2, ("middle", "middle")) if crosswise else (0.5, ("half1", "half0"))
        self.ends = [
            GrowingEnd(reach, 0, 1, 0, pips[1], 0, parts[0]),
            GrowingEnd(-reach, 0, -1, 0, pips[0], 0, parts[1]),
        ]

    def grow(self) -> None:
        """Lay one more tile, if a tile of the boneyard fits the end that is tried, and there is room for it."""
        rng, habit = self.rng, self.habit
        end = self.ends[int(rng.integers(0, len(self.ends)))]
        faced = habit.face(end.pips)
        pips = next((pips for pips in self.boneyard if faced in pips), None)
        if pips is None:
            return
        other = pips[pips[0] == faced]
        crosswise = other == faced and rng.random() < habit.crosswise
        to = replace(end, pips=faced)
        turning = habit.turning if np.hypot(end.x, end.y) < habit.reach else 0.9
        if not crosswise and (end.tile, end.part) not in self.at_long_sides and rng.random() < turning:
            to = (turn_corner if rng.random() < 0.6 else stand_beside)(self.look, to, int(rng.choice([-1, 1])))
        gap = habit.gap * float(rng.uniform(0.4, 1.6))
        nominal, opened = lay_tile(self.look, to, other, gap, crosswise=crosswise, tile=len(self.places))
        place = habit.place_loosely(rng, nominal)
        if not self._has_room(place, end.tile):
            return
        opened = [_carry(each, nominal, place) for each in opened]
        self.touches.append(Touch(end.tile, end.part, len(self.places), "middle" if crosswise else "half0"))
        self.places.append(place)
        self.boneyard.remove(pips)
        self.ends.remove(end)
        self._open(end, opened, crosswise=crosswise)

    def _has_room(self, place: Place, parent: int) -> bool:
        """Return whether the place is free and far enough from all tiles but `parent` and its neighbours."""
        near = {parent, *(touch.b for touch in self.touches if touch.a == parent)}
        return not any(
            is_overlapping(place, other, self.look, -0.01 if number in near else self.habit.room)
            for number, other in enumerate(self.places)
        )

    def _open(self, end: GrowingEnd, opened: Sequence[GrowingEnd], *, crosswise: bool) -> None:
        """Add those of `opened`, the new ends, that are open: straight on, and of a double its two short ends."""
        rng, way = self.rng, self.habit.way
        if not crosswise:
            self.ends += opened
            if way == "spinner" and end.part == "middle":  # the double is built on, so its short ends are open now
                ends = self._short_ends(end)
                self.ends += ends if rng.random() < 0.7 else []
            return
        on, left, right = opened
        self.at_long_sides.add((on.tile, on.part))
        if way == "fork":
            along = max(0.25, self.look.width / 2 + self.habit.gap / 2)
            beside = [
                replace(on, x=on.x + along * arm.dx, y=on.y + along * arm.dy, part=arm.part) for arm in (left, right)
            ]
            if rng.random() < 0.6:
                self.ends += beside
                self.at_long_sides |= {(each.tile, each.part) for each in beside}
            else:
                self.ends += [left, right]
        else:
            turns = rng.random() < 0.25 * self.habit.turning
            self.ends.append(opened[1 + int(rng.integers(0, 2))] if turns else opened[0])

    def _short_ends(self, end: GrowingEnd) -> list[GrowingEnd]:
        """Return the free short ends of a crosswise double whose far side, `end`, is built on."""
        double = self.places[end.tile]
        dx, dy = float(np.cos(double.angle)), float(np.sin(double.angle))
        return [
            GrowingEnd(
                double.x + sign * dx / 2, double.y + sign * dy / 2, sign * dx, sign * dy, end.pips, end.tile, part
            )
            for sign, part in ((-1, "half0"), (1, "half1"))
            if not any(
                part == (touch.a_part if touch.a == end.tile else touch.b_part)
                for touch in self.touches
                if end.tile in {touch.a, touch.b}
            )
            and not any(each.tile == end.tile and each.part == part for each in self.ends)
        ]


def _carry(end: GrowingEnd, nominal: Place, place: Place) -> GrowingEnd:
    """Return the end of a tile at `nominal`, moved as the tile is moved to `place`."""
    turn = place.angle - nominal.angle
    c, s = float(np.cos(turn)), float(np.sin(turn))
    x, y = end.x - nominal.x, end.y - nominal.y
    return replace(
        end,
        x=place.x + x * c - y * s,
        y=place.y + x * s + y * c,
        dx=end.dx * c - end.dy * s,
        dy=end.dx * s + end.dy * c,
    )


def _lay_hand(rng: Rng, look: TileLook, line: Sequence[Place], hand: Sequence[Pips]) -> list[Place]:
    """Lay `hand` side by side or scattered, as near to the `line`, in one direction, as it may lie."""
    way, turn, clear = rng.uniform(0, 2 * np.pi), float(rng.uniform(0, 2 * np.pi)), float(rng.uniform(*CLEAR))
    strewn = rng.random() < 0.3
    step = look.width + float(rng.uniform(0.2, 0.5) if strewn else rng.uniform(0.01, 0.1))
    turns = turn + rng.normal(0, 0.5 if strewn else 0.01, len(hand)) + np.pi * rng.integers(0, 2, len(hand))
    laid: list[Place] = []
    for away in np.arange(len(line) + len(hand), 0, -0.1):
        x, y = away * np.cos(way), away * np.sin(way)
        nearer = [
            Place(pips, float(x + k * step * np.sin(turn)), float(y - k * step * np.cos(turn)), float(angle))
            for k, (pips, angle) in enumerate(zip(hand, turns, strict=True))
        ]
        if any(is_overlapping(one, other, look, clear) for one in nearer for other in line):
            break
        laid = nearer
    return laid
