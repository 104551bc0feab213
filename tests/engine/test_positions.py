"""The position of a solitaire, from a form or a case: it is read completely, or refused with every reason."""

from dataclasses import fields
from typing import Any

import pytest

from scorekeeper.engine.layout.positions import Position, read_position
from scorekeeper.engine.problems import RuleError
from scorekeeper.engine.tiles import parse_end, parse_tile
from tests.engine.sentences import list_unknown


def reasons(given: Any) -> list[tuple[str, tuple[str | int, ...]]]:
    with pytest.raises(RuleError) as refused:
        read_position(given, 6)
    assert list_unknown(refused.value.problems) == []
    return [(problem.key, problem.place) for problem in refused.value.problems]


def test_a_position_has_what_was_given_and_nothing_else() -> None:
    tile = parse_tile("6-4", 6)
    assert read_position({}, 6) == Position()
    assert read_position({"hand": ["4-6"], "boneyard": 0}, 6) == Position(hand=(tile,), boneyard=0)
    assert read_position({"ends": ["5-5"], "table": ["6-4"]}, 6) == Position((parse_end("5-5", 6),), table=(tile,))
    columns = read_position({"reserve": ["6-4"], "columns": [[], ["1-0", "2-0"]]}, 6)
    assert (columns.reserve, [len(column) for column in columns.columns]) == ((tile,), [0, 2])
    [lying] = read_position({"row": ["4-6"]}, 6).row
    assert (lying.left, lying.right) == (4, 6)


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"boneyard": -1}, [("not_a_number", ("boneyard",))]),
        ({"boneyard": True}, [("not_a_number", ("boneyard",))]),
        ({"boneyard": "4"}, [("not_a_number", ("boneyard",))]),
        ({"columns": [["6-4"], "6-4"]}, [("wrong_type", ("columns", 2))]),
        ({"columns": [["6-4"], ["9-4"]]}, [("pip_out_of_range", ("columns", 2))]),
        ({"row": ["x"], "ends": ["8"]}, [("pip_out_of_range", ("ends",)), ("unreadable_tile", ("row",))]),
    ],
)
def test_what_cannot_lie_so_is_refused_with_its_place(given: Any, told: list[Any]) -> None:
    assert reasons(given) == told


@pytest.mark.parametrize("field", [field.name for field in fields(Position) if field.name != "boneyard"])
def test_what_is_no_list_of_tiles_is_refused_with_the_place_where_it_was_given(field: str) -> None:
    assert reasons({field: "6-4"}) == [("wrong_type", (field,))]
    wrong, place = (["7-4"], (field,)) if field != "columns" else ([["7-4"]], (field, 1))
    assert reasons({field: wrong}) == [("pip_out_of_range", place)]


@pytest.mark.parametrize(
    "given", [{"hand": ["6-4", "4-6"]}, {"hand": ["6-4"], "table": ["6-4"]}, {"row": ["6-4", "4-6"]}]
)
def test_no_tile_lies_in_two_places(given: Any) -> None:
    assert [key for key, _ in reasons(given)] == ["duplicate_tile"]
