"""Stop ved fem: as Almindelig dominokabale, but who is stuck with five tiles in hand has lost (docs/rules.md §4.7).

Source: the Danish rule sheet “Domino 6, regler til 11 dominospil”, Vennerød Forlag. Option A17 is what it leaves open.
"""

from collections.abc import Mapping
from typing import ClassVar

from scorekeeper.engine.solitaires.line import LineSolitaire
from scorekeeper.engine.text import N_


class StopVedFem(LineSolitaire):
    key = "dk_stop_ved_fem"
    name = "Stop ved fem"
    subtitle = N_("One line, never a sixth tile")
    summary = N_(
        "Lay out your hand in one line; draw when nothing fits, but never a sixth tile: stuck with five is lost."
    )
    most_in_hand = 5
    room: ClassVar[Mapping[str, int]] = {"ends": 2, "hand": 5}
