"""Domino Ekspresowe: seven tiles each and no drawing (docs/rules.md §5).

The winner of a round scores the pips left. Source: the Polish rule sheet “Domino Ekspresowe – Reguły gry”. Options
A6–A8 are rules that it does not specify.
"""

from scorekeeper.engine.options import Choice
from scorekeeper.engine.rules.blocked_scores import BLOCKED_SCORE
from scorekeeper.engine.rules.drawing import NOBODY_DRAWS, choose_never_drawn
from scorekeeper.engine.rules.game import Game, Variant
from scorekeeper.engine.rules.last_tile_bonuses import FITS_BOTH_ENDS
from scorekeeper.engine.rules.later_leads import NEXT_START
from scorekeeper.engine.rules.leads import BEST_TILE
from scorekeeper.engine.rules.seven_each import PAIRS_COUNT, TARGET, TIE, TILES_EACH, play_seven_each
from scorekeeper.engine.rules.shutout import SHUTOUT
from scorekeeper.engine.rules.winner import matters_tie
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.text import N_

STAYS = choose_never_drawn(
    Choice(
        NOBODY_DRAWS,
        N_("all of them"),
        N_("Who has nothing that fits passes: nobody draws, and tiles that were not dealt count for nobody."),
        "all",
    ),
    Choice(
        2,
        N_("the last two"),
        N_(
            "Who has nothing that fits draws until a tile does, but the last two tiles of the boneyard are never drawn."
        ),
        "2",
    ),
    Choice(
        0,
        N_("none of them"),
        N_("Who has nothing that fits draws until a tile does, and passes when the boneyard is empty."),
        "0",
    ),
)


def play(variant: Variant, seating: Seating) -> Game:
    """Return the Polish game Domino Ekspresowe for the players and house rules of `seating`."""
    return play_seven_each(variant, seating, BEST_TILE, STAYS)


VARIANT = Variant(
    key="pl_ekspresowe",
    name="Domino Ekspresowe",
    source="Domino Ekspresowe – Reguły gry",
    subtitle=N_("Polish express domino, no drawing"),
    summary=N_("Seven tiles each, nobody draws. Who runs out scores what is left. Alone or in pairs, to 100."),
    play=play,
    partners="optional",
    options=(TARGET, NEXT_START, BLOCKED_SCORE, TIE, PAIRS_COUNT, TILES_EACH, STAYS, FITS_BOTH_ENDS, SHUTOUT),
    can_matter=matters_tie,
    aliases=("Express dominoes", "Ekspres"),
    languages=("pl",),
    menu_place=15,
)
