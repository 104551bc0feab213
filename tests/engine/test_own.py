"""An own game with the settings of a game of the menu scores as that game; axes that are not asked change nothing."""

import json
from collections.abc import Iterator
from contextlib import suppress
from operator import attrgetter, itemgetter
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.engine.entries import RoundEnd
from scorekeeper.engine.file.match import read_match, write_match_json
from scorekeeper.engine.options import read_settings
from scorekeeper.engine.problems import RuleError
from scorekeeper.engine.rules.own.best_wins import BestWins
from scorekeeper.engine.rules.own.fitting import MATTERS_IF, may_matter
from scorekeeper.engine.rules.own.groups import GROUPS
from scorekeeper.engine.rules.own.menu_games import KNOWN
from scorekeeper.engine.sheet.fold import fold
from scorekeeper.engine.sheet.hand_feasibility import find_dealt
from scorekeeper.engine.text import say
from scorekeeper.engine.variants import VARIANTS
from tests.cases import TABLES, Case, Outcome, read_table, run_case
from tests.engine.matches import NAMES, list_tables, seat
from tests.engine.sentences import KNOWN as SENTENCES
from tests.simulator.same import ALSO, Chosen, list_unlike

OWN = VARIANTS["own"]

CASES = [case for case in read_table(TABLES / "own.json") if "entries" in case]


@settings(max_examples=10, deadline=None)
@given(game=st.sampled_from(sorted(KNOWN)), seed=st.integers(0, 2**32))
def test_set_like_a_game_of_the_menu_it_scores_every_line_as_that_one(game: str, seed: int) -> None:
    assert list(list_unlike(game, Random(seed), most_rounds=2)) == []


@pytest.mark.slow
@settings(max_examples=3, deadline=None)
@pytest.mark.parametrize(("game", "chosen", "own"), ALSO)
@given(seed=st.integers(0, 2**32))
def test_with_a_house_rule_of_it_it_scores_every_line_as_that_one(
    game: str, chosen: Chosen, own: Chosen, seed: int
) -> None:
    assert list(list_unlike(game, Random(seed), most_rounds=2, chosen=chosen, own=own)) == []


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES, ids=itemgetter("name"))
def test_an_axis_that_is_not_asked_makes_no_difference(case: Case) -> None:
    options, players, pairs = case.get("options", {}), len(case.get("players", "AB")), bool(case.get("partners"))
    with suppress(RuleError):  # a case may be about settings that are refused
        seating = OWN.seat("ABCDEFGH"[:players], pairs or None, None, options)
        game = OWN.settle_at(seating)
        hidden = [option for option in game.options if option not in game.list_options(players, seating.partners)]
        usual = tell(run_case(case))
        for option, other in ((hid, offer) for hid in hidden for offer in hid.offers):
            with suppress(RuleError):
                game.settle({option.key: other})
                assert tell(run_case({**case, "options": {**options, option.key: other}})) == usual, option.key


def tell(outcome: Outcome) -> str:
    """Return the outcome of a case; the two reasons why a bonus is refused are made the same."""
    told = json.dumps(outcome, default=str).replace("entry_not_taken", "bonus_not_played")
    return told.replace("entry 1: bonus_not_played", "entry 1, bonus: bonus_not_played")


def test_its_name_is_that_of_the_family_and_its_facts_are_those_of_its_settings() -> None:
    game = OWN.settle_at(OWN.seat(["Anna", "Bo"], options={"name": " Sunday  fives ", **KNOWN["all_fives"]}))
    assert (game.name, game.key, game.ends_score, game.partners) == ("Sunday fives", "own", True, "optional")
    assert game.seat(["Anna", "Bo"]).options == game.settle()
    assert (OWN.name, OWN.ends_score) == ("Your own game", False)
    assert (game.name_is_message, OWN.name_is_message) == (False, True)
    assert OWN.settle_at(OWN.seat(["Anna", "Bo"], options={"name": "A" * 40})).name == "A" * 40


def test_two_games_of_the_same_settings_are_equal() -> None:
    one, other, longer = (OWN.fill_in(OWN, {"target": target, "capicua": 25}) for target in (75, 75, 76))
    assert one is not other
    assert one == other != longer


def test_a_match_file_carries_its_rules() -> None:
    file = {"format": 1, "variant": "own", "players": ["Anna", "Bo"], "options": {"name": "Ours", "target": 33}}
    match = read_match(file)
    again = read_match(write_match_json(match.variant, match.seating, match.entries))
    assert (again.seating, again.variant.name) == (match.seating, "Ours")
    assert again.variant.at(again.seating).goal.target == 33


@pytest.mark.parametrize(
    ("options", "key"),
    [
        ({"name": 7}, "wrong_type"),
        ({"name": "A\u202eB"}, "name_not_seen"),
        ({"name": "A" * 41}, "name_too_long"),
        ({"players_from": 1}, "bad_option"),
        ({"players_to": 9}, "bad_option"),
        ({"divide_by": 5}, "bad_option"),
        ({"doubles": "cross", "start_tile": 1}, "bad_option"),
        ({"colour": "red"}, "unknown_option"),
    ],
)
def test_what_cannot_be_settled_is_refused_with_the_players_in_the_same_breath(
    options: dict[str, Any], key: str
) -> None:
    with pytest.raises(RuleError) as refused:
        OWN.seat(["Anna", "Anna"], options=options)
    assert {problem.key for problem in refused.value.problems} == {key, "name_twice"}


def test_the_first_character_of_a_name_that_nobody_can_see_is_spelled_out() -> None:
    with pytest.raises(RuleError) as refused:
        OWN.seat(["Anna", "Bo"], options={"name": "A\u202eB\u2066C"})
    assert "U+202E" in str(refused.value)


def test_every_game_that_is_known_as_settings_is_in_the_menu() -> None:
    assert set(KNOWN) < set(VARIANTS)
    assert all(OWN.settle(each) for each in KNOWN.values())


# The attributes of a game that are compared, because its house rules may have other names in an own game.
TOLD = (
    *("dealing", "laying.model", "laying.joins_equal", "turns.passes_block", "bonuses.paid", "bonuses.calls"),
    *("leading.rule", "leading.asks_leader", "leading.first_tile", "rounds.nobody_out"),
    *(
        f"rounds.hands.{name}"
        for name in ("when_out", "when_blocked", "known", "by_doubles", "each_tile", "double_blank")
    ),
    *("rounds.pairs_play_on", "rounds.last_tile", "moves.asks_last", "moves.in_play.ends_score"),
    *("moves.in_play.equal_ends_score", "moves.in_play.asks_placed", "goal.target", "goal.rounds", "goal.lowest_wins"),
)

# Batida has four kinds of last tile, of which an own game pays three more, and looks for the 6-6 as the best tile.
UNLIKE: dict[str, set[str]] = {"batida": {"bonuses.calls", "leading.rule"}}


@pytest.mark.parametrize("key", KNOWN)
def test_set_like_a_game_of_the_menu_it_is_dealt_led_and_asked_for_the_same(key: str) -> None:
    known, pairs_may_play = VARIANTS[key], KNOWN[key].get("partners") == "optional"
    for players, pairs in list_tables(known):
        there = known.at(seat(known, players, pairs, {}))
        own = OWN.at(OWN.seat(NAMES[:players], pairs if pairs_may_play else None, options=KNOWN[key]))
        for name in {*TOLD} - UNLIKE.get(key, set()):
            assert attrgetter(name)(own) == attrgetter(name)(there), (players, pairs, name)


def test_points_for_passes_can_be_written_where_some_are_paid_or_only_pairs_play() -> None:
    for options, written in (
        ({"players_from": 4, "partners": "always_with_four"}, True),
        ({"players_from": 3, "partners": "always_with_four"}, False),
        ({"players_from": 3, "partners": "always_with_four", "pase_corrido": 25}, True),
        ({"players_from": 4, "partners": "optional"}, False),
    ):
        game = OWN.at(OWN.seat(["Anna", "Bo", "Carl", "Dora"], options=options))
        assert ("bonus" in game.variant.takes) is written, options


def test_a_match_to_a_limit_ends_after_the_round_in_which_somebody_has_just_so_many() -> None:
    game = OWN.at(OWN.seat(["Anna", "Bo"], options={"goal": "limit", "limit": 50}))
    assert game.goal.winners({"Anna": 49, "Bo": 3}, 2, between_rounds=True) == ()
    assert game.goal.winners({"Anna": 50, "Bo": 3}, 2, between_rounds=False) == ()
    assert game.goal.winners({"Anna": 50, "Bo": 3}, 2, between_rounds=True) == ("Anna",)


def test_with_penalties_the_fewest_points_win_and_that_is_said() -> None:
    for options, why in (
        ({"round_gives": "penalties"}, "Anna won with the fewest points, 3"),
        ({}, "Bo won, 100\u00a0:\u00a03"),
    ):
        game = OWN.at(OWN.seat(["Anna", "Bo"], options=options))
        totals = {"Anna": 3, "Bo": 100}
        winners = game.goal.winners(totals, 2, between_rounds=True)
        assert str(game.goal.explain(totals, winners)) == why


# -- what is asked of it hangs on what was set -------------------------------------------------------------------------

ASKED = json.loads(Path(__file__).with_name("own_asked.json").read_text())
"""By settings the axes that are asked, too, and those no longer asked; or the reasons why the settings are refused."""
BESIDE: tuple[dict[str, Any], ...] = (
    {},
    {"partners": "optional", "capicua": 25},
    {"partners": "always_with_four", "players_from": 4, "goal": "rounds"},
    {"round_gives": "penalties", "goal": "limit"},
    {"winner_gets": "fixed", "hand_rounding": "total", "start_tile": 1, "blocked_gets": "nothing"},
    {"winner_gets": "nothing", "doubles": "cross", "draw": "none"},
)


def list_asked(settings: dict[str, Any]) -> list[str]:
    """Return the axes that are asked, or the problems where these settings are refused."""
    try:
        settled = OWN.settle(settings)
    except RuleError as refused:
        return [f"{each.key} {each.place[-1]}: {dict(each.values)['choices']}" for each in refused.problems]
    return [option.key for option in OWN.options if may_matter(option.key, settled)]


def list_changes() -> Iterator[tuple[str, list[str]]]:
    """Yield each change of a setting that changes which axes are asked, with those added and those removed."""
    for beside in BESIDE:
        usual = list_asked(beside)
        yield write(beside), usual
        for option in OWN.options:
            for value in option.offers:
                asked = list_asked({**beside, option.key: value})
                more = [f"+{each}" for each in asked if each not in usual]
                less = [f"-{each}" for each in usual if each not in asked]
                refused = [each for each in asked if " " in each]
                if more or less:
                    yield write({**beside, option.key: value}), refused or [*more, *less]


@pytest.mark.parametrize("in_play", ["fives_sum", "fives_fifth", "fives_threes", "headers", "equal_ends"])
def test_open_ends_score_in_every_game_in_which_they_are_counted(in_play: str) -> None:
    assert OWN.at(OWN.seat(["Anna", "Bo"], options={"in_play": in_play})).variant.moves_score


def test_where_the_fewest_points_win_a_draw_tells_what_both_have() -> None:
    goal = BestWins(OWN.seat(["Anna", "Bo"]), lowest_wins=True, rounds=1)
    assert say(goal.explain({"Anna": 3, "Bo": 3}, ("Anna", "Bo"))) == "a draw: Anna and Bo have 3 each"


def write(settings: dict[str, Any]) -> str:
    """Return the settings as `own_asked.json` names them."""
    return " ".join(f"{key}={value}" for key, value in settings.items())


def test_what_is_asked_hangs_on_what_was_set() -> None:
    assert dict(list_changes()) == ASKED


def test_every_axis_is_asked_in_one_group_and_what_may_not_matter_is_an_axis() -> None:
    asked = [key for _, keys in GROUPS for key in keys]
    tables = ((players, pairs) for players in range(2, 9) for pairs in (False, True))
    offered = {option.key for players, pairs in tables for option in OWN.options if option.matters.at(players, pairs)}
    assert sorted(asked) == sorted(option.key for option in OWN.options)
    assert {heading for heading, _ in GROUPS} <= SENTENCES
    assert set(MATTERS_IF) <= set(asked)
    assert set(MATTERS_IF) - {f"tiles_{players}" for players in range(2, 9)} <= offered


def test_a_match_that_counts_twice_says_so() -> None:
    seating = OWN.seat(["Anna", "Bo"])
    goal = BestWins(seating, lowest_wins=False, rounds=1, shutout=True)
    assert say(goal.explain({"Anna": 12, "Bo": 0}, ("Anna",))).endswith("so the match counts twice")
    assert "twice" not in say(goal.explain({"Anna": 12, "Bo": 1}, ("Anna",)))


@pytest.mark.parametrize("bonus", [0, 25])
def test_a_tie_matters_if_a_bonus_is_paid_for_it(bonus: int) -> None:
    chosen = read_settings(OWN.options, {"winner_gets": "differences", "tranque": bonus})
    assert may_matter("tie", chosen, sides=2) == (bonus > 0)
    assert may_matter("tie", chosen, sides=3)


def test_a_first_tile_that_is_no_double_is_not_asked_about_where_rounds_begin_with_a_double() -> None:
    asked = [list_asked({"partners": "always_with_four", "first_tile": begins}) for begins in ("any", "double")]
    assert ["pase_salida_single" in each for each in asked] == [True, False]


@pytest.mark.parametrize(("removed", "fewest"), [("none", 10), ("double_blank", 9)])
def test_a_tile_taken_out_of_the_set_is_missing_in_the_line_of_a_blocked_round(removed: str, fewest: int) -> None:
    seating = OWN.seat(["Anna", "Bo", "Carl", "Dora"], options={"taken_out": removed, "tiles_4": 4})
    sheet = fold(OWN.settle_at(seating), seating, [])
    ended = RoundEnd(how="blocked", hands=(), boneyard_tiles=0)
    assert find_dealt(sheet.game, sheet.layout, {}, ended).held == len(sheet.game.tiles) - fewest
