"""To ens: the open end just laid scores if other open ends are equal to it, one point for each (docs/rules.md §4.4).

Two equal ends score two points, three score three. Source: the Danish rule sheet “Domino 6, regler til 11 dominospil”,
Vennerød Forlag. Options A14 and A15 are rules that it does not specify.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from scorekeeper.engine.entries import RoundEnd
from scorekeeper.engine.options import Choice, Pick, Topic
from scorekeeper.engine.rules.claims import MUGGINS
from scorekeeper.engine.rules.danish import DOUBLES, NEXT_START_LOWEST, SOURCE, STAYS, play_danish
from scorekeeper.engine.rules.drawing import DRAWING
from scorekeeper.engine.rules.game import Game, Variant
from scorekeeper.engine.rules.goals import ToTarget
from scorekeeper.engine.rules.hands import Winners, find_round_winners, make_round_score, score_differences
from scorekeeper.engine.rules.in_play import InPlay, score_equal_ends
from scorekeeper.engine.rules.leads import LOWEST_DOUBLE
from scorekeeper.engine.rules.match_length import choose_target
from scorekeeper.engine.rules.menu import LayoutShape
from scorekeeper.engine.rules.moves import Moves
from scorekeeper.engine.rules.rounds import AllHands, HandsCounted, Rounds
from scorekeeper.engine.rules.scores import RoundScore
from scorekeeper.engine.rules.ties import Tie
from scorekeeper.engine.rules.tiles_each import FIVE, NINE, SEVEN, SIX, choose_tiles_each
from scorekeeper.engine.rules.winner import WinnerScores, matters_tie
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.text import N_, Text

TARGET = choose_target(15, offers=(10, 15, 25))
FOUR_EQUAL = Pick(
    "four_equal",
    N_("Four equal ends"),
    (
        Choice(4, N_("four points"), N_("Four equal ends score four points, more of them as many as there are.")),
        Choice(3, N_("three points"), N_("Four equal ends score three points, as three do.")),
    ),
    about=Topic.POINTS,
)
HANDS_COUNT = Pick(
    "hand_points",
    N_("Tiles left at the end of a round"),
    (
        Choice(False, N_("do not count"), N_("The end of a round scores nothing.")),
        Choice(
            True,
            N_("count as in Almindelig domino"),
            N_("The winner of a round scores how much less they hold than each of the others."),
        ),
    ),
    about=Topic.OUT,
)
TILES_EACH = choose_tiles_each(SIX, FIVE, SEVEN, NINE)


@dataclass(frozen=True, slots=True)
class NothingScores(AllHands):
    """Rounds whose end scores nothing; the winner is still determined if the hands are known, to find the next lead."""

    @property
    def hands(self) -> HandsCounted:
        return HandsCounted(self.seating, "none", "none")

    def score(self, ended: RoundEnd, pips: Mapping[str, int], lead: str | None) -> RoundScore:
        """Return a score of 0 points, with the winner if the hands are known or a player is out."""
        nothing = Text(N_("tiles in hand score nothing"))
        if ended.out is not None:
            return make_round_score(
                ended, {}, Winners((self.seating.side_of(ended.out),), ended.describe()), nothing, pips
            )
        if len(pips) < len(self.seating.players):
            return RoundScore({}, (), nothing, pips)
        return RoundScore({}, find_round_winners(self.seating, ended, pips, Tie.NONE, lead).sides, nothing, pips)


def play(variant: Variant, seating: Seating) -> Game:
    """Return the Danish game To ens for the players and house rules of `seating`.

    The first side to reach the target wins at once.
    """
    rounds: Rounds = NothingScores(seating)
    if HANDS_COUNT.at(seating):
        rounds = WinnerScores(seating, partial(score_differences, seating))
    most = None if FOUR_EQUAL.at(seating) == 4 else 3
    return play_danish(
        variant,
        seating,
        rounds,
        rule=LOWEST_DOUBLE,
        next_start=NEXT_START_LOWEST,
        tiles_each=TILES_EACH,
        moves=Moves(InPlay(partial(score_equal_ends, most=most), asks_placed=True), may_claim=MUGGINS.at(seating)),
        goal=ToTarget(seating, TARGET.at(seating), at_once=True),
    )


VARIANT = Variant(
    key="dk_to_ens",
    name="To ens",
    subtitle=N_("Equal open ends score"),
    summary=N_("Two equal open ends score two points, three score three, if one of them was just laid. To 15."),
    source=SOURCE,
    play=play,
    shape=LayoutShape.FORK,
    partners="optional",
    asks_placed=True,
    options=(TARGET, FOUR_EQUAL, HANDS_COUNT, DOUBLES, NEXT_START_LOWEST, TILES_EACH, DRAWING, STAYS, MUGGINS),
    can_matter=matters_tie,
    aliases=("Two alike",),
    languages=("da",),
    menu_place=7,
)
