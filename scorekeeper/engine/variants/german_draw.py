"""Domino by the German rules: draw until you can play; the winner of a round scores the pips left (docs/rules.md §2).

Source: the German rule sheet “Spielregeln: Domino”. Options A5–A8 are what it leaves open.
"""

from collections.abc import Mapping, Sequence

from scorekeeper.engine.games.leads import (
    BEST_TILE,
    HEAVIEST_TILE,
    FoundLead,
    Lead,
    find_holder_of_best,
    find_holder_of_heaviest,
    prefer_named_lead,
)
from scorekeeper.engine.games.seven_each import PAIRS_COUNT, TARGET, TIE, SevenEach
from scorekeeper.engine.options import Choice, Pick, Setting
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.text import N_
from scorekeeper.engine.tiles import Tile


class GermanDraw(SevenEach):
    key = "german_draw"
    name = "Domino (Deutschland)"
    source = "Spielregeln: Domino"
    summary = N_("Draw until you can play. Who runs out scores what the others still hold. Alone or in pairs, to 100.")
    draws = True
    options = (
        TARGET,
        Pick(
            "first_lead",
            N_("First lead"),
            (
                Choice(
                    "highest_double",
                    N_("highest double"),
                    N_("The highest double leads the first round; if nobody has a double, the heaviest tile."),
                ),
                Choice("heaviest_tile", N_("heaviest tile"), N_("The tile with the most pips leads the first round.")),
            ),
        ),
        TIE,
        PAIRS_COUNT,
    )

    def first_lead(self, seating: Seating) -> Lead:
        by_double = seating.options["first_lead"] == "highest_double"
        return prefer_named_lead(seating, BEST_TILE if by_double else HEAVIEST_TILE)

    def find_lead(self, shown: Mapping[str, Sequence[Tile]], options: Mapping[str, Setting]) -> FoundLead:
        return (find_holder_of_best if options["first_lead"] == "highest_double" else find_holder_of_heaviest)(shown)
