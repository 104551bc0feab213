"""Sebastopol: the double six is led and takes four tiles before any tile is laid elsewhere (docs/rules.md §9.6).

Source: the rules of Sebastopol as described by gambiter.com, onlinedominogames.com and spaanszt.
"""

from scorekeeper.engine.layout.models import CROSS
from scorekeeper.engine.rules.blocked_scores import AS_OUT, LESS_OWN, choose_blocked_score
from scorekeeper.engine.rules.drawing import NOBODY_DRAWS
from scorekeeper.engine.rules.game import Game, Variant
from scorekeeper.engine.rules.goals import ToTarget
from scorekeeper.engine.rules.later_leads import NextStart
from scorekeeper.engine.rules.laying import EqualHalves
from scorekeeper.engine.rules.leading import WonOrFound
from scorekeeper.engine.rules.leads import DOUBLE_SIX
from scorekeeper.engine.rules.match_length import choose_target
from scorekeeper.engine.rules.menu import LayoutShape
from scorekeeper.engine.rules.pips_left import score_pips_left
from scorekeeper.engine.rules.tiles_each import TilesEach
from scorekeeper.engine.rules.turns import OneTile
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.text import N_
from scorekeeper.engine.tiles import Tile

TARGET = choose_target(100, offers=(50, 60, 100))
BLOCKED_SCORE = choose_blocked_score(LESS_OWN, AS_OUT)


def play(variant: Variant, seating: Seating) -> Game:
    """Return the game Sebastopol for the four players and the house rules of `seating`."""
    dealing = TilesEach(7).deal_set(seating, 6, NOBODY_DRAWS)
    return Game(
        variant=variant,
        seating=seating,
        dealing=dealing,
        leading=WonOrFound(seating, DOUBLE_SIX, NextStart.DOUBLE, Tile(6, 6)),
        laying=EqualHalves(CROSS),
        turns=OneTile(dealing.deal),
        rounds=score_pips_left(seating, BLOCKED_SCORE.at(seating)),
        goal=ToTarget(seating, TARGET.at(seating)),
    )


VARIANT = Variant(
    key="sebastopol",
    name="Sebastopol",
    source="gambiter.com, onlinedominogames.com: Sebastopol",
    subtitle=N_("A cross round the double six"),
    summary=N_(
        "Four tiles round the double six first, then four arms. Who runs out scores what the others hold. To 100."
    ),
    play=play,
    shape=LayoutShape.CROSS,
    fewest_players=4,
    options=(TARGET, BLOCKED_SCORE),
    aliases=("Sevastopol", "Maltese cross", "Malteserkreuz"),
    menu_place=24,
)
