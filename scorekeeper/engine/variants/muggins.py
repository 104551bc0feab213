"""Muggins: multiples of five at the two ends of a line, and at some tables who overlooks points loses them (§8.1).

Source: R. F. Foster, Complete Hoyle; Britannica; pagat.com, the fives family.
"""

from scorekeeper.engine.games.blocked import BLOCKED_SCORE
from scorekeeper.engine.games.claims import MUGGINS_CALL
from scorekeeper.engine.games.drawing import NONE_STAYS, TWO_STAY, choose_boneyard_keeps
from scorekeeper.engine.games.first_leads import DOUBLE_LEADS, DRAWN_FOR, choose_first_lead
from scorekeeper.engine.games.fresh_leads import NEXT_LEAD
from scorekeeper.engine.games.hand_rounding import HAND_ROUNDING
from scorekeeper.engine.games.multiples_of_five import TIE, TILES_EACH, FivesInPips, choose_target
from scorekeeper.engine.games.score_as import SCORE_AS
from scorekeeper.engine.games.sets import choose_set
from scorekeeper.engine.options import END_WHEN
from scorekeeper.engine.text import N_


class Muggins(FivesInPips):
    key = "muggins"
    name = "Muggins"
    source = "R. F. Foster: Complete Hoyle"
    subtitle = N_("Fives at the two ends of a line")
    summary = N_("Two open ends that make a multiple of five score their sum, and so do the hands left. To 100.")
    target = choose_target(61, 100, 200)
    end_when = END_WHEN
    largest = choose_set(6, 9)
    score_as = SCORE_AS
    muggins = MUGGINS_CALL
    first_rule = choose_first_lead(DOUBLE_LEADS, DRAWN_FOR)
    next_start = NEXT_LEAD
    rounding = HAND_ROUNDING
    blocked_score = BLOCKED_SCORE
    tie = TIE
    tiles_each = TILES_EACH
    stays = choose_boneyard_keeps(NONE_STAYS, TWO_STAY)
