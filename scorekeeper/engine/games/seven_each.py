"""What the German and the Polish game share: seven tiles each, a line, points only at the end (docs/rules.md §2, §5).

The winner of a round scores the pips that are left: his opponents', in pairs everybody's.
"""

from collections.abc import Mapping
from enum import Enum
from typing import ClassVar

from scorekeeper.engine.entries import RoundEnd
from scorekeeper.engine.games.blocked import BLOCKED_SCORE, BlockedScore
from scorekeeper.engine.games.game import Deal
from scorekeeper.engine.games.hands import LAST_TO_PLAY, Tie, add_up_hands, take_own_off
from scorekeeper.engine.games.last_tile import FITS_BOTH_ENDS
from scorekeeper.engine.games.later_leads import NEXT_START
from scorekeeper.engine.games.round_game import CountedHands
from scorekeeper.engine.games.shutout import SHUTOUT
from scorekeeper.engine.games.tiles_each import FIVE, NINE, SEVEN, SIX, choose_tiles_each
from scorekeeper.engine.games.winner import WinnerScores
from scorekeeper.engine.options import Choice, Matters, Number, Pick, Topic
from scorekeeper.engine.text import N_, Text, Value

TARGET = Number(
    "target",
    N_("Target"),
    N_("The match goes to %(n)s points."),
    100,
    offers=(50, 100, 150, 200, 250),
    about=Topic.MATCH,
)
TIE = Pick(
    "tie",
    N_("Blocked with equal pips"),
    (
        Choice(
            Tie.LEAD,
            N_("first in turn order"),
            N_("With equal pips in a blocked round the first of them in turn order from the lead wins."),
            written="rotation",
        ),
        Choice(
            Tie.SEAT,
            N_("nearest seat"),
            N_("With equal pips in a blocked round the lead wins, or who sits nearest to the lead either way round."),
        ),
        Choice(Tie.NONE, N_("nobody scores"), N_("With equal pips in a blocked round nobody scores.")),
        LAST_TO_PLAY,
    ),
    about=Topic.TIE,
)


class PairsCount(Enum):
    """Whose hands a pair scores that has won a round."""

    ALL_HANDS = "all_hands"
    OPPONENTS_ONLY = "opponents_only"


PAIRS_COUNT = Pick(
    "pairs_count",
    N_("Pairs count"),
    (
        Choice(PairsCount.ALL_HANDS, N_("all hands"), N_("A pair scores the pips of all hands, its own among them.")),
        Choice(PairsCount.OPPONENTS_ONLY, N_("opponents' hands"), N_("A pair scores the pips of its opponents only.")),
    ),
    Matters(pairs=True),
    Topic.PAIRS,
)
TILES_EACH = choose_tiles_each(SEVEN, FIVE, SIX, NINE)


class SevenEach(WinnerScores):
    """The base of the two. `stays` says how much of the boneyard is never drawn."""

    partners = "optional"
    stays: ClassVar[Pick[int]]
    target = TARGET
    tie = TIE
    pairs_count = PAIRS_COUNT
    tiles_each = TILES_EACH
    next_start = NEXT_START
    blocked_score = BLOCKED_SCORE
    capicua = FITS_BOTH_ENDS
    shutout = SHUTOUT

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

    @property
    def calls(self) -> tuple[str, ...]:
        return ("capicua",) if self.capicua else ()

    def score_hands(self, winner: str, ended: RoundEnd, pips: Mapping[str, int]) -> tuple[int, Text]:
        points, hands = self._score_pips(winner, ended, pips)
        if not ended.bonus:
            return points, hands
        values: dict[str, Value] = {"hands": hands, "points": points, "bonus": self.capicua}
        values["sum"] = total = points + self.capicua
        return total, Text(N_("%(hands)s; the last tile fits both ends: %(points)s + %(bonus)s = %(sum)s"), values)

    def _score_pips(self, winner: str, ended: RoundEnd, pips: Mapping[str, int]) -> tuple[int, Text]:
        everybody = tuple(player for player in self.seating.players if player != ended.out)
        if ended.out is None and self.blocked_score is BlockedScore.DIFFERENCE:
            return take_own_off(self.seating, winner, pips)
        if not self.all_hands_count:
            return add_up_hands(self.seating.opponents(winner), pips)
        points, hands = add_up_hands(everybody, pips)
        return points, Text(N_("all hands count: %(hands)s"), {"hands": hands})
