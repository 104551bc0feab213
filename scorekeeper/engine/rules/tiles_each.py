"""How many tiles each is dealt, as the table likes it: five, six, seven or nine, whatever the sheet says.

Seven of Merry-go-round, six and nine are what tables of other sheets deal (docs/rules.md A4). The set sets the limit:
of 28 tiles four players get seven each at most.
"""

from dataclasses import dataclass

from scorekeeper.engine.options import Choice, Pick, Topic
from scorekeeper.engine.rules.dealing import Deal, Dealing
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.text import N_
from scorekeeper.engine.tiles import make_set


@dataclass(frozen=True, slots=True)
class TilesEach:
    """How many tiles each of `two` players is dealt, each of `more`, and each of `four`, where that differs.

    They are fewer where the set has not so many.
    """

    two: int
    more: int | None = None
    four: int | None = None

    def deal(self, players: int, tiles: int, stay: int) -> Deal:
        """How so many `tiles` are dealt to so many players; the last of the boneyard `stay` there."""
        few = self.two if players == 2 or self.more is None else self.more
        wanted = few if players < 4 or self.four is None else self.four
        each = min(wanted, tiles // players)
        boneyard = tiles - players * each
        return Deal(each, boneyard, min(stay, boneyard))

    def deal_set(self, seating: Seating, largest: int, stay: int) -> Dealing:
        """Return how the whole set up to the half `largest` is dealt at a table."""
        return Dealing(largest, self.deal(len(seating.players), len(make_set(largest)), stay))


FIVE = Choice(TilesEach(5), N_("five"), N_("Everybody draws five tiles."), "5")
SIX = Choice(TilesEach(6), N_("six"), N_("Everybody draws six tiles."), "6")
SEVEN = Choice(TilesEach(7), N_("seven"), N_("Everybody draws seven tiles."), "7")
SEVEN_OR_FIVE = Choice(
    TilesEach(7, 5),
    N_("seven with two players"),
    N_("Two players draw seven tiles each, more players five."),
    "7_or_5",
)
NINE = Choice(
    TilesEach(9),
    N_("nine, seven with four players"),
    N_("Everybody draws nine tiles; of four players each draws seven."),
    "9",
)
NINE_FOR_TWO = Choice(TilesEach(9), N_("nine"), N_("Everybody draws nine tiles."), "9")  # where no more can play


def choose_tiles_each(*choices: Choice[TilesEach]) -> Pick[TilesEach]:
    """The option of a game with these choices, the usual one first."""
    return Pick("tiles_each", N_("Tiles each"), choices, about=Topic.DEAL)
