"""Syverdomino: touching halves make seven, four are jokers; the winner scores the others' pips (docs/rules.md §4.3).

Source: the Danish rule sheet “Domino 6, regler til 11 dominospil”, Vennerød Forlag.
"""

from collections.abc import Mapping

from scorekeeper.engine.entries import RoundEnd
from scorekeeper.engine.games.danish import Danish, list_others
from scorekeeper.engine.games.hands import add_up_hands
from scorekeeper.engine.games.menu import LayoutShape
from scorekeeper.engine.games.together import MakeTogether
from scorekeeper.engine.text import N_, Text


class Syver(Danish, MakeTogether):
    key = "dk_syver"
    name = "Syverdomino"
    subtitle = N_("Halves that make seven touch")
    summary = N_(
        "Touching halves make seven; 6-1, 5-2, 4-3 and 0-0 go anywhere. The winner scores what is left. To 100."
    )
    shape = LayoutShape.SEVENS

    def score_hands(self, winner: str, ended: RoundEnd, pips: Mapping[str, int]) -> tuple[int, Text]:
        return add_up_hands(list_others(self.seating, winner), pips)
