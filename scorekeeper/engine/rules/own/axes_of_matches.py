"""Axes of your own game about how far a match goes and when it ends (docs/rules.md §11)."""

from dataclasses import replace
from enum import Enum

from scorekeeper.engine.options import Alternative, Choice, Pick, Topic
from scorekeeper.engine.rules.match_length import choose_target
from scorekeeper.engine.rules.opening import FIRST_PENALTY, TO_OPEN
from scorekeeper.engine.rules.own.fitting import WITH_PENALTIES
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
FIRST_ENTRY = replace(TO_OPEN, alternative=Alternative(WITH_PENALTIES, FIRST_PENALTY))
TARGET = choose_target(100, offers=(50, 61, 100, 150, 200))


class GoBack(Enum):
    """Whose points go back to 0 after a round: nobody's, those of all sides that have not won it, or those of all.

    The points of all go back when the last side without a point wins, or when a side wins while another has points.
    """

    NOBODY = "nobody"
    OTHERS = "others"
    ALL_AFTER_LAST = "all_after_last"
    ALL_AFTER_ANY = "all_after_any"


OTHERS_BACK: Pick[GoBack] = Pick(
    "others_back",
    N_("Points of the others"),
    (
        # Translators: answers “Points of the others”, which go back to 0 or stay.
        Choice(GoBack.NOBODY, N_("stay"), N_("All points stay until the match ends."), False),
        Choice(
            GoBack.OTHERS,
            N_("go back to 0"),
            N_("Whoever scores for winning a round sets the points of all others back to 0."),
            True,
        ),
        Choice(
            GoBack.ALL_AFTER_LAST,
            N_("all go back to 0 when nobody is left without a point"),
            N_("When the last side without a point wins a round, that round scores nothing, and all go back to 0."),
        ),
        Choice(
            GoBack.ALL_AFTER_ANY,
            N_("all go back to 0 when any other side wins"),
            N_("When a side wins a round while another has points, that round scores nothing, and all go back to 0."),
        ),
    ),
    about=Topic.MATCH,
    extra=True,
)
