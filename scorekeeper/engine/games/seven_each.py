"""What the German and the Polish game share: seven tiles each, a line, points only at the end (docs/rules.md §2, §5).

The winner of a round scores the pips that are left: his opponents', in pairs everybody's.
"""

from collections.abc import Mapping
from typing import ClassVar

from scorekeeper.engine.entries import Round
from scorekeeper.engine.games.game import Deal, RoundScore, Variant
from scorekeeper.engine.games.hands import add_up_hands, find_round_winners
from scorekeeper.engine.games.leads import BEST_TILE, Lead, prefer_named_lead, rotate_lead
from scorekeeper.engine.options import Choice, Number, Option, Pick, Setting
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.text import N_, Text

TARGET = Number("target", N_("Target"), N_("The match goes to %(n)s points."), 100, offers=(50, 100, 150, 200, 250))
TIE = Pick(
    "tie",
    N_("Blocked with equal pips"),
    (
        Choice(
            "rotation",
            N_("first in turn order"),
            N_("With equal pips in a blocked round the first of them in turn order from the lead wins."),
        ),
        Choice(
            "seat",
            N_("nearest seat"),
            N_("With equal pips in a blocked round the lead wins, or who sits nearest to the lead either way round."),
        ),
        Choice("none", N_("nobody scores"), N_("With equal pips in a blocked round nobody scores.")),
    ),
)
PAIRS_COUNT = Pick(
    "pairs_count",
    N_("Pairs count"),
    (
        Choice("all_hands", N_("all hands"), N_("A pair scores the pips of all hands, its own among them.")),
        Choice("opponents_only", N_("opponents' hands"), N_("A pair scores the pips of its opponents only.")),
    ),
)


class SevenEach(Variant):
    """The base of the two. `draws` says whether the undealt tiles may be drawn."""

    partners = "optional"
    draws: ClassVar[bool]
    options: ClassVar[tuple[Option, ...]] = (TARGET, TIE, PAIRS_COUNT)

    def deal(self, players: int, options: Mapping[str, Setting]) -> Deal:
        self.check_player_count(players)
        rest = len(self.tiles) - 7 * players
        return Deal(7, rest, never_drawn=0 if self.draws else rest)

    def score_round(self, seating: Seating, ended: Round, pips: Mapping[str, int], lead: str | None) -> RoundScore:
        won = find_round_winners(seating, ended, pips, seating.options["tie"], lead)
        if not won.sides:
            return RoundScore({}, (), won.why, pips)
        side = won.sides[0]
        counted = seating.opponents(side)
        all_hands = seating.partners and seating.options["pairs_count"] == "all_hands"
        if all_hands:
            counted = tuple(player for player in seating.players if player != ended.out)
        points, hands = add_up_hands(counted, pips)
        message = N_("%(won)s; all hands count: %(hands)s") if all_hands else N_("%(won)s; %(hands)s")
        return RoundScore({side: points}, won.sides, Text(message, {"won": won.why, "hands": hands}), pips)

    def first_lead(self, seating: Seating) -> Lead:
        return prefer_named_lead(seating, BEST_TILE)

    def next_lead(self, seating: Seating, lead: str | None, score: RoundScore, rounds: int) -> Lead:
        return rotate_lead(seating, lead)
