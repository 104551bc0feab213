"""Who went out leads the next round, or nobody: then the lead is found anew, as in the first (docs/rules.md §8)."""

from scorekeeper.engine.games.later_leads import NEXT_IN_TURN, NextStart
from scorekeeper.engine.games.leads import Lead
from scorekeeper.engine.games.round_game import RoundGame
from scorekeeper.engine.options import Choice, Pick, Topic
from scorekeeper.engine.text import N_, Text

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


class FreshLeads(RoundGame):
    """A game in which who went out leads, and a blocked round leaves the lead open.

    The lead may pass on instead, or be found anew before every round.
    """

    def hangs_on_lead(self, out: str | None) -> bool:
        return self.next_start is NextStart.ROTATE

    def next_lead(self, led: str | None, out: str | None, winners: tuple[str, ...]) -> Lead:
        if self.next_start is NextStart.ROTATE:
            return super().next_lead(led, out, winners)
        if out is None or self.next_start is NextStart.DOUBLE:
            return self.lead_rule
        return Lead(Text(N_("%(player)s leads, having won the round"), {"player": out}), player=out)
