"""Rules that the Danish games share: a double starts, doubles fork, the winner scores the others' hands (§4).

See docs/rules.md. Source: the Danish rule sheet “Domino 6, regler til 11 dominospil”, Vennerød Forlag. It specifies the
rules of the options A10, A11 and A16 for no game.
"""

from dataclasses import dataclass

from scorekeeper.engine.entries import RoundEnd
from scorekeeper.engine.layout.laid_tiles import FirstTile
from scorekeeper.engine.layout.models import FORK, LINE
from scorekeeper.engine.options import Choice, Pick, Topic
from scorekeeper.engine.rules.drawing import DRAWING, NONE_STAYS, TWO_STAY, choose_never_drawn
from scorekeeper.engine.rules.game import Game, Variant
from scorekeeper.engine.rules.goals import Goal, ToTarget
from scorekeeper.engine.rules.later_leads import NEXT_IN_TURN, NextStart, give_lead_to_winner
from scorekeeper.engine.rules.laying import EqualHalves, Laying
from scorekeeper.engine.rules.leading import RotatingLead
from scorekeeper.engine.rules.leads import HIGHEST_DOUBLE, Lead, rotate_lead
from scorekeeper.engine.rules.match_length import choose_target
from scorekeeper.engine.rules.moves import NOTHING_SCORES, Moves
from scorekeeper.engine.rules.rounds import Rounds
from scorekeeper.engine.rules.ties import Tie
from scorekeeper.engine.rules.tiles_each import FIVE, NINE, SEVEN, SIX, TilesEach, choose_tiles_each
from scorekeeper.engine.rules.turns import OneTile
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.text import N_

SOURCE = "Vennerød Forlag: Domino 6"
TARGET = choose_target(100, offers=(50, 100, 200))
TIE = Pick(
    "tie",
    N_("Blocked with equal pips"),
    (
        Choice(Tie.NONE, N_("nobody scores"), N_("With equal pips in a blocked round nobody scores.")),
        Choice(Tie.EACH, N_("each of them scores"), N_("With equal pips in a blocked round each of them scores.")),
        Choice(
            Tie.LEAD,
            N_("the first from the lead scores"),
            N_("With equal pips in a blocked round the first of them in turn order from the lead scores."),
        ),
    ),
    about=Topic.TIE,
)
DOUBLES = Pick(
    "doubles",
    N_("Doubles"),
    (
        Choice(FORK, N_("fork"), N_("A double lies crosswise and opens both of its halves."), "fork"),
        Choice(LINE, N_("go on in line"), N_("A double lies crosswise, but the line goes on with one end."), "line"),
    ),
    about=Topic.DOUBLES,
)
TILES_EACH = choose_tiles_each(FIVE, SIX, SEVEN, NINE)
STAYS = choose_never_drawn(NONE_STAYS, TWO_STAY)


_LATER = (
    NEXT_IN_TURN,
    Choice(NextStart.WINNER, N_("the winner"), N_("Who won a round leads the next; after a tie a double does.")),
)
NEXT_START = Pick(
    "next_start",
    N_("Later rounds start with"),
    (
        Choice(
            NextStart.DOUBLE,
            N_("the highest double"),
            N_("Every round starts with the highest double."),
            "highest_double",
        ),
        *_LATER,
    ),
    about=Topic.NEXT_LEAD,
)
NEXT_START_LOWEST = Pick(
    "next_start",
    N_("Later rounds start with"),
    (
        Choice(
            NextStart.DOUBLE, N_("the lowest double"), N_("Every round starts with the lowest double."), "lowest_double"
        ),
        *_LATER,
    ),
    about=Topic.NEXT_LEAD,
)


OPTIONS = (TARGET, TIE, DOUBLES, NEXT_START, TILES_EACH, DRAWING, STAYS)


@dataclass(frozen=True, slots=True)
class DanishLeads(RotatingLead):
    """The leads of the Danish games: a double leads the first round.

    If `then` is DOUBLE, a double leads every round. If it is WINNER, the winner leads or, after a tie, a double. If it
    is ROTATE, the lead passes on in turn order.
    """

    def hangs_on(self, out: str | None) -> bool:
        """Return whether the lead passes on, so that it depends on who led this round."""
        return self.then is NextStart.ROTATE

    def next(self, led: str | None, ended: RoundEnd, winners: tuple[str, ...]) -> Lead:
        return self._find_next(led, ended.out, winners)

    def next_first_tile(self, winners: tuple[str, ...]) -> FirstTile:
        """Return `double` if a double decides who leads, else `any`, since a known player may hold no double."""
        return "double" if self._find_next(None, None, winners) == self.rule else "any"

    def _find_next(self, led: str | None, out: str | None, winners: tuple[str, ...]) -> Lead:
        """Return who leads the next round after `led` led this one and `out` went out (None: not known, nobody)."""
        if self.then is NextStart.WINNER:
            return give_lead_to_winner(self.seating, out, winners, self.rule)
        return self.rule if self.then is NextStart.DOUBLE else rotate_lead(self.seating, led)


def play_danish(
    variant: Variant,
    seating: Seating,
    rounds: Rounds,
    *,
    rule: Lead = HIGHEST_DOUBLE,
    next_start: Pick[NextStart] = NEXT_START,
    tiles_each: Pick[TilesEach] = TILES_EACH,
    goal: Goal | None = None,
    laying: Laying | None = None,
    moves: Moves = NOTHING_SCORES,
) -> Game:
    """Return the Danish game `variant` for the players and house rules of `seating`.

    `rounds` are the rules for the score of a round, `rule` finds the first lead; `next_start` and `tiles_each` are the
    options for later leads and for the deal. Arguments that are left out are as in Almindelig domino.
    """
    dealing = tiles_each.at(seating).deal_set(seating, 6, STAYS.at(seating))
    return Game(
        variant=variant,
        seating=seating,
        dealing=dealing,
        leading=DanishLeads(seating, rule, next_start.at(seating), "double"),
        laying=laying or EqualHalves(DOUBLES.at(seating)),
        turns=OneTile(dealing.deal, DRAWING.at(seating)),
        moves=moves,
        rounds=rounds,
        goal=goal or ToTarget(seating, TARGET.at(seating)),
    )
