"""The option for the set of tiles, for games that can be played with several sets (docs/rules.md §0.1).

A game has `largest=choose_set(6, 9, 12)`; the limits of hands, the tile pickers and the reading of photos use it.
"""

from collections.abc import Mapping

from scorekeeper.engine.options import Choice, Pick, Topic
from scorekeeper.engine.text import N_

# The choices for the set of tiles, by its largest half.
SETS: Mapping[int, Choice[int]] = {
    6: Choice(6, N_("double-six, 28 tiles"), N_("The set goes up to the double six and has 28 tiles.")),
    9: Choice(9, N_("double-nine, 55 tiles"), N_("The set goes up to the double nine and has 55 tiles.")),
    12: Choice(12, N_("double-twelve, 91 tiles"), N_("The set goes up to the double twelve and has 91 tiles.")),
    15: Choice(15, N_("double-fifteen, 136 tiles"), N_("The set goes up to the double fifteen and has 136 tiles.")),
    18: Choice(18, N_("double-eighteen, 190 tiles"), N_("The set goes up to the double eighteen and has 190 tiles.")),
}


def choose_set(*largest: int) -> Pick[int]:
    """Return the option `set` for sets with these largest halves; the first one is the default."""
    return Pick("set", N_("Set of tiles"), tuple(SETS[each] for each in largest), about=Topic.DEAL)
