"""House rules for drawing: how many tiles a player draws, and how many are never drawn (docs/rules.md A4).

A player who has no fitting tile draws, and passes if no more tiles may be drawn. Later the other players may draw the
rest. So a round is blocked only when nobody can play and all tiles that may be drawn are gone.
"""

from dataclasses import replace

from scorekeeper.engine.options import Choice, Pick, Topic
from scorekeeper.engine.text import N_

# The most tiles that a player draws in a turn; None: until one fits.
DRAWING: Pick[int | None] = Pick(
    "drawing",
    N_("Who has nothing that fits draws"),
    (
        Choice(
            None, N_("until a tile fits"), N_("Who has nothing that fits draws until a tile does."), "until_it_fits"
        ),
        Choice(
            1, N_("one tile"), N_("Who has nothing that fits draws one tile, and passes if that does not fit."), "1"
        ),
        Choice(
            3,
            N_("up to three tiles"),
            N_("Who has nothing that fits draws up to three tiles until one does, and passes if none of them fits."),
            "3",
        ),
    ),
    about=Topic.DRAWING,
)
NOBODY_DRAWS = 1_000  # a number of undrawn tiles that is larger than any boneyard
# The same option for games whose match files call it `draw`, and in which drawing can be excluded (0).
DRAW: Pick[int | None] = Pick(
    "draw",
    DRAWING.label,
    (
        replace(DRAWING.choices[0], written="until_playable"),
        replace(DRAWING.choices[1], written="one"),
        Choice(0, N_("nothing"), N_("Nobody draws: who has nothing that fits passes."), "none"),
    ),
    about=Topic.DRAWING,
)
NONE_STAYS = Choice(0, N_("none of them"), N_("The whole boneyard may be drawn; when it is empty, you pass."), "0")
ONE_STAYS = Choice(
    1,
    N_("the last one"),
    N_("The last tile of the boneyard is never drawn: when only that one is left, you pass."),
    "1",
)
TWO_STAY = Choice(
    2,
    N_("the last two"),
    N_("The last two tiles of the boneyard are never drawn: when only those are left, you pass."),
    "2",
)


def choose_never_drawn(*choices: Choice[int]) -> Pick[int]:
    """Return the option `never_drawn` with these choices; the first one is the default.

    Its setting is the number of tiles that stay in the boneyard.
    """
    return Pick("never_drawn", N_("Tiles that stay in the boneyard"), choices, about=Topic.DRAWING)


def choose_boneyard_keeps(*choices: Choice[int]) -> Pick[int]:
    """Return the option of `choose_never_drawn` with the key `boneyard_keeps`, which some games use in match files."""
    return replace(choose_never_drawn(*choices), key="boneyard_keeps")
