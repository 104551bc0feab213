"""What Muggins, All Fives and Five-Up share: multiples of five score, and so do hands (docs/rules.md §8).

They differ in how a double grows, in how many tiles each is dealt, and in what ten at the open ends is worth.
"""

from collections.abc import Mapping
from typing import ClassVar

from scorekeeper.engine.entries import RoundEnd
from scorekeeper.engine.games.blocked import BlockedScore
from scorekeeper.engine.games.fresh_leads import FreshLeads
from scorekeeper.engine.games.game import Score
from scorekeeper.engine.games.hand_rounding import HandRounding, score_fifth, score_rounded, take_fifth
from scorekeeper.engine.games.hands import list_hands
from scorekeeper.engine.games.menu import Chapter
from scorekeeper.engine.games.round_game import CountedHands
from scorekeeper.engine.games.score_as import ScoreAs, score_multiple
from scorekeeper.engine.games.ties import FIRST_IN_TURN, NOBODY, choose_tie
from scorekeeper.engine.games.winner import WinnerScores
from scorekeeper.engine.options import Pick, Setting
from scorekeeper.engine.problems import refuse
from scorekeeper.engine.text import Text
from scorekeeper.engine.tiles import End

TIE = choose_tie(NOBODY, FIRST_IN_TURN)


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
            return score_fifth(list_hands(opponents, pips), [pips[player] for player in opponents], own)
        points, hands = score_rounded(self.seating, winner, pips, self.rounding, less_own)
        return take_fifth(hands, points, rounded=False) if self.score_as is ScoreAs.FIVES else (points, hands)
