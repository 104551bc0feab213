"""Syverdomino: touching halves make seven, four tiles are jokers (docs/rules.md §4.3).

The winner of a round scores the other players' pips. Source: the Danish rule sheet “Domino 6, regler til 11
dominospil”, Vennerød Forlag.
"""

from collections.abc import Mapping

from scorekeeper.engine.entries import RoundEnd
from scorekeeper.engine.rules.danish import DOUBLES, OPTIONS, SOURCE, TIE, play_danish
from scorekeeper.engine.rules.game import Game, Variant
from scorekeeper.engine.rules.hands import add_up_hands, list_others
from scorekeeper.engine.rules.laying import MakeTogether
from scorekeeper.engine.rules.menu import LayoutShape
from scorekeeper.engine.rules.winner import WinnerScores, matters_tie
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.text import N_, Text


def play(variant: Variant, seating: Seating) -> Game:
    """Return the Danish game Syverdomino for the players and house rules of `seating`."""

    def score_hands(winner: str, ended: RoundEnd, pips: Mapping[str, int]) -> tuple[int, Text]:
        """Return the pips of the losers' hands, and the sentence with their sum."""
        return add_up_hands(list_others(seating, winner), pips)

    rounds = WinnerScores(seating, score_hands, TIE.at(seating))
    return play_danish(variant, seating, rounds, laying=MakeTogether(DOUBLES.at(seating), 7))


VARIANT = Variant(
    key="dk_syver",
    name="Syverdomino",
    subtitle=N_("Halves that make seven touch"),
    summary=N_(
        "Touching halves make seven; 6-1, 5-2, 4-3 and 0-0 go anywhere. The winner scores what is left. To 100."
    ),
    source=SOURCE,
    play=play,
    shape=LayoutShape.SEVENS,
    partners="optional",
    options=OPTIONS,
    can_matter=matters_tie,
    aliases=("Sevens", "Syver domino"),
    languages=("da",),
    menu_place=6,
)
