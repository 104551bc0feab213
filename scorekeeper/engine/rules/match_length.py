"""House rules for the length of a match: its target, its number of rounds, a limit, and when it ends."""

from enum import Enum

from scorekeeper.engine.options import Choice, DefaultWith, Number, Pick, Topic
from scorekeeper.engine.text import N_, counted


class EndWhen(Enum):
    """When a match ends if the target is reached in the middle of a round."""

    AT_ONCE = "at_once"
    AFTER_ROUND = "after_round"


# The option for games that score during a round (docs/rules.md A2).
END_WHEN = Pick(
    "end_when",
    N_("The match ends"),
    (
        Choice(
            EndWhen.AT_ONCE,
            N_("at once"),
            N_("Who reaches the target has won at once, in the middle of a round too."),
        ),
        Choice(
            EndWhen.AFTER_ROUND,
            N_("after the round"),
            N_("A round is played to its end; then the most points win, equal ones play another round."),
        ),
    ),
    about=Topic.MATCH,
)
ROUND_COUNT = Number(
    "rounds",
    N_("Rounds"),
    counted("The match has %(n)s round.", "The match has %(n)s rounds."),
    4,
    most=99,
    offers=(2, 4, 6),
    about=Topic.MATCH,
)
LIMIT = Number(
    "limit",
    N_("Limit"),
    N_("The limit is %(n)s points."),
    100,
    offers=(50, 100, 150, 200, 250),
    about=Topic.MATCH,
)


def choose_target(default: int, offers: tuple[int, ...], default_with: DefaultWith | None = None) -> Number:
    """Return the option for the points to which a match goes.

    A form shows the `offers` first; `default_with` gives another default at some tables.
    """
    return Number(
        "target",
        N_("Target"),
        N_("The match goes to %(n)s points."),
        default,
        offers=offers,
        about=Topic.MATCH,
        default_with=default_with,
    )
