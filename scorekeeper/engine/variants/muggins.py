"""Muggins: multiples of five score at the two ends of a line (docs/rules.md §8.1).

At some tables an opponent may claim points that a player overlooks. Source: R. F. Foster, Complete Hoyle; Britannica;
pagat.com, the fives family.
"""

from scorekeeper.engine.rules.blocked_scores import BLOCKED_SCORE
from scorekeeper.engine.rules.claims import MUGGINS_CALL
from scorekeeper.engine.rules.drawing import NONE_STAYS, TWO_STAY, choose_boneyard_keeps
from scorekeeper.engine.rules.first_leads import DOUBLE_LEADS, DRAWN_FOR, choose_first_lead
from scorekeeper.engine.rules.game import Game, Variant
from scorekeeper.engine.rules.goals import ToTarget
from scorekeeper.engine.rules.hand_rounding import HAND_ROUNDING
from scorekeeper.engine.rules.later_leads import OUT_OR_IN_TURN
from scorekeeper.engine.rules.match_length import END_WHEN, EndWhen, choose_target
from scorekeeper.engine.rules.menu import Chapter
from scorekeeper.engine.rules.multiples_of_five import TIE, TILES_EACH, TO_61_WITH_FIVES, check_settings, play_fives
from scorekeeper.engine.rules.score_as import SCORE_AS
from scorekeeper.engine.rules.sets import choose_set
from scorekeeper.engine.rules.winner import matters_tie
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.text import N_

SET = choose_set(6, 9)
TARGET = choose_target(100, offers=(61, 100, 200), default_with=TO_61_WITH_FIVES)
FIRST_RULE = choose_first_lead(DOUBLE_LEADS, DRAWN_FOR)
STAYS = choose_boneyard_keeps(NONE_STAYS, TWO_STAY)


def play(variant: Variant, seating: Seating) -> Game:
    """Return the game Muggins for the players and house rules of `seating`."""
    return play_fives(
        variant,
        seating,
        TILES_EACH.at(seating).deal_set(seating, SET.at(seating), STAYS.at(seating)),
        FIRST_RULE.at(seating),
        ToTarget(seating, TARGET.at(seating), at_once=END_WHEN.at(seating) is EndWhen.AT_ONCE),
        score_as=SCORE_AS.at(seating),
        rounding=HAND_ROUNDING.at(seating),
        may_claim=MUGGINS_CALL.at(seating),
    )


VARIANT = Variant(
    key="muggins",
    name="Muggins",
    source="R. F. Foster: Complete Hoyle",
    subtitle=N_("Fives at the two ends of a line"),
    summary=N_("Two open ends that make a multiple of five score their sum, and so do the hands left. To 100."),
    play=play,
    largest=SET,
    find_removed=lambda seating: TILES_EACH.at(seating).find_removed(seating, SET.at(seating)),
    chapter=Chapter.FIVES,
    partners="optional",
    ends_score=True,
    options=(
        *(TARGET, END_WHEN, SET, SCORE_AS, MUGGINS_CALL, FIRST_RULE, OUT_OR_IN_TURN, HAND_ROUNDING, BLOCKED_SCORE, TIE),
        *(TILES_EACH, STAYS),
    ),
    check_settings=check_settings,
    can_matter=matters_tie,
    aliases=("Fives", "All fives"),
    languages=("en",),
    menu_place=16,
)
