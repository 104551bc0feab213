"""Which settings of your own game exclude each other, and which can matter beside the others (docs/rules.md §11)."""

from collections.abc import Callable, Mapping

from scorekeeper.engine.options import Setting
from scorekeeper.engine.problems import Findings

Settings = Mapping[str, Setting]
Holds = Callable[[Settings], bool]


def _is(key: str, *values: Setting) -> Holds:
    return lambda settings: settings[key] in values


def _not(holds: Holds) -> Holds:
    return lambda settings: not holds(settings)


def _all(*each: Holds) -> Holds:
    return lambda settings: all(holds(settings) for holds in each)


def _seats(players: int) -> Holds:
    return lambda settings: int(settings["players_from"]) <= players <= int(settings["players_to"])


DRAWING = _not(_is("draw", "none"))
POINTS = _is("round_gives", "points")
PENALTIES = _not(POINTS)
HANDS_SCORE = _all(POINTS, _is("winner_gets", "opponents", "all_hands", "differences"))
PAIRS = _not(_is("partners", "never"))
BLOCK_SCORES = _all(POINTS, _not(_is("winner_gets", "nothing")), _not(_is("blocked_gets", "nothing")))
TO_A_TARGET = _is("goal", "target")
FIXED = _all(POINTS, _is("winner_gets", "fixed"))

# What an axis needs to matter; one that is not named always can.
MATTERS_IF: Mapping[str, Holds] = {
    **{f"tiles_{players}": _seats(players) for players in range(2, 9)},
    "partners": _seats(4),
    "boneyard_keeps": DRAWING,
    "boneyard_end": DRAWING,
    "first_tile": _is("start_tile", 0),
    "in_play": POINTS,
    "winner_gets": POINTS,
    "fixed_points": FIXED,
    "going_out_is": FIXED,
    "hand_rounding": HANDS_SCORE,
    "divide_by": _all(HANDS_SCORE, _not(_is("hand_rounding", "none"))),
    "blocked_gets": _all(POINTS, _not(_is("winner_gets", "nothing"))),
    "blocked_by": BLOCK_SCORES,
    "tie": BLOCK_SCORES,
    "pair_out": PAIRS,
    "penalty_bonus": PENALTIES,
    "double_blank": PENALTIES,
    "blank_half": PENALTIES,
    "target": TO_A_TARGET,
    "exact": _all(TO_A_TARGET, POINTS),
    "end_when": _all(TO_A_TARGET, POINTS),
    "rounds": _is("goal", "rounds"),
    "limit": _is("goal", "limit"),
    **dict.fromkeys(("capicua", "chuchazo", "tranque", "early_rounds"), _all(PAIRS, POINTS)),
    "capicua_blank": _all(PAIRS, POINTS, _not(_is("capicua", 0))),
    **dict.fromkeys(("pase_salida", "pase_salida_single", "pase_corrido", "shutout"), PAIRS),
}

# Two settings of which the second cannot stand beside the first, with what else may be chosen there.
EXCLUDED: tuple[tuple[Holds, str, Setting, str], ...] = (
    (_is("hand_rounding", "none"), "divide_by", 5, "1"),
    (_is("start_tile", 1), "first_tile", "double", "any, no_double"),
    (_is("doubles", "cross"), "first_tile", "no_double", "any, double"),
    (_is("doubles", "cross"), "start_tile", 1, "0"),
)


def may_matter(key: str, settings: Settings) -> bool:
    """Whether this axis can make a difference beside the other settings."""
    return key not in MATTERS_IF or MATTERS_IF[key](settings)


def check_fit(settings: Settings, findings: Findings) -> None:
    """Find the settings that exclude each other."""
    if int(settings["players_from"]) > int(settings["players_to"]):
        findings.add(
            "bad_option",
            "options",
            "players_from",
            given=str(settings["players_from"]),
            choices=f"2–{settings['players_to']}",
        )
    if PENALTIES(settings) and settings["in_play"] != "nothing":
        findings.add("bad_option", "options", "in_play", given=str(settings["in_play"]), choices="nothing")
    for holds, key, setting, choices in EXCLUDED:
        if holds(settings) and settings[key] == setting:
            findings.add("bad_option", "options", key, given=str(setting), choices=choices)
