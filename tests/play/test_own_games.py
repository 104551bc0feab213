"""The games of a family's own that its book stores."""

import pytest

from scorekeeper.engine.problems import RuleError
from scorekeeper.play.scoring.match import load_match
from scorekeeper.play.scoring.own_games import save_own_game
from scorekeeper.play.scoring.writing import start_match
from scorekeeper.store import Store


def test_no_two_games_of_a_book_have_one_name(store: Store) -> None:
    save_own_game(store, {"name": "Sunday fives"})
    with pytest.raises(RuleError) as refused:
        save_own_game(store, {"name": "SUNDAY FIVES", "target": 33})
    assert [(found.key, found.place) for found in refused.value.problems] == [("game_name_taken", ("options", "name"))]


def test_a_game_without_a_name_is_refused_at_its_name(store: Store) -> None:
    with pytest.raises(RuleError) as refused:
        save_own_game(store, {"name": "  ", "target": 33})
    assert [(found.key, found.place) for found in refused.value.problems] == [
        ("game_name_missing", ("options", "name"))
    ]


def test_a_match_that_was_just_started_is_of_the_game_as_it_is_set(store: Store) -> None:
    started = start_match(store, "own", ["Anna", "Bo", "Carl"], options={"taken_out": "double_blank", "joins": "sum"})
    assert started == load_match(store, started.id)
    assert started.variant.axes == started.seating.options
