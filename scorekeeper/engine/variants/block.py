"""Block: nobody draws, and the winner of a round scores the pips left (docs/rules.md §9.1).

In a blocked round the winner's own pips are subtracted. Source: the rules of Block as described by
onlinedominogames.com and learnplaywin.net.
"""

from dataclasses import replace

from scorekeeper.engine.options import Choice, Preset
from scorekeeper.engine.rules.block_family import BLOCKED_SCORE, FIRST_RULE, PAIRS_COUNT, TARGET, TIE, play_block
from scorekeeper.engine.rules.game import Game, Variant
from scorekeeper.engine.rules.sets import choose_set
from scorekeeper.engine.rules.tiles_each import ALL_DEALT, SEVEN, SEVEN_OR_FIVE, TilesEach, choose_tiles_each
from scorekeeper.engine.rules.winner import matters_tie
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.text import N_

SET = choose_set(6, 9, 12)
TILES_EACH = choose_tiles_each(
    replace(SEVEN, written="seven"),
    replace(SEVEN_OR_FIVE, written="by_number"),
    Choice(
        TilesEach(6, 5, 4),
        N_("six, five or four"),
        N_("Two players draw six tiles each, three five, four players four."),
        "eight_minus",
    ),
    ALL_DEALT,
)


def play(variant: Variant, seating: Seating) -> Game:
    """Return the game Block for the players and house rules of `seating`."""
    return play_block(variant, seating, SET.at(seating), TILES_EACH)


VARIANT = Variant(
    key="block",
    name="Block",
    source="onlinedominogames.com, learnplaywin.net: Block",
    subtitle=N_("Nobody draws"),
    summary=N_("Nobody draws. Who runs out scores what the others hold; who wins a block, less their own. To 100."),
    play=play,
    largest=SET,
    find_removed=lambda seating: TILES_EACH.at(seating).find_removed(seating, SET.at(seating)),
    partners="optional",
    options=(TARGET, SET, TILES_EACH, FIRST_RULE, BLOCKED_SCORE, TIE, PAIRS_COUNT),
    presets=(
        Preset(N_("Netherlands"), {"tiles_each": "eight_minus", "blocked_score": "opponents_sum"}),
        Preset(N_("United States"), {"blocked_score": "opponents_sum"}),
        Preset(N_("Caribbean"), {"tiles_each": "all_dealt"}),
    ),
    can_matter=matters_tie,
    aliases=("Straight dominoes", "Block dominoes", "Dominó cerrado", "Blockdomino"),
    languages=("en",),
    menu_place=21,
)
