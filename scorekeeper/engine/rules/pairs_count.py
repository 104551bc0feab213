"""The house rule for whose hands count for a pair that has won a round (docs/rules.md A7)."""

from enum import Enum

from scorekeeper.engine.options import Choice, Matters, Pick, Topic
from scorekeeper.engine.text import N_


class PairsCount(Enum):
    """The hands that a winning pair scores: all that are left, its own included, or only its opponents'."""

    ALL_HANDS = "all_hands"
    OPPONENTS_ONLY = "opponents_only"


ALL_HANDS = Choice(
    PairsCount.ALL_HANDS, N_("all hands"), N_("A pair scores the pips of all hands, its own among them.")
)
OPPONENTS_ONLY = Choice(
    PairsCount.OPPONENTS_ONLY, N_("opponents' hands"), N_("A pair scores the pips of its opponents only.")
)


def choose_pairs_count(*choices: Choice[PairsCount]) -> Pick[PairsCount]:
    """Return the option `pairs_count` of a game with these choices; the first one is the default."""
    return Pick("pairs_count", N_("Pairs count"), choices, Matters(pairs=True), Topic.PAIRS)
