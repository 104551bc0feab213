"""Cuban double-nine: four players in pairs with ten tiles each; the other fifteen are not used (docs/rules.md §9.4).

Source: the Cuban game as described by onlinedominogames.com and eightygames.wordpress.com.
"""

from scorekeeper.engine.options import Preset
from scorekeeper.engine.rules.block_family import PAIRS_COUNT
from scorekeeper.engine.rules.blocked_winners import BOTH_HANDS, LOWEST_HAND, choose_blocked_by
from scorekeeper.engine.rules.first_leads import DOUBLE_LEADS, DRAWN_FOR, choose_first_lead
from scorekeeper.engine.rules.game import Game, Variant
from scorekeeper.engine.rules.latin import NEXT_LEAD, TAKES, TIE, can_matter, play_latin
from scorekeeper.engine.rules.match_length import choose_target
from scorekeeper.engine.rules.menu import Chapter
from scorekeeper.engine.rules.pair_bonuses import OPTIONS
from scorekeeper.engine.rules.shutout import SHUTOUT
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.text import N_

TARGET = choose_target(150, offers=(100, 150, 200))
FIRST_RULE = choose_first_lead(DRAWN_FOR, DOUBLE_LEADS)
BLOCKED_BY = choose_blocked_by(BOTH_HANDS, LOWEST_HAND)


def play(variant: Variant, seating: Seating) -> Game:
    """Return Cuban double-nine dominoes for the four players and the house rules of `seating`."""
    return play_latin(
        variant,
        seating,
        largest=9,
        tiles_each=10,
        first_rule=FIRST_RULE,
        blocked_by=BLOCKED_BY,
        target=TARGET,
    )


VARIANT = Variant(
    key="cuban_d9",
    name=N_("Cuban double-nine"),
    name_is_message=True,
    source="onlinedominogames.com, eightygames.wordpress.com: Cuban dominoes",
    subtitle=N_("Cuban double-nine, in pairs"),
    summary=N_("Ten tiles each of a double-nine set, fifteen sleep. Who runs out scores what the losers hold. To 150."),
    play=play,
    largest=9,
    chapter=Chapter.LATIN,
    takes=TAKES,
    fewest_players=4,
    partners="always_with_four",
    options=(TARGET, FIRST_RULE, NEXT_LEAD, PAIRS_COUNT, BLOCKED_BY, TIE, *OPTIONS, SHUTOUT),
    presets=(
        Preset(N_("Cuba, to 100"), {"target": 100, "first_lead": "highest_double"}),
        Preset(
            N_("Cuba, to 200"),
            {"target": 200, "first_lead": "highest_double", "next_lead": "winner", "blocked_by": "single"},
        ),
    ),
    can_matter=can_matter,
    aliases=("Dominó cubano", "Doble nueve", "Cuba", "Double nine"),
    languages=("es",),
    menu_place=27,
)
