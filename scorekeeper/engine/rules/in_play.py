"""What open ends are worth while a round is played: each way of counting them, told by what it looks at.

Multiples of five stand in `score_as`, since hands go by them, too.
"""

from collections.abc import Callable
from dataclasses import dataclass

from scorekeeper.engine.rules.points import add_up_ends, count_points, write_end_terms
from scorekeeper.engine.rules.scores import Score
from scorekeeper.engine.text import N_, Text, Value
from scorekeeper.engine.tiles import End


@dataclass(frozen=True, slots=True)
class InPlay:
    """A way of counting open ends: their sum, whether they show one number, or those equal to the tile just laid."""

    score: Callable[[tuple[End, ...], End | None], Score]
    ends_score: bool = False
    equal_ends_score: bool = False
    asks_placed: bool = False


def score_nothing(ends: tuple[End, ...], placed: End | None) -> Score:
    """No points in play."""
    return Score(0, Text(N_("no points in play")))


NOTHING = InPlay(score_nothing)


def score_threes_and_fives(ends: tuple[End, ...], placed: End | None) -> Score:
    """The threes and the fives in the sum of the ends (docs/rules.md §8.4): 15 is 5 threes and 3 fives, 8 points."""
    total = add_up_ends(ends)
    threes, fives = (total // each if total % each == 0 else 0 for each in (3, 5))
    values: dict[str, Value] = {"terms": write_end_terms(ends), "sum": total, "threes": threes, "fives": fives}
    values["points"] = points = threes + fives
    if threes and fives:
        return Score(points, Text(N_("%(terms)s = %(sum)s, ÷ 3 = %(threes)s, ÷ 5 = %(fives)s: %(points)s"), values))
    if threes:
        return Score(points, Text(N_("%(terms)s = %(sum)s, %(sum)s ÷ 3 = %(points)s"), values))
    if fives:
        return Score(points, Text(N_("%(terms)s = %(sum)s, %(sum)s ÷ 5 = %(points)s"), values))
    return Score(0, Text(N_("%(terms)s = %(sum)s, neither threes nor fives"), values))


def score_headers(ends: tuple[End, ...], placed: End | None) -> Score:
    """Two for ends that all show one number, three with a double among them, two for a double that leads (§8.5)."""
    pip, *others = {end.pip for end in ends}
    if others:
        return Score(0, Text(N_("the ends are not equal: no points")))
    values: dict[str, Value] = {"pip": pip, "points": count_points(2)}
    if len(ends) == 1:
        return Score(2, Text(N_("the double that leads: %(points)s"), values))
    if any(end.both for end in ends):
        values["points"] = count_points(3)
        return Score(3, Text(N_("both ends show %(pip)s, one of them a double: %(points)s"), values))
    return Score(2, Text(N_("both ends show %(pip)s: %(points)s"), values))


def score_equal_ends(ends: tuple[End, ...], placed: End | None, most: int | None = None) -> Score:
    """As many points as open halves are equal to the end just laid, itself among them, at most so many (§4.4)."""
    if placed is None:
        return score_nothing(ends, placed)
    equal = sum(end.halves for end in ends if end.pip == placed.pip)
    points = min(equal, most or equal) if equal > 1 else 0
    values: dict[str, Value] = {"pip": placed.pip, "equal": equal}
    if not points:
        return Score(0, Text(N_("only one open end shows %(pip)s: no points"), values), {"equal": equal})
    if points < equal:
        message = N_("%(equal)s open ends show %(pip)s: at this table %(points)s")
    else:
        message = N_("%(equal)s open ends show %(pip)s: %(points)s")
    values["points"] = count_points(points)
    return Score(points, Text(message, values), {"equal": equal})


THREES_AND_FIVES = InPlay(score_threes_and_fives, ends_score=True)
HEADERS = InPlay(score_headers, equal_ends_score=True)
EQUAL_ENDS = InPlay(score_equal_ends, asks_placed=True)
