"""Rounds whose winner scores hands: the player who is out, or the side with the fewest pips in a blocked round."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from scorekeeper.engine.entries import RoundEnd
from scorekeeper.engine.options import Setting
from scorekeeper.engine.rules.hands import find_round_winners, make_round_score
from scorekeeper.engine.rules.rounds import AllHands, AskedLast, CountedHands, HandsCounted
from scorekeeper.engine.rules.scores import RoundScore
from scorekeeper.engine.rules.ties import Tie
from scorekeeper.engine.text import N_, Text

# A function that takes the winning side, the end of the round and the pips by player, and returns the points for the
# hands, and why.
# Sides that win a tie hold equally many pips and score the same.
ScoreHands = Callable[[str, RoundEnd, Mapping[str, int]], tuple[int, Text]]


def matters_tie(key: str, settings: Mapping[str, Setting], sides: int | None) -> bool:
    """Return False if `key` is the option `tie` and a tie makes no difference with the other `settings`.

    It makes none if a blocked round scores nothing. If there are two `sides` (None: any number) and they score the
    difference, the winner of a tie scores 0; then the option matters only if the winner leads next or if hands are
    rounded separately.
    """
    if key != "tie":
        return True
    blocked, rounding = settings.get("blocked_score"), settings.get("hand_rounding")
    differ = sides == 2 and blocked in ("difference", "each_difference")
    winner_leads = "winner" in (settings.get("next_lead"), settings.get("next_start"))
    return blocked != "none" and (not differ or winner_leads or rounding == "each")


@dataclass(frozen=True, slots=True)
class WinnerScores(AllHands):
    """Rounds whose winner scores the points that `score_hands` returns for the hands.

    A blocked round scores nothing if `block_scores` is false. `tie` says who wins with equal pips.
    """

    score_hands: ScoreHands
    tie: Tie = Tie.NONE
    block_scores: bool = True
    when_out: CountedHands = "opponents"

    @property
    def hands(self) -> HandsCounted:
        return HandsCounted(self.seating, self.when_out, "all" if self.block_scores else "none")

    @property
    def last_tile(self) -> AskedLast:
        return "tied" if self.tie is Tie.LAST and self.block_scores else "never"

    def score(self, ended: RoundEnd, pips: Mapping[str, int], lead: str | None) -> RoundScore:
        """Return the score of the round for its winners.

        Nobody scores in a tie without winner, and in a blocked round if `block_scores` is false.
        """
        if ended.out is None and not self.block_scores:
            return RoundScore({}, (), Text(N_("a blocked round scores nothing at this table")), pips)
        won = find_round_winners(self.seating, ended, pips, self.tie, lead)
        if not won.sides:
            return RoundScore({}, (), won.why, pips)
        points, hands = self.score_hands(won.sides[0], ended, pips)
        return make_round_score(ended, dict.fromkeys(won.sides, points), won, hands, pips)
