"""The score of a round's winner in your own game (docs/rules.md §11)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from scorekeeper.engine.entries import RoundEnd
from scorekeeper.engine.rules.blocked_winners import DUELS, BlockedBy, find_locked_winners, find_rival
from scorekeeper.engine.rules.hands import Winners, make_round_score
from scorekeeper.engine.rules.own.axes_of_rounds import BlockedGets
from scorekeeper.engine.rules.own.sums import HandSum, WinnerGets
from scorekeeper.engine.rules.pair_bonuses import PairBonuses
from scorekeeper.engine.rules.points import add_up_sides, count_points, find_fewest
from scorekeeper.engine.rules.rounds import AskedLast, CountedHands, HandsCounted
from scorekeeper.engine.rules.scores import RoundScore, add_bonus
from scorekeeper.engine.rules.ties import Tie
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.text import N_, Text, Value


@dataclass(frozen=True, slots=True)
class PointsToWinner:
    """Rounds whose winner scores the points for the hands, a fixed number, or nothing, and bonuses in addition.

    The double blank in a hand that scores counts `double_blank` points more, and a blocked round that is won
    `blocked_extra`. With `locker_leads` the player who laid
    the last tile of a blocked round may lead the next one.
    """

    seating: Seating
    gets: WinnerGets
    fixed_points: int
    hand_sum: HandSum
    double_blank: int
    blocked_gets: BlockedGets
    blocked_extra: int
    blocked_by: BlockedBy
    tie: Tie
    pairs_play_on: bool
    bonuses: PairBonuses
    nobody_out: str
    nobody_out_words: Text
    locker_leads: bool

    @property
    def hands(self) -> HandsCounted:
        blocked: CountedHands = "all" if self._block_scores else "none"
        return HandsCounted(
            self.seating, self._counted_when_out, blocked, double_blank=self.double_blank > 0 and self._hands_score
        )

    @property
    def _hands_score(self) -> bool:
        """Whether the winner scores the pips of hands."""
        return self.gets not in (WinnerGets.FIXED, WinnerGets.NOTHING)

    @property
    def _counted_when_out(self) -> CountedHands:
        """The hands that count if a player is out: all, those of the opponents, or none."""
        if not self._hands_score:
            return "none"
        with_own = self.seating.partners and self.gets is not WinnerGets.OPPONENTS and not self.pairs_play_on
        return "all" if with_own else "opponents"

    @property
    def _block_scores(self) -> bool:
        """Whether the winner of a blocked round scores anything."""
        idle = self.gets is WinnerGets.NOTHING and not self.bonuses.locking_pays
        return not idle and self.blocked_gets not in (BlockedGets.NOTHING, BlockedGets.CARRIED)

    @property
    def last_tile(self) -> AskedLast:
        if self.locker_leads:
            return "always"
        if not self._block_scores:
            return "never"
        if self.blocked_by in DUELS or self.bonuses.locking_pays:
            return "always"
        return "tied" if self.tie is Tie.LAST else "never"

    def find_rival(self, locked_by: str) -> str | None:
        return find_rival(self.seating, locked_by, self.blocked_by)

    def score(self, ended: RoundEnd, pips: Mapping[str, int], lead: str | None) -> RoundScore:
        """Return the score of the round for the sides that have won it.

        Nobody scores in a blocked round that scores nothing by the house rules, or in a tie without winner.
        """
        if ended.out is None and not self._block_scores:
            if self.blocked_gets is BlockedGets.CARRIED and self.gets is WinnerGets.FIXED:
                return _carry_over(Text(N_("a closed round has no winner")), self.fixed_points, pips)
            return RoundScore({}, (), Text(N_("a blocked round scores nothing at this table")), pips)
        by = self.blocked_by if self.seating.partners or self.blocked_by in DUELS else BlockedBy.SIDE
        won = find_locked_winners(self.seating, ended, pips, by, self.tie, lead)
        if not won.sides:
            return self._carry(ended, won, pips)
        return self._score_winners(ended, won, pips)

    def _carry(self, ended: RoundEnd, won: Winners, pips: Mapping[str, int]) -> RoundScore:
        """Return the score of a tie.

        If the table carries ties over, it holds the points that each tied side would score.
        """
        if self.tie not in (Tie.CARRIED, Tie.CARRIED_ONCE):
            return RoundScore({}, (), won.why, pips)
        tied = find_fewest(add_up_sides(self.seating, pips))
        points, _ = self._score_hands(tied[0], ended, pips)
        return _carry_over(won.why, points, pips)

    def _score_winners(self, ended: RoundEnd, won: Winners, pips: Mapping[str, int]) -> RoundScore:
        """Return the score of a round that has been won, with the bonuses of each winning side."""
        points, whys = dict[str, int](), list[Text]()
        fell: tuple[str, ...] = ()
        for side in won.sides:
            scored, hands = self._score_hands(side, ended, pips)
            points[side], hands, fell = self.bonuses.add(side, ended, scored, hands)
            if ended.out is None and self.blocked_extra and self.gets is not WinnerGets.NOTHING:
                bonus = Text(N_("a blocked round won"))
                points[side], hands = add_bonus(points[side], hands, bonus, self.blocked_extra)
            whys += [hands] * (hands not in whys)
        why = Text(N_("%(hands)s"), {"hands": tuple(whys)})
        fixed = self.gets is WinnerGets.FIXED
        return replace(make_round_score(ended, points, won, why, pips, fixed=fixed), bonus=fell)

    def _score_hands(self, side: str, ended: RoundEnd, pips: Mapping[str, int]) -> tuple[int, Text]:
        """Return the points of `side` without bonuses, and the reason."""
        if self.gets is WinnerGets.FIXED:
            return self.fixed_points, count_points(self.fixed_points)
        if self.gets is WinnerGets.NOTHING:
            return 0, Text(N_("tiles in hand score nothing"))
        less_own = ended.out is None and self.blocked_gets is BlockedGets.MINUS_OWN
        holders = [player for player, hand in ended.hands if hand.holds_double_blank] if self.double_blank else []
        worth = {player: held + self.double_blank * (player in holders) for player, held in pips.items()}
        points, why = self.hand_sum.add_up(self.seating, side, worth, less_own)
        if not holders:
            return points, why
        values: dict[str, Value] = {"why": why, "player": holders[0], "worth": self.double_blank}
        return points, Text(N_("%(why)s (with %(worth)s for the double blank of %(player)s)"), values)


def _carry_over(why: Text, points: int, pips: Mapping[str, int]) -> RoundScore:
    """Return the score of a round without winner, for the reason `why`, whose `points` the next winner scores, too."""
    values: dict[str, Value] = {"why": why, "points": count_points(points)}
    return RoundScore({}, (), Text(N_("%(why)s; carried over: %(points)s"), values), pips, carried=points)
