"""Where tiles are looked for: the whole picture small, and finer only where there is a hint of one."""

import numpy as np
import pytest

from vision.find import search
from vision.find.decode import Found
from vision.find.look import Region, look_at
from vision.find.network import Maps
from vision.find.parts import AROUND, HINT, find_parts
from vision.photo import Picture
from vision.render import render_photo


def mark(*places: tuple[int, int]) -> Maps:
    """Maps of 60×80 places on which the middle of a tile may be at some of them, by row and column."""
    nothing = np.zeros((60, 80), np.float32)
    tile = nothing.copy()
    for place in places:
        tile[place] = HINT * 1.01
    field = np.zeros((2, 60, 80), np.float32)
    return Maps(tile, nothing, field, field, field, np.zeros((16, 60, 80), np.float32), nothing)


def test_a_part_reaches_around_its_hint_and_ends_with_the_picture() -> None:
    assert find_parts(mark()) == []
    assert find_parts(mark((30, 40))) == [(40 - AROUND, 30 - AROUND, 41 + AROUND, 31 + AROUND)]
    assert find_parts(mark((0, 79))) == [(79 - AROUND, 0, 80, 1 + AROUND)]


def test_two_parts_are_one_only_where_that_is_less_to_look_at() -> None:
    assert len(find_parts(mark((20, 20), (22, 34)))) == 1
    assert len(find_parts(mark((8, 8), (50, 70)))) == 2


@pytest.fixture
def looked_at(monkeypatch: pytest.MonkeyPatch) -> list[Region]:
    """The parts that were looked at finer."""
    parts: list[Region] = []

    def look(image: Picture, part: Region, scale: float) -> list[Found]:
        parts.append(part)
        return look_at(image, part, scale)

    monkeypatch.setattr(search, "look_at", look)
    return parts


def test_of_an_empty_table_little_is_looked_at_finer(looked_at: list[Region]) -> None:
    image = render_photo([], seed=5, size=(1600, 1200), ground="wood").image
    best, _ = search.search(image)
    assert best.tiles == []
    assert sum((right - left) * (low - high) for left, high, right, low in looked_at) < 0.3 * 1600 * 1200


def test_tiny_tiles_in_a_corner_are_found_by_the_hint_that_they_give(looked_at: list[Region]) -> None:
    tiles = render_photo(["6-4", "3-1", "5-5"], seed=2, size=(190, 142)).image
    image = np.full((1200, 1600, 3), tiles[0, 0], np.uint8)
    image[900:1042, 1300:1490] = tiles
    best, _ = search.search(image)
    assert len(best.tiles) == 3
    assert looked_at
    assert all(left > 1200 and high > 800 for left, high, _, _ in looked_at)
