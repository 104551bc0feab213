"""Domino Ekspresowe: seven tiles each and no drawing; the winner of a round scores the pips left (docs/rules.md §5).

Source: the Polish rule sheet “Domino Ekspresowe – Reguły gry”. Options A6–A8 are what it leaves open.
"""

from scorekeeper.engine.games.leads import BEST_TILE
from scorekeeper.engine.games.seven_each import SevenEach
from scorekeeper.engine.text import N_


class Ekspresowe(SevenEach):
    key = "pl_ekspresowe"
    name = "Domino Ekspresowe"
    source = "Domino Ekspresowe – Reguły gry"
    subtitle = N_("Polish express domino, no drawing")
    summary = N_("Seven tiles each, nobody draws. Who runs out scores what is left. Alone or in pairs, to 100.")
    draws = False
    lead_rule = BEST_TILE
