"""House rules for how many tiles each player is dealt: five, six, seven or nine (docs/rules.md A4).

The set limits the number: of 28 tiles four players get seven each at most.
"""

from dataclasses import dataclass

from scorekeeper.engine.options import Choice, Pick, Topic
from scorekeeper.engine.rules.dealing import Deal, Dealing, list_tiles
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.text import N_
from scorekeeper.engine.tiles import DOUBLE_BLANK, Tile


@dataclass(frozen=True, slots=True)
class TilesEach:
    """The number of tiles dealt to each of `two` players, of `more`, and of `four`.

    `more` and `four` are None if these players get as many tiles as fewer players do. Players get fewer tiles if the
    set has too few. With `blank_out` three players take the double blank out of a double-six set.
    """

    two: int
    more: int | None = None
    four: int | None = None
    blank_out: bool = False

    def deal(self, players: int, tiles: int, stay: int) -> Deal:
        """Return the deal of `tiles` tiles to `players` players; the last `stay` tiles are never drawn."""
        few = self.two if players == 2 or self.more is None else self.more
        wanted = few if players < 4 or self.four is None else self.four
        each = min(wanted, tiles // players)
        boneyard = tiles - players * each
        return Deal(each, boneyard, min(stay, boneyard))

    def find_removed(self, seating: Seating, largest: int) -> frozenset[Tile]:
        """Return the tiles that the table of `seating` takes out of the set up to the half `largest`."""
        out = self.blank_out and len(seating.players) == 3 and largest == 6
        return frozenset({DOUBLE_BLANK}) if out else frozenset()

    def deal_set(self, seating: Seating, largest: int, stay: int) -> Dealing:
        """Return the deal of the set up to the half `largest`, without the tiles that are taken out, for `seating`.

        The last `stay` tiles are never drawn.
        """
        removed = self.find_removed(seating, largest)
        tiles = len(list_tiles(largest, removed))
        return Dealing(largest, self.deal(len(seating.players), tiles, stay), removed=removed)


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
ALL_DEALT = Choice(
    TilesEach(14, 9, 7, blank_out=True),
    N_("fourteen, nine or seven"),
    N_(
        "Two players draw fourteen tiles each, three nine, four seven. Three players take the double blank out of a"
        " double-six set."
    ),
    "all_dealt",
)
NINE_FOR_THREE = Choice(
    TilesEach(7, 9, 7, blank_out=True),
    N_("seven, nine with three players"),
    N_("Everybody draws seven tiles, of three players nine. Three take the double blank out of a double-six set."),
    "nine_for_three",
)
NINE_FOR_TWO = Choice(TilesEach(9), N_("nine"), N_("Everybody draws nine tiles."), "9")  # where no more can play


def choose_tiles_each(*choices: Choice[TilesEach]) -> Pick[TilesEach]:
    """Return the option `tiles_each` of a game with these choices; the first one is the default."""
    return Pick("tiles_each", N_("Tiles each"), choices, about=Topic.DEAL)
