"""A sample of the table of spoilt games: `python -m tests.simulator.spoilt` prints all of it."""

from itertools import islice
from random import Random

import pytest

from scorekeeper.engine.variants import VARIANTS
from tests.simulator.latin import LatinRules
from tests.simulator.possible import could_be, may_draw, replay
from tests.simulator.rules import GermanRules
from tests.simulator.spoilt import LEGAL, exchange_tiles, list_rounds, main, try_game
from tests.simulator.writing import Written

SEATS = ("Anna", "Bo", "Carl", "Dora")


@pytest.mark.slow
@pytest.mark.parametrize("game", list(VARIANTS))
def test_a_spoilt_round_is_seldom_silent_where_the_sheet_proves_it_and_a_legal_one_always(game: str) -> None:
    table, examples = try_game(game, 2)
    assert vars(table.pop(LEGAL)) == {"refused": 0, "doubted": 0, "silent": 2, "proved": 0}
    assert len(table) > 3
    assert sum(told.proved for told in table.values()) <= 3, examples


@pytest.mark.parametrize("way", ["a tile laid twice", "out with tiles left to lay", "a pass, then a tile that fitted"])
def test_where_nobody_draws_moves_that_cannot_be_are_never_silent(way: str) -> None:
    table, _ = try_game("latin_partner", 5)
    assert table[way].refused + table[way].doubted == 5


def play(player: str, tile: str, at: str | None = None, pip: int | None = None) -> Written:
    place = {} if at is None else {"at": at, "pip": pip, "join": pip}
    return {"entry": "play", "player": player, "tile": tile, **place}


ANSWERED = [play("Anna", "6-6"), play("Bo", "6-5", "6-6", 6), play("Carl", "5-1", "6-5", 5)]
PASSED = [play("Anna", "6-6"), {"entry": "pass", "player": "Bo"}, play("Carl", "6-5", "6-6", 6)]


@pytest.mark.parametrize(
    ("moves", "possible"),
    [
        (ANSWERED, True),
        (PASSED, True),
        ([*PASSED, play("Anna", "5-1", "6-5", 5)], False),  # Dora has not passed, and Bo has
        ([*ANSWERED, play("Anna", "4-1", "5-1", 1)], True),  # no pass is written, so Dora may have passed
        ([*ANSWERED, play("Dora", "4-2", "5-1", 1)], False),
        ([*ANSWERED, play("Dora", "6-5", "5-1", 1)], False),
        ([*ANSWERED, {"entry": "bonus", "player": "Anna", "bonus": "pase_salida"}], False),
        ([*PASSED[:2], {"entry": "bonus", "player": "Anna", "bonus": "pase_salida"}, PASSED[2]], True),
    ],
)
def test_the_second_opinion_knows_which_moves_can_follow_each_other(moves: list[Written], possible: bool) -> None:
    options = {key: values[0] for key, values in LatinRules.taught.items()} | {"pase_salida": 25}
    assert (replay(LatinRules(SEATS, True, options), moves) is not None) == possible


def test_the_second_opinion_finds_a_round_that_was_played_and_none_where_a_pass_was_not_true() -> None:
    false = 0
    for it, _ in islice(list_rounds("latin_partner", Random(3)), 12):
        assert could_be(it.rules, it.entries)
        if exchanged := exchange_tiles(it):
            assert not could_be(it.rules, exchanged)
            false += 1
    assert false


def test_who_has_drawn_had_nothing_that_fitted() -> None:
    """Bo lays the 6-5 and the 5-4 of two tiles dealt, and holds the 6-6, which fitted both times."""
    rules = GermanRules(("Anna", "Bo"), False, {key: values[0] for key, values in GermanRules.taught.items()})
    turns = replay(rules, [play("Anna", "6-4"), play("Bo", "6-5", "6-4", 6), play("Anna", "5-3", "6-5", 5)])
    assert turns is not None
    assert may_draw(turns, "Bo", [(1, 0)], 1, (9, ""))
    assert not may_draw(turns, "Bo", [(6, 6)], 2, (9, ""))
    assert not may_draw(turns, "Bo", [(1, 0)], 3, (9, ""))


def test_the_command_prints_each_game_and_how_many_are_silent(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--matches", "1", "dk_bingo", "forty_two"]) == 0
    printed = capsys.readouterr().out
    assert "dk_bingo: 1 rounds" in printed
    assert "legal rounds refused or doubted: 0 of 2" in printed


def test_legal_rounds_are_judged_without_spoiling_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--legal", "40", "blind_hughie", "dk_blinde", "block"]) == 0
    assert "legal rounds refused or doubted: 0 of 120" in capsys.readouterr().out
