"""Where a game stands in the menu, and what its layout looks like there."""

from enum import Enum, auto

from scorekeeper.engine.text import N_


class Chapter(Enum):
    """The games that are listed together, in the order of the menu; the value is the heading."""

    ROUNDS = N_("In rounds")
    FIVES = N_("Points for fives")
    LATIN = N_("Latin games")
    TRAINS = N_("Trains")
    TRICKS = N_("Tricks")
    SOLITAIRE = N_("Solitaire")
    OWN = N_("Your own games")


class LayoutShape(Enum):
    """How the tiles lie."""

    LINE = auto()  # one line, doubles across it
    CROSS = auto()  # a double goes on in four directions
    FORK = auto()  # a double opens both of its halves
    SEVENS = auto()  # halves touch that make seven
    BLIND = auto()  # a line, and tiles that nobody has seen
    ROW = auto()  # all of them in one row
    COLUMNS = auto()
    SIX = auto()  # six lie open
    TRAIN = auto()  # lines from a double in the middle
    TRICK = auto()  # four tiles, one of each player
