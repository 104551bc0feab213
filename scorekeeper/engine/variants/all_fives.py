"""All Fives: multiples of five score at up to four open ends (docs/rules.md §8.2).

The first double is a spinner, which takes tiles on all four sides. Source: gambiter.com, All Fives; pagat.com, the
fives family. Muggins is the same game without a spinner.
"""

from scorekeeper.engine.layout.models import SPIN_ONE
from scorekeeper.engine.options import Preset
from scorekeeper.engine.rules.blocked_scores import BLOCKED_SCORE
from scorekeeper.engine.rules.drawing import NONE_STAYS, ONE_STAYS, TWO_STAY, choose_boneyard_keeps
from scorekeeper.engine.rules.first_leads import DOUBLE_LEADS, DRAWN_FOR, choose_first_lead
from scorekeeper.engine.rules.game import Game, Variant
from scorekeeper.engine.rules.goals import ToTarget
from scorekeeper.engine.rules.hand_rounding import HAND_ROUNDING
from scorekeeper.engine.rules.later_leads import OUT_OR_IN_TURN
from scorekeeper.engine.rules.match_length import END_WHEN, EndWhen, choose_target
from scorekeeper.engine.rules.menu import Chapter, LayoutShape
from scorekeeper.engine.rules.multiples_of_five import TIE, TILES_EACH, TO_61_WITH_FIVES, check_settings, play_fives
from scorekeeper.engine.rules.score_as import SCORE_AS
from scorekeeper.engine.rules.sets import choose_set
from scorekeeper.engine.rules.winner import matters_tie
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.text import N_

SET = choose_set(6, 9)
TARGET = choose_target(100, offers=(61, 100, 150, 200, 250), default_with=TO_61_WITH_FIVES)
FIRST_RULE = choose_first_lead(DRAWN_FOR, DOUBLE_LEADS)
STAYS = choose_boneyard_keeps(NONE_STAYS, ONE_STAYS, TWO_STAY)


def play(variant: Variant, seating: Seating) -> Game:
    """Return the game All Fives for the players and house rules of `seating`."""
    return play_fives(
        variant,
        seating,
        TILES_EACH.at(seating).deal_set(seating, SET.at(seating), STAYS.at(seating)),
        FIRST_RULE.at(seating),
        ToTarget(seating, TARGET.at(seating), at_once=END_WHEN.at(seating) is EndWhen.AT_ONCE),
        SPIN_ONE,
        score_as=SCORE_AS.at(seating),
        rounding=HAND_ROUNDING.at(seating),
    )


VARIANT = Variant(
    key="all_fives",
    name="All Fives",
    source="gambiter.com: All Fives",
    subtitle=N_("Fives, and the first double is a spinner"),
    summary=N_("Up to four open ends that make a multiple of five score their sum, and so do the hands left. To 100."),
    play=play,
    largest=SET,
    find_removed=lambda seating: TILES_EACH.at(seating).find_removed(seating, SET.at(seating)),
    chapter=Chapter.FIVES,
    shape=LayoutShape.CROSS,
    partners="optional",
    ends_score=True,
    options=(
        *(TARGET, END_WHEN, SET, SCORE_AS, FIRST_RULE, OUT_OR_IN_TURN, HAND_ROUNDING, BLOCKED_SCORE, TIE),
        *(TILES_EACH, STAYS),
    ),
    presets=(
        Preset(N_("United States, to 150"), {"target": 150}),
        Preset(N_("United States, to 250"), {"target": 250}),
        Preset(N_("Egypt"), {"tiles_each": "nine_for_three", "first_lead": "highest_double"}),
    ),
    check_settings=check_settings,
    can_matter=matters_tie,
    aliases=("Fives", "American", "Five points", "الأمريكاني"),
    languages=("en",),
    menu_place=17,
)
