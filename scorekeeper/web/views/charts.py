"""Small charts as numbers for a template to draw in a picture of fixed size. Colours come from the style sheet."""

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.engine.sheet.line import Sheet
from scorekeeper.web.views.lines import sort_lines

WIDTH, HEIGHT = 320, 132  # of the picture, in its own units
MOST_POINTS = 150  # of a curve
LEFT, RIGHT, TOP, BOTTOM = 30, 14, 8, 18  # margins around the lines


@dataclass(frozen=True, slots=True)
class Curve:
    """One side's totals: its `members`, the `places` (x, y) of the curve, and its end at (`x`, `y`)."""

    members: tuple[str, ...]
    places: tuple[tuple[float, float], ...]
    x: float
    y: float

    @property
    def points(self) -> str:
        """The curve in SVG notation."""
        return " ".join(f"{x},{y}" for x, y in self.places)

    @property
    def shares(self) -> tuple[tuple[float, float], ...]:
        """The places in shares of the room between the margins, from 0 to 1."""
        wide, high = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM
        return tuple(((x - LEFT) / wide, (y - TOP) / high) for x, y in self.places)


@dataclass(frozen=True, slots=True)
class Rule:
    """A horizontal line at the height `y` for `value` points."""

    value: int
    y: float


@dataclass(frozen=True, slots=True)
class Chart:
    """The totals of all sides after each entry, for `entries` entries.

    `target` is None if there is none or it lies outside the picture.
    """

    curves: tuple[Curve, ...]
    rules: tuple[Rule, ...]
    target: Rule | None
    entries: int


def draw_totals(sheet: Sheet) -> Chart | None:
    """Return the chart of the totals on a sheet; None with fewer than two entries."""
    lines = [line for line in sort_lines(sheet) if not line.struck and line.entry.has_line]
    if len(lines) < 2:
        return None
    target = sheet.game.goal.target
    totals = {side: [0, *(line.totals[side] for line in lines)] for side in sheet.seating.sides}
    low = min(min(each) for each in totals.values())
    high = max(low + 1, *(max(each) for each in totals.values()))
    apart = 1 + len(lines) // MOST_POINTS  # more points would not be visible
    drawn = [*range(0, len(lines), apart), len(lines)]
    if target is not None and target <= high * 2:
        high = max(high, target)

    def at(value: int) -> float:
        """Return the y of a number of points."""
        return round(TOP + (HEIGHT - TOP - BOTTOM) * (high - value) / (high - low), 1)

    def across(place: int) -> float:
        """Return the x of a place in the row of entries."""
        return round(LEFT + (WIDTH - LEFT - RIGHT) * place / len(lines), 1)

    curves = tuple(
        Curve(
            sheet.seating.members(side),
            tuple((across(place), at(each[place])) for place in drawn),
            across(len(lines)),
            at(each[-1]),
        )
        for side, each in totals.items()
    )
    rules = tuple(Rule(value, at(value)) for value in _round_values(low, high))
    shown = Rule(target, at(target)) if target is not None and low <= target <= high else None
    return Chart(curves, rules, shown, len(lines))


def share_out(counts: Sequence[int], width: float = 100) -> tuple[tuple[float, float], ...]:
    """Return the start and the width of each part of a bar that is `width` wide, in proportion to `counts`."""
    whole, found, start = sum(counts) or 1, [], 0.0
    for count in counts:
        wide = width * count / whole
        found.append((round(start, 2), round(wide, 2)))
        start += wide
    return tuple(found)


def _round_values(low: int, high: int) -> tuple[int, ...]:
    """Return a few round numbers between `low` and `high`."""
    size = 1
    steps = (1, 2, 5)
    while not any(high - low <= 4 * step * size for step in steps):
        size *= 10
    step = next(step * size for step in steps if high - low <= 4 * step * size)
    return tuple(range(-(-low // step) * step, high + 1, step))
