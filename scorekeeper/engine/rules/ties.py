"""House rules for who wins a blocked round in which several sides have the fewest pips (docs/rules.md A6, §9)."""

from scorekeeper.engine.options import Choice, Pick, Topic
from scorekeeper.engine.rules.hands import Tie
from scorekeeper.engine.text import N_

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


def choose_tie(*choices: Choice[Tie]) -> Pick[Tie]:
    """Return the option `tie` of a game with these choices; the first one is the default."""
    return Pick("tie", N_("Blocked with equal pips"), choices, about=Topic.TIE)
