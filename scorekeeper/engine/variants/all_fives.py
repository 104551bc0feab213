"""All Fives: multiples of five at up to four open ends, since the first double is a spinner (docs/rules.md §8.2).

Source: gambiter.com, All Fives; pagat.com, the fives family. Muggins is its sister without a spinner.
"""

from scorekeeper.engine.games.blocked import BLOCKED_SCORE
from scorekeeper.engine.games.drawing import NONE_STAYS, ONE_STAYS, TWO_STAY, choose_boneyard_keeps
from scorekeeper.engine.games.first_leads import DOUBLE_LEADS, DRAWN_FOR, choose_first_lead
from scorekeeper.engine.games.fresh_leads import NEXT_LEAD
from scorekeeper.engine.games.hand_rounding import HAND_ROUNDING
from scorekeeper.engine.games.menu import LayoutShape
from scorekeeper.engine.games.multiples_of_five import TIE, TILES_EACH, FivesInPips, choose_target
from scorekeeper.engine.games.score_as import SCORE_AS
from scorekeeper.engine.games.sets import choose_set
from scorekeeper.engine.layout.models import SPIN_ONE
from scorekeeper.engine.options import END_WHEN
from scorekeeper.engine.text import N_


class AllFives(FivesInPips):
    key = "all_fives"
    name = "All Fives"
    source = "gambiter.com: All Fives"
    subtitle = N_("Fives, and the first double is a spinner")
    summary = N_("Up to four open ends that make a multiple of five score their sum, and so do the hands left. To 100.")
    shape = LayoutShape.CROSS
    model = SPIN_ONE
    target = choose_target(61, 100, 150, 200, 250)
    end_when = END_WHEN
    largest = choose_set(6, 9)
    score_as = SCORE_AS
    first_rule = choose_first_lead(DRAWN_FOR, DOUBLE_LEADS)
    next_start = NEXT_LEAD
    rounding = HAND_ROUNDING
    blocked_score = BLOCKED_SCORE
    tie = TIE
    tiles_each = TILES_EACH
    stays = choose_boneyard_keeps(NONE_STAYS, ONE_STAYS, TWO_STAY)
