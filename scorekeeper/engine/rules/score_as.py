"""The score of open ends whose sum is a multiple of five: the sum, or a fifth of it (docs/rules.md §8)."""

from enum import Enum

from scorekeeper.engine.options import Choice, Pick, Topic
from scorekeeper.engine.rules.in_play import InPlay
from scorekeeper.engine.rules.points import add_up_ends, count_points, write_end_terms
from scorekeeper.engine.rules.scores import Score
from scorekeeper.engine.text import N_, Text, Value
from scorekeeper.engine.tiles import End


class ScoreAs(Enum):
    """How pips become points: 10 pips are 10 points (PIPS), or 2 points as on a cribbage board (FIVES)."""

    PIPS = "pips"
    FIVES = "fives"


SCORE_AS = Pick(
    "score_as",
    N_("Ten at the open ends"),
    (
        Choice(ScoreAs.PIPS, N_("ten points"), N_("Open ends that make a multiple of five score their sum.")),
        Choice(
            ScoreAs.FIVES,
            N_("two points"),
            N_("Open ends that make a multiple of five score a fifth of it, and so do the hands that are left."),
        ),
    ),
    about=Topic.POINTS,
)


def score_multiple(ends: tuple[End, ...], score_as: ScoreAs) -> Score:
    """Return the score of the open `ends` if their sum is a multiple of five: the sum, or a fifth of it; else 0.

    Examples of a reason: `5 + 0 = 5, a multiple of five: 5 points` and `10 + 0 = 10, 10 ÷ 5 = 2`.
    """
    total = add_up_ends(ends)
    values: dict[str, Value] = {"terms": write_end_terms(ends), "sum": total}
    if total % 5:
        return Score(0, Text(N_("%(terms)s = %(sum)s, not a multiple of five"), values))
    if score_as is ScoreAs.FIVES:
        return Score(
            total // 5, Text(N_("%(terms)s = %(sum)s, %(sum)s ÷ 5 = %(points)s"), {**values, "points": total // 5})
        )
    values["points"] = count_points(total)
    return Score(total, Text(N_("%(terms)s = %(sum)s, a multiple of five: %(points)s"), values))


def count_fives(score_as: ScoreAs) -> InPlay:
    """Return the way to count open ends in which multiples of five score in full or, with `FIVES`, a fifth."""
    return FIFTHS if score_as is ScoreAs.FIVES else FIVES


def _score_fives(ends: tuple[End, ...], placed: End | None) -> Score:
    """Return the score of the open `ends`, in which a multiple of five scores in full."""
    return score_multiple(ends, ScoreAs.PIPS)


def _score_fifths(ends: tuple[End, ...], placed: End | None) -> Score:
    """Return the score of the open `ends`, in which a multiple of five scores a fifth of itself."""
    return score_multiple(ends, ScoreAs.FIVES)


FIVES, FIFTHS = InPlay(_score_fives, ends_score=True), InPlay(_score_fifths, ends_score=True)
