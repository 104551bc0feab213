"""The games of a family's own that its book keeps."""

import pytest

from scorekeeper.engine.problems import RuleError
from scorekeeper.play.scoring.own_games import save_own_game
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
