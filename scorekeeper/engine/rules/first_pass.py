"""Points for the first pass of a match, which “lie below” for a pair without points (docs/rules.md §9.9)."""

from dataclasses import dataclass, replace

from scorekeeper.engine.options import Number, Topic
from scorekeeper.engine.rules.goals import Totals, ToTarget
from scorekeeper.engine.rules.scores import RoundScore, Score
from scorekeeper.engine.text import N_, Text, counted

FIRST_PASS = Number(
    "first_pass",
    N_("The first pass of the match"),
    counted(
        "The pair that makes an opponent pass first in the match scores %(n)s point. If it has no points yet, they lie"
        " below.",
        "The pair that makes an opponent pass first in the match scores %(n)s points. If it has no points yet, they lie"
        " below.",
    ),
    2,
    least=0,
    most=99,
    offers=(0, 2),
    about=Topic.POINTS,
    none=N_("The first pass of the match scores nothing."),
)
BELOW_FROM = Number(
    "below_from",
    N_("Points of a round that lift those below"),
    counted(
        "Points that lie below go to the first pair that scores %(n)s point or more for a round.",
        "Points that lie below go to the first pair that scores %(n)s points or more for a round.",
    ),
    3,
    most=99,
    offers=(2, 3, 4),
    about=Topic.POINTS,
)


@dataclass(frozen=True, slots=True)
class LiftsBelow(ToTarget):
    """The goal of matches in which the points that a pair makes before its first round are set aside: they “lie below”.

    They go to the pair that first scores `below_from` points or more for a round.
    """

    below_from: int = 3

    def count_move(self, total: int, score: Score) -> Score:
        """Return the score of a bonus; for a side without any points it is carried, not scored."""
        if total:
            return score
        why = Text(N_("%(why)s; they lie below"), {"why": score.why})
        return replace(score, points=0, why=why, carried=score.points)

    def count_round(self, totals: Totals, score: RoundScore) -> RoundScore:
        """Return the score of a round; the points set aside are added if it is worth at least `below_from` points."""
        if max(score.points.values(), default=0) >= self.below_from:
            return ToTarget.count_round(self, totals, score)
        return replace(ToTarget.count_round(self, totals, replace(score, carried=0)), carried=score.carried)
