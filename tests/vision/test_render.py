"""The renderer describes correctly what it draws."""

from dataclasses import replace
from itertools import combinations

import cv2
import numpy as np
import pytest

from vision.lab.render import render_photo, render_scene
from vision.lab.render.layouts import Place, is_overlapping, replace_repeated
from vision.lab.render.lines import WAYS, lay_line, pick_habit
from vision.lab.render.patterns import PATTERNS, place_spots
from vision.lab.render.table import pick_any_look


def _area(points: tuple[tuple[float, float], ...]) -> float:
    return float(cv2.contourArea(np.array(points, np.float32), oriented=True))


def test_every_number_has_as_many_spots_as_it_says() -> None:
    for number, pattern in enumerate(PATTERNS):
        assert len(set(pattern)) == number
        assert all(abs(x) <= 1 and abs(y) <= 1 for x, y in pattern)


def test_every_number_looks_the_same_turned_upside_down() -> None:
    for pattern in PATTERNS[2:]:
        turned = {(round(-x, 6), round(-y, 6)) for x, y in pattern}
        assert turned == {(round(x, 6), round(y, 6)) for x, y in pattern}


@pytest.mark.parametrize(
    ("number", "columns"),
    [(13, [5, 3, 5]), (14, [5, 4, 5]), (15, [5, 5, 5]), (16, [6, 4, 6]), (17, [6, 5, 6]), (18, [6, 6, 6])],
)
def test_a_number_above_twelve_goes_on_as_those_below_it(number: int, columns: list[int]) -> None:
    assert [sum(1 for x, _ in place_spots(number) if x == column) for column in (-1, 0, 1)] == columns


def test_a_ten_is_four_two_four_with_the_middle_pair_in_the_outer_rows() -> None:
    columns = [[y for x, y in place_spots(10) if x == column] for column in (-1, 0, 1)]
    assert [len(column) for column in columns] == [4, 2, 4]
    assert columns[1] == [-1, 1]


@pytest.mark.parametrize("layout", ["apart", "row", "chain"])
def test_a_photo_has_the_tiles_it_was_asked_for_in_full_view(layout: str) -> None:
    names = ["6-6", "6-4", "4-4", "4-0", "0-5", "5-5", "5-1"]
    made = render_photo(names, layout, size=(800, 600))
    assert [f"{t.pips[0]}-{t.pips[1]}" for t in made.tiles] == names
    assert made.image.shape == (600, 800, 3)
    for tile in made.tiles:
        assert tile.up
        assert min(tile.visible) > 0.85
        assert tuple(len(half) for half in tile.spots) == tile.pips


def test_the_corners_of_a_tile_go_clockwise_from_the_end_of_its_first_half() -> None:
    for tile in render_photo(["5-1", "0-6"], tilt=30, size=(640, 480)).tiles:
        assert _area(tile.corners) > 0
        end = np.mean(tile.corners[:2], axis=0)
        first, second = (np.hypot(*(np.array(centre) - end)) for centre in tile.centres)
        assert first < second


def test_the_pips_of_a_half_are_dark_spots_on_that_half() -> None:
    made = render_photo(["5-4"], size=(640, 480))
    grey = made.image.mean(axis=2)
    (tile,) = made.tiles
    for half in (0, 1):
        for x, y in tile.spots[half]:
            assert grey[round(y), round(x)] < 90
            assert np.hypot(x - tile.centres[half][0], y - tile.centres[half][1]) < 120


def test_in_a_chain_each_tile_touches_the_next_and_a_double_by_its_middle() -> None:
    touches = render_photo(["6-6", "6-4", "4-4", "4-0"], "chain", size=(640, 480)).touches
    assert [(t.a, t.b) for t in touches] == [(0, 1), (1, 2), (2, 3)]
    assert [(t.a_part, t.b_part) for t in touches] == [("middle", "half0"), ("half1", "middle"), ("middle", "half0")]


def test_the_same_seed_makes_the_same_scene() -> None:
    assert np.array_equal(render_scene(5, 160).image, render_scene(5, 160).image)
    assert not np.array_equal(render_scene(5, 160).image, render_scene(6, 160).image)


def test_a_set_up_to_double_twelve_wears_numbers_up_to_twelve() -> None:
    look = pick_any_look(3, 12)
    assert look.largest == 12
    (tile,) = render_photo(["12-9"], look=look, size=(640, 480)).tiles
    assert (len(tile.spots[0]), len(tile.spots[1])) == (12, 9)


def test_a_layout_nobody_knows_is_refused() -> None:
    with pytest.raises(ValueError, match="spiral"):
        render_photo(["1-1"], "spiral")


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("adding_up", [None, 7])
def test_a_played_line_has_each_tile_once_and_its_touching_halves_fit(way: str, adding_up: int | None) -> None:
    look = pick_any_look(3)
    for seed in range(20):
        rng = np.random.default_rng(seed)
        habit = replace(pick_habit(rng, adding_up), way=way)
        places, touches = lay_line(rng, look, 12, habit)
        assert len({tuple(sorted(place.pips)) for place in places}) == len(places)
        laid = [place.pips for place in places]
        for touch in touches:
            one, other = (laid[at][part == "half1"] for at, part in ((touch.a, touch.a_part), (touch.b, touch.b_part)))
            assert one + other == adding_up if adding_up else one == other
        # Each end takes one tile, and a line has one tile more than joints; the other tiles are a hand.
        taken = [(touch.a, touch.a_part) for touch in touches if touch.a_part != "middle"]
        assert len(set(taken)) == len(taken)
        line = len(touches) + 1
        assert {at for touch in touches for at in (touch.a, touch.b)} <= set(range(line))
        assert not any(is_overlapping(one, other, look) for one, other in combinations(places[:line], 2))


def test_a_covered_table_has_each_tile_once_as_far_as_its_set_has_enough() -> None:
    places = [Place(pips, 0, 0, 0) for pips in ((0, 1), (1, 0), (1, 1), (0, 1))]
    rng = np.random.default_rng(3)
    replaced, _ = replace_repeated(rng, (places, []), 1)
    assert [place.pips for place in replaced] == [(0, 1), (0, 0), (1, 1), (0, 1)]
    replaced, _ = replace_repeated(rng, (places, []), 6)
    assert len({tuple(sorted(place.pips)) for place in replaced}) == 4
