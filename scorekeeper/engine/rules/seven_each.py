"""Rules that the German and the Polish game share: seven tiles each, one line, points only for hands (§2, §5).

See docs/rules.md. The winner of a round scores the pips that are left: those of the opponents, in pairs those of all
hands.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from scorekeeper.engine.entries import RoundEnd
from scorekeeper.engine.options import Choice, Pick, Topic
from scorekeeper.engine.rules.blocked_scores import BLOCKED_SCORE, BlockedScore
from scorekeeper.engine.rules.game import Game, Variant
from scorekeeper.engine.rules.goals import ToTarget
from scorekeeper.engine.rules.last_tile_bonuses import FITS_BOTH, FITS_BOTH_ENDS
from scorekeeper.engine.rules.later_leads import NEXT_START
from scorekeeper.engine.rules.leading import RotatingLead
from scorekeeper.engine.rules.leads import Lead
from scorekeeper.engine.rules.match_length import choose_target
from scorekeeper.engine.rules.pairs_count import ALL_HANDS, OPPONENTS_ONLY, PairsCount, choose_pairs_count
from scorekeeper.engine.rules.paying import NoBonuses
from scorekeeper.engine.rules.pips_left import PipsLeft
from scorekeeper.engine.rules.shutout import SHUTOUT
from scorekeeper.engine.rules.ties import LAST_TO_PLAY, Tie
from scorekeeper.engine.rules.tiles_each import FIVE, NINE, SEVEN, SIX, choose_tiles_each
from scorekeeper.engine.rules.turns import OneTile
from scorekeeper.engine.rules.winner import WinnerScores
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.text import N_, Text, Value

TARGET = choose_target(100, offers=(50, 100, 150, 200, 250))
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


@dataclass(frozen=True, slots=True)
class LastTileCalled:
    """The score of a round's winner: the pips left, and `worth` points more for a bonus called."""

    hands: PipsLeft
    worth: int

    def score(self, winner: str, ended: RoundEnd, pips: Mapping[str, int]) -> tuple[int, Text]:
        """Return the points of the side `winner` for the hands `pips`, by player, and the reason."""
        points, hands = self.hands.score(winner, ended, pips)
        if not ended.last.called:
            return points, hands
        total = points + self.worth
        values: dict[str, Value] = {"hands": hands, "points": points, "bonus": self.worth, "sum": total}
        return total, Text(N_("%(hands)s; the last tile fits both ends: %(points)s + %(bonus)s = %(sum)s"), values)


def play_seven_each(
    variant: Variant, seating: Seating, rule: Lead, stays: Pick[int], most_drawn: int | None = None
) -> Game:
    """Return the German or the Polish game, depending on `variant`, for the players and house rules of `seating`.

    `rule` determines the first lead, `stays` is the option for tiles that are never drawn, and `most_drawn` is the most
    tiles drawn in a turn (None: a player draws until one fits).
    """
    dealing = TILES_EACH.at(seating).deal_set(seating, 6, stays.at(seating))
    blocked, worth = BLOCKED_SCORE.at(seating), FITS_BOTH_ENDS.at(seating)
    all_hands = seating.partners and PAIRS_COUNT.at(seating) is PairsCount.ALL_HANDS
    return Game(
        variant=variant,
        seating=seating,
        dealing=dealing,
        leading=RotatingLead(seating, rule, NEXT_START.at(seating)),
        turns=OneTile(dealing.deal, most_drawn),
        rounds=WinnerScores(
            seating,
            LastTileCalled(PipsLeft(seating, blocked, all_hands), worth).score,
            TIE.at(seating),
            blocked is not BlockedScore.NONE,
            "all" if all_hands else "opponents",
        ),
        bonuses=NoBonuses({"capicua": FITS_BOTH} if worth else {}),
        goal=ToTarget(seating, TARGET.at(seating), shutout=SHUTOUT.at(seating)),
    )
