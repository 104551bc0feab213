"""To ens: the open end just laid scores when others are equal to it, two for two, three for three (docs/rules.md §4.4).

Source: the Danish rule sheet “Domino 6, regler til 11 dominospil”, Vennerød Forlag. Options A14 and A15 are what it
leaves open.
"""

from collections.abc import Mapping

from scorekeeper.engine.entries import RoundEnd
from scorekeeper.engine.games.claims import MUGGINS
from scorekeeper.engine.games.danish import DOUBLES, NEXT_START_LOWEST, STAYS, Danish, score_differences
from scorekeeper.engine.games.drawing import DRAWING
from scorekeeper.engine.games.game import RoundScore, Score
from scorekeeper.engine.games.hands import Won, tell_round
from scorekeeper.engine.games.in_play import score_equal_ends
from scorekeeper.engine.games.leads import LOWEST_DOUBLE
from scorekeeper.engine.games.round_game import CountedHands
from scorekeeper.engine.games.tiles_each import FIVE, NINE, SEVEN, SIX, choose_tiles_each
from scorekeeper.engine.options import Choice, Number, Pick, Topic
from scorekeeper.engine.text import N_, Text
from scorekeeper.engine.tiles import End


class ToEns(Danish):
    key = "dk_to_ens"
    name = "To ens"
    subtitle = N_("Equal open ends score")
    summary = N_("Two equal open ends score two points, three score three, if one of them was just laid. To 15.")
    asks_placed = True
    target = Number(
        "target", N_("Target"), N_("The match goes to %(n)s points."), 15, offers=(10, 15, 25), about=Topic.MATCH
    )
    four_equal = Pick(
        "four_equal",
        N_("Four equal ends"),
        (
            Choice(4, N_("four points"), N_("Four equal ends score four points, more of them as many as there are.")),
            Choice(3, N_("three points"), N_("Four equal ends score three points, as three do.")),
        ),
        about=Topic.POINTS,
    )
    hands_count = Pick(
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
    doubles = DOUBLES
    next_start = NEXT_START_LOWEST
    tiles_each = choose_tiles_each(SIX, FIVE, SEVEN, NINE)
    drawing = DRAWING
    stays = STAYS
    muggins = MUGGINS
    lead_rule = LOWEST_DOUBLE

    def score_ends(self, ends: tuple[End, ...], placed: End | None) -> Score:
        return score_equal_ends(ends, placed, most=None if self.four_equal == 4 else 3)

    @property
    def counted_when_out(self) -> CountedHands:
        return "opponents" if self.hands_count else "none"

    @property
    def counted_when_blocked(self) -> CountedHands:
        return "all" if self.hands_count else "none"

    def score_round(self, ended: RoundEnd, pips: Mapping[str, int], lead: str | None) -> RoundScore:
        if self.hands_count:
            return super().score_round(ended, pips, lead)
        nothing = Text(N_("tiles in hand score nothing"))
        if ended.out is not None:
            return tell_round(ended, {}, Won((self.seating.side_of(ended.out),), ended.describe()), nothing, pips)
        known = len(pips) == len(self.seating.players)
        return RoundScore({}, super().score_round(ended, pips, lead).winners if known else (), nothing, pips)

    def score_hands(self, winner: str, ended: RoundEnd, pips: Mapping[str, int]) -> tuple[int, Text]:
        return score_differences(self.seating, winner, ended, pips)

    def winners(self, totals: Mapping[str, int], rounds: int, between_rounds: bool) -> tuple[str, ...]:
        """Who first reaches the target has won at once."""
        return super().winners(totals, rounds, between_rounds=True)
