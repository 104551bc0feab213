"""Ways to count open ends while a round is played.

Multiples of five are in `score_as`, since hands are scored by them, too.
"""

from collections.abc import Callable
from dataclasses import dataclass

from scorekeeper.engine.rules.points import add_up_ends, count_points, write_end_terms
from scorekeeper.engine.rules.scores import Score
from scorekeeper.engine.text import N_, Text, Value
from scorekeeper.engine.tiles import End


@dataclass(frozen=True, slots=True)
class InPlay:
    """A way to count open ends.

    `score` takes the open ends and the end of the tile just laid. One flag says which of them it uses: the sum of the
    ends (`ends_score`), whether they show one number (`equal_ends_score`), or the ends equal to the one just laid
    (`asks_placed`).
    """

    score: Callable[[tuple[End, ...], End | None], Score]
    ends_score: bool = False
    equal_ends_score: bool = False
    asks_placed: bool = False


def score_nothing(ends: tuple[End, ...], placed: End | None) -> Score:
    """Return 0 points: this game scores nothing while a round is played."""
    return Score(0, Text(N_("no points in play")))


NOTHING = InPlay(score_nothing)


def score_threes_and_fives(ends: tuple[End, ...], placed: End | None) -> Score:
    """Return the score of a move in Fives and Threes from the sum of the open ends (docs/rules.md §8.4).

    It is a third of the sum plus a fifth of it, each only if it is whole: 15 has 5 threes and 3 fives and scores 8
    points.
    """
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
    """Return the score of a move by the headers rule: 2 points if all open ends show one number (docs/rules.md §8.5).

    With a double among several ends they score 3. A double that lies alone scores 2, unequal ends 0.
    """
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
    """Return a point for each open half that is equal to the end `placed` just now (docs/rules.md §4.4).

    The half just laid counts, too; if no other half is equal to it, the move scores 0. `most` is the most points of a
    move; None is no limit.
    """
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
