"""Dominoes in pairs as in Latin America: bonuses, and a lead that the winners may keep (docs/rules.md §9.3).

A bonus in play is on the sheet at once, but the match ends only when a round does.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from scorekeeper.engine.entries import RoundEnd
from scorekeeper.engine.options import Choice, Number, Pick, Setting, Topic
from scorekeeper.engine.rules.block_family import PAIRS_COUNT
from scorekeeper.engine.rules.blocked_winners import DUELS, BlockedBy, find_locked_winners, find_rival
from scorekeeper.engine.rules.drawing import NOBODY_DRAWS
from scorekeeper.engine.rules.game import Game, Variant
from scorekeeper.engine.rules.goals import ToTarget
from scorekeeper.engine.rules.hands import make_round_score
from scorekeeper.engine.rules.later_leads import NEXT_IN_TURN, NextStart, lead_after_block, name_lead
from scorekeeper.engine.rules.laying import IN_LINE
from scorekeeper.engine.rules.leading import RotatingLead
from scorekeeper.engine.rules.leads import Lead, rotate_lead
from scorekeeper.engine.rules.pair_bonuses import PairBonuses, matters_bonus
from scorekeeper.engine.rules.pairs_count import PairsCount
from scorekeeper.engine.rules.pips_left import PipsLeft
from scorekeeper.engine.rules.rounds import AllHands, AskedLast, HandsCounted
from scorekeeper.engine.rules.scores import RoundScore
from scorekeeper.engine.rules.shutout import SHUTOUT
from scorekeeper.engine.rules.ties import LAST_TO_PLAY, NOBODY, Tie, choose_tie
from scorekeeper.engine.rules.tiles_each import TilesEach
from scorekeeper.engine.rules.turns import OneTile
from scorekeeper.engine.rules.winner import matters_tie
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.text import N_

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


TAKES = frozenset({"ends", "play", "pass", "bonus", "round"})


def can_matter(key: str, settings: Mapping[str, Setting], sides: int | None) -> bool:
    """Return whether the option `key` can make a difference with the other `settings`.

    It cannot for a tie that no side can win, and for a detail of a bonus that is not paid.
    """
    return matters_bonus(key, settings, sides) and matters_tie(key, settings, sides)


@dataclass(frozen=True, slots=True)
class LatinRounds(AllHands):
    """The rounds of Latin American pairs: the winners score the pips left and their bonuses.

    `by` says which hands decide a blocked round, `all_hands` that a pair scores its own pips, too.
    """

    by: BlockedBy
    tie: Tie
    winners_lead: bool
    all_hands: bool
    bonuses: PairBonuses

    @property
    def hands(self) -> HandsCounted:
        return HandsCounted(self.seating, "all" if self.all_hands else "opponents")

    @property
    def last_tile(self) -> AskedLast:
        """When the pad asks who laid the last tile of a blocked round: always, only for a tie, or never."""
        if self.bonuses.locking_pays or self.by in DUELS or self.winners_lead:
            return "always"
        return "tied" if self.tie is Tie.LAST else "never"

    def find_rival(self, locked_by: str) -> str | None:
        return find_rival(self.seating, locked_by, self.by)

    def score(self, ended: RoundEnd, pips: Mapping[str, int], lead: str | None) -> RoundScore:
        """Return the score of a round: the pips left and the bonuses for the winners, nothing in an unsettled tie."""
        won = find_locked_winners(self.seating, ended, pips, self.by, self.tie, lead)
        if not won.sides:
            return RoundScore({}, (), won.why, pips)
        (side,) = won.sides
        points, hands = PipsLeft(self.seating, all_hands=self.all_hands).score(side, ended, pips)
        points, hands, fell = self.bonuses.add(side, ended, points, hands)
        return replace(make_round_score(ended, {side: points}, won, hands, pips), bonus=fell)


@dataclass(frozen=True, slots=True)
class LatinLeads(RotatingLead):
    """The leads of Latin American pairs.

    The lead passes on. If `then` is WINNER, it goes to a winner of the round instead, or to the player after the one
    who locked it.
    """

    def hangs_on(self, out: str | None) -> bool:
        """Return whether the next lead depends on who led this round.

        It does not if the winners lead and a player went out.
        """
        return self.then is NextStart.ROTATE or out is None

    def next(self, led: str | None, ended: RoundEnd, winners: tuple[str, ...]) -> Lead:
        """Return who leads the next round.

        If `then` is WINNER, it is the player who went out. After a blocked round it is the player who locked it if
        their side has won, and the player after them if the other side has won; after a tie the player who led leads
        again.
        """
        if self.then is NextStart.ROTATE:
            return rotate_lead(self.seating, led)
        if ended.out is not None:
            return name_lead(ended.out, N_("%(player)s leads, having won the round"))
        locked_by = ended.locked_by
        if not winners or locked_by is None:
            return lead_after_block(self.seating, led, winners)
        if self.seating.side_of(locked_by) in winners:
            return name_lead(locked_by, N_("%(player)s leads, having locked the round and won it"))
        follower = self.seating.after(locked_by)
        return name_lead(follower, N_("%(player)s leads, next after %(before)s, who locked the round"), locked_by)


def play_latin(
    variant: Variant,
    seating: Seating,
    *,
    largest: int,
    tiles_each: int,
    first_rule: Pick[Lead],
    blocked_by: Pick[BlockedBy],
    target: Number,
) -> Game:
    """Return the game `variant`, in which nobody draws, for the players of `seating`, usually two pairs.

    `largest` is the largest half of the set, `tiles_each` the number of tiles dealt to each; the other arguments are
    the game's own options.
    """
    dealing = TilesEach(tiles_each).deal_set(seating, largest, NOBODY_DRAWS)
    bonuses, then = PairBonuses(seating, IN_LINE, seating.partners), NEXT_LEAD.at(seating)
    all_hands = seating.partners and PAIRS_COUNT.at(seating) is PairsCount.ALL_HANDS
    winners_lead = then is NextStart.WINNER
    return Game(
        variant=variant,
        seating=seating,
        dealing=dealing,
        leading=LatinLeads(seating, first_rule.at(seating), then),
        turns=OneTile(dealing.deal),
        rounds=LatinRounds(seating, blocked_by.at(seating), TIE.at(seating), winners_lead, all_hands, bonuses),
        bonuses=bonuses,
        goal=ToTarget(seating, target.at(seating), shutout=SHUTOUT.at(seating)),
    )
