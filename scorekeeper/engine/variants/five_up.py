"""Five-Up: every double is a spinner, a fifth of a multiple of five scores, who went out leads the next round (§8.3).

Source: the rules of Five-Up after Dominic Armanino (ardent-tool.com); pagat.com, Five-Up. Spansk domino is its sister:
there the lead passes on, one tile is never drawn, and the match goes to 60.
"""

from scorekeeper.engine.games.blocked import BLOCKED_SCORE
from scorekeeper.engine.games.drawing import NONE_STAYS, ONE_STAYS, choose_boneyard_keeps
from scorekeeper.engine.games.fresh_leads import NEXT_LEAD
from scorekeeper.engine.games.game import Deal
from scorekeeper.engine.games.hand_rounding import HandRounding
from scorekeeper.engine.games.leads import HIGHEST_DRAWN
from scorekeeper.engine.games.menu import LayoutShape
from scorekeeper.engine.games.multiples_of_five import TIE, MultiplesOfFive
from scorekeeper.engine.games.score_as import ScoreAs
from scorekeeper.engine.games.uncounted import EXACT
from scorekeeper.engine.layout.models import SPIN_ALL
from scorekeeper.engine.options import END_WHEN, Number, Topic
from scorekeeper.engine.text import N_


class FiveUp(MultiplesOfFive):
    key = "five_up"
    name = "Five-Up"
    source = "Dominic Armanino: Five-Up"
    subtitle = N_("Fives, and every double is a spinner")
    summary = N_("Open ends that make a multiple of five score a fifth of it. Alone or in pairs, to 61.")
    shape = LayoutShape.CROSS
    model = SPIN_ALL
    lead_rule = HIGHEST_DRAWN
    score_as = ScoreAs.FIVES
    rounding = HandRounding.TOTAL
    target = Number(
        "target", N_("Target"), N_("The match goes to %(n)s points."), 61, offers=(51, 61, 100), about=Topic.MATCH
    )
    end_when = END_WHEN
    exact_target = EXACT
    next_start = NEXT_LEAD
    blocked_score = BLOCKED_SCORE
    tie = TIE
    stays = choose_boneyard_keeps(NONE_STAYS, ONE_STAYS)

    @property
    def deal(self) -> Deal:
        """Five each, however many play."""
        boneyard = len(self.tiles) - 5 * len(self.seating.players)
        return Deal(5, boneyard, self.stays)
