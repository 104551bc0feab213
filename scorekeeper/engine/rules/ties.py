"""The results of a blocked round in which several sides have the fewest pips (docs/rules.md A6, §9)."""

from enum import Enum

from scorekeeper.engine.options import Choice, Pick, Topic
from scorekeeper.engine.text import N_


class Tie(Enum):
    """The result of a blocked round in which several sides have the fewest pips."""

    NONE = "none"  # nobody scores
    EACH = "each"  # each of them scores
    LEAD = "lead"  # the first of them in turn order from the lead
    SEAT = "seat"  # the side that sits nearest to the lead
    CARRIED = "carried"  # nobody scores, and the winner of the next round scores the points of this one, too
    CARRIED_ONCE = "carried_once"  # the same, but of several ties in a row only one is carried
    LAST = "last_to_play"  # the player who laid the last tile, else the first of them in turn order after that player


NOBODY = Choice(Tie.NONE, N_("nobody scores"), N_("With equal pips in a blocked round nobody scores."))
FIRST_IN_TURN = Choice(
    Tie.LEAD,
    N_("first in turn order"),
    N_("With equal pips in a blocked round the first of them in turn order from the lead wins."),
    written="rotation",
)
CARRIED = Choice(
    Tie.CARRIED,
    N_("carried to the next round"),
    N_("With equal pips in a blocked round nobody scores; who wins the next round scores its points, too."),
)
LAST_TO_PLAY = Choice(
    Tie.LAST,
    N_("who laid the last tile"),
    N_(
        "With equal pips in a blocked round who laid the last tile wins, or else the first of them in turn order after."
    ),
)


def choose_tie(*choices: Choice[Tie]) -> Pick[Tie]:
    """Return the option `tie` of a game with these choices; the first one is the default."""
    return Pick("tie", N_("Blocked with equal pips"), choices, about=Topic.TIE)
