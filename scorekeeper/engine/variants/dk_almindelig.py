"""Almindelig domino: the winner of a round scores how much less they hold than each other player (docs/rules.md §4.1).

Source: the Danish rule sheet “Domino 6, regler til 11 dominospil”, Vennerød Forlag.
"""

from functools import partial

from scorekeeper.engine.rules.danish import OPTIONS, SOURCE, TIE, play_danish
from scorekeeper.engine.rules.game import Game, Variant
from scorekeeper.engine.rules.hands import score_differences
from scorekeeper.engine.rules.menu import LayoutShape
from scorekeeper.engine.rules.winner import WinnerScores, matters_tie
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.text import N_


def play(variant: Variant, seating: Seating) -> Game:
    """Return the Danish game Almindelig domino for the players and house rules of `seating`."""
    rounds = WinnerScores(seating, partial(score_differences, seating), TIE.at(seating))
    return play_danish(variant, seating, rounds)


VARIANT = Variant(
    key="dk_almindelig",
    name="Almindelig domino",
    subtitle=N_("Everyday Danish domino"),
    summary=N_("The winner of a round scores how much less they hold than each of the others. To 100."),
    source=SOURCE,
    play=play,
    shape=LayoutShape.FORK,
    partners="optional",
    options=OPTIONS,
    can_matter=matters_tie,
    aliases=("Ordinary Danish dominoes", "Dansk domino"),
    languages=("da",),
    menu_place=2,
)
