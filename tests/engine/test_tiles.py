"""Tiles, ends and the set."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.engine.problems import RuleError
from scorekeeper.engine.tiles import (
    End,
    Tile,
    add_up_pips,
    check_each_once,
    find_pip_bounds,
    find_sum_bounds,
    make_set,
    make_tile,
    parse_end,
    parse_halves,
    parse_tile,
)


@pytest.mark.parametrize(("largest", "tiles", "pips"), [(6, 28, 168), (9, 55, 495), (12, 91, 1092)])
def test_a_set_has_each_tile_once(largest: int, tiles: int, pips: int) -> None:
    assert len(set(make_set(largest))) == len(make_set(largest)) == tiles
    assert add_up_pips(make_set(largest)) == pips


def test_a_tile_has_no_direction() -> None:
    assert parse_tile("2-3", 6) == parse_tile("3-2", 6) == make_tile(2, 3)
    assert str(make_tile(2, 3)) == "3-2"


def test_a_row_keeps_the_direction() -> None:
    assert parse_halves("2-3", 6) == (2, 3)


@pytest.mark.parametrize("given_tile", ["", "5", "5-", "a-b", "5-5-5", "５-0x", None, 5, ["5-0"], "1" * 400 + "-1"])
def test_what_is_no_tile_is_refused(given_tile: object) -> None:
    with pytest.raises(RuleError) as refused:
        parse_tile(given_tile, 6)
    assert [problem.key for problem in refused.value.problems] == ["unreadable_tile"]


@pytest.mark.parametrize(
    ("written", "key"),
    [("7", "pip_out_of_range"), ("-1", "pip_out_of_range"), ("4-5", "not_a_double"), ("x", "unreadable_end"),
     (True, "unreadable_end"), (None, "unreadable_end"), ("7-7", "pip_out_of_range")],
)  # fmt: skip
def test_what_is_no_end_is_refused(written: object, key: str) -> None:
    with pytest.raises(RuleError) as refused:
        parse_end(written, 6)
    assert refused.value.problems[0].key == key


def test_a_double_counts_both_halves_and_a_number_one() -> None:
    assert (parse_end("5-5", 6).pips, parse_end("5", 6).pips, parse_end(5, 6)) == (10, 5, End(5))


@given(st.integers(0, 12), st.integers(0, 12))
def test_a_tile_is_read_back_as_it_is_written(a: int, b: int) -> None:
    assert parse_tile(str(make_tile(a, b)), 12) == make_tile(a, b) == Tile(max(a, b), min(a, b))


@given(st.integers(1, 28))
def test_no_hand_has_fewer_or_more_pips_than_its_bounds(count: int) -> None:
    fewest, most = find_pip_bounds(make_set(6), count)
    assert fewest + find_pip_bounds(make_set(6), 28 - count)[1] == 168
    assert fewest <= most


def test_the_bounds_of_few_tiles_are_those_of_the_rule_text() -> None:
    assert [find_pip_bounds(make_set(6), count) for count in (1, 2, 3)] == [(0, 12), (1, 23), (3, 33)]


def test_more_tiles_than_there_are_have_the_pips_of_all() -> None:
    assert find_pip_bounds(make_set(6), 30) == (168, 168)
    assert find_pip_bounds(make_set(6), 0) == (0, 0)


def test_all_numbers_together_have_one_sum() -> None:
    assert [find_sum_bounds((1, 2, 4), count) for count in (2, 3, 4)] == [(3, 6), (7, 7), (7, 7)]


def test_no_tile_is_there_twice() -> None:
    with pytest.raises(RuleError) as refused:
        check_each_once([make_tile(5, 3), make_tile(1, 1), make_tile(3, 5), make_tile(5, 3)], "hands", "Anna")
    assert {(problem.key, problem.place) for problem in refused.value.problems} == {
        ("duplicate_tile", ("hands", "Anna"))
    }
    check_each_once([make_tile(5, 3), make_tile(5, 2)])
