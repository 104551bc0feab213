"""Mexican Train: a train for each player and one for all; pips left in hand are penalties (docs/rules.md §10.3).

Source: htfbw.com, the sheets of Puremco, Cardinal and Idaho Good Sam, theomegafoundation.org and ourpastimes.com; for
more than ten players mexicantrainfun.com.
"""

from collections.abc import Mapping

from scorekeeper.engine.layout.trains import Train
from scorekeeper.engine.options import Choice, Matters, Pick, Preset, Setting, Topic
from scorekeeper.engine.problems import Findings
from scorekeeper.engine.rules import trains
from scorekeeper.engine.rules.dealing import Deal, Dealing
from scorekeeper.engine.rules.game import Game, Variant
from scorekeeper.engine.rules.menu import Chapter, LayoutShape
from scorekeeper.engine.rules.penalties import ROUNDS, HandWorth, choose_blank_half, choose_double_blank
from scorekeeper.engine.rules.sets import choose_set
from scorekeeper.engine.rules.trains import MOST_PLAYERS, play_trains
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.text import N_
from scorekeeper.engine.tiles import make_set

# Tiles each for two players, three and so on: by the setting, and for small sets by the largest half.
LARGE = {
    "15_12_10": (15, 15, 15, 12, 12, 10, 10),
    "15_12_11": (15, 15, 15, 12, 12, 11, 11),
    "16_down": (16, 15, 14, 13, 12, 11, 10),
    "16_15_14": (16, 15, 14, 12, 11, 10, 9),
    "16_16_15": (16, 16, 15, 14, 12, 10, 9),
    "15_11_8": (15, 15, 15, 11, 11, 8, 8),
    "15_12_10_8": (15, 15, 15, 12, 12, 10, 10, 8, 8),
}
SMALL = {6: (9, 8, 6), 9: (9, 9, 9, 7, 7, 7, 6)}
MANY = {15: (12, 11, 10, 9), 18: (12, 11, 10, 9, 12, 11)}  # tiles each for nine players, ten and so on
RULES = {
    "15_12_10": N_("Two to eight players draw 15, 15, 15, 12, 12, 10 or 10 tiles each; of a small set fewer."),
    "15_12_11": N_("Two to eight players draw 15, 15, 15, 12, 12, 11 or 11 tiles each; of a small set fewer."),
    "16_down": N_("Two to eight players draw 16, 15, 14, 13, 12, 11 or 10 tiles each; of a small set fewer."),
    "16_15_14": N_("Two to eight players draw 16, 15, 14, 12, 11, 10 or 9 tiles each; of a small set fewer."),
    "16_16_15": N_("Two to eight players draw 16, 16, 15, 14, 12, 10 or 9 tiles each; of a small set fewer."),
    "15_11_8": N_("Two to eight players draw 15, 15, 15, 11, 11, 8 or 8 tiles each; of a small set fewer."),
    "15_12_10_8": N_("Two to ten players draw 15, 15, 15, 12, 12, 10, 10, 8 or 8 tiles each; of a small set fewer."),
}
LABELS = {
    "15_12_10": N_("15, 12, 10"),
    "15_12_11": N_("15, 12, 11"),
    "16_down": N_("16, 15, 14, 13 …"),
    "16_15_14": N_("16, 15, 14, 12 …"),
    "16_16_15": N_("16, 16, 15, 14 …"),
    "15_11_8": N_("15, 11, 8"),
    "15_12_10_8": N_("15, 12, 10, 8"),
}

SET = choose_set(12, 6, 9, 15, 18)
TILES_EACH = Pick(
    "tiles_each",
    N_("Tiles each, by the number of players"),
    tuple(Choice(each, LABELS[key], RULES[key], key) for key, each in LARGE.items()),
    matters=Matters(tuple(range(2, 11))),
    about=Topic.DEAL,
)
ENGINE = Pick(
    "engine",
    N_("The double of the round"),
    (
        Choice(
            0,
            N_("is dealt"),
            N_("Who holds the double of the round lays it; else all draw in turn until it comes."),
            "dealt",
        ),
        Choice(1, N_("is laid out first"), N_("The double of the round is laid out before the deal."), "set_out"),
    ),
    about=Topic.FIRST_LEAD,
)
DOUBLE_BLANK = choose_double_blank(0, 25, 50)
BLANK_HALF = choose_blank_half(0, 25)


def check_table(players: int, settings: Mapping[str, Setting], findings: Findings) -> None:
    """Add problems to `findings` for a set too small for this number of `players`, and for more rounds than doubles."""
    deals = list_deals(int(settings["set"]), LARGE[str(settings["tiles_each"])])
    trains.check_table(players, settings, findings, most_players=len(deals) + 1)


def list_deals(largest: int, chosen: tuple[int, ...]) -> tuple[int, ...]:
    """Return the number of tiles dealt to each of two players, of three and so on, as far as the set allows.

    `largest` is the largest half of the set, and `chosen` are the numbers for a double-twelve at this table.
    """
    if largest in SMALL:
        return SMALL[largest]
    return chosen[:7] + MANY[largest] if largest in MANY else chosen


def play(variant: Variant, seating: Seating) -> Game:
    """Return the game Mexican Train for the players and house rules of `seating`."""
    largest, players, engine = SET.at(seating), len(seating.players), ENGINE.at(seating)
    each = list_deals(largest, TILES_EACH.at(seating))[players - 2]
    deal = Deal(each, len(make_set(largest)) - engine - players * each, 0, start_tile=engine)
    worth = HandWorth(DOUBLE_BLANK.at(seating), BLANK_HALF.at(seating))
    return play_trains(variant, seating, Dealing(largest, deal), Train(), worth, ROUNDS.at(seating))


VARIANT = Variant(
    key="mexican_train",
    name="Mexican Train",
    source="htfbw.com, Puremco, Cardinal, Idaho Good Sam: Mexican Train",
    subtitle=N_("Trains from a double in the middle"),
    summary=N_("Everybody builds a train, one is for all. What you still hold are penalty points; fewest win."),
    play=play,
    largest=SET,
    chapter=Chapter.TRAINS,
    shape=LayoutShape.TRAIN,
    takes=frozenset({"round"}),
    most_players=MOST_PLAYERS,
    own_hands=True,
    options=(SET, ROUNDS, TILES_EACH, ENGINE, DOUBLE_BLANK, BLANK_HALF),
    presets=(
        Preset(N_("Sets by Cardinal"), {"tiles_each": "15_12_11"}),
        Preset(N_("Sets by Puremco"), {"tiles_each": "15_12_11", "double_blank": 25}),
        Preset(N_("Good Sam Club, Idaho"), {"tiles_each": "16_down"}),
        Preset(N_("Good Sam Club, Texas"), {"engine": "set_out"}),
    ),
    check_table=check_table,
    aliases=(
        "Mexicano",
        "Tren mexicano",
        "Mexikanischer Zug",
        "Mexikansk tog",
        "Mexikanska tåget",
        "Meksykański pociąg",
        "Trem mexicano",
        "Mexicaanse trein",
    ),
    languages=("en",),
    menu_place=29,
)
