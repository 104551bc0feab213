"""The house rule that a match whose losers have no points counts twice in the evening (docs/rules.md A30).

An evening is the matches that one table plays one after the other.
"""

from scorekeeper.engine.options import Choice, Pick, Topic
from scorekeeper.engine.text import N_

SHUTOUT = Pick(
    "shutout",
    N_("A match that the others end without a point"),
    (
        # Translators: answers “A match that the others end without a point”.
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
