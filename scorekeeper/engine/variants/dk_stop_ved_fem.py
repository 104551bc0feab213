"""Stop ved fem: as Almindelig dominokabale, but a player stuck with five tiles in hand has lost (docs/rules.md §4.7).

Source: the Danish rule sheet “Domino 6, regler til 11 dominospil”, Vennerød Forlag. Option A17 is a rule that it does
not specify.
"""

from collections.abc import Mapping
from typing import ClassVar

from scorekeeper.engine.rules.game import Game, Variant
from scorekeeper.engine.rules.menu import Chapter
from scorekeeper.engine.rules.solitaire_game import TAKES, play_alone
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.solitaires.line import EMPTY_STOCK_WINS, LineSolitaire
from scorekeeper.engine.text import N_


class StopVedFem(LineSolitaire):
    """The rules of the solitaire Stop ved fem, in which the hand never holds more than five tiles."""

    room: ClassVar[Mapping[str, int]] = {"ends": 2, "hand": 5}


def play(variant: Variant, seating: Seating) -> Game:
    """Return the solitaire Stop ved fem for the one player of `seating` and its house rules."""
    solitaire = StopVedFem(seating.players[0], 5, EMPTY_STOCK_WINS.at(seating))
    return play_alone(variant, seating, solitaire)


VARIANT = Variant(
    key="dk_stop_ved_fem",
    name="Stop ved fem",
    subtitle=N_("One line, never a sixth tile"),
    summary=N_(
        "Lay out your hand in one line; draw when nothing fits, but never a sixth tile: stuck with five is lost."
    ),
    source="Vennerød Forlag: Domino 6",
    play=play,
    chapter=Chapter.SOLITAIRE,
    takes=TAKES,
    fewest_players=1,
    most_players=1,
    options=(EMPTY_STOCK_WINS,),
    aliases=("Stop at five",),
    languages=("da",),
    menu_place=10,
)
