"""The house rule that the player who went out leads the next round (docs/rules.md §8).

After a blocked round the lead is determined as for the first round.
"""

from scorekeeper.engine.options import Choice, Pick, Topic
from scorekeeper.engine.rules.later_leads import NEXT_IN_TURN, NextStart
from scorekeeper.engine.text import N_

NEXT_LEAD = Pick(
    "next_lead",
    N_("Later rounds start with"),
    (
        Choice(
            NextStart.WINNER,
            N_("who went out"),
            N_("Who went out leads the next round; after a blocked one the lead is found as in the first."),
        ),
        NEXT_IN_TURN,
    ),
    about=Topic.NEXT_LEAD,
)
