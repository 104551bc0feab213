"""Games in a line whose rounds are worth the pips that are left: those of the opponents, in pairs perhaps everybody's.

The German and the Polish game are two of them, Block, Draw and their relatives (docs/rules.md §9) the others.
"""

from collections.abc import Mapping
from typing import ClassVar, Literal

from scorekeeper.engine.entries import RoundEnd
from scorekeeper.engine.games.blocked import BlockedScore
from scorekeeper.engine.games.danish import score_differences
from scorekeeper.engine.games.game import Deal
from scorekeeper.engine.games.hands import add_up_hands, take_own_off
from scorekeeper.engine.games.pairs_count import PairsCount
from scorekeeper.engine.games.round_game import CountedHands
from scorekeeper.engine.games.tiles_each import TilesEach
from scorekeeper.engine.games.winner import WinnerScores
from scorekeeper.engine.options import Pick
from scorekeeper.engine.text import N_, Text


class PipsLeft(WinnerScores):
    """The base of them. `stays` says how much of the boneyard is never drawn."""

    partners: ClassVar[Literal["never", "always_with_four", "optional"]] = "optional"
    stays: ClassVar[Pick[int] | int]
    tiles_each: ClassVar[Pick[TilesEach] | TilesEach]
    pairs_count: ClassVar[Pick[PairsCount] | None] = None

    @property
    def deal(self) -> Deal:
        return self.tiles_each.deal(len(self.seating.players), len(self.tiles), self.stays)

    @property
    def counted_when_out(self) -> CountedHands:
        return "all" if self.all_hands_count else "opponents"

    @property
    def all_hands_count(self) -> bool:
        """Whether the winners score their own hands, too."""
        return self.seating.partners and self.pairs_count is PairsCount.ALL_HANDS

    def score_hands(self, winner: str, ended: RoundEnd, pips: Mapping[str, int]) -> tuple[int, Text]:
        if ended.out is None and self.blocked_score is BlockedScore.DIFFERENCE:
            return take_own_off(self.seating, winner, pips)
        if ended.out is None and self.blocked_score is BlockedScore.EACH_DIFFERENCE:
            return score_differences(self.seating, winner, ended, pips)
        if not self.all_hands_count:
            return add_up_hands(self.seating.opponents(winner), pips)
        points, hands = add_up_hands(tuple(player for player in self.seating.players if player != ended.out), pips)
        return points, Text(N_("all hands count: %(hands)s"), {"hands": hands})
