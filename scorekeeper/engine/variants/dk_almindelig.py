"""Almindelig domino: the winner of a round scores the differences to everybody else's pips (docs/rules.md §4.1).

Source: the Danish rule sheet “Domino 6, regler til 11 dominospil”, Vennerød Forlag.
"""

from collections.abc import Mapping

from scorekeeper.engine.entries import RoundEnd
from scorekeeper.engine.games.danish import Danish, score_differences
from scorekeeper.engine.text import N_, Text


class Almindelig(Danish):
    key = "dk_almindelig"
    name = "Almindelig domino"
    subtitle = N_("Everyday Danish domino")
    summary = N_("The winner of a round scores how much less they hold than each of the others. To 100.")

    def score_hands(self, winner: str, ended: RoundEnd, pips: Mapping[str, int]) -> tuple[int, Text]:
        return score_differences(self.seating, winner, ended, pips)
