"""Rounds worth a fixed number of points, as in Bergen: pips decide only a blocked round (docs/rules.md §8.5, §8.6)."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from scorekeeper.engine.entries import RoundEnd
from scorekeeper.engine.options import Choice, Pick, Topic
from scorekeeper.engine.rules.hands import Winners, find_round_winners, make_round_score
from scorekeeper.engine.rules.points import count_points, find_fewest
from scorekeeper.engine.rules.rounds import AllHands, HandsCounted
from scorekeeper.engine.rules.scores import RoundScore
from scorekeeper.engine.rules.ties import Tie
from scorekeeper.engine.rules.tiles_each import TilesEach
from scorekeeper.engine.text import N_, Text, Value, join_names
from scorekeeper.engine.tiles import add_up_pips

TILES_EACH = TilesEach(6, 6, 5)


class BlockedRule(Enum):
    """Who wins a blocked round: the fewest pips, or first of all a player who holds no double."""

    FEWEST = "fewest"
    NO_DOUBLES_FIRST = "no_doubles_first"


OUT_POINTS = Pick(
    "out_points",
    N_("Going out"),
    (
        Choice(1, N_("one point"), N_("Who wins a round scores one point.")),
        Choice(2, N_("two points"), N_("Who wins a round scores two points.")),
    ),
    about=Topic.OUT,
)
BLOCKED_RULE = Pick(
    "blocked_rule",
    N_("A blocked round is won by"),
    (
        Choice(
            BlockedRule.FEWEST,
            N_("the fewest pips"),
            N_("When nobody can play or draw any more, whoever holds the fewest pips has won the round."),
        ),
        Choice(
            BlockedRule.NO_DOUBLES_FIRST,
            N_("who holds no double, then the fewest pips"),
            N_(
                "When nobody can play or draw any more, of those without a double whoever holds the fewest pips has"
                " won the round; if everybody has one, the fewest pips not counting doubles."
            ),
        ),
    ),
    about=Topic.BLOCKED,
)


@dataclass(frozen=True, slots=True)
class FixedPoints(AllHands):
    """Rounds whose winner scores the fixed number `points`; pips decide only a blocked round.

    With `by_doubles` the function `find_fewest_doubles` finds the winner of a blocked round.
    """

    points: int
    by_doubles: bool

    @property
    def hands(self) -> HandsCounted:
        return HandsCounted(self.seating, "none", by_doubles=self.by_doubles)

    def score(self, ended: RoundEnd, pips: Mapping[str, int], lead: str | None) -> RoundScore:
        """Return the score of the round: a fixed number of points for the winner, 0 for a tie."""
        if ended.out is None and self.by_doubles:
            won = find_fewest_doubles(ended)
        else:
            won = find_round_winners(self.seating, ended, pips, Tie.NONE, lead)
        if not won.sides:
            return RoundScore({}, (), won.why, pips)
        points = dict.fromkeys(won.sides, self.points)
        return make_round_score(ended, points, won, count_points(self.points), pips, fixed=True)


def find_fewest_doubles(ended: RoundEnd) -> Winners:
    """Return the winner of a blocked round: the player with the fewest pips among those who hold no double.

    If everybody holds a double, it is the player with the fewest pips not counting doubles. Nobody wins a tie.
    """
    hands = {player: hand.tiles or () for player, hand in ended.hands}
    without = {player: add_up_pips(tiles) for player, tiles in hands.items() if not any(tile.double for tile in tiles)}
    singles = {player: sum(tile.pips for tile in tiles if not tile.double) for player, tiles in hands.items()}
    counted = without or singles
    tied = find_fewest(counted)
    player, *others = tied
    values: dict[str, Value] = {"players": join_names(tied), "player": player, "pips": counted[player]}
    if others and without:
        return Winners(
            (), Text(N_("%(players)s hold no double and equally few pips (%(pips)s): nobody scores"), values)
        )
    if others:
        return Winners(
            (), Text(N_("%(players)s hold equally few pips but for doubles (%(pips)s): nobody scores"), values)
        )
    if len(without) == 1:
        return Winners(tied, Text(N_("only %(player)s holds no double"), values))
    if without:
        return Winners(tied, Text(N_("of those without a double %(player)s has the fewest pips, %(pips)s"), values))
    return Winners(
        tied, Text(N_("everybody holds a double; but for these %(player)s has the fewest pips, %(pips)s"), values)
    )
