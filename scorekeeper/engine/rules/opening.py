"""The house rule that a side must score a number of points at once before any of its points count.

See docs/rules.md §11, §12.1 and §12.2.
"""

from dataclasses import replace

from scorekeeper.engine.options import Topic, choose_extra_points
from scorekeeper.engine.rules.goals import Totals, drop_points
from scorekeeper.engine.rules.scores import RoundScore
from scorekeeper.engine.text import N_, counted

TO_OPEN = choose_extra_points(
    "to_open",
    N_("To get on the board"),
    counted(
        "A side gets on the board with %(n)s point or more at once; fewer before that do not count.",
        "A side gets on the board with %(n)s points or more at once; fewer before that do not count.",
    ),
    offers=(0, 2, 10, 13),
    about=Topic.MATCH,
    none=N_("Points count from the first one."),
)
# The same for a match in which penalties are written.
FIRST_PENALTY = replace(
    TO_OPEN,
    label=N_("To write the first penalty"),
    rule=counted(
        "Who has no points writes a penalty only from %(n)s point on.",
        "Who has no points writes a penalty only from %(n)s points on.",
    ),
    offers=(0, 13),
    none=N_("Every penalty is written."),
)


def drop_first_penalties(totals: Totals, score: RoundScore, to_open: int) -> RoundScore:
    """Return the score of a round without penalties under `to_open` points of sides that have no points."""
    small = tuple(side for side, points in score.points.items() if not totals[side] and 0 < points < to_open)
    message = N_("%(why)s; for %(sides)s that is too little for a first penalty")
    return drop_points(score, small, message) if small else score
