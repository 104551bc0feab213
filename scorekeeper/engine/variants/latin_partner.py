"""Dominó in pairs, as in Spain and Latin America: all tiles are dealt, bonuses by agreement (docs/rules.md §9.3).

Source: the rules as described by gambiter.com, majorleaguedomino.com, fichaflow.com and dominoesonline.com; for Puerto
Rico by the Spanish American Club. The presets come from the same sources.
"""

from scorekeeper.engine.options import Preset
from scorekeeper.engine.rules.block_family import PAIRS_COUNT
from scorekeeper.engine.rules.blocked_winners import (
    BOTH_HANDS,
    LOCKER_AND_NEXT,
    LOCKER_AND_PREVIOUS,
    LOWEST_HAND,
    choose_blocked_by,
)
from scorekeeper.engine.rules.first_leads import DOUBLE_SIX_LEADS, DRAWN_FOR, choose_first_lead
from scorekeeper.engine.rules.game import Game, Variant
from scorekeeper.engine.rules.latin import NEXT_LEAD, TAKES, TIE, can_matter, play_latin
from scorekeeper.engine.rules.match_length import choose_target
from scorekeeper.engine.rules.menu import Chapter
from scorekeeper.engine.rules.pair_bonuses import OPTIONS
from scorekeeper.engine.rules.shutout import SHUTOUT
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.text import N_

WINNERS_LEAD = {"pairs_count": "all_hands", "next_lead": "winner"}
TARGET = choose_target(100, offers=(75, 100, 150, 200, 300, 500))
FIRST_RULE = choose_first_lead(DOUBLE_SIX_LEADS, DRAWN_FOR)
BLOCKED_BY = choose_blocked_by(BOTH_HANDS, LOWEST_HAND, LOCKER_AND_PREVIOUS, LOCKER_AND_NEXT)


def play(variant: Variant, seating: Seating) -> Game:
    """Return the game Dominó in pairs for the four players and the house rules of `seating`."""
    return play_latin(
        variant,
        seating,
        largest=6,
        tiles_each=7,
        first_rule=FIRST_RULE,
        blocked_by=BLOCKED_BY,
        target=TARGET,
    )


VARIANT = Variant(
    key="latin_partner",
    name=N_("Dominó (pairs)"),
    name_is_message=True,
    source="gambiter.com, majorleaguedomino.com, dominoesonline.com",
    subtitle=N_("In pairs, as in Spain and Latin America"),
    summary=N_("Four in pairs, all tiles are dealt, nobody draws. Who runs out scores what the losers hold. To 100."),
    play=play,
    chapter=Chapter.LATIN,
    takes=TAKES,
    fewest_players=4,
    partners="always_with_four",
    options=(TARGET, FIRST_RULE, NEXT_LEAD, PAIRS_COUNT, BLOCKED_BY, TIE, *OPTIONS, SHUTOUT),
    presets=(
        Preset(N_("International, Brazil"), {}),
        Preset(N_("Spain, to 300"), {"target": 300, "pairs_count": "all_hands", "first_lead": "highest_drawn"}),
        Preset(N_("Mexico"), {"next_lead": "winner"}),
        Preset(
            N_("Dominican, to 200"),
            {
                **WINNERS_LEAD,
                "target": 200,
                "capicua": 25,
                "pase_salida": 25,
                "pase_salida_single": 50,
                "pase_corrido": 25,
                "tie": "last_to_play",
                "blocked_by": "duel_before",
                "shutout": "counts_two",
            },
        ),
        Preset(N_("Dominican, to 100"), WINNERS_LEAD),
        Preset(
            N_("Puerto Rico, to 500"),
            {
                **WINNERS_LEAD,
                "target": 500,
                "capicua": 100,
                "chuchazo": 100,
                "chuchazo_both_ends": False,
                "early_rounds": "100_75_50_25",
            },
            N_("Some tables pay 100 points for locking a round and winning it, too (tranque)."),
        ),
        Preset(N_("Puerto Rico, to 200"), {**WINNERS_LEAD, "target": 200, "chuchazo_both_ends": False}),
        Preset(
            N_("Venezuela"),
            {"tie": "lead"},
            N_("No written rules were found for Venezuela: look these house rules through before you start."),
        ),
    ),
    can_matter=can_matter,
    aliases=(
        "Capicúa",
        "Capicú",
        "Chuchazo",
        "Dominicano",
        "Puerto Rico",
        "República Dominicana",
        "Venezuela",
        "España",
        "México",
        "Brasil",
        "Dominó internacional",
        "Parejas",
        "Quinientos",
    ),
    languages=("es", "pt"),
    menu_place=26,
)
