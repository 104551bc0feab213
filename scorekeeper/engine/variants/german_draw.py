"""Domino by the German rules: a player draws until a tile fits (docs/rules.md §2).

The winner of a round scores the pips left. Source: the German rule sheet “Spielregeln: Domino”. Options A5–A8 are
rules that it does not specify.
"""

from scorekeeper.engine.options import Choice, Pick, Topic
from scorekeeper.engine.rules.blocked_scores import BLOCKED_SCORE
from scorekeeper.engine.rules.drawing import DRAWING, NONE_STAYS, TWO_STAY, choose_never_drawn
from scorekeeper.engine.rules.game import Game, Variant
from scorekeeper.engine.rules.last_tile_bonuses import FITS_BOTH_ENDS
from scorekeeper.engine.rules.later_leads import NEXT_START
from scorekeeper.engine.rules.leads import BEST_TILE, HEAVIEST_TILE, HIGHEST_DOUBLE
from scorekeeper.engine.rules.seven_each import PAIRS_COUNT, TARGET, TIE, TILES_EACH, play_seven_each
from scorekeeper.engine.rules.shutout import SHUTOUT
from scorekeeper.engine.rules.winner import matters_tie
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.text import N_

FIRST_RULE = Pick(
    "first_lead",
    N_("First lead"),
    (
        Choice(
            BEST_TILE,
            N_("highest double"),
            N_("The highest double leads the first round; if nobody has a double, the heaviest tile."),
            "highest_double",
        ),
        Choice(
            HEAVIEST_TILE,
            N_("heaviest tile"),
            N_("The tile with the most pips leads the first round."),
            "heaviest_tile",
        ),
        Choice(
            HIGHEST_DOUBLE,
            N_("highest double, or deal again"),
            N_("The highest double leads the first round; if nobody has a double, all deal again."),
            "double_only",
        ),
    ),
    about=Topic.FIRST_LEAD,
)
STAYS = choose_never_drawn(NONE_STAYS, TWO_STAY)


def play(variant: Variant, seating: Seating) -> Game:
    """Return German domino with drawing for the players and house rules of `seating`."""
    return play_seven_each(variant, seating, FIRST_RULE.at(seating), STAYS, DRAWING.at(seating))


VARIANT = Variant(
    key="german_draw",
    name="Domino (Deutschland)",
    source="Spielregeln: Domino",
    subtitle=N_("German domino with drawing"),
    summary=N_("Draw until you can play. Who runs out scores what the others still hold. Alone or in pairs, to 100."),
    play=play,
    partners="optional",
    options=(
        *(TARGET, FIRST_RULE, NEXT_START, BLOCKED_SCORE, TIE, PAIRS_COUNT, TILES_EACH, DRAWING, STAYS),
        *(FITS_BOTH_ENDS, SHUTOUT),
    ),
    can_matter=matters_tie,
    aliases=("Deutsches Domino", "German dominoes"),
    languages=("de",),
    menu_place=3,
)
