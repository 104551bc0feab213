"""Draw: as Block, but a player with no fitting tile draws, and two tiles stay in the boneyard (docs/rules.md §9.2).

The defaults follow Foster's Complete Hoyle and the Britannica of 1911, in which two tiles are never drawn. The deal is
taken from htfbw.com, where all tiles may be drawn.
"""

from dataclasses import replace

from scorekeeper.engine.options import Preset
from scorekeeper.engine.rules.block_family import BLOCKED_SCORE, FIRST_RULE, PAIRS_COUNT, TARGET, TIE, play_block
from scorekeeper.engine.rules.drawing import NONE_STAYS, ONE_STAYS, TWO_STAY, choose_boneyard_keeps
from scorekeeper.engine.rules.game import Game, Variant
from scorekeeper.engine.rules.sets import choose_set
from scorekeeper.engine.rules.tiles_each import SEVEN, SEVEN_OR_FIVE, choose_tiles_each
from scorekeeper.engine.rules.winner import matters_tie
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.text import N_

SET = choose_set(6, 9, 12)
TILES_EACH = choose_tiles_each(replace(SEVEN_OR_FIVE, written="by_number"), replace(SEVEN, written="seven"))
STAYS = choose_boneyard_keeps(TWO_STAY, ONE_STAYS, NONE_STAYS)


def play(variant: Variant, seating: Seating) -> Game:
    """Return the game Draw for the players and house rules of `seating`."""
    return play_block(variant, seating, SET.at(seating), TILES_EACH, STAYS.at(seating))


VARIANT = Variant(
    key="draw",
    name="Draw",
    source="R. F. Foster: Complete Hoyle",
    subtitle=N_("Block with drawing"),
    summary=N_("Draw until a tile fits. Who runs out scores what the others hold; who wins a block, less their own."),
    play=play,
    largest=SET,
    partners="optional",
    options=(TARGET, SET, TILES_EACH, STAYS, FIRST_RULE, BLOCKED_SCORE, TIE, PAIRS_COUNT),
    presets=(
        Preset(N_("Mexico"), {"tiles_each": "seven", "boneyard_keeps": "0"}),
        Preset(N_("United States"), {"boneyard_keeps": "0"}),
    ),
    can_matter=matters_tie,
    aliases=("Draw dominoes", "Dominó con robo", "Draw game", "México"),
    languages=("en",),
    menu_place=22,
)
