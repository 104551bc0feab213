"""Domino Ekspresowe: seven tiles each and no drawing; the winner of a round scores the pips left (docs/rules.md §5).

Source: the Polish rule sheet “Domino Ekspresowe – Reguły gry”. Options A6–A8 are what it leaves open.
"""

from scorekeeper.engine.games.drawing import ALL_STAY, NONE_STAYS, TWO_STAY, choose_never_drawn
from scorekeeper.engine.games.leads import BEST_TILE
from scorekeeper.engine.games.seven_each import PAIRS_COUNT, TARGET, TIE, TILES_EACH, SevenEach
from scorekeeper.engine.text import N_


class Ekspresowe(SevenEach):
    key = "pl_ekspresowe"
    name = "Domino Ekspresowe"
    source = "Domino Ekspresowe – Reguły gry"
    subtitle = N_("Polish express domino, no drawing")
    summary = N_("Seven tiles each, nobody draws. Who runs out scores what is left. Alone or in pairs, to 100.")
    target = TARGET
    tie = TIE
    pairs_count = PAIRS_COUNT
    tiles_each = TILES_EACH
    stays = choose_never_drawn(ALL_STAY, TWO_STAY, NONE_STAYS)
    lead_rule = BEST_TILE
