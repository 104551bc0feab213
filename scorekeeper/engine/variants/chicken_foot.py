"""Chicken Foot: doubles take several tiles, their toes, before play goes on (docs/rules.md §10.4).

The pips left in a hand are penalties, and the double blank counts more. Source: htfbw.com, onlinedominogames.com, the
sheets of MindShare and Puremco.
"""

from collections.abc import Mapping
from enum import Enum

from scorekeeper.engine.layout.trains import Chicken
from scorekeeper.engine.options import Choice, Pick, Preset, Setting, Topic
from scorekeeper.engine.problems import Findings
from scorekeeper.engine.rules import trains
from scorekeeper.engine.rules.dealing import Deal, Dealing
from scorekeeper.engine.rules.game import Game, Variant
from scorekeeper.engine.rules.menu import Chapter, LayoutShape
from scorekeeper.engine.rules.penalties import HandWorth, choose_blank_half, choose_double_blank, choose_rounds
from scorekeeper.engine.rules.sets import choose_set
from scorekeeper.engine.rules.trains import MOST_PLAYERS, play_trains
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.text import N_
from scorekeeper.engine.tiles import make_set

MOST = {6: 5, 9: 8, 12: 10, 15: 12, 18: MOST_PLAYERS}  # players that a set is for, by its largest half
DOUBLE_NINE = (9, 7, 7, 7, 7, 7, 6)  # tiles each for two players, three and so on
ALL_DEALT = 42  # tiles that the players share with `ChickenDeal.FORTY_TWO`


class ChickenDeal(Enum):
    """How many tiles each player is dealt: seven, or an equal share of 42 tiles."""

    SEVEN = "seven"
    FORTY_TWO = "forty_two"


SET, ROUNDS = choose_set(9, 6, 12, 15, 18), choose_rounds(9)
TILES_EACH = Pick(
    "tiles_each",
    N_("Tiles each"),
    (
        Choice(
            ChickenDeal.SEVEN,
            N_("seven"),
            N_("Everybody draws seven tiles; of a double-nine two draw nine and eight six, of a double-six five."),
        ),
        Choice(
            ChickenDeal.FORTY_TWO,
            N_("42 shared out"),
            N_("The players share 42 tiles: two draw 21 each, three 14, eight five; of a double-six five each."),
        ),
    ),
    about=Topic.DEAL,
)
HUB_TOES = Pick(
    "hub_toes",
    N_("Toes of the first double"),
    (
        Choice(4, N_("four"), N_("The first double takes four tiles before anything else is laid."), 4),
        Choice(6, N_("six"), N_("The first double takes six tiles before anything else is laid."), 6),
    ),
    about=Topic.DOUBLES,
)
DOUBLE_BLANK = choose_double_blank(50, 25, 0)
BLANK_HALF = choose_blank_half(0, 25)


def check_table(players: int, settings: Mapping[str, Setting], findings: Findings) -> None:
    """Add problems to `findings` for a set too small for this number of `players`, and for more rounds than doubles."""
    trains.check_table(players, settings, findings, most_players=MOST[int(settings["set"])])


def count_each(largest: int, dealing: ChickenDeal, players: int) -> int:
    """Return the number of tiles dealt to each of `players` players; `largest` is the largest half of the set."""
    if largest == 6:
        return 5
    if dealing is ChickenDeal.FORTY_TWO:
        return (2 * ALL_DEALT + players) // (2 * players)  # rounded to the nearest number, halves up
    return DOUBLE_NINE[players - 2] if largest == 9 else 7


def play(variant: Variant, seating: Seating) -> Game:
    """Return the game Chicken Foot for the players and house rules of `seating`."""
    largest, players = SET.at(seating), len(seating.players)
    each = count_each(largest, TILES_EACH.at(seating), players)
    deal = Deal(each, len(make_set(largest)) - players * each, 0)
    worth = HandWorth(DOUBLE_BLANK.at(seating), BLANK_HALF.at(seating))
    model = Chicken(HUB_TOES.at(seating))
    return play_trains(variant, seating, Dealing(largest, deal), model, worth, ROUNDS.at(seating))


VARIANT = Variant(
    key="chicken_foot",
    name="Chicken Foot",
    source="htfbw.com, onlinedominogames.com, MindShare, Puremco: Chicken Foot",
    subtitle=N_("Doubles grow toes"),
    summary=N_(
        "Every double must get its toes before play goes on. What you still hold are penalty points; fewest win."
    ),
    play=play,
    largest=SET,
    chapter=Chapter.TRAINS,
    shape=LayoutShape.TRAIN,
    takes=frozenset({"round"}),
    most_players=MOST_PLAYERS,
    own_hands=True,
    options=(SET, ROUNDS, TILES_EACH, HUB_TOES, DOUBLE_BLANK, BLANK_HALF),
    presets=(
        Preset(N_("Sets by Puremco"), {"tiles_each": "forty_two", "hub_toes": 6, "double_blank": 25}),
        Preset(N_("Rule sheet of MindShare"), {"hub_toes": 6, "blank_half": 25}),
    ),
    check_table=check_table,
    aliases=("Chickenfoot", "Chicken Feet", "Patas de gallo"),
    languages=("en",),
    menu_place=30,
)
