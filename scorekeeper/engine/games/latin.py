"""Dominoes in pairs as in Latin America: bonuses, and a lead that the winners may keep (docs/rules.md §9.3).

A bonus in play is on the sheet at once, but the match ends only when a round does.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar

from scorekeeper.engine.entries import RoundEnd
from scorekeeper.engine.games.block_family import BlockFamily
from scorekeeper.engine.games.drawing import NOBODY_DRAWS
from scorekeeper.engine.games.game import RoundScore
from scorekeeper.engine.games.hands import LAST_TO_PLAY, Tie, tell_round
from scorekeeper.engine.games.later_leads import NEXT_IN_TURN, NextStart
from scorekeeper.engine.games.leads import Lead
from scorekeeper.engine.games.locked import DUELS, find_locked_winners
from scorekeeper.engine.games.menu import Chapter
from scorekeeper.engine.games.pair_bonuses import PairBonuses
from scorekeeper.engine.games.ties import NOBODY, choose_tie
from scorekeeper.engine.options import Choice, Pick, Topic
from scorekeeper.engine.text import N_, Text

TIE = choose_tie(
    NOBODY,
    Choice(Tie.LEAD, N_("the pair that led"), N_("With equal pips in a blocked round the pair that led wins.")),
    LAST_TO_PLAY,
)
NEXT_LEAD = Pick(
    "next_lead",
    N_("Later rounds start with"),
    (
        NEXT_IN_TURN,
        Choice(
            NextStart.WINNER,
            N_("the winners"),
            N_(
                "Who went out leads the next round; after a blocked one who locked it, or the next player where the "
                "others won; after a tie who led leads again."
            ),
        ),
    ),
    about=Topic.NEXT_LEAD,
)


class Latin(PairBonuses, BlockFamily):
    """The base of both: four in two pairs, everything dealt that is played with, nobody draws."""

    chapter = Chapter.LATIN
    fewest_players = 4
    partners = "always_with_four"
    takes = frozenset({"ends", "play", "pass", "bonus", "round"})
    stays = NOBODY_DRAWS
    next_start: ClassVar[Pick[NextStart]]

    # -- the end of a round ------------------------------------------------------------------------------------------

    @property
    def hangs_on_last_tile(self) -> bool:
        return super().hangs_on_last_tile or self.asks_last_tile

    @property
    def asks_last_tile(self) -> bool:
        leads = self.next_start is NextStart.WINNER
        return bool(self.tranque) or self.blocked_by in DUELS or leads

    def score_round(self, ended: RoundEnd, pips: Mapping[str, int], lead: str | None) -> RoundScore:
        won = find_locked_winners(self.seating, ended, pips, self.blocked_by, self.tie, lead)
        next_lead = self._find_next_lead(ended, won.sides, lead)
        if not won.sides:
            return RoundScore({}, (), won.why, pips, next_lead=next_lead)
        (side,) = won.sides
        points, hands = self.score_hands(side, ended, pips)
        points, hands, fell = self.add_bonuses(side, ended, points, hands)
        score = tell_round(ended, {side: points}, won, hands, pips)
        return replace(score, bonus=fell, next_lead=next_lead)

    # -- who leads next ----------------------------------------------------------------------------------------------

    def hangs_on_lead(self, out: str | None) -> bool:
        return self.next_start is NextStart.ROTATE or out is None

    def _find_next_lead(self, ended: RoundEnd, winners: tuple[str, ...], led: str | None) -> Lead | None:
        """Who leads next where the winners do; None where the lead passes on."""
        if self.next_start is NextStart.ROTATE:
            return None
        if ended.out is not None:
            return _lead(ended.out, N_("%(player)s leads, having won the round"))
        if not winners:
            return _lead(led, N_("%(player)s leads again: nobody has won the round"))
        (side,), locked_by = winners, ended.locked_by
        members = self.seating.members(side)
        if locked_by in members:
            return _lead(locked_by, N_("%(player)s leads, having locked the round and won it"))
        if locked_by is not None:
            follower = self.seating.after(locked_by)
            return _lead(follower, N_("%(player)s leads, next after %(before)s, who locked the round"), locked_by)
        if led is None:
            return Lead(Text(N_("%(side)s have won the round: one of them leads"), {"side": side}), rule="winner")
        first = next(player for player in self.seating.from_lead(led) if player in members)
        return _lead(first, N_("%(player)s leads, the first of the winners from %(before)s on"), led)


def _lead(player: str | None, why: str, before: str = "") -> Lead:
    if player is None:
        return Lead(Text(N_("who led? The same player leads again")), rule="again")
    return Lead(Text(why, {"player": player, "before": before}), player=player)
