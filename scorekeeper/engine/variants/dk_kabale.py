"""Almindelig dominokabale: lay out the hand in one line, drawing when nothing fits (docs/rules.md §4.6).

Source: the Danish rule sheet “Domino 6, regler til 11 dominospil”, Vennerød Forlag. Option A17 is a rule that it does
not specify.
"""

from scorekeeper.engine.rules.game import Game, Variant
from scorekeeper.engine.rules.menu import Chapter
from scorekeeper.engine.rules.solitaire_game import TAKES, play_alone
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.solitaires.line import EMPTY_STOCK_WINS, LineSolitaire
from scorekeeper.engine.text import N_


def play(variant: Variant, seating: Seating) -> Game:
    """Return the solitaire Almindelig dominokabale for the one player of `seating` and its house rules."""
    solitaire = LineSolitaire(seating.players[0], None, EMPTY_STOCK_WINS.at(seating))
    return play_alone(variant, seating, solitaire)


VARIANT = Variant(
    key="dk_kabale",
    name="Almindelig dominokabale",
    subtitle=N_("Lay out your hand in one line"),
    summary=N_("Lay out your hand in one line; draw when nothing fits. Won when the hand is empty first."),
    source="Vennerød Forlag: Domino 6",
    play=play,
    chapter=Chapter.SOLITAIRE,
    takes=TAKES,
    fewest_players=1,
    most_players=1,
    options=(EMPTY_STOCK_WINS,),
    aliases=("Domino solitaire", "Kabale"),
    languages=("da",),
    menu_place=9,
)
