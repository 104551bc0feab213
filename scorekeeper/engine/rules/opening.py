"""The house rule that a side must score a number of points at once before any of its points count (§11, §12.1).

See docs/rules.md.
"""

from scorekeeper.engine.options import Topic, choose_extra_points
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
