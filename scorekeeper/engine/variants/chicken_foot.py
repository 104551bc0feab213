"""Chicken Foot: doubles want toes; the pips left in hand are penalties, and 0-0 is heavy (docs/rules.md §10.4).

Source: htfbw.com, onlinedominogames.com, the sheets of MindShare and Puremco.
"""

from enum import Enum

from scorekeeper.engine.games.game import Deal
from scorekeeper.engine.games.penalties import choose_blank_half, choose_double_blank, choose_rounds
from scorekeeper.engine.games.sets import choose_set
from scorekeeper.engine.games.trains import TrainGame
from scorekeeper.engine.layout.models import Model
from scorekeeper.engine.layout.trains import Chicken
from scorekeeper.engine.options import Choice, Pick, Topic
from scorekeeper.engine.text import N_

DOUBLE_NINE = (9, 7, 7, 7, 7, 7, 6)  # tiles each for two players, three and so on
ALL_DEALT = 42


class Dealing(Enum):
    """How many tiles each is dealt."""

    SEVEN = "seven"
    FORTY_TWO = "forty_two"


class ChickenFoot(TrainGame):
    key = "chicken_foot"
    name = "Chicken Foot"
    source = "htfbw.com, onlinedominogames.com, MindShare, Puremco: Chicken Foot"
    subtitle = N_("Doubles grow toes")
    summary = N_(
        "Every double must get its toes before play goes on. What you still hold are penalty points; fewest win."
    )
    largest = choose_set(9, 6, 12, 15)
    rounds = choose_rounds(9)
    tiles_each = Pick(
        "tiles_each",
        N_("Tiles each"),
        (
            Choice(
                Dealing.SEVEN,
                N_("seven"),
                N_("Everybody draws seven tiles; of a double-nine two draw nine and eight six, of a double-six five."),
            ),
            Choice(
                Dealing.FORTY_TWO,
                N_("42 shared out"),
                N_("The players share 42 tiles: two draw 21 each, three 14, eight five; of a double-six five each."),
            ),
        ),
        about=Topic.DEAL,
    )
    hub_toes = Pick(
        "hub_toes",
        N_("Toes of the first double"),
        (
            Choice(4, N_("four"), N_("The first double takes four tiles before anything else is laid."), 4),
            Choice(6, N_("six"), N_("The first double takes six tiles before anything else is laid."), 6),
        ),
        about=Topic.DOUBLES,
    )
    double_blank = choose_double_blank(50, 25, 0)
    blank_half = choose_blank_half(0, 25)

    @classmethod
    def count_most_players(cls, largest: int) -> int:
        return 5 if largest == 6 else cls.most_players

    @property
    def model(self) -> Model:
        return Chicken(self.hub_toes)

    @property
    def deal(self) -> Deal:
        players = len(self.seating.players)
        each = self._count_each(players)
        return Deal(each, len(self.tiles) - players * each, 0)

    def _count_each(self, players: int) -> int:
        if self.largest == 6:
            return 5
        if self.tiles_each is Dealing.FORTY_TWO:
            return (2 * ALL_DEALT + players) // (2 * players)  # halves up
        return DOUBLE_NINE[players - 2] if self.largest == 9 else 7
