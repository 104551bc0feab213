"""House rules for the first lead: who draws the most pips, or who holds the highest double (docs/rules.md §9)."""

from scorekeeper.engine.options import Choice, Pick, Topic
from scorekeeper.engine.rules.leads import BEST_TILE, DOUBLE_SIX, HIGHEST_DRAWN, Lead
from scorekeeper.engine.text import N_

DRAWN_FOR = Choice(
    HIGHEST_DRAWN,
    N_("most pips drawn"),
    N_("For the first lead each draws a tile; the most pips lead, and equal ones draw again."),
    "highest_drawn",
)
DOUBLE_LEADS = Choice(
    BEST_TILE,
    N_("highest double"),
    N_("The highest double leads the first round; if nobody has a double, the heaviest tile."),
    "highest_double",
)
DOUBLE_SIX_LEADS = Choice(
    DOUBLE_SIX, N_("double six"), N_("Who holds the double six leads the first round with it."), "double_six"
)


def choose_first_lead(*choices: Choice[Lead]) -> Pick[Lead]:
    """Return the option `first_lead` of a game with these choices; the first one is the default."""
    return Pick("first_lead", N_("First lead"), choices, about=Topic.FIRST_LEAD)
