"""What Block and its relatives share: first lead, what a block scores, ties, pairs, the target (docs/rules.md §9)."""

from typing import ClassVar

from scorekeeper.engine.games.blocked import AS_OUT, EACH_LESS_OWN, LESS_OWN, choose_blocked_score
from scorekeeper.engine.games.first_leads import DOUBLE_LEADS, DRAWN_FOR, choose_first_lead
from scorekeeper.engine.games.leads import Lead
from scorekeeper.engine.games.pairs_count import ALL_HANDS, OPPONENTS_ONLY, choose_pairs_count
from scorekeeper.engine.games.pips_left import PipsLeft
from scorekeeper.engine.games.ties import FIRST_IN_TURN, NOBODY, choose_tie
from scorekeeper.engine.options import Number, Pick, Topic
from scorekeeper.engine.text import N_

TARGET = Number(
    "target",
    N_("Target"),
    N_("The match goes to %(n)s points."),
    100,
    offers=(61, 100, 150, 200),
    about=Topic.MATCH,
)
FIRST_RULE = choose_first_lead(DOUBLE_LEADS, DRAWN_FOR)
BLOCKED_SCORE = choose_blocked_score(LESS_OWN, AS_OUT, EACH_LESS_OWN)
TIE = choose_tie(NOBODY, FIRST_IN_TURN)
PAIRS_COUNT = choose_pairs_count(OPPONENTS_ONLY, ALL_HANDS)


class BlockFamily(PipsLeft):
    """The base of those whose table may say how the first lead is found."""

    first_rule: ClassVar[Pick[Lead]]

    @property
    def lead_rule(self) -> Lead:
        return self.first_rule
