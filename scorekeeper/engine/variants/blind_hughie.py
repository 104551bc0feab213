"""Blind Hughie: players turn up tiles unseen, and the winner of a round scores pips (docs/rules.md §9.7).

Each player has a row of tiles face down. Source: the rules as described by gambiter.com, domino-games.com and
compendia.co.uk. The Danish Blindedomino (§4.5) counts only games.
"""

from scorekeeper.engine.options import Choice, Pick, Topic
from scorekeeper.engine.rules.block_family import TARGET
from scorekeeper.engine.rules.blocked_scores import EACH_LESS_OWN, LESS_OWN, choose_blocked_score
from scorekeeper.engine.rules.drawing import NOBODY_DRAWS
from scorekeeper.engine.rules.game import Game, Variant
from scorekeeper.engine.rules.goals import ToTarget
from scorekeeper.engine.rules.leading import RotatingLead
from scorekeeper.engine.rules.leads import HIGHEST_DRAWN
from scorekeeper.engine.rules.menu import LayoutShape
from scorekeeper.engine.rules.pips_left import score_pips_left
from scorekeeper.engine.rules.tiles_each import TilesEach, choose_tiles_each
from scorekeeper.engine.rules.turns import UnseenTiles
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.text import N_

TILES_EACH = choose_tiles_each(
    Choice(
        TilesEach(14),
        N_("all of them"),
        N_("All tiles are shared out evenly; those left over stay aside."),
        "all",
    ),
    Choice(
        TilesEach(7, 7, 5),
        N_("seven or five"),
        N_("Two or three players get seven tiles each, more players five; the others stay aside."),
        "seven_five",
    ),
)
TURNS = Pick(
    "turns",
    N_("Turns"),
    (
        Choice(True, N_("as long as tiles fit"), N_("A turn goes on as long as tiles fit."), "while_it_fits"),
        Choice(False, N_("one tile"), N_("In each turn one tile is turned up."), "one"),
    ),
    about=Topic.LAYING,
)
BLOCKED_SCORE = choose_blocked_score(LESS_OWN, EACH_LESS_OWN)


def play(variant: Variant, seating: Seating) -> Game:
    """Return the game Blind Hughie for the players and house rules of `seating`."""
    return Game(
        variant=variant,
        seating=seating,
        dealing=TILES_EACH.at(seating).deal_set(seating, 6, NOBODY_DRAWS),
        leading=RotatingLead(seating, HIGHEST_DRAWN),
        turns=UnseenTiles(TURNS.at(seating)),
        rounds=score_pips_left(seating, BLOCKED_SCORE.at(seating)),
        goal=ToTarget(seating, TARGET.at(seating)),
    )


VARIANT = Variant(
    key="blind_hughie",
    name="Blind Hughie",
    source="gambiter.com, domino-games.com: Blind Hughie",
    subtitle=N_("Nobody sees the tiles, and pips count"),
    summary=N_("Everybody turns tiles from their own row without looking. Who runs out scores what is left. To 100."),
    play=play,
    shape=LayoutShape.BLIND,
    most_players=5,
    options=(TARGET, TILES_EACH, TURNS, BLOCKED_SCORE),
    aliases=("Blind Huey", "Blind Hughy"),
    languages=("en",),
    menu_place=25,
)
