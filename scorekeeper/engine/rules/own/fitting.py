"""Which settings of your own game exclude each other, and which can make a difference (docs/rules.md §11)."""

from collections.abc import Callable, Mapping

from scorekeeper.engine.options import Setting, write_setting
from scorekeeper.engine.problems import Findings

PASS_BONUSES = ("pase_salida", "pase_salida_single", "pase_corrido", "false_pass", "first_pass", "six_doubles")
LAST_TILE_BONUSES = ("capicua", "chuchazo", "last_double", "double_both_ends")
# The axes for bonuses of the winners of a round or a match, each with the setting with which it is not played.
NO_BONUS: Mapping[str, Setting] = {
    **dict.fromkeys((*LAST_TILE_BONUSES, "tranque", *PASS_BONUSES), 0),
    "capicua_doubles": False,
    "early_rounds": "none",
    "shutout": "off",
}

Settings = Mapping[str, Setting]
Holds = Callable[[Settings], bool]
# Takes the settings of a table, the number of players, and whether they play in pairs; None is not known yet.
AtTable = Callable[[Settings, int | None, bool | None], bool]


def _is(key: str, *values: Setting) -> Holds:
    """Return the condition that the setting of `key` is one of `values`."""
    return lambda settings: settings[key] in values


def _not(holds: Holds) -> Holds:
    """Return the condition that is true if `holds` is false."""
    return lambda settings: not holds(settings)


def _all(*each: Holds) -> Holds:
    """Return the condition that all of `each` are true."""
    return lambda settings: all(holds(settings) for holds in each)


def _any(*each: Holds) -> Holds:
    """Return the condition that at least one of `each` is true."""
    return lambda settings: any(holds(settings) for holds in each)


def _seats(players: int) -> Holds:
    """Return the condition that this number of `players` can play."""
    return lambda settings: int(settings["players_from"]) <= players <= int(settings["players_to"])


DRAWING = _not(_is("draw", "none"))
POINTS = _is("round_gives", "points")
PENALTIES = _not(POINTS)
HANDS_SCORE = _all(POINTS, _is("winner_gets", "opponents", "all_hands", "differences"))
PAIRS = _all(_seats(4), _not(_is("partners", "never")))
BONUSES = _all(PAIRS, POINTS)
BLOCK_MAY_SCORE = _all(POINTS, _any(_not(_is("winner_gets", "nothing")), _all(PAIRS, _not(_is("tranque", 0)))))
BLOCK_SCORES = _all(BLOCK_MAY_SCORE, _not(_is("blocked_gets", "nothing", "carried")))
PASSES_PAY = _all(BONUSES, _any(*(_not(_is(key, 0)) for key in PASS_BONUSES)))
MAY_DOUBLE = _all(BONUSES, _not(_is("winner_gets", "nothing")))
CAPICUA_PAYS = _all(BONUSES, _any(_not(_is("capicua", 0)), _all(MAY_DOUBLE, _is("capicua_doubles", True))))
SCORES_IN_PLAY = _any(_not(_is("in_play", "nothing")), PASSES_PAY)
TO_A_TARGET = _is("goal", "target")
FIXED = _all(POINTS, _is("winner_gets", "fixed"))
ROUNDED = _not(_is("hand_rounding", "none"))
OUT_WITH_MOVE = _all(FIXED, _is("going_out_is", "with_move"))
OTHERS_BACK = _all(TO_A_TARGET, POINTS, _not(OUT_WITH_MOVE))
IN_ONE_RUN = _is("others_back", "all_after_last", "all_after_any")
FIRST_PASS_MAY_PAY = _all(
    BONUSES,
    TO_A_TARGET,
    _is("in_play", "nothing"),
    _not(IN_ONE_RUN),
    _not(_is("tie", "carried", "carried_once")),
    _not(_is("blocked_gets", "carried")),
)
THREE_ONLY = _all(_is("players_from", 3), _is("players_to", 3))
HAS_DOUBLE_BLANK = _not(_any(_is("taken_out", "double_blank"), _all(_is("taken_out", "of_three"), THREE_ONLY)))


def _leaves_boneyard(settings: Settings) -> bool:
    """Return whether the deal leaves tiles over for at least one number of players."""
    largest, start = int(settings["set"]), int(settings["start_tile"])
    tiles = (largest + 1) * (largest + 2) // 2 - (settings["taken_out"] == "double_blank")
    counts = range(int(settings["players_from"]), int(settings["players_to"]) + 1)
    removed_of_three = int(settings["taken_out"] == "of_three")
    return any(
        players * int(settings[f"tiles_{players}"]) + start + removed_of_three * (players == 3) < tiles
        for players in counts
    )


def _set_players(settings: Settings, players: int, pairs: bool) -> Settings:
    """Return `settings` as they are for exactly this number of players, who play in `pairs` or alone."""
    partners = "always_with_four" if pairs else "never"
    return {**settings, "players_from": players, "players_to": players, "partners": partners}


def _at_table(holds: Holds) -> AtTable:
    """Return the condition that `holds` is true of a table: of its players, if they are known."""
    return lambda settings, players, pairs: holds(
        settings if players is None else _set_players(settings, players, bool(pairs))
    )


# Conditions on a table under which some options of own games have other texts.
WITHOUT_THREE = _at_table(_not(_seats(3)))
WITHOUT_PARTNERS = _at_table(_not(PAIRS))
WITH_PENALTIES = _at_table(PENALTIES)
WITHOUT_DOUBLE_BLANK = _at_table(_not(HAS_DOUBLE_BLANK))

# The condition on the settings under which an axis can matter; an axis that is not named here always can.
MATTERS_IF: Mapping[str, Holds] = {
    **{f"tiles_{players}": _seats(players) for players in range(2, 9)},
    "partners": _seats(4),
    "boneyard_keeps": _all(DRAWING, _leaves_boneyard),
    "boneyard_end": DRAWING,
    "first_tile": _is("start_tile", 0),
    "lead_double": _is("first_lead", "named_double"),
    "blank_leads": _all(HAS_DOUBLE_BLANK, _is("first_lead", "highest_double", "double_one")),
    "in_play": POINTS,
    "winner_gets": POINTS,
    "fixed_points": FIXED,
    "going_out_is": FIXED,
    "hand_rounding": HANDS_SCORE,
    "divide_by": _all(HANDS_SCORE, ROUNDED),
    "hand_steps": _all(HANDS_SCORE, _not(ROUNDED)),
    "double_blank_points": _all(HANDS_SCORE, HAS_DOUBLE_BLANK),
    "blocked_gets": BLOCK_MAY_SCORE,
    "blocked_extra": _all(BLOCK_SCORES, _not(_is("winner_gets", "nothing"))),
    "blocked_by": BLOCK_SCORES,
    "tie": BLOCK_SCORES,
    "pair_out": PAIRS,
    "penalty_bonus": PENALTIES,
    "double_blank": _all(PENALTIES, HAS_DOUBLE_BLANK),
    "blank_half": PENALTIES,
    "lone_double_blank": _all(PENALTIES, HAS_DOUBLE_BLANK),
    "lone_double_six": _all(PENALTIES, _is("set", 6)),
    "blocked_penalty": PENALTIES,
    "target": TO_A_TARGET,
    "exact": _all(TO_A_TARGET, POINTS),
    "first_tile_wins": _all(
        TO_A_TARGET, POINTS, _not(_is("in_play", "nothing")), _is("start_tile", 0), _is("end_when", "at_once")
    ),
    "to_open": _any(TO_A_TARGET, PENALTIES),
    "others_back": OTHERS_BACK,
    "one_all": _all(OTHERS_BACK, IN_ONE_RUN, FIXED, _is("fixed_points", 1)),
    "end_when": _all(TO_A_TARGET, POINTS, SCORES_IN_PLAY),
    "rounds": _is("goal", "rounds"),
    "limit": _is("goal", "limit"),
    **dict.fromkeys(NO_BONUS, BONUSES),
    "chuchazo": _all(BONUSES, HAS_DOUBLE_BLANK),
    "first_pass": FIRST_PASS_MAY_PAY,
    "below_from": _all(FIRST_PASS_MAY_PAY, _not(_is("first_pass", 0))),
    "pase_salida_single": _all(BONUSES, _not(_is("first_tile", "double"))),
    "shutout": _all(BONUSES, _not(_all(OTHERS_BACK, _not(_is("others_back", False))))),
    "tranque": _all(BONUSES, _not(_is("blocked_gets", "nothing", "carried"))),
    "capicua_doubles": MAY_DOUBLE,
    **dict.fromkeys(("capicua_blank", "capicua_same_ends"), CAPICUA_PAYS),
    "chuchazo_both_ends": _all(BONUSES, HAS_DOUBLE_BLANK, _not(_is("chuchazo", 0))),
}

BLOCKS_SETTLED = "same, minus_own, nothing"
TIES_SETTLED = "none, each, rotation, seat, last_to_play"
# A condition on the settings, the axis and the setting that it excludes, and the other choices of that axis.
EXCLUDED: tuple[tuple[Holds, str, Setting, str], ...] = (
    (_is("hand_rounding", "none"), "divide_by", 5, "1"),
    (_is("start_tile", 1), "first_tile", "double", "any, no_double"),
    (_is("doubles", "cross"), "first_tile", "no_double", "any, double"),
    (_is("doubles", "cross"), "start_tile", 1, "0"),
    (_all(_not(_is("blocked_by", "side")), _not(FIXED)), "tie", "carried", TIES_SETTLED),
    (OUT_WITH_MOVE, "tie", "carried", TIES_SETTLED),
    (_not(_all(FIXED, TO_A_TARGET)), "tie", "carried_once", f"{TIES_SETTLED}, carried"),
    (OUT_WITH_MOVE, "tie", "carried_once", TIES_SETTLED),
    (_not(FIXED), "blocked_gets", "carried", BLOCKS_SETTLED),
    (OUT_WITH_MOVE, "blocked_gets", "carried", BLOCKS_SETTLED),
)


# The condition under which two sides with equal pips score nothing for them, whichever of the two wins.
TIES_SCORE_NOTHING = _all(
    _is("blocked_by", "side"),
    _is("hand_rounding", "none", "total"),
    _any(_is("winner_gets", "differences"), _all(_is("winner_gets", "opponents"), _is("blocked_gets", "minus_own"))),
    _is("tranque", 0),
    _is("blocked_extra", 0),
    _is("early_rounds", "none"),
)


def may_matter(key: str, settings: Settings, sides: int | None = None) -> bool:
    """Return whether the axis `key` can make a difference with the other `settings`.

    `sides` is the number of sides; None means any number.
    """
    if sides is not None and sides > 2:
        settings = _set_players(settings, sides, pairs=False)
    if key == "tie" and sides == 2 and TIES_SCORE_NOTHING(settings):
        return False
    return key not in MATTERS_IF or MATTERS_IF[key](settings)


def renew_settings(stored: Mapping[str, object]) -> Mapping[str, object]:
    """Return the `stored` settings of your own game as this version accepts them.

    An older version stored bonuses together with penalties, where they pay nothing; these are left out.
    """
    if stored.get("round_gives") != "penalties":
        return stored
    return {key: setting for key, setting in stored.items() if key not in NO_BONUS}


def check_fit(settings: Settings, findings: Findings) -> None:
    """Add a problem `bad_option` to `findings` for each setting that another one excludes."""
    if int(settings["players_from"]) > int(settings["players_to"]):
        findings.add(
            "bad_option",
            "options",
            "players_from",
            given=str(settings["players_from"]),
            choices=f"2–{settings['players_to']}",
        )
    if settings["first_lead"] == "named_double" and int(settings["lead_double"]) > int(settings["set"]):
        most = f"0–{settings['set']}"
        findings.add("bad_option", "options", "lead_double", given=str(settings["lead_double"]), choices=most)
    if PENALTIES(settings) and settings["in_play"] != "nothing":
        findings.add("bad_option", "options", "in_play", given=str(settings["in_play"]), choices="nothing")
    for key, none in NO_BONUS.items() if PENALTIES(settings) else ():
        if settings[key] != none:
            findings.add("bad_option", "options", key, given=write_setting(settings[key]), choices=write_setting(none))
    for holds, key, setting, choices in EXCLUDED:
        if holds(settings) and settings[key] == setting:
            findings.add("bad_option", "options", key, given=str(setting), choices=choices)
