"""Five-Up: every double is a spinner, and open ends score a fifth of a multiple of five (docs/rules.md §8.3).

The player who went out leads the next round. Source: the rules of Five-Up after Dominic Armanino (ardent-tool.com);
pagat.com, Five-Up. Spansk domino is similar: there the lead passes on, one tile is never drawn, and the match goes to
60.
"""

from scorekeeper.engine.layout.models import SPIN_ALL
from scorekeeper.engine.rules.blocked_scores import BLOCKED_SCORE
from scorekeeper.engine.rules.drawing import NONE_STAYS, ONE_STAYS, choose_boneyard_keeps
from scorekeeper.engine.rules.game import Game, Variant
from scorekeeper.engine.rules.goals import ToTarget
from scorekeeper.engine.rules.later_leads import OUT_OR_IN_TURN
from scorekeeper.engine.rules.leads import HIGHEST_DRAWN
from scorekeeper.engine.rules.match_length import END_WHEN, EndWhen, choose_target
from scorekeeper.engine.rules.menu import Chapter, LayoutShape
from scorekeeper.engine.rules.multiples_of_five import TIE, check_settings, play_fives
from scorekeeper.engine.rules.score_as import ScoreAs
from scorekeeper.engine.rules.tiles_each import TilesEach
from scorekeeper.engine.rules.uncounted_points import EXACT
from scorekeeper.engine.rules.winner import matters_tie
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.text import N_

TARGET = choose_target(61, offers=(51, 61, 100))
STAYS = choose_boneyard_keeps(NONE_STAYS, ONE_STAYS)


def play(variant: Variant, seating: Seating) -> Game:
    """Return the game Five-Up, with five tiles for each player, for the players and house rules of `seating`."""
    at_once = END_WHEN.at(seating) is EndWhen.AT_ONCE
    return play_fives(
        variant,
        seating,
        TilesEach(5).deal_set(seating, 6, STAYS.at(seating)),
        HIGHEST_DRAWN,
        ToTarget(seating, TARGET.at(seating), at_once=at_once, exact=EXACT.at(seating)),
        SPIN_ALL,
        score_as=ScoreAs.FIVES,
    )


VARIANT = Variant(
    key="five_up",
    name="Five-Up",
    source="Dominic Armanino: Five-Up",
    subtitle=N_("Fives, and every double is a spinner"),
    summary=N_("Open ends that make a multiple of five score a fifth of it. Alone or in pairs, to 61."),
    play=play,
    chapter=Chapter.FIVES,
    shape=LayoutShape.CROSS,
    partners="optional",
    ends_score=True,
    options=(TARGET, END_WHEN, EXACT, OUT_OR_IN_TURN, BLOCKED_SCORE, TIE, STAYS),
    check_settings=check_settings,
    can_matter=matters_tie,
    aliases=("Five up", "Fives"),
    languages=("en",),
    menu_place=18,
)
