"""Games in which the winner of a round scores hands: who is out, or holds the fewest pips in a blocked round."""

from abc import abstractmethod
from collections.abc import Mapping
from typing import ClassVar

from scorekeeper.engine.entries import RoundEnd
from scorekeeper.engine.games.blocked import BlockedScore
from scorekeeper.engine.games.game import RoundScore
from scorekeeper.engine.games.hands import Tie, find_round_winners, tell_round
from scorekeeper.engine.games.round_game import CountedHands, RoundGame
from scorekeeper.engine.options import Pick, Setting
from scorekeeper.engine.text import N_, Text


class WinnerScores(RoundGame):
    """The base of Spansk domino, of the two with seven tiles each, and of the four Danish ones."""

    tie: ClassVar[Pick[Tie] | Tie]
    blocked_score: ClassVar[Pick[BlockedScore] | None] = None

    @classmethod
    def may_matter(cls, key: str, settings: Mapping[str, Setting], sides: int | None = None) -> bool:
        """Where a block scores nothing, a tie cannot be won.

        Where two sides score the difference, who wins a tie scores nothing for it: it matters only if the winner leads
        next, or if hands are rounded one by one.
        """
        if key == "tie":
            blocked, rounding = settings.get("blocked_score"), settings.get("hand_rounding")
            differ = sides == 2 and blocked in ("difference", "each_difference")
            winner_leads = "winner" in (settings.get("next_lead"), settings.get("next_start"))
            if blocked == "none" or (differ and not winner_leads and rounding != "each"):
                return False
        return super().may_matter(key, settings, sides)

    @property
    def counted_when_blocked(self) -> CountedHands:
        return "none" if self.blocked_score is BlockedScore.NONE else "all"

    @property
    def hangs_on_last_tile(self) -> bool:
        return self.tie is Tie.LAST and self.counted_when_blocked != "none"

    def score_round(self, ended: RoundEnd, pips: Mapping[str, int], lead: str | None) -> RoundScore:
        if ended.out is None and self.blocked_score is BlockedScore.NONE:
            return RoundScore({}, (), Text(N_("a blocked round scores nothing at this table")), pips)
        won = find_round_winners(self.seating, ended, pips, self.tie, lead)
        if not won.sides:
            return RoundScore({}, (), won.why, pips)
        points, hands = self.score_hands(won.sides[0], ended, pips)
        return tell_round(ended, dict.fromkeys(won.sides, points), won, hands, pips)

    @abstractmethod
    def score_hands(self, winner: str, ended: RoundEnd, pips: Mapping[str, int]) -> tuple[int, Text]:
        """What the side `winner` scores for the hands, and why. Who ties with it holds as much, and scores the same."""
