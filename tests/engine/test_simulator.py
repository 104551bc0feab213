"""Random rounds of every game, whose points the simulator counts with its own arithmetic.

`python -m tests.simulator` plays more.
"""

from dataclasses import replace

import pytest

from scorekeeper.engine.options import Number
from scorekeeper.engine.variants import VARIANTS
from tests.simulator.all_rules import RULES
from tests.simulator.games import ALL, WITH_MOVES, list_untaught, run_game
from tests.simulator.spoiling import simulate_spoiled
from tests.simulator.tried import find_untaught

ROUNDS = 12


@pytest.mark.parametrize("game", ALL)
def test_rounds_counted_twice_come_out_alike(game: str) -> None:
    tried = run_game(game, ROUNDS, most_in_match=2)
    assert tried.differences == []
    assert tried.rounds >= ROUNDS
    settings = {(option.key, value) for option in VARIANTS[game].options for value in getattr(option, "offers", ())}
    assert settings <= tried.settings, "each setting of each house rule was at a table"


@pytest.mark.parametrize("game", WITH_MOVES)
def test_a_round_written_wrong_is_doubted_or_refused_and_a_right_one_is_not(game: str) -> None:
    tried = simulate_spoiled(game, ROUNDS // 2)
    assert tried.differences == []
    assert {cannot_be for _, cannot_be in tried.ways} == {True, False}


def test_every_game_with_every_house_rule_is_simulated() -> None:
    assert list_untaught() == []


def test_a_house_rule_that_nobody_has_taught_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    spansk = VARIANTS["spansk"]
    picks = [option for option in spansk.options if option.key == "tie"]
    monkeypatch.setitem(VARIANTS, "spansk", replace(spansk, options=(Number("extra", "", "", 1), *picks)))
    assert find_untaught("spansk", {"tie": ("none", "last_to_play"), "gone": ()}) == [
        "option extra of game spansk is not simulated",
        "option tie of game spansk is not simulated as lead",
        "game spansk has no option gone any more",
    ]


def test_a_wrong_figure_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(RULES["german_draw"], "score_play", lambda self, open_halves, shown: 1)
    assert run_game("german_draw", 1).differences
