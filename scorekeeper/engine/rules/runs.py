"""Matches that are won in one run: all points go back to 0 when the others win (docs/rules.md §11, §12.3)."""

from dataclasses import dataclass, replace
from enum import Enum

from scorekeeper.engine.options import Choice, Pick, Topic
from scorekeeper.engine.rules.goals import Totals, ToTarget
from scorekeeper.engine.rules.scores import RoundScore
from scorekeeper.engine.text import N_, Text


class BrokenBy(Enum):
    """Who breaks a run by winning a round.

    - `NOBODY`: points stay until the match ends.
    - `LAST`: the last side without a point.
    - `ANY`: any side that wins while another one has points.
    """

    NOBODY = "nobody"
    LAST = "last"
    ANY = "any"


ONE_ALL = Pick(
    "one_all",
    N_("One point each"),
    (
        Choice(False, N_("breaks the run as usual"), N_("After a break the next round is worth one point."), "break"),
        Choice(
            True,
            N_("makes the next round worth two"),
            N_("If all would have one point each, all go back to 0, and the next round is worth two points."),
            "play_two",
        ),
    ),
    about=Topic.MATCH,
)


@dataclass(frozen=True, slots=True)
class InOneRun(ToTarget):
    """The goal to be the first at `target` points in one run, which the sides `broken_by` break by winning a round.

    That round scores nothing, and the points of all sides go back to 0. With `play_two` the round after a break at one
    point each is worth one more. Rounds without winner carry at most `most_carried` points to the next one (None: any
    number).
    """

    broken_by: BrokenBy = BrokenBy.LAST
    play_two: bool = False
    most_carried: int | None = None

    def count_round(self, totals: Totals, score: RoundScore) -> RoundScore:
        """Return the score of a round; one that breaks a run scores nothing."""
        if self.most_carried is not None and not score.winners:
            score = replace(score, carried=min(score.carried, self.most_carried))
        counted = ToTarget.count_round(self, totals, score)
        return self.break_run(totals, counted) if self.is_broken(totals, counted) else counted

    def is_broken(self, totals: Totals, score: RoundScore) -> bool:
        """Return whether the round breaks a run of sides with these `totals`."""
        scoring = {side for side, points in score.points.items() if points}
        with_points = {side for side, total in totals.items() if total}
        if self.broken_by is BrokenBy.ANY:
            return any(with_points - {side} for side in scoring)
        return self.broken_by is BrokenBy.LAST and bool(scoring - with_points) and scoring | with_points == {*totals}

    def break_run(self, totals: Totals, score: RoundScore) -> RoundScore:
        """Return the score of a round that sets the points of all sides back to 0."""
        others = [total for side, total in totals.items() if not score.points.get(side)]
        broken = Text(N_("the run is broken, and all go back to 0"))
        return replace(
            score,
            points={},
            carried=int(self.play_two and all(total == 1 for total in others)),
            why=Text(N_("%(won)s; %(hands)s"), {"won": score.why, "hands": broken}),
            short_why=score.short_why and broken,
            all_back=True,
        )
