"""Block: nobody draws, the winner of a round scores the pips left; a block takes the own pips off (docs/rules.md §9.1).

Source: the rules of Block as told by onlinedominogames.com and learnplaywin.net.
"""

from dataclasses import replace

from scorekeeper.engine.games.block_family import BLOCKED_SCORE, FIRST_RULE, PAIRS_COUNT, TARGET, TIE, BlockFamily
from scorekeeper.engine.games.drawing import NOBODY_DRAWS
from scorekeeper.engine.games.sets import choose_set
from scorekeeper.engine.games.tiles_each import SEVEN, SEVEN_OR_FIVE, TilesEach, choose_tiles_each
from scorekeeper.engine.options import Choice
from scorekeeper.engine.text import N_


class BlockGame(BlockFamily):
    key = "block"
    name = "Block"
    source = "onlinedominogames.com, learnplaywin.net: Block"
    subtitle = N_("Nobody draws")
    summary = N_("Nobody draws. Who runs out scores what the others hold; who wins a block, less their own. To 100.")
    target = TARGET
    largest = choose_set(6, 9, 12)
    tiles_each = choose_tiles_each(
        replace(SEVEN, written="seven"),
        replace(SEVEN_OR_FIVE, written="by_number"),
        Choice(
            TilesEach(6, 5, 4),
            N_("six, five or four"),
            N_("Two players draw six tiles each, three five, four players four."),
            "eight_minus",
        ),
    )
    stays = NOBODY_DRAWS
    first_rule = FIRST_RULE
    blocked_score = BLOCKED_SCORE
    tie = TIE
    pairs_count = PAIRS_COUNT
