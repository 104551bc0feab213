"""What each game is by its rule sheet, and what stored matches say of house rules: nobody changes that by the way."""

from typing import Any

import pytest

from scorekeeper.engine.games.solitaire import Solitaire
from scorekeeper.engine.options import Number
from scorekeeper.engine.problems import RuleError
from scorekeeper.engine.variants import VARIANTS

VENNERØD = "Vennerød Forlag: Domino 6"
IN_ROUNDS = {"ends", "pass", "play", "round"}

# Of each game that stands in files and books its name, its rule sheet, fewest and most players, pairs, its heading and
# shape in the menu, the kinds of entry on its sheet, and whether the fewest points win, or by which
# house rule.
FACTS: dict[str, tuple[object, ...]] = {
    "spansk": (
        "Spansk domino",
        "Mattesmedjan: Spansk domino",
        2,
        4,
        "always_with_four",
        "FIVES",
        "CROSS",
        IN_ROUNDS,
        False,
    ),
    "dk_almindelig": ("Almindelig domino", VENNERØD, 2, 4, "optional", "ROUNDS", "FORK", IN_ROUNDS, False),
    "german_draw": (
        "Domino (Deutschland)",
        "Spielregeln: Domino",
        2,
        4,
        "optional",
        "ROUNDS",
        "LINE",
        IN_ROUNDS,
        False,
    ),
    "jijbent": ("Jijbent Domino", "Jijbent.nl: Spelregels Domino", 2, 2, "never", "ROUNDS", "LINE", IN_ROUNDS, True),
    "dk_femmer": ("Femmerdomino", VENNERØD, 2, 4, "optional", "FIVES", "FORK", IN_ROUNDS, False),
    "dk_syver": ("Syverdomino", VENNERØD, 2, 4, "optional", "ROUNDS", "SEVENS", IN_ROUNDS, False),
    "dk_to_ens": ("To ens", VENNERØD, 2, 4, "optional", "ROUNDS", "FORK", IN_ROUNDS, False),
    "dk_blinde": ("Blindedomino", VENNERØD, 2, 5, "never", "ROUNDS", "BLIND", {"round"}, False),
    "dk_kabale": ("Almindelig dominokabale", VENNERØD, 1, 1, "never", "SOLITAIRE", "LINE", {"result"}, True),
    "dk_stop_ved_fem": ("Stop ved fem", VENNERØD, 1, 1, "never", "SOLITAIRE", "LINE", {"result"}, True),
    "dk_bingo": ("Bingo", VENNERØD, 1, 1, "never", "SOLITAIRE", "ROW", {"result"}, True),
    "dk_fem_kolonner": ("Fem kolonner", VENNERØD, 1, 1, "never", "SOLITAIRE", "COLUMNS", {"result"}, True),
    "dk_knock_out": ("Knock-out", VENNERØD, 1, 1, "never", "SOLITAIRE", "ROW", {"result"}, True),
    "dk_tolveren": ("Tolveren", VENNERØD, 1, 1, "never", "SOLITAIRE", "SIX", {"result"}, True),
    "pl_ekspresowe": (
        "Domino Ekspresowe",
        "Domino Ekspresowe – Reguły gry",
        2,
        4,
        "optional",
        "ROUNDS",
        "LINE",
        IN_ROUNDS,
        False,
    ),
    "muggins": ("Muggins", "R. F. Foster: Complete Hoyle", 2, 4, "optional", "FIVES", "LINE", IN_ROUNDS, False),
    "all_fives": (
        "All Fives",
        "gambiter.com: All Fives",
        2,
        4,
        "optional",
        "FIVES",
        "CROSS",
        IN_ROUNDS,
        False,
    ),
    "five_up": ("Five-Up", "Dominic Armanino: Five-Up", 2, 4, "optional", "FIVES", "CROSS", IN_ROUNDS, False),
    "fives_threes": (
        "Fives and Threes",
        "gambiter.com: Fives and Threes",
        2,
        4,
        "optional",
        "FIVES",
        "LINE",
        IN_ROUNDS,
        False,
    ),
    "bergen": ("Bergen", "pagat.com: Bergen", 2, 4, "never", "FIVES", "LINE", IN_ROUNDS, False),
    "block": (
        "Block",
        "onlinedominogames.com, learnplaywin.net: Block",
        2,
        4,
        "optional",
        "ROUNDS",
        "LINE",
        IN_ROUNDS,
        False,
    ),
    "draw": ("Draw", "htfbw.com; R. F. Foster: Complete Hoyle", 2, 4, "optional", "ROUNDS", "LINE", IN_ROUNDS, False),
    "latin_partner": (
        "Dominó (pairs)",
        "gambiter.com, majorleaguedomino.com, dominoesonline.com",
        4,
        4,
        "always_with_four",
        "LATIN",
        "LINE",
        IN_ROUNDS | {"bonus"},
        False,
    ),
    "cuban_d9": (
        "Cuban double-nine",
        "onlinedominogames.com, eightygames.wordpress.com: Cuban dominoes",
        4,
        4,
        "always_with_four",
        "LATIN",
        "LINE",
        IN_ROUNDS | {"bonus"},
        False,
    ),
    "matador": (
        "Matador",
        "pagat.com, cardsdicedominoes.com, Wikipedia: Matador",
        2,
        4,
        "optional",
        "ROUNDS",
        "SEVENS",
        IN_ROUNDS,
        False,
    ),
    "sebastopol": (
        "Sebastopol",
        "gambiter.com, onlinedominogames.com: Sebastopol",
        4,
        4,
        "never",
        "ROUNDS",
        "CROSS",
        IN_ROUNDS,
        False,
    ),
    "blind_hughie": (
        "Blind Hughie",
        "gambiter.com, domino-games.com: Blind Hughie",
        2,
        5,
        "never",
        "ROUNDS",
        "BLIND",
        IN_ROUNDS,
        False,
    ),
    "mexican_train": (
        "Mexican Train",
        "htfbw.com, Puremco, Cardinal, Idaho Good Sam: Mexican Train",
        2,
        8,
        "never",
        "TRAINS",
        "TRAIN",
        {"round"},
        True,
    ),
    "chicken_foot": (
        "Chicken Foot",
        "htfbw.com, onlinedominogames.com, MindShare, Puremco: Chicken Foot",
        2,
        8,
        "never",
        "TRAINS",
        "TRAIN",
        {"round"},
        True,
    ),
    "penalty_pad": ("Penalty pad", "your own rules", 2, 8, "never", "TRAINS", "TRAIN", {"round"}, "best"),
    "forty_two": (
        "Forty-two",
        "texas42.net, Austin 42, 42-online.com",
        4,
        4,
        "always_with_four",
        "TRICKS",
        "TRICK",
        {"bid", "round"},
        False,
    ),
}

# The settings that may stand in files and books, of each option the usual one first; of a number also the least, the
# most, and what the form offers. There may be more by now.
KEPT: dict[str, dict[str, tuple[Any, ...]]] = {
    "spansk": {
        "target": (60, 1, 9999, (40, 60, 100)),
        "end_when": ("at_once", "after_round"),
        "blocked_score": ("opponents_sum", "difference", "none"),
        "tie": ("none", "lead", "last_to_play"),
        "next_start": ("rotate", "winner"),
        "two_player_turns": ("one_tile", "again_after_score_or_double"),
        "tiles_each": ("5", "7"),
        "shutout": ("off", "counts_two"),
    },
    "dk_almindelig": {
        "target": (100, 1, 9999, (50, 100, 200)),
        "tie": ("none", "each", "lead"),
        "doubles": ("fork", "line"),
        "next_start": ("highest_double", "rotate", "winner"),
    },
    "german_draw": {
        "target": (100, 1, 9999, (50, 100, 150, 200, 250)),
        "first_lead": ("highest_double", "heaviest_tile", "double_only"),
        "next_start": ("rotate", "winner"),
        "blocked_score": ("opponents_sum", "difference", "none"),
        "tie": ("rotation", "seat", "none", "last_to_play"),
        "pairs_count": ("all_hands", "opponents_only"),
        "capicua": (0, 0, 1000, (0, 25, 50, 100)),
        "shutout": ("off", "counts_two"),
    },
    "jijbent": {
        "rounds": (4, 1, 99, (2, 4, 6)),
        "out_bonus": (5, 0, 100, (0, 5, 10)),
    },
    "dk_femmer": {
        "target": (100, 1, 9999, (50, 100, 200)),
        "end_when": ("at_once", "after_round"),
        "tie": ("none", "each", "lead"),
        "blocked_subtract_own": (False, True),
        "nonmatching_allowed": (False, True),
        "doubles": ("fork", "line"),
        "next_start": ("highest_double", "rotate", "winner"),
    },
    "dk_syver": {
        "target": (100, 1, 9999, (50, 100, 200)),
        "tie": ("none", "each", "lead"),
        "doubles": ("fork", "line"),
        "next_start": ("highest_double", "rotate", "winner"),
    },
    "dk_to_ens": {
        "target": (15, 1, 9999, (10, 15, 25)),
        "four_equal": (4, 3),
        "hand_points": (False, True),
        "doubles": ("fork", "line"),
        "next_start": ("lowest_double", "rotate", "winner"),
    },
    "dk_blinde": {
        "target": (1, 1, 9999, (1, 2, 3)),
        "leftovers": ("aside", "one_more_each_from_start"),
        "blocked": ("no_winner", "fewest_tiles"),
    },
    "dk_kabale": {
        "empty_stock_win": (True, False),
    },
    "dk_stop_ved_fem": {
        "empty_stock_win": (True, False),
    },
    "dk_bingo": {
        "count_after_12": (0, 1),
    },
    "dk_knock_out": {
        "whole_runs": (False, True),
    },
    "pl_ekspresowe": {
        "target": (100, 1, 9999, (50, 100, 150, 200, 250)),
        "tie": ("rotation", "seat", "none", "last_to_play"),
        "pairs_count": ("all_hands", "opponents_only"),
        "next_start": ("rotate", "winner"),
        "blocked_score": ("opponents_sum", "difference", "none"),
        "capicua": (0, 0, 1000, (0, 25, 50, 100)),
        "shutout": ("off", "counts_two"),
    },
    "muggins": {
        "target": (100, 1, 9999, (61, 100, 200)),
        "end_when": ("at_once", "after_round"),
        "score_as": ("pips", "fives"),
        "muggins_call": ("off", "on"),
        "set": (6, 9),
        "first_lead": ("highest_double", "highest_drawn"),
        "next_lead": ("winner", "rotate"),
        "hand_rounding": ("total", "each", "none"),
        "blocked_score": ("opponents_sum", "difference", "none"),
        "tie": ("none", "rotation"),
        "tiles_each": ("by_number", "five", "seven"),
        "boneyard_keeps": ("0", "2"),
    },
    "all_fives": {
        "target": (100, 1, 9999, (61, 100, 150, 200, 250)),
        "end_when": ("at_once", "after_round"),
        "set": (6, 9),
        "score_as": ("pips", "fives"),
        "first_lead": ("highest_drawn", "highest_double"),
        "next_lead": ("winner", "rotate"),
        "hand_rounding": ("total", "each", "none"),
        "blocked_score": ("opponents_sum", "difference", "none"),
        "tie": ("none", "rotation"),
        "tiles_each": ("by_number", "five", "seven"),
        "boneyard_keeps": ("0", "1", "2"),
    },
    "five_up": {
        "target": (61, 1, 9999, (51, 61, 100)),
        "end_when": ("at_once", "after_round"),
        "exact": (False, True),
        "next_lead": ("winner", "rotate"),
        "blocked_score": ("opponents_sum", "difference", "none"),
        "tie": ("none", "rotation"),
        "boneyard_keeps": ("0", "1"),
    },
    "fives_threes": {
        "target": (61, 1, 9999, (31, 61, 121)),
        "exact": (True, False),
        "tiles_each": ("7_5", "9_6"),
        "pair_out": ("both", "first"),
    },
    "bergen": {
        "target": (15, 1, 9999, (10, 15, 25)),
        "end_when": ("at_once", "after_round"),
        "near_target": ("off", "on"),
        "out_points": (1, 2),
        "blocked_rule": ("fewest", "no_doubles_first"),
        "first_lead": ("double_only", "lowest_double"),
        "boneyard_keeps": ("0", "2"),
    },
    "block": {
        "target": (100, 1, 9999, (61, 100, 150, 200)),
        "set": (6, 9, 12),
        "tiles_each": ("seven", "by_number", "eight_minus"),
        "first_lead": ("highest_double", "highest_drawn"),
        "blocked_score": ("difference", "opponents_sum", "each_difference"),
        "tie": ("none", "rotation"),
        "pairs_count": ("opponents_only", "all_hands"),
    },
    "draw": {
        "target": (100, 1, 9999, (61, 100, 150, 200)),
        "set": (6, 9, 12),
        "tiles_each": ("by_number", "seven"),
        "boneyard_keeps": ("2", "1", "0"),
        "first_lead": ("highest_double", "highest_drawn"),
        "blocked_score": ("difference", "opponents_sum", "each_difference"),
        "tie": ("none", "rotation"),
        "pairs_count": ("opponents_only", "all_hands"),
    },
    "latin_partner": {
        "target": (100, 1, 9999, (75, 100, 150, 200, 300, 500)),
        "first_lead": ("double_six", "highest_drawn"),
        "next_lead": ("rotate", "winner"),
        "pairs_count": ("opponents_only", "all_hands"),
        "blocked_by": ("side", "single", "duel"),
        "tie": ("none", "lead", "last_to_play"),
        "capicua": (0, 0, 1000, (0, 25, 30, 100)),
        "capicua_blank": (True, False),
        "chuchazo": (0, 0, 1000, (0, 25, 30, 100)),
        "pase_salida": (0, 0, 1000, (0, 25, 30)),
        "pase_salida_single": (0, 0, 1000, (0, 50)),
        "pase_corrido": (0, 0, 1000, (0, 25, 30)),
        "tranque": (0, 0, 1000, (0, 25, 100)),
        "early_rounds": ("none", "100_75_50_25"),
        "shutout": ("off", "counts_two"),
    },
    "cuban_d9": {
        "target": (150, 1, 9999, (100, 150, 200)),
        "first_lead": ("highest_drawn", "highest_double"),
        "next_lead": ("rotate", "winner"),
        "pairs_count": ("opponents_only", "all_hands"),
        "blocked_by": ("side", "single"),
        "tie": ("none", "lead", "last_to_play"),
        "capicua": (0, 0, 1000, (0, 25, 30, 100)),
        "capicua_blank": (True, False),
        "chuchazo": (0, 0, 1000, (0, 25, 30, 100)),
        "pase_salida": (0, 0, 1000, (0, 25, 30)),
        "pase_salida_single": (0, 0, 1000, (0, 50)),
        "pase_corrido": (0, 0, 1000, (0, 25, 30)),
        "tranque": (0, 0, 1000, (0, 25, 100)),
        "early_rounds": ("none", "100_75_50_25"),
        "shutout": ("off", "counts_two"),
    },
    "matador": {
        "target": (100, 1, 9999, (61, 100, 150, 200)),
        "set": (6, 9, 12),
        "tiles_each": ("by_number", "seven", "five"),
        "draw": ("until_playable", "one", "none"),
        "boneyard_keeps": ("2", "0"),
        "next_lead": ("first_rule", "rotate"),
        "blocked_score": ("difference", "opponents_sum"),
    },
    "sebastopol": {
        "target": (100, 1, 9999, (50, 60, 100)),
        "blocked_score": ("difference", "opponents_sum"),
    },
    "blind_hughie": {
        "target": (100, 1, 9999, (61, 100, 150, 200)),
        "tiles_each": ("all", "seven_five"),
        "turns": ("while_it_fits", "one"),
        "blocked_score": ("difference", "each_difference"),
    },
    "mexican_train": {
        "set": (12, 6, 9, 15, 18),
        "rounds": (13, 1, 99, ()),
        "tiles_each": ("15_12_10", "15_12_11", "16_down", "16_15_14", "16_16_15", "15_11_8"),
        "engine": ("dealt", "set_out"),
        "double_blank": (0, 25, 50),
        "blank_half": (0, 25),
    },
    "chicken_foot": {
        "set": (9, 6, 12, 15),
        "rounds": (10, 1, 99, ()),
        "tiles_each": ("seven", "forty_two"),
        "hub_toes": (4, 6),
        "double_blank": (50, 25, 0),
        "blank_half": (0, 25),
    },
    "penalty_pad": {
        "set": (12, 6, 9, 15, 18),
        "limits": ("on", "off"),
        "goal": ("rounds", "limit"),
        "rounds": (13, 1, 99, ()),
        "limit": (100, 1, 9999, (50, 100, 150, 200, 250)),
        "best": ("fewest", "most"),
        "double_blank": (0, 0, 1000, (0, 25, 50)),
        "blank_half": (0, 0, 1000, (0, 25)),
        "out_bonus": (0, 0, 100, (0, 5, 10)),
    },
    "forty_two": {
        "scoring": ("marks", "points"),
        "target": (7, 1, 9999, (7, 250)),
        "contracts": ("straight", "all"),
        "all_pass": ("forced", "reshake"),
    },
}
each_kept = pytest.mark.parametrize(("key", "option"), [(key, option) for key in KEPT for option in KEPT[key]])


@pytest.mark.parametrize("key", FACTS)
def test_a_game_is_what_its_rule_sheet_says(key: str) -> None:
    game = VARIANTS[key]
    players = (game.fewest_players, game.most_players, game.partners)
    lowest_wins = game.lowest_wins if isinstance(game.lowest_wins, bool) else game.lowest_wins.key
    facts = (game.name, game.source, *players, game.chapter.name, game.shape.name, game.takes, lowest_wins)
    assert (game.key, facts) == (key, FACTS[key])


def read_setting(key: str, option: str, given: object) -> object:
    """The setting at a table where this was chosen; None where it is refused."""
    variant = VARIANTS[key]
    try:
        return variant.settle({option: given})[option]
    except RuleError as refused:
        return None if refused.problems[0].key == "bad_option" else refused


@each_kept
def test_what_a_stored_match_says_of_a_house_rule_is_read_for_ever(key: str, option: str) -> None:
    usual, *others = KEPT[key][option]
    assert VARIANTS[key].settle()[option] == usual, "an old match that does not name it would be scored anew"
    if isinstance(next(each for each in VARIANTS[key].options if each.key == option), Number):
        least, most, offers = others
        assert (read_setting(key, option, least), read_setting(key, option, most)) == (least, most)
        assert read_setting(key, option, least - 1) is read_setting(key, option, most + 1) is None
        others = list(offers)
    assert [read_setting(key, option, each) for each in (usual, *others)] == [usual, *others]


@each_kept
def test_a_form_offers_the_usual_settings(key: str, option: str) -> None:
    known = next(each for each in VARIANTS[key].options if each.key == option)
    kept = KEPT[key][option][3] if isinstance(known, Number) else KEPT[key][option]
    assert set(kept) <= set(known.offers)
    assert not known.offers or known.default in known.offers


@pytest.mark.parametrize("given", ["", "many", "-5", "60.5", "６０", "1" * 10, 60.0, True, None, [60], "0x3c"])
def test_a_target_is_a_whole_number(given: object) -> None:
    assert read_setting("spansk", "target", given) is None


@pytest.mark.parametrize("given", [61, "61", " 61 ", "061", "0000000061"[1:]])
def test_a_target_may_be_typed(given: object) -> None:
    assert read_setting("spansk", "target", given) == 61


@pytest.mark.parametrize(
    ("given", "read"), [("NONE", "none"), ("Lead", "lead"), ("seat", None), (None, None), (0, None)]
)
def test_a_choice_is_read_however_it_is_spelled_but_only_one_of_those_there_are(given: object, read: object) -> None:
    assert read_setting("spansk", "tie", given) == read


@pytest.mark.parametrize(
    ("key", "room"),
    [
        ("dk_kabale", {"ends": 2, "hand": 28}),
        ("dk_stop_ved_fem", {"ends": 2, "hand": 5}),
        ("dk_bingo", {"row": 28}),
        ("dk_fem_kolonner", {"reserve": 3, "columns": 5}),
        ("dk_knock_out", {"row": 28}),
        ("dk_tolveren", {"table": 6}),
    ],
)
def test_a_solitaire_has_room_for_what_can_lie_there(key: str, room: dict[str, int]) -> None:
    game = VARIANTS[key]
    assert issubclass(game, Solitaire)
    assert game.room == room
