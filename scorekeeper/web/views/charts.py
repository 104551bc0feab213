"""Small charts as numbers for a template to draw in a picture of fixed size. Colours come from the style sheet."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from scorekeeper.engine.sheet.line import Sheet
from scorekeeper.play.history.rivalries import CoursePoint
from scorekeeper.web.views.lines import sort_lines

WIDTH, HEIGHT = 320, 132  # the size of the picture, in its own units
DAY = 7  # width of a day of the year
MOST_POINTS = 150  # the most points of a curve
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
        """Return the points of the curve in SVG notation."""
        return " ".join(f"{x},{y}" for x, y in self.places)

    @property
    def shares(self) -> tuple[tuple[float, float], ...]:
        """Return the points (x, y) of the curve as shares, from 0 to 1, of the width and height between the margins."""
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


@dataclass(frozen=True, slots=True)
class CourseChart:
    """The numbers of one player or several over time: a curve for each player, and the same numbers as a table.

    `labels` has the months or days, `table` each of them with the number of each player, or None, the last one first.
    `band` is the polygon of the range in which a single rating lies, empty for other charts. `percent` says that the
    numbers are shares in percent.
    """

    curves: tuple[Curve, ...]
    rules: tuple[Rule, ...]
    labels: tuple[str, ...]
    table: tuple[tuple[str, tuple[int | None, ...]], ...]
    band: str = ""
    percent: bool = False


@dataclass(frozen=True, slots=True)
class YearChart:
    """The finished matches of 53 weeks: a square (x, y, level) for each day, and each month with its days and matches.

    `level` is 0 for no match, 1 for one or two, 2 for up to five, 3 for more. Weeks are columns and begin on Monday.
    `busiest` has the days with the most matches, the last one first, and `most` is how many; it is empty if all days
    with matches are equal.
    """

    cells: tuple[tuple[int, int, int], ...]
    months: tuple[tuple[str, int, int], ...]
    days: int
    matches: int
    busiest: tuple[date, ...]
    most: int


def draw_year(counts: Mapping[date, int], last: date) -> YearChart:
    """Return the chart of the matches by day in the 53 weeks that end with the week of the day `last`."""
    first = find_first_day(last)
    days = [first + timedelta(number) for number in range((last - first).days + 1)]
    by_day = [counts.get(day, 0) for day in days]
    cells = [
        (DAY * (number // 7), DAY * (number % 7), (count > 0) + (count > 2) + (count > 5))
        for number, count in enumerate(by_day)
    ]
    months: dict[tuple[int, int], list[int]] = {}
    for day, count in zip(days, by_day, strict=True):
        if count:
            months.setdefault((day.year, day.month), []).append(count)
    most = max(by_day)
    busiest = tuple(day for day, count in zip(days, by_day, strict=True) if count == most > 0)[::-1]
    return YearChart(
        tuple(cells),
        tuple((f"{year}-{month:02}", len(those), sum(those)) for (year, month), those in reversed(months.items())),
        sum(map(bool, by_day)),
        sum(by_day),
        busiest if len(busiest) < sum(map(bool, by_day)) else (),
        most,
    )


def find_first_day(last: date) -> date:
    """Return the Monday with which the chart of the year begins that ends on the day `last`."""
    return last - timedelta(last.weekday() + 52 * 7)


def draw_ratings(courses: Mapping[str, Sequence[CoursePoint]]) -> CourseChart | None:
    """Return the chart of these players' ratings; for a single player with the range in which the rating lies.

    It has only the months or days with enough matches for a rating. Return None if there are fewer than two.
    """
    drawn = {player: [point for point in course if point.rating.established] for player, course in courses.items()}
    margins = [point.rating.margin for point in drawn[next(iter(drawn))]] if len(drawn) == 1 else []
    numbers = {player: {point.label: point.rating.points for point in course} for player, course in drawn.items()}
    return _draw_course(numbers, margins)


def draw_shares(player: str, course: Sequence[CoursePoint]) -> CourseChart | None:
    """Return the chart of the share of matches that a player won in each month or day; None with fewer than two."""
    numbers = {point.label: round(100 * point.won / point.matches) for point in course}
    return _draw_course({player: numbers}, [], percent=True)


def _draw_course(
    numbers: Mapping[str, Mapping[str, int]], margins: Sequence[int], percent: bool = False
) -> CourseChart | None:
    """Return the chart of each player's numbers by label, with the `margins` of a single player's numbers."""
    labels = sorted({label for each in numbers.values() for label in each})
    if len(labels) < 2:
        return None
    every = [number for each in numbers.values() for number in each.values()]
    widest = max(margins, default=0)
    low, high = (0, 100) if percent else (min(every) - widest, max(max(every) + widest, min(every) + 1))

    def at(value: float) -> float:
        """Return the y of a number."""
        return round(TOP + (HEIGHT - TOP - BOTTOM) * (high - value) / (high - low), 1)

    wide, last = WIDTH - LEFT - RIGHT, len(labels) - 1
    across = {label: round(LEFT + wide * number / last, 1) for number, label in enumerate(labels)}
    curves = []
    for player, each in numbers.items():
        places = tuple((across[label], at(number)) for label, number in each.items())
        if places:
            curves.append(Curve((player,), places, *places[-1]))
    band = ""
    if margins:
        [course] = numbers.values()
        edge = [
            (across[label], number, margin) for (label, number), margin in zip(course.items(), margins, strict=True)
        ]
        places = tuple((x, at(number + margin)) for x, number, margin in edge)
        band = " ".join(
            f"{x},{y}" for x, y in (*places, *((x, at(number - margin)) for x, number, margin in edge[::-1]))
        )
    rules = tuple(Rule(value, at(value)) for value in _round_values(low, high))
    table = tuple((label, tuple(each.get(label) for each in numbers.values() if each)) for label in labels[::-1])
    return CourseChart(tuple(curves), rules, tuple(labels), table, band, percent)


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
    target_rule = Rule(target, at(target)) if target is not None and low <= target <= high else None
    return Chart(curves, rules, target_rule, len(lines))


def share_out(counts: Sequence[int], width: float = 100) -> tuple[tuple[float, float], ...]:
    """Return the start and the width of each part of a bar that is `width` wide, in proportion to `counts`."""
    whole, parts, start = sum(counts) or 1, [], 0.0
    for count in counts:
        wide = width * count / whole
        parts.append((round(start, 2), round(wide, 2)))
        start += wide
    return tuple(parts)


def _round_values(low: int, high: int) -> tuple[int, ...]:
    """Return a few round numbers between `low` and `high`."""
    size = 1
    steps = (1, 2, 5)
    while not any(high - low <= 4 * step * size for step in steps):
        size *= 10
    step = next(step * size for step in steps if high - low <= 4 * step * size)
    return tuple(range(-(-low // step) * step, high + 1, step))
