"""Rules that Muggins, All Fives and Five-Up share: open ends and hands score in multiples of five (docs/rules.md §8).

They differ in how many tiles a double takes, in how many tiles each player is dealt, and in whether ten at the open
ends is ten points or two.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from scorekeeper.engine.entries import RoundEnd
from scorekeeper.engine.layout.models import LINE, Model
from scorekeeper.engine.options import DefaultWith, Setting
from scorekeeper.engine.problems import refuse
from scorekeeper.engine.rules.blocked_scores import BLOCKED_SCORE, BlockedScore
from scorekeeper.engine.rules.dealing import Dealing
from scorekeeper.engine.rules.game import Game, Variant
from scorekeeper.engine.rules.goals import Goal
from scorekeeper.engine.rules.hand_rounding import HandRounding, score_fifth, score_rounded, take_fifth
from scorekeeper.engine.rules.later_leads import OUT_OR_IN_TURN
from scorekeeper.engine.rules.laying import EqualHalves
from scorekeeper.engine.rules.leading import WonOrFound
from scorekeeper.engine.rules.leads import Lead
from scorekeeper.engine.rules.moves import Moves
from scorekeeper.engine.rules.score_as import ScoreAs, count_fives
from scorekeeper.engine.rules.ties import FIRST_IN_TURN, NOBODY, Tie, choose_tie
from scorekeeper.engine.rules.tiles_each import FIVE, NINE_FOR_THREE, SEVEN, SEVEN_OR_FIVE, choose_tiles_each
from scorekeeper.engine.rules.turns import OneTile
from scorekeeper.engine.rules.winner import WinnerScores
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.text import Text

TIE = choose_tie(NOBODY, FIRST_IN_TURN)
TILES_EACH = choose_tiles_each(
    replace(SEVEN_OR_FIVE, written="by_number"),
    replace(FIVE, written="five"),
    replace(SEVEN, written="seven"),
    NINE_FOR_THREE,
)
# Where fives are scored the usual target is 61, as on a cribbage board.
TO_61_WITH_FIVES = DefaultWith("score_as", "fives", 61)


def check_settings(settings: Mapping[str, Setting]) -> None:
    """Raise RuleError `bad_option` for settings by which hands score a fifth of their pips without being rounded.

    A fifth of unrounded pips is not a whole number of points.
    """
    if settings.get("score_as") == "fives" and settings.get("hand_rounding") == "none":
        raise refuse("bad_option", "options", "hand_rounding", given="none", choices="total, each")


@dataclass(frozen=True, slots=True)
class RoundedHands:
    """The points of a round's winner for the opponents' hands, rounded to multiples of five.

    `score_as` says whether they count as pips or as one point for each five.
    """

    seating: Seating
    score_as: ScoreAs
    rounding: HandRounding
    blocked: BlockedScore

    def score(self, winner: str, ended: RoundEnd, pips: Mapping[str, int]) -> tuple[int, Text]:
        """Return the points of the side `winner` for the hands `pips`, by player, and the reason."""
        less_own = ended.out is None and self.blocked is BlockedScore.DIFFERENCE
        if self.score_as is ScoreAs.FIVES and self.rounding is HandRounding.TOTAL:
            opponents, members = self.seating.opponents(winner), self.seating.members(winner)
            own = sum(pips[player] for player in members) if less_own else 0
            return score_fifth(opponents, pips, own)
        points, hands = score_rounded(self.seating, winner, pips, self.rounding, less_own)
        return take_fifth(hands, points, rounded=False) if self.score_as is ScoreAs.FIVES else (points, hands)


def score_hands_rounded(
    seating: Seating, score_as: ScoreAs, rounding: HandRounding, blocked: BlockedScore, tie: Tie
) -> WinnerScores:
    """Return rounds whose winner scores the opponents' hands as `RoundedHands` does; `tie` settles equal pips."""
    hands = RoundedHands(seating, score_as, rounding, blocked)
    return WinnerScores(seating, hands.score, tie, blocked is not BlockedScore.NONE)


def play_fives(
    variant: Variant,
    seating: Seating,
    dealing: Dealing,
    first_rule: Lead,
    goal: Goal,
    model: Model = LINE,
    *,
    score_as: ScoreAs,
    rounding: HandRounding = HandRounding.TOTAL,
    may_claim: bool = False,
) -> Game:
    """Return the game `variant`, in which multiples of five score, for the players and house rules of `seating`.

    `dealing` is the set and the deal, `first_rule` determines the first lead, `model` says how doubles behave, and
    `goal` is the end of the match.
    """
    return Game(
        variant=variant,
        seating=seating,
        dealing=dealing,
        leading=WonOrFound(seating, first_rule, OUT_OR_IN_TURN.at(seating)),
        laying=EqualHalves(model),
        turns=OneTile(dealing.deal),
        moves=Moves(count_fives(score_as), may_claim=may_claim),
        rounds=score_hands_rounded(seating, score_as, rounding, BLOCKED_SCORE.at(seating), TIE.at(seating)),
        goal=goal,
    )
