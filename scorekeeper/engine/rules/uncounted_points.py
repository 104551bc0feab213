"""House rules for points that do not count (docs/rules.md A2).

These are points before a side is on the board, points beyond a target that must be hit exactly, and points with which
the first tile of a round would win. The reason for the score of a move or a round names them.
"""

from dataclasses import replace

from scorekeeper.engine.options import Choice, Pick, Topic
from scorekeeper.engine.text import N_

EXACT_TARGET = Pick(
    "exact_target",
    N_("Passing the target"),
    (
        Choice(False, N_("is allowed"), N_("The target may be passed.")),
        Choice(
            True, N_("does not count"), N_("The target must be hit exactly: points that would pass it do not count.")
        ),
    ),
    about=Topic.MATCH,
)
# The same option for games whose match files call it `exact`, and for those with the other default.
EXACT = replace(EXACT_TARGET, key="exact")
EXACT_USUALLY = replace(EXACT, choices=EXACT.choices[::-1])
FIRST_TILE_WINS = Pick(
    "first_tile_wins",
    N_("The first tile of a round"),
    (
        Choice(True, N_("may win the match"), N_("The first tile of a round may win the match.")),
        Choice(
            False,
            N_("cannot win the match"),
            N_("The first tile of a round cannot win the match: points with which it would do so do not count."),
        ),
    ),
    about=Topic.MATCH,
    extra=True,
)
NOTHING_NEEDED = Choice(0, N_("any points do"), N_("Points count from the first one."), "0")


def choose_to_open(*choices: Choice[int]) -> Pick[int]:
    """Return the option `to_open` with these choices; the first one is the default.

    Its setting is the number of points that a side must score at once to get on the board.
    """
    return Pick("to_open", N_("To get on the board"), choices, about=Topic.POINTS)
