"""Axes of your own game about how far a match goes and when it ends (docs/rules.md §11)."""

from enum import Enum

from scorekeeper.engine.options import Choice, Pick, Topic
from scorekeeper.engine.rules.match_length import choose_target
from scorekeeper.engine.text import N_


class MatchGoal(Enum):
    """What ends a match: a side reaches the target, a number of rounds is played, or a side reaches the limit."""

    TARGET = "target"
    ROUNDS = "rounds"
    LIMIT = "limit"


GOAL: Pick[MatchGoal] = Pick(
    "goal",
    N_("The match ends"),
    (
        Choice(MatchGoal.TARGET, N_("at a target"), N_("The match ends when one side reaches the target.")),
        Choice(MatchGoal.ROUNDS, N_("after the rounds"), N_("The match ends after so many rounds.")),
        Choice(
            MatchGoal.LIMIT, N_("at a limit"), N_("The match ends after the round in which somebody reaches the limit.")
        ),
    ),
    about=Topic.MATCH,
)
TARGET = choose_target(100, offers=(50, 61, 100, 150, 200))
OTHERS_BACK: Pick[bool] = Pick(
    "others_back",
    N_("Points of the others"),
    (
        # Translators: answers “Points of the others”, which go back to 0 or stay.
        Choice(False, N_("stay"), N_("All points stay until the match ends.")),
        Choice(
            True, N_("go back to 0"), N_("Whoever scores for winning a round sets the points of all others back to 0.")
        ),
    ),
    about=Topic.MATCH,
    extra=True,
)
