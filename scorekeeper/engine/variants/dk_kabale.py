"""Almindelig dominokabale: lay the hand out in one line, drawing when nothing fits (docs/rules.md §4.6).

Source: the Danish rule sheet “Domino 6, regler til 11 dominospil”, Vennerød Forlag. Option A17 is what it leaves open.
"""

from scorekeeper.engine.solitaires.line import LineSolitaire
from scorekeeper.engine.text import N_


class Kabale(LineSolitaire):
    key = "dk_kabale"
    name = "Almindelig dominokabale"
    subtitle = N_("Lay out your hand in one line")
    summary = N_("Lay out your hand in one line; draw when nothing fits. Won when the hand is empty first.")
