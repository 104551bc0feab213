"""Rounds that score the pips left: those of the opponents or, for pairs, perhaps all (docs/rules.md §2, §9)."""

from collections.abc import Mapping
from dataclasses import dataclass

from scorekeeper.engine.entries import RoundEnd
from scorekeeper.engine.rules.blocked_scores import BlockedScore
from scorekeeper.engine.rules.hands import add_up_hands, score_differences, take_own_off
from scorekeeper.engine.rules.pairs_count import PairsCount
from scorekeeper.engine.rules.ties import Tie
from scorekeeper.engine.rules.winner import WinnerScores
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.text import N_, Text


@dataclass(frozen=True, slots=True)
class PipsLeft:
    """The score of a round's winner for the pips left; with `all_hands` a pair scores its own hands, too."""

    seating: Seating
    blocked: BlockedScore = BlockedScore.OPPONENTS_SUM
    all_hands: bool = False

    def score(self, winner: str, ended: RoundEnd, pips: Mapping[str, int]) -> tuple[int, Text]:
        """Return the points of the side `winner` for the hands `pips`, by player, and the reason."""
        if ended.out is None and self.blocked is BlockedScore.DIFFERENCE:
            return take_own_off(self.seating, winner, pips)
        if ended.out is None and self.blocked is BlockedScore.EACH_DIFFERENCE:
            return score_differences(self.seating, winner, ended, pips)
        if not self.all_hands:
            return add_up_hands(self.seating.opponents(winner), pips)
        points, hands = add_up_hands(tuple(player for player in self.seating.players if player != ended.out), pips)
        return points, Text(N_("all hands count: %(hands)s"), {"hands": hands})


def score_pips_left(
    seating: Seating, blocked: BlockedScore, tie: Tie = Tie.NONE, pairs_count: PairsCount = PairsCount.OPPONENTS_ONLY
) -> WinnerScores:
    """Return rounds whose winner scores the pips left.

    `blocked` determines the score of a blocked round, `tie` settles equal pips, and `pairs_count` says which hands
    count for a pair.
    """
    all_hands = seating.partners and pairs_count is PairsCount.ALL_HANDS
    return WinnerScores(
        seating,
        PipsLeft(seating, blocked, all_hands).score,
        tie,
        blocked is not BlockedScore.NONE,
        "all" if all_hands else "opponents",
    )
