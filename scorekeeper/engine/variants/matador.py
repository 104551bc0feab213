"""Matador: touching halves make seven, or ten or thirteen with larger sets (docs/rules.md §9.5).

Doubles lie in line. The defaults follow cardsdicedominoes.com and the English Wikipedia. At pagat.com each player is
dealt seven tiles.
"""

from collections.abc import Mapping
from dataclasses import replace

from scorekeeper.engine.layout.models import ENDWISE
from scorekeeper.engine.options import Choice, Pick, Setting, Topic
from scorekeeper.engine.rules.block_family import TARGET
from scorekeeper.engine.rules.blocked_scores import AS_OUT, LESS_OWN, choose_blocked_score
from scorekeeper.engine.rules.drawing import DRAW, NOBODY_DRAWS, NONE_STAYS, TWO_STAY, choose_boneyard_keeps
from scorekeeper.engine.rules.game import Game, Variant
from scorekeeper.engine.rules.goals import ToTarget
from scorekeeper.engine.rules.later_leads import NEXT_IN_TURN, NextStart
from scorekeeper.engine.rules.laying import MakeTogether
from scorekeeper.engine.rules.leading import WonOrFound
from scorekeeper.engine.rules.leads import BEST_TILE
from scorekeeper.engine.rules.menu import LayoutShape
from scorekeeper.engine.rules.pips_left import score_pips_left
from scorekeeper.engine.rules.sets import choose_set
from scorekeeper.engine.rules.tiles_each import FIVE, SEVEN, TilesEach, choose_tiles_each
from scorekeeper.engine.rules.turns import OneTile
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.text import N_

SET = choose_set(6, 9, 12)
TILES_EACH = choose_tiles_each(
    Choice(
        TilesEach(7, 6, 5),
        N_("seven, six or five"),
        N_("Two players draw seven tiles each, three six, four players five."),
        "by_number",
    ),
    replace(SEVEN, written="seven"),
    replace(FIVE, written="five"),
)
STAYS = choose_boneyard_keeps(TWO_STAY, NONE_STAYS)
NEXT_START = Pick(
    "next_lead",
    N_("Later rounds start with"),
    (
        Choice(
            NextStart.DOUBLE,
            N_("the highest double"),
            N_("Every round starts so, with the highest double or else the heaviest tile."),
            "first_rule",
        ),
        NEXT_IN_TURN,
    ),
    about=Topic.NEXT_LEAD,
)
BLOCKED_SCORE = choose_blocked_score(LESS_OWN, AS_OUT)


def can_matter(key: str, settings: Mapping[str, Setting], sides: int | None) -> bool:
    """Return whether the option `key` can make a difference with the other `settings`.

    Only the option for tiles that stay in the boneyard cannot, and only if nobody draws.
    """
    return key != "boneyard_keeps" or settings["draw"] != "none"


def play(variant: Variant, seating: Seating) -> Game:
    """Return the game Matador for the players and house rules of `seating`."""
    largest, most_drawn = SET.at(seating), DRAW.at(seating)
    dealing = TILES_EACH.at(seating).deal_set(seating, largest, NOBODY_DRAWS if most_drawn == 0 else STAYS.at(seating))
    return Game(
        variant=variant,
        seating=seating,
        dealing=dealing,
        leading=WonOrFound(seating, BEST_TILE, NEXT_START.at(seating)),
        laying=MakeTogether(ENDWISE, largest + 1, N_("a matador"), N_("a %(pip)s or a matador")),
        turns=OneTile(dealing.deal, most_drawn),
        rounds=score_pips_left(seating, BLOCKED_SCORE.at(seating)),
        goal=ToTarget(seating, TARGET.at(seating)),
    )


VARIANT = Variant(
    key="matador",
    name="Matador",
    source="cardsdicedominoes.com, Wikipedia: Matador",
    subtitle=N_("Halves that make seven, doubles in line"),
    summary=N_("Touching halves make seven; matadors go anywhere. Who runs out scores what the others hold. To 100."),
    play=play,
    largest=SET,
    shape=LayoutShape.SEVENS,
    partners="optional",
    options=(TARGET, SET, TILES_EACH, DRAW, STAYS, NEXT_START, BLOCKED_SCORE),
    can_matter=can_matter,
    aliases=("Russian dominoes", "Matadora"),
    menu_place=23,
)
