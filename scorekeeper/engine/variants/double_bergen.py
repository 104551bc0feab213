"""Double Bergen: a double leads and takes four tiles; two or more ends equal to the one just laid score (§8.6).

Source: pagat.com (Double Bergen) and domino-play.com. Rules that are the same as in Bergen are imported from
`rules.fixed_points`.
"""

from scorekeeper.engine.layout.models import CROSS
from scorekeeper.engine.options import Number, Topic
from scorekeeper.engine.rules.drawing import NONE_STAYS, TWO_STAY, choose_boneyard_keeps
from scorekeeper.engine.rules.fixed_points import BLOCKED_RULE, OUT_POINTS, TILES_EACH, BlockedRule, FixedPoints
from scorekeeper.engine.rules.game import Game, Variant
from scorekeeper.engine.rules.goals import ToTarget
from scorekeeper.engine.rules.in_play import EQUAL_ENDS
from scorekeeper.engine.rules.laying import EqualHalves
from scorekeeper.engine.rules.leading import RotatingLead
from scorekeeper.engine.rules.leads import DRAWN_WITH_DOUBLE
from scorekeeper.engine.rules.match_length import END_WHEN, EndWhen
from scorekeeper.engine.rules.menu import Chapter, LayoutShape
from scorekeeper.engine.rules.moves import Moves
from scorekeeper.engine.rules.turns import OneTile
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.text import N_

FOR_TWO, FOR_MORE = 15, 10  # points to which two players, and more, usually play
TARGET = Number(
    "target",
    N_("Target (0: 15 with two players, 10 with more)"),
    N_("The match goes to %(n)s points."),
    0,
    least=0,
    offers=(0, 10, 15),
    about=Topic.MATCH,
    none=N_("Two players play to 15 points, three or four to 10."),
)
STAYS = choose_boneyard_keeps(NONE_STAYS, TWO_STAY)


def play(variant: Variant, seating: Seating) -> Game:
    """Return the game Double Bergen for the players and house rules of `seating`."""
    dealing = TILES_EACH.deal_set(seating, 6, STAYS.at(seating))
    usual = FOR_TWO if len(seating.players) == 2 else FOR_MORE
    return Game(
        variant=variant,
        seating=seating,
        dealing=dealing,
        leading=RotatingLead(seating, DRAWN_WITH_DOUBLE, first_tile="double"),
        laying=EqualHalves(CROSS),
        turns=OneTile(dealing.deal),
        moves=Moves(EQUAL_ENDS),
        rounds=FixedPoints(seating, OUT_POINTS.at(seating), BLOCKED_RULE.at(seating) is BlockedRule.NO_DOUBLES_FIRST),
        goal=ToTarget(seating, TARGET.at(seating) or usual, at_once=END_WHEN.at(seating) is EndWhen.AT_ONCE),
    )


VARIANT = Variant(
    key="double_bergen",
    name="Double Bergen",
    source="pagat.com, domino-play.com: Double Bergen",
    subtitle=N_("Equal ends on four arms"),
    summary=N_("Four tiles round the double that leads, then two equal ends score two points, three score three."),
    play=play,
    chapter=Chapter.FIVES,
    shape=LayoutShape.CROSS,
    asks_placed=True,
    options=(TARGET, END_WHEN, OUT_POINTS, BLOCKED_RULE, STAYS),
    aliases=("Bergen with four arms", "Doppel-Bergen", "Dobbelt Bergen"),
    languages=("en",),
    menu_place=39,
)
