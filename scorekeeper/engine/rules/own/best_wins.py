"""Goals of your own game with which the best side wins after the rounds or at a limit (docs/rules.md §11)."""

from dataclasses import dataclass

from scorekeeper.engine.rules.goals import EveryPointCounts, Totals, explain_points, is_shutout
from scorekeeper.engine.rules.opening import drop_first_penalties
from scorekeeper.engine.rules.points import find_fewest
from scorekeeper.engine.rules.scores import RoundScore
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.text import Text, Value, counted


@dataclass(frozen=True, slots=True)
class BestWins(EveryPointCounts):
    """The goal that the best side wins after a number of `rounds`, or once a side has `limit` or `target` points.

    With `lowest_wins` the lowest total is best. With a `target`, equal best totals need another round. With `shutout`,
    a match in which no other side has a point counts twice in the evening. A penalty under `to_open` is not written for
    a side that has no points.
    """

    seating: Seating
    lowest_wins: bool
    rounds: int | None = None
    limit: int | None = None
    target: int | None = None
    shutout: bool = False
    to_open: int = 0

    def count_round(self, totals: Totals, score: RoundScore) -> RoundScore:
        counted_round = EveryPointCounts.count_round(self, totals, score)
        return drop_first_penalties(totals, counted_round, self.to_open)

    def winners(self, totals: Totals, rounds: int, between_rounds: bool) -> tuple[str, ...]:
        """Return the best sides once the match is over, else an empty tuple.

        Several sides that lead at the `target` play on; after the rounds or at the limit they draw.
        """
        best = find_fewest(totals if self.lowest_wins else {side: -total for side, total in totals.items()})
        most = max(totals.values())
        if self.rounds is not None:
            return best if rounds >= self.rounds else ()
        if self.limit is not None:
            return best if between_rounds and most >= self.limit else ()
        return best if between_rounds and self.target is not None and most >= self.target and len(best) == 1 else ()

    def explain(self, totals: Totals, winners: tuple[str, ...]) -> Text:
        if not self.lowest_wins or len(winners) > 1:
            return explain_points(self.seating, totals, winners, twice=self.counts_for(totals, winners) > 1)
        (side,) = winners
        values: dict[str, Value] = {"side": side, "total": totals[side]}
        return counted(
            "%(side)s won with the fewest points, %(total)s",
            "%(side)s won with the fewest points, %(total)s",
            len(self.seating.members(side)),
            values,
        )

    def counts_for(self, totals: Totals, winners: tuple[str, ...]) -> int:
        return 2 if self.shutout and is_shutout(totals, winners) else 1
