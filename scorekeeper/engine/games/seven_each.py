"""What the German and the Polish game share: seven tiles each, a line, points only at the end (docs/rules.md §2, §5).

The winner of a round scores the pips that are left: his opponents', in pairs everybody's.
"""

from collections.abc import Mapping
from typing import ClassVar

from scorekeeper.engine.entries import RoundEnd
from scorekeeper.engine.games.blocked import BLOCKED_SCORE
from scorekeeper.engine.games.hands import LAST_TO_PLAY, Tie
from scorekeeper.engine.games.last_tile import FITS_BOTH, FITS_BOTH_ENDS
from scorekeeper.engine.games.later_leads import NEXT_START
from scorekeeper.engine.games.pairs_count import ALL_HANDS, OPPONENTS_ONLY, choose_pairs_count
from scorekeeper.engine.games.pips_left import PipsLeft
from scorekeeper.engine.games.shutout import SHUTOUT
from scorekeeper.engine.games.tiles_each import FIVE, NINE, SEVEN, SIX, choose_tiles_each
from scorekeeper.engine.options import Choice, Number, Pick, Topic
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
PAIRS_COUNT = choose_pairs_count(ALL_HANDS, OPPONENTS_ONLY)
TILES_EACH = choose_tiles_each(SEVEN, FIVE, SIX, NINE)


class SevenEach(PipsLeft):
    """The base of the two."""

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
    def calls(self) -> Mapping[str, str]:
        return {"capicua": FITS_BOTH} if self.capicua else {}

    def score_hands(self, winner: str, ended: RoundEnd, pips: Mapping[str, int]) -> tuple[int, Text]:
        points, hands = super().score_hands(winner, ended, pips)
        if not ended.bonus:
            return points, hands
        values: dict[str, Value] = {"hands": hands, "points": points, "bonus": self.capicua}
        values["sum"] = total = points + self.capicua
        return total, Text(N_("%(hands)s; the last tile fits both ends: %(points)s + %(bonus)s = %(sum)s"), values)
