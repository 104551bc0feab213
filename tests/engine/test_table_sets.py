"""The size of the set is a fact of the game at its table, and every limit of the game follows it."""

from dataclasses import replace
from typing import Any

import pytest

from scorekeeper.engine.file.entry import parse_entry
from scorekeeper.engine.problems import RuleError
from scorekeeper.engine.rules.game import Game, Variant
from scorekeeper.engine.rules.sets import SETS, choose_set
from scorekeeper.engine.rules.tiles_each import TilesEach
from scorekeeper.engine.rules.turns import OneTile
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.sheet.doubts import find_parity_misfits
from scorekeeper.engine.sheet.fold import fold
from scorekeeper.engine.sheet.line import Line
from scorekeeper.engine.tiles import Tile, make_set, parse_end
from scorekeeper.engine.variants import VARIANTS

GERMAN, MEXICAN_TRAIN = VARIANTS["german_draw"], VARIANTS["mexican_train"]
SET = choose_set(6, 9, 12, 15, 18)


def play_any_set(variant: Variant, seating: Seating) -> Game:
    dealing = TilesEach(7).deal_set(seating, SET.at(seating), 0)
    return replace(GERMAN.at(seating), variant=variant, dealing=dealing, turns=OneTile(dealing.deal))


ANY_SET = replace(GERMAN, largest=SET, options=(SET,), play=play_any_set)
"""Draw, with the set that the table chooses."""


def lines(largest: int, *entries: dict[str, Any]) -> tuple[Line, ...]:
    seating = ANY_SET.seat(["Anna", "Bo"], lead="Anna", options={"set": largest})
    return fold(ANY_SET, seating, [parse_entry(entry, ANY_SET, seating) for entry in entries]).lines


def refusals(largest: int, entry: dict[str, Any]) -> list[str]:
    try:
        return [problem.key for problem in lines(largest, entry)[0].problems]
    except RuleError as error:
        return [problem.key for problem in error.problems]


@pytest.mark.parametrize("largest", SETS)
def test_the_set_sets_the_limits(largest: int) -> None:
    game = ANY_SET.at(ANY_SET.seat(["Anna", "Bo"], options={"set": largest}))
    assert game.tiles == make_set(largest)
    assert game.deal.boneyard == len(game.tiles) - 14
    heaviest = {"entry": "round", "out": "Anna", "hands": {"Bo": [f"{largest}-{largest}"]}}
    assert refusals(largest, heaviest) == []
    beyond = {"entry": "round", "out": "Anna", "hands": {"Bo": [f"{largest + 1}-0"]}}
    assert refusals(largest, beyond) == ["pip_out_of_range"]
    assert refusals(largest, {"entry": "ends", "player": "Anna", "ends": [str(largest), "0"]}) == []
    assert refusals(largest, {"entry": "ends", "player": "Anna", "ends": [str(largest + 1), "0"]})
    one_tile = {"entry": "round", "out": "Anna", "hands": {"Bo": {"pips": 2 * largest + 1, "tiles": 1}}}
    assert refusals(largest, one_tile) == ["impossible_total"]
    assert str(SETS[largest].rule).find(f" {len(game.tiles)} ") > 0


def test_a_set_that_nobody_named_is_the_usual_one() -> None:
    assert ANY_SET.at(ANY_SET.seat(["Anna", "Bo"])).largest == 6
    with pytest.raises(RuleError, match="is not a choice"):
        ANY_SET.seat(["Anna", "Bo"], options={"set": 7})


@pytest.mark.parametrize("largest", [3, 6, 9])
def test_a_line_of_any_set_keeps_the_parity(largest: int) -> None:
    """A chain without doubles at its ends: every number has `largest` + 2 halves, and a joint uses two of them."""
    chain = [Tile(2, 1), Tile(3, 2), Tile(3, 3)]
    hands = {"Anna": tuple(tile for tile in make_set(largest) if tile not in chain)}
    ends = (parse_end("1", largest), parse_end("3-3", largest))
    assert find_parity_misfits(ends, hands, largest) == find_parity_misfits((), hands, largest) == ()
    misread = {"Anna": (*hands["Anna"], Tile(2, 0))}
    assert find_parity_misfits(ends, misread, largest) == (0, 2)


def block(**hands: list[str]) -> list[str]:
    entry = {"entry": "round", "blocked": True, "boneyard_tiles": 0, "hands": hands}
    return [doubt.key for doubt in lines(9, entry)[0].doubts]


def test_in_a_block_with_an_odd_set_two_numbers_are_open() -> None:
    """Hands hold an odd number of halves of every other number, and none of those two."""
    evens = ["9-8", "7-6", "5-4", "3-2"]
    assert block(Anna=evens[:2], Bo=evens[2:]) == []
    assert block(Anna=["9-8"], Bo=["7-6"]) == ["parity"]
    assert block(Anna=evens[:2], Bo=[*evens[2:], "1-0"]) == ["blocked_numbers_left"]
    assert block(Anna=evens[:2], Bo=[*evens[2:], "1-1"]) == ["blocked_numbers_left"]


def test_there_are_no_more_rounds_than_doubles_to_begin_them_with() -> None:
    smallest = min(next(option.offers for option in MEXICAN_TRAIN.options if option.key == "set"), key=int)
    with pytest.raises(RuleError, match=f"1–{int(smallest) + 1}[.]"):
        MEXICAN_TRAIN.seat(["Anna", "Bo"], options={"set": smallest, "rounds": int(smallest) + 2})
    seating = MEXICAN_TRAIN.seat(["Anna", "Bo"], options={"set": smallest, "rounds": int(smallest) + 1})
    assert seating.options["rounds"] == int(smallest) + 1
