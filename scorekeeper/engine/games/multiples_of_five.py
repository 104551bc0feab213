"""What Muggins, All Fives and Five-Up share: multiples of five score, and so do hands (docs/rules.md §8).

They differ in how a double grows, in how many tiles each is dealt, and in what ten at the open ends is worth.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar

from scorekeeper.engine.entries import RoundEnd
from scorekeeper.engine.games.blocked import BlockedScore
from scorekeeper.engine.games.fresh_leads import FreshLeads
from scorekeeper.engine.games.game import Deal, Score
from scorekeeper.engine.games.hand_rounding import HandRounding, score_fifth, score_rounded, take_fifth
from scorekeeper.engine.games.leads import Lead
from scorekeeper.engine.games.menu import Chapter
from scorekeeper.engine.games.round_game import CountedHands
from scorekeeper.engine.games.score_as import ScoreAs, score_multiple
from scorekeeper.engine.games.ties import FIRST_IN_TURN, NOBODY, choose_tie
from scorekeeper.engine.games.tiles_each import FIVE, SEVEN, SEVEN_OR_FIVE, TilesEach, choose_tiles_each
from scorekeeper.engine.games.winner import WinnerScores
from scorekeeper.engine.options import DefaultWith, Number, Pick, Setting, Topic
from scorekeeper.engine.problems import refuse
from scorekeeper.engine.text import N_, Text
from scorekeeper.engine.tiles import End

TIE = choose_tie(NOBODY, FIRST_IN_TURN)
TILES_EACH = choose_tiles_each(
    replace(SEVEN_OR_FIVE, written="by_number"), replace(FIVE, written="five"), replace(SEVEN, written="seven")
)


def choose_target(*offers: int) -> Number:
    """To 100, or to 61 as on a cribbage board; `offers` are the numbers that a form shows first."""
    return Number(
        "target",
        N_("Target"),
        N_("The match goes to %(n)s points."),
        100,
        offers=offers,
        about=Topic.MATCH,
        default_with=DefaultWith("score_as", "fives", 61),
    )


class MultiplesOfFive(FreshLeads, WinnerScores):
    """The base of the three. `score_as` says what ten is worth, `rounding` when hands are rounded."""

    chapter = Chapter.FIVES
    partners = "optional"
    ends_score = True
    score_as: ClassVar[Pick[ScoreAs] | ScoreAs]
    rounding: ClassVar[Pick[HandRounding] | HandRounding]

    @property
    def counted_when_out(self) -> CountedHands:
        return "opponents"

    @classmethod
    def check_settings(cls, settings: Mapping[str, Setting]) -> None:
        """A fifth of the hands is a whole number of points only where they are rounded."""
        if settings.get("score_as") == "fives" and settings.get("hand_rounding") == "none":
            raise refuse("bad_option", "options", "hand_rounding", given="none", choices="total, each")

    def score_ends(self, ends: tuple[End, ...], placed: End | None) -> Score:
        return score_multiple(ends, self.score_as)

    def score_hands(self, winner: str, ended: RoundEnd, pips: Mapping[str, int]) -> tuple[int, Text]:
        less_own = ended.out is None and self.blocked_score is BlockedScore.DIFFERENCE
        if self.score_as is ScoreAs.FIVES and self.rounding is HandRounding.TOTAL:
            opponents, members = self.seating.opponents(winner), self.seating.members(winner)
            own = sum(pips[player] for player in members) if less_own else 0
            return score_fifth(opponents, pips, own)
        points, hands = score_rounded(self.seating, winner, pips, self.rounding, less_own)
        return take_fifth(hands, points, rounded=False) if self.score_as is ScoreAs.FIVES else (points, hands)


class FivesInPips(MultiplesOfFive):
    """The base of the two in which ten may be ten, with the lead found and tiles dealt as the table has it."""

    first_rule: ClassVar[Pick[Lead]]
    tiles_each: ClassVar[Pick[TilesEach]]
    stays: ClassVar[Pick[int]]

    @property
    def lead_rule(self) -> Lead:
        return self.first_rule

    @property
    def deal(self) -> Deal:
        return self.tiles_each.deal(len(self.seating.players), len(self.tiles), self.stays)
