"""House rules for the length of a match: its target, its number of rounds, or a limit."""

from scorekeeper.engine.options import DefaultWith, Number, Topic
from scorekeeper.engine.text import N_, counted

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
