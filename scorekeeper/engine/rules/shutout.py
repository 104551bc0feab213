"""A match whose losers have no points counts twice in the evening, where the table has it so (docs/rules.md A30)."""

from scorekeeper.engine.options import Choice, Pick, Topic
from scorekeeper.engine.text import N_

SHUTOUT = Pick(
    "shutout",
    N_("A match that the others end without a point"),
    (
        Choice(False, N_("counts once"), N_("Every match counts as one win."), "off"),
        Choice(
            True,
            N_("counts twice"),
            N_("A match counts twice in the evening where everybody else ends it without a point."),
            "counts_two",
        ),
    ),
    about=Topic.MATCH,
    extra=True,
)
