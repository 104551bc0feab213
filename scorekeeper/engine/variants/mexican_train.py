"""Mexican Train: a train for each player and one for all; the pips left in hand are penalties (docs/rules.md §10.3).

Source: htfbw.com, the sheets of Puremco, Cardinal and Idaho Good Sam, theomegafoundation.org and ourpastimes.com.
"""

from scorekeeper.engine.games.game import Deal
from scorekeeper.engine.games.penalties import ROUNDS, choose_blank_half, choose_double_blank
from scorekeeper.engine.games.sets import choose_set
from scorekeeper.engine.games.trains import TrainGame
from scorekeeper.engine.options import Choice, Pick, Topic
from scorekeeper.engine.text import N_

LARGE = {
    "15_12_10": (15, 15, 15, 12, 12, 10, 10),
    "15_12_11": (15, 15, 15, 12, 12, 11, 11),
    "16_down": (16, 15, 14, 13, 12, 11, 10),
    "16_15_14": (16, 15, 14, 12, 11, 10, 9),
    "16_16_15": (16, 16, 15, 14, 12, 10, 9),
    "15_11_8": (15, 15, 15, 11, 11, 8, 8),
}
SMALL = {6: (9, 8, 6), 9: (9, 9, 9, 7, 7, 7, 6)}
TOLD = {
    "15_12_10": N_("Two to eight players draw 15, 15, 15, 12, 12, 10 or 10 tiles each; of a small set fewer."),
    "15_12_11": N_("Two to eight players draw 15, 15, 15, 12, 12, 11 or 11 tiles each; of a small set fewer."),
    "16_down": N_("Two to eight players draw 16, 15, 14, 13, 12, 11 or 10 tiles each; of a small set fewer."),
    "16_15_14": N_("Two to eight players draw 16, 15, 14, 12, 11, 10 or 9 tiles each; of a small set fewer."),
    "16_16_15": N_("Two to eight players draw 16, 16, 15, 14, 12, 10 or 9 tiles each; of a small set fewer."),
    "15_11_8": N_("Two to eight players draw 15, 15, 15, 11, 11, 8 or 8 tiles each; of a small set fewer."),
}
LABELS = {
    "15_12_10": N_("15, 12, 10"),
    "15_12_11": N_("15, 12, 11"),
    "16_down": N_("16, 15, 14, 13 …"),
    "16_15_14": N_("16, 15, 14, 12 …"),
    "16_16_15": N_("16, 16, 15, 14 …"),
    "15_11_8": N_("15, 11, 8"),
}


class MexicanTrain(TrainGame):
    key = "mexican_train"
    name = "Mexican Train"
    source = "htfbw.com, Puremco, Cardinal, Idaho Good Sam: Mexican Train"
    subtitle = N_("Trains from a double in the middle")
    summary = N_("Everybody builds a train, one is for all. What you still hold are penalty points; fewest win.")
    largest = choose_set(12, 6, 9, 15, 18)
    rounds = ROUNDS
    tiles_each = Pick(
        "tiles_each",
        N_("Tiles each, for two to eight players"),
        tuple(Choice(each, LABELS[key], TOLD[key], key) for key, each in LARGE.items()),
        about=Topic.DEAL,
    )
    engine = Pick(
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
    double_blank = choose_double_blank(0, 25, 50)
    blank_half = choose_blank_half(0, 25)

    @classmethod
    def count_most_players(cls, largest: int) -> int:
        return len(SMALL.get(largest, LARGE["16_down"])) + 1

    @property
    def deal(self) -> Deal:
        players = len(self.seating.players)
        each = SMALL.get(self.largest, self.tiles_each)[players - 2]
        return Deal(each, len(self.tiles) - self.engine - players * each, 0, start_tile=self.engine)
