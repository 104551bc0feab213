"""Games of the menu as settings of your own game: only those that differ from the defaults (docs/rules.md §11).

A match with these settings scores as in the game itself. The form offers them as a start for a game of your own.
"""

from collections.abc import Mapping

from scorekeeper.engine.options import Setting

FIVE_OF_MORE: Mapping[str, Setting] = {"tiles_3": 5, "tiles_4": 5}
FIVE_EACH: Mapping[str, Setting] = {"tiles_2": 5, **FIVE_OF_MORE}
MUGGINS: Mapping[str, Setting] = {
    **FIVE_OF_MORE,
    "partners": "optional",
    "in_play": "fives_sum",
    "first_lead": "highest_double",
    "next_lead": "winner",
    "hand_rounding": "total",
}
FIFTHS: Mapping[str, Setting] = {
    **FIVE_EACH,
    "doubles": "spin_all",
    "in_play": "fives_fifth",
    "hand_rounding": "total",
    "divide_by": 5,
}
DANISH: Mapping[str, Setting] = {
    **FIVE_EACH,
    "doubles": "fork",
    "first_tile": "double",
    "first_lead": "double_only",
    "next_lead": "first_rule",
}
GERMAN: Mapping[str, Setting] = {
    "partners": "optional",
    "first_lead": "highest_double",
    "winner_gets": "all_hands",
    "tie": "rotation",
}
LESS_OWN: Mapping[str, Setting] = {"first_lead": "highest_double", "blocked_gets": "minus_own"}

KNOWN: Mapping[str, Mapping[str, Setting]] = {
    "block": {**LESS_OWN, "partners": "optional", "draw": "none"},
    "draw": {**LESS_OWN, **FIVE_OF_MORE, "partners": "optional", "boneyard_keeps": 2},
    "muggins": MUGGINS,
    "all_fives": {**MUGGINS, "doubles": "spin_one", "first_lead": "highest_drawn"},
    "five_up": {**FIFTHS, "partners": "optional", "next_lead": "winner", "target": 61},
    "spansk": {**FIFTHS, "partners": "always_with_four", "boneyard_keeps": 1, "target": 60},
    "fives_threes": {
        **FIVE_OF_MORE,
        "partners": "optional",
        "draw": "none",
        "in_play": "fives_threes",
        "winner_gets": "fixed",
        "blocked_gets": "nothing",
        "pair_out": "both",
        "target": 61,
        "exact": True,
        "going_out_is": "with_move",
    },
    "latin_partner": {
        "players_from": 4,
        "partners": "always_with_four",
        "draw": "none",
        "first_lead": "double_six",
        "end_when": "after_round",
    },
    "cuban_d9": {
        "set": 9,
        "players_from": 4,
        "partners": "always_with_four",
        "tiles_4": 10,
        "draw": "none",
        "target": 150,
        "end_when": "after_round",
    },
    "six_love": {
        "partners": "optional",
        "taken_out": "of_three",
        "tiles_2": 14,
        "tiles_3": 9,
        "draw": "none",
        "first_lead": "double_six",
        "next_lead": "lowest_hand",
        "winner_gets": "fixed",
        "blocked_by": "single",
        "tie": "carried_once",
        "target": 6,
        "others_back": "all_after_last",
        "end_when": "after_round",
    },
    "oriente": {
        "players_from": 4,
        "partners": "always_with_four",
        "draw": "none",
        "next_lead": "lowest_hand_again",
        "winner_gets": "all_hands",
        "hand_steps": "tens",
        "blocked_by": "single",
        "tie": "rotation",
        "first_pass": 2,
        "target": 20,
        "end_when": "after_round",
    },
    "kozel": {
        "players_from": 4,
        "partners": "always_with_four",
        "draw": "none",
        "first_lead": "named_double",
        "next_lead": "locker",
        "tie": "carried",
        "target": 101,
        "to_open": 13,
        "end_when": "after_round",
    },
    "kozel_alone": {
        "first_lead": "double_one",
        "next_lead": "locker",
        "round_gives": "penalties",
        "blocked_penalty": "fewest_free",
        "goal": "limit",
        "limit": 101,
    },
    "dk_almindelig": {**DANISH, "winner_gets": "differences"},
    "dk_femmer": {**DANISH, "tiles_2": 7, "in_play": "fives_sum", "hand_rounding": "each"},
    "jijbent": {
        "players_to": 2,
        "start_tile": 1,
        "boneyard_keeps": 2,
        "first_tile": "no_double",
        "first_lead": "first_seat",
        "round_gives": "penalties",
        "penalty_bonus": 5,
        "boneyard_end": True,
        "goal": "rounds",
    },
    "german_draw": GERMAN,
    "pl_ekspresowe": {**GERMAN, "draw": "none"},
    "matador": {
        **LESS_OWN,
        "tiles_3": 6,
        "tiles_4": 5,
        "boneyard_keeps": 2,
        "doubles": "endwise",
        "joins": "sum",
        "next_lead": "first_rule",
    },
    "bergen": {
        "tiles_2": 6,
        "tiles_3": 6,
        "tiles_4": 5,
        "first_tile": "double",
        "first_lead": "double_only",
        "next_lead": "first_rule",
        "in_play": "headers",
        "winner_gets": "fixed",
        "target": 15,
    },
    "sebastopol": {
        "players_from": 4,
        "draw": "none",
        "doubles": "cross",
        "first_tile": "double",
        "first_lead": "double_six",
        "next_lead": "first_rule",
        "blocked_gets": "minus_own",
    },
}
