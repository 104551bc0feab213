"""The place of a game in the menu, and the shape of the layout in its picture."""

from enum import Enum, auto

from scorekeeper.engine.text import N_


class Chapter(Enum):
    """A group of games that the menu lists together, in the order of the menu; the value is its heading."""

    ROUNDS = N_("In rounds")
    FIVES = N_("Points for fives")
    LATIN = N_("Latin games")
    TRAINS = N_("Trains")
    TRICKS = N_("Tricks")
    SOLITAIRE = N_("Solitaire")
    OWN = N_("Your own games")


class LayoutShape(Enum):
    """The shape of a layout, for the picture next to a game in the menu."""

    LINE = auto()  # one line, doubles across it
    CROSS = auto()  # a double goes on in four directions
    FORK = auto()  # a double opens both of its halves
    SEVENS = auto()  # touching halves make seven
    BLIND = auto()  # a line, and tiles face down
    ROW = auto()  # all tiles in one row
    COLUMNS = auto()
    SIX = auto()  # six tiles lie face up
    TRAIN = auto()  # lines from a double in the middle
    TRICK = auto()  # four tiles, one of each player
