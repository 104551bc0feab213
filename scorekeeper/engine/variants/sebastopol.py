"""Sebastopol: the double six is led and wants four tiles before anything else is laid (docs/rules.md §9.6).

Source: the rules of Sebastopol as told by gambiter.com, onlinedominogames.com and spaanszt.
"""

from scorekeeper.engine.games.blocked import AS_OUT, LESS_OWN, choose_blocked_score
from scorekeeper.engine.games.drawing import NOBODY_DRAWS
from scorekeeper.engine.games.fresh_leads import FreshLeads
from scorekeeper.engine.games.hands import Tie
from scorekeeper.engine.games.later_leads import NextStart
from scorekeeper.engine.games.leads import DOUBLE_SIX
from scorekeeper.engine.games.menu import LayoutShape
from scorekeeper.engine.games.pips_left import PipsLeft
from scorekeeper.engine.games.tiles_each import TilesEach
from scorekeeper.engine.layout.models import CROSS
from scorekeeper.engine.options import Number, Topic
from scorekeeper.engine.text import N_
from scorekeeper.engine.tiles import Tile


class Sebastopol(FreshLeads, PipsLeft):
    key = "sebastopol"
    name = "Sebastopol"
    source = "gambiter.com, onlinedominogames.com: Sebastopol"
    subtitle = N_("A cross round the double six")
    summary = N_(
        "Four tiles round the double six first, then four arms. Who runs out scores what the others hold. To 100."
    )
    shape = LayoutShape.CROSS
    fewest_players = 4
    partners = "never"
    model = CROSS
    first_tile = Tile(6, 6)
    lead_rule = DOUBLE_SIX
    next_start = NextStart.DOUBLE
    tie = Tie.NONE
    tiles_each = TilesEach(7)
    stays = NOBODY_DRAWS
    target = Number(
        "target", N_("Target"), N_("The match goes to %(n)s points."), 100, offers=(50, 60, 100), about=Topic.MATCH
    )
    blocked_score = choose_blocked_score(LESS_OWN, AS_OUT)
