"""Козёл in pairs: the winners of a round score the opponents' pips, and the losers of the match are the goats.

See docs/rules.md §12.1. Source: the rules as described by infonick.net and ulodshi.ru. Additions that only some tables
play are house rules.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from scorekeeper.engine.entries import RoundEnd
from scorekeeper.engine.options import Choice
from scorekeeper.engine.problems import refuse
from scorekeeper.engine.rules.blocked_scores import AS_OUT, LESS_OWN, BlockedScore, choose_blocked_score
from scorekeeper.engine.rules.blocked_winners import (
    BOTH_HANDS,
    LOWEST_HAND,
    BlockedBy,
    choose_blocked_by,
    find_locked_winners,
)
from scorekeeper.engine.rules.drawing import NOBODY_DRAWS
from scorekeeper.engine.rules.first_leads import DOUBLE_SIX_LEADS, DRAWN_FOR, choose_first_lead
from scorekeeper.engine.rules.game import Game, Variant
from scorekeeper.engine.rules.goals import ToTarget
from scorekeeper.engine.rules.hands import Winners, make_round_score
from scorekeeper.engine.rules.kozel import (
    NEXT_LEAD,
    SURCHARGES,
    TWO_DOUBLES,
    LockerLeads,
    add_surcharges,
    find_hand_worth,
)
from scorekeeper.engine.rules.later_leads import NextStart
from scorekeeper.engine.rules.leads import make_double_lead
from scorekeeper.engine.rules.match_length import choose_target
from scorekeeper.engine.rules.opening import TO_OPEN
from scorekeeper.engine.rules.pairs_count import ALL_HANDS, OPPONENTS_ONLY, PairsCount, choose_pairs_count
from scorekeeper.engine.rules.penalties import HandWorth
from scorekeeper.engine.rules.pips_left import PipsLeft
from scorekeeper.engine.rules.points import count_points
from scorekeeper.engine.rules.rounds import AllHands, AskedLast, HandsCounted
from scorekeeper.engine.rules.scores import RoundScore
from scorekeeper.engine.rules.shutout import SHUTOUT
from scorekeeper.engine.rules.ties import CARRIED, NOBODY, Tie, choose_tie
from scorekeeper.engine.rules.tiles_each import TilesEach
from scorekeeper.engine.rules.turns import OneTile, TwoDoubles
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.text import N_, Text

TARGET = choose_target(101, offers=(51, 101, 201))
FIRST_RULE = choose_first_lead(
    Choice(make_double_lead(1), N_("1-1"), N_("Who holds the 1-1 leads the first round with it."), "double_one"),
    DRAWN_FOR,
    DOUBLE_SIX_LEADS,
)
PAIRS_COUNT = choose_pairs_count(OPPONENTS_ONLY, ALL_HANDS)
BLOCKED_BY = choose_blocked_by(BOTH_HANDS, LOWEST_HAND)
BLOCKED_SCORE = choose_blocked_score(AS_OUT, LESS_OWN)
TIE = choose_tie(CARRIED, NOBODY)
FIRST_ENTRY = replace(TO_OPEN, default=13, offers=(13, 0), extra=False)


@dataclass(frozen=True, slots=True)
class KozelRounds(AllHands):
    """The rounds of Козёл in pairs: the winners score the hands left, in which some doubles count more.

    `by` says which hands decide a blocked round, `tie` whether the points of a tie are carried to the next round, and
    `locker_leads` that the last tile must be entered, since the player who laid it may lead next.
    """

    left: PipsLeft
    worth: HandWorth
    by: BlockedBy
    tie: Tie
    locker_leads: bool

    @property
    def hands(self) -> HandsCounted:
        return self.worth.ask_for(self.seating, "all" if self.left.all_hands else "opponents")

    @property
    def last_tile(self) -> AskedLast:
        return "always" if self.locker_leads else "never"

    def score(self, ended: RoundEnd, pips: Mapping[str, int], lead: str | None) -> RoundScore:
        """Return the score of a round for the pair that has won it.

        The points of a tie may be carried to the next round. Raise RuleError `lead_missing` if these points are those
        of the pair that led and nobody knows who did.
        """
        won = find_locked_winners(self.seating, ended, pips, self.by, self.tie, lead)
        if not won.sides:
            return self._carry(won, pips, lead)
        (side,) = won.sides
        less_own = ended.out is None and self.left.blocked is BlockedScore.DIFFERENCE
        both = self.left.all_hands or less_own
        counted = self.seating.players if both else self.seating.opponents(side)
        counts, notes = add_surcharges(ended, pips, self.worth, counted)
        points, why = self.left.score(side, ended, counts)
        if notes:
            why = Text(N_("%(why)s (%(notes)s)"), {"why": why, "notes": notes})
        if points < 0:
            points, why = 0, Text(N_("%(why)s; less than nothing counts 0"), {"why": why})
        return make_round_score(ended, {side: points}, won, why, pips)

    def _carry(self, won: Winners, pips: Mapping[str, int], lead: str | None) -> RoundScore:
        """Return the score of a tie, whose points are carried to the next round if the table plays that.

        The points are the pips of one pair; of the pair that led if single hands decide a blocked round.
        """
        if self.tie is not Tie.CARRIED:
            return RoundScore({}, (), won.why, pips)
        side = self.seating.sides[0]
        if self.by is BlockedBy.SINGLE:
            if lead is None:
                raise refuse("lead_missing", "lead")
            side = self.seating.side_of(lead)
        points = sum(pips[player] for player in self.seating.members(side))
        why = Text(N_("%(why)s; carried over: %(points)s"), {"why": won.why, "points": count_points(points)})
        return RoundScore({}, (), why, pips, carried=points)


def play(variant: Variant, seating: Seating) -> Game:
    """Return Козёл for the two pairs and the house rules of `seating`."""
    dealing, then = TilesEach(7).deal_set(seating, 6, NOBODY_DRAWS), NEXT_LEAD.at(seating)
    all_hands = PAIRS_COUNT.at(seating) is PairsCount.ALL_HANDS
    return Game(
        variant=variant,
        seating=seating,
        dealing=dealing,
        leading=LockerLeads(seating, FIRST_RULE.at(seating), then),
        turns=(TwoDoubles if TWO_DOUBLES.at(seating) else OneTile)(dealing.deal),
        rounds=KozelRounds(
            seating,
            PipsLeft(seating, BLOCKED_SCORE.at(seating), all_hands),
            find_hand_worth(seating),
            BLOCKED_BY.at(seating),
            TIE.at(seating),
            then is NextStart.WINNER,
        ),
        goal=ToTarget(seating, TARGET.at(seating), to_open=FIRST_ENTRY.at(seating), shutout=SHUTOUT.at(seating)),
    )


VARIANT = Variant(
    key="kozel",
    name=N_("Козёл (pairs)"),
    name_is_message=True,
    source="infonick.net, ulodshi.ru",
    subtitle=N_("In pairs, as in Russia and around it"),
    summary=N_(
        "Four in pairs, all tiles are dealt. Who wins a round scores the opponents' pips. To 101; losers are goats."
    ),
    play=play,
    fewest_players=4,
    partners="always_with_four",
    options=(
        *(TARGET, FIRST_ENTRY, FIRST_RULE, NEXT_LEAD, PAIRS_COUNT, BLOCKED_BY, BLOCKED_SCORE, TIE),
        *(*SURCHARGES, TWO_DOUBLES, SHUTOUT),
    ),
    aliases=("Козел", "Забить козла", "Kozel", "Kozyol", "Goat"),
    menu_place=34,
)
