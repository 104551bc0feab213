"""Domino Ekspresowe: seven tiles each and no drawing; the winner of a round scores the pips left (docs/rules.md §5).

Source: the Polish rule sheet “Domino Ekspresowe – Reguły gry”. Options A6–A8 are what it leaves open.
"""

from collections.abc import Mapping, Sequence

from scorekeeper.engine.games.leads import FoundLead, find_holder_of_best
from scorekeeper.engine.games.seven_each import SevenEach
from scorekeeper.engine.options import Setting
from scorekeeper.engine.text import N_
from scorekeeper.engine.tiles import Tile


class Ekspresowe(SevenEach):
    key = "pl_ekspresowe"
    name = "Domino Ekspresowe"
    source = "Domino Ekspresowe – Reguły gry"
    summary = N_("Seven tiles each, nobody draws. Who runs out scores what is left. Alone or in pairs, to 100.")
    draws = False

    def find_lead(self, shown: Mapping[str, Sequence[Tile]], options: Mapping[str, Setting]) -> FoundLead:
        return find_holder_of_best(shown)
