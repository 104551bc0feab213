"""Jijbent Domino: two players, a start tile, penalty points for the pips left in hand, four rounds (docs/rules.md §3).

Source: the Dutch rule sheet “Jijbent.nl: spelregels Domino”, Bram Schoonhoven. The player called White there sits
first. A round also ends if two tiles lie in the boneyard and the player to move cannot play; it gives nobody the extra
points (A9).
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from scorekeeper.engine.entries import RoundEnd
from scorekeeper.engine.options import Number, Topic
from scorekeeper.engine.rules.dealing import Dealing
from scorekeeper.engine.rules.game import Game, Variant
from scorekeeper.engine.rules.goals import ForPenalties, explain_points
from scorekeeper.engine.rules.hands import Winners, list_hands, make_round_score
from scorekeeper.engine.rules.leading import RotatingLead
from scorekeeper.engine.rules.leads import give_lead_to_first_seat
from scorekeeper.engine.rules.match_length import ROUND_COUNT
from scorekeeper.engine.rules.points import write_score
from scorekeeper.engine.rules.rounds import AllHands
from scorekeeper.engine.rules.scores import RoundScore
from scorekeeper.engine.rules.tiles_each import FIVE, NINE_FOR_TWO, SEVEN, SIX, choose_tiles_each
from scorekeeper.engine.rules.turns import OneTile
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.text import N_, Text, Value, counted
from scorekeeper.engine.tiles import make_set

OUT_BONUS = Number(
    "out_bonus",
    N_("Extra when the other is out"),
    counted(
        "The other gets the pips they still hold and %(n)s penalty point on top.",
        "The other gets the pips they still hold and %(n)s penalty points on top.",
    ),
    5,
    least=0,
    most=100,
    offers=(0, 5, 10),
    about=Topic.OUT,
    none=N_("The other gets the pips they still hold, and nothing on top."),
)
TILES_EACH = choose_tiles_each(SEVEN, FIVE, SIX, NINE_FOR_TWO)


@dataclass(frozen=True, slots=True)
class PenaltyForTheOther(AllHands):
    """Rounds that give the player who is not out penalties: their own pips and `on_top` points.

    If nobody is out, each player gets their own pips as penalties.
    """

    on_top: int
    nobody_out: ClassVar[str] = "boneyard"

    def score(self, ended: RoundEnd, pips: Mapping[str, int], lead: str | None) -> RoundScore:
        """Return the penalty points of the player who is not out, or of both if nobody is."""
        if ended.out is None:
            hands = list_hands(self.seating.players, pips)
            why = Text(N_("nobody is out, each takes their own pips: %(hands)s"), {"hands": hands})
            return RoundScore(pips, (), why, pips)
        other = self.seating.after(ended.out)
        penalty = pips[other] + self.on_top
        values: dict[str, Value] = {"other": other, "pips": pips[other], "bonus": self.on_top, "penalty": penalty}
        held = Text(N_("%(other)s holds %(pips)s: %(penalty)s penalty points"), values)
        if self.on_top:
            message = N_("%(other)s holds %(pips)s: %(pips)s + %(bonus)s (not out) = %(penalty)s penalty points")
            held = Text(message, values)
        return make_round_score(ended, {other: penalty}, Winners((ended.out,), ended.describe()), held, pips)


@dataclass(frozen=True, slots=True)
class FewestAfterRounds(ForPenalties):
    """The goal to have the fewest penalty points after the last round; equal totals are a draw."""

    def explain(self, totals: Mapping[str, int], winners: tuple[str, ...]) -> Text:
        if len(winners) > 1:
            return explain_points(self.seating, totals, winners)
        [winner] = winners
        values: dict[str, Value] = {"player": winner, "score": write_score(totals, winner)}
        return Text(N_("%(player)s won with the fewest penalty points, %(score)s"), values)


def play(variant: Variant, seating: Seating) -> Game:
    """Return the game Jijbent Domino for the two players and the house rules of `seating`."""
    tiles = len(make_set(6)) - 1
    deal = replace(TILES_EACH.at(seating).deal(len(seating.players), tiles, stay=2), start_tile=1)
    return Game(
        variant=variant,
        seating=seating,
        dealing=Dealing(6, deal),
        leading=RotatingLead(seating, give_lead_to_first_seat(seating), first_tile="no_double"),
        turns=OneTile(deal),
        rounds=PenaltyForTheOther(seating, OUT_BONUS.at(seating)),
        goal=FewestAfterRounds(seating, ROUND_COUNT.at(seating)),
    )


VARIANT = Variant(
    key="jijbent",
    name="Jijbent Domino",
    source="Jijbent.nl: Spelregels Domino",
    subtitle=N_("Dutch domino for two"),
    summary=N_("For two. What you still hold at the end of a round are penalty points; fewest after four rounds win."),
    play=play,
    most_players=2,
    own_hands=True,
    options=(ROUND_COUNT, OUT_BONUS, TILES_EACH),
    aliases=("Jij bent",),
    languages=("nl",),
    menu_place=4,
)
