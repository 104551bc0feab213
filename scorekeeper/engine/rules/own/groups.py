"""The axes of your own game in the groups and the order in which the form asks for them."""

from scorekeeper.engine.text import N_

GROUPS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (
        N_("The deal"),
        (
            "set",
            "taken_out",
            "players_from",
            "players_to",
            "partners",
            *(f"tiles_{players}" for players in range(2, 9)),
        ),
    ),
    (N_("First lead"), ("first_lead", "lead_double", "blank_leads", "next_lead")),
    (
        N_("How it is played"),
        ("start_tile", "first_tile", "joins", "doubles", "two_doubles", "draw", "boneyard_keeps", "boneyard_end"),
    ),
    (
        N_("Points while you play"),
        (
            "in_play",
            "pase_salida",
            "pase_salida_single",
            "pase_corrido",
            "false_pass",
            "first_pass",
            "below_from",
            "six_doubles",
        ),
    ),
    (
        N_("The end of a round"),
        (
            *("round_gives", "winner_gets", "fixed_points", "going_out_is", "double_blank_points"),
            *("hand_rounding", "divide_by", "hand_steps"),
            *(
                "penalty_bonus",
                "double_blank",
                "blank_half",
                "lone_double_blank",
                "lone_double_six",
                "pair_out",
                "capicua",
            ),
            *("capicua_doubles", "capicua_blank", "capicua_same_ends"),
            *("chuchazo", "chuchazo_both_ends", "last_double", "double_both_ends"),
            *("blocked_penalty", "blocked_gets", "blocked_extra", "blocked_by", "tie", "tranque", "early_rounds"),
        ),
    ),
    (
        N_("The match"),
        (
            "goal",
            "target",
            "exact",
            "first_tile_wins",
            "to_open",
            "others_back",
            "one_all",
            "end_when",
            "rounds",
            "limit",
            "shutout",
        ),
    ),
)
