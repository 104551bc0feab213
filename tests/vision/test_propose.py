"""Where tiles are searched for: the whole picture at a small size, and finer only near a candidate."""

from dataclasses import replace
from unittest.mock import Mock

import cv2
import numpy as np
import pytest

from vision.detect import propose
from vision.detect.decode import Detection, Detections
from vision.detect.detector import NARROW_MARGIN, Detector, Overview, Region, measure_area, surround
from vision.detect.models import Maps
from vision.detect.pipeline import detect
from vision.detect.pyramid import build_pyramid
from vision.detect.refine import refine
from vision.detect.regions import AROUND, HINT, find_boxes
from vision.detect.sizes import filter_by_size
from vision.lab.render import render_photo

LINE = ("6-5", "5-5", "5-2", "2-2", "2-0", "0-4", "4-4", "4-1", "1-6", "6-6", "6-3", "3-3")


def mark(*places: tuple[int, int]) -> Maps:
    """Return maps of 60×80 places with possible middles of tiles at these places, by row and column."""
    nothing = np.zeros((60, 80), np.float32)
    tile = nothing.copy()
    for place in places:
        tile[place] = HINT * 1.01
    field = np.zeros((2, 60, 80), np.float32)
    return Maps(tile, nothing, field, field, field, np.zeros((16, 60, 80), np.float32), nothing)


def test_a_part_reaches_around_its_hint_and_ends_with_the_picture() -> None:
    assert find_boxes(mark()) == []
    assert find_boxes(mark((30, 40))) == [(40 - AROUND, 30 - AROUND, 41 + AROUND, 31 + AROUND)]
    assert find_boxes(mark((0, 79))) == [(79 - AROUND, 0, 80, 1 + AROUND)]


def test_two_parts_are_one_only_where_that_is_less_to_look_at() -> None:
    assert len(find_boxes(mark((20, 20), (22, 34)))) == 1
    assert len(find_boxes(mark((8, 8), (50, 70)))) == 2


def test_what_a_known_tile_explains_is_no_hint() -> None:
    around = np.array([[10, 15], [30, 15], [30, 25], [10, 25]], np.float32)
    assert find_boxes(mark((20, 20)), known=[around]) == []
    assert find_boxes(mark((20, 20), (40, 40)), known=[around]) == find_boxes(mark((40, 40)))
    assert find_boxes(mark((40, 40)), least=HINT * 2) == []


@pytest.fixture
def looked_at(monkeypatch: pytest.MonkeyPatch) -> list[Region]:
    """Return the list of the regions that are searched at a finer scale."""
    parts: list[Region] = []

    look = Detector.detect

    def detect_part(detector: Detector, part: Region, scale: float) -> Detections:
        parts.append(part)
        return look(detector, part, scale)

    monkeypatch.setattr(Detector, "detect", detect_part)
    return parts


def test_of_an_empty_table_little_is_looked_at_finer(looked_at: list[Region]) -> None:
    image = render_photo([], seed=5, size=(1600, 1200), ground="wood").image
    best = propose.propose(Detector(build_pyramid(image))).best
    assert best.tiles == []
    assert sum((right - left) * (low - high) for left, high, right, low in looked_at) < 0.3 * 1600 * 1200


def test_tiny_tiles_in_a_corner_are_found_by_the_hint_that_they_give(looked_at: list[Region]) -> None:
    tiles = render_photo(["6-4", "3-1", "5-5"], seed=2, size=(190, 142)).image
    image = np.full((1200, 1600, 3), tiles[0, 0], np.uint8)
    image[900:1042, 1300:1490] = tiles
    best = propose.propose(Detector(build_pyramid(image))).best
    assert len(best.tiles) == 3
    assert looked_at
    assert all(left > 1200 and high > 800 for left, high, _, _ in looked_at)


@pytest.fixture
def sizes(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return the list of the longer sides, in pixels, at which the whole picture is searched."""
    seen: list[int] = []

    look = Detector.survey

    def survey(detector: Detector, scale: float) -> Overview:
        seen.append(round(detector.pyramid.longer_side * scale))
        return look(detector, scale)

    monkeypatch.setattr(Detector, "survey", survey)
    return seen


def test_where_one_small_look_shows_every_tile_clearly_there_is_no_other(sizes: list[int]) -> None:
    made = render_photo(["6-4", "3-1", "5-5", "2-0"], "apart", 3, (800, 600))
    best = propose.propose(Detector(build_pyramid(made.image))).best
    assert len(best.tiles) == 4
    assert sizes == [propose.COARSE]


def test_where_a_hint_lies_far_from_every_tile_there_is_a_finer_look(monkeypatch: pytest.MonkeyPatch) -> None:
    detector = Detector(build_pyramid(render_photo(["6-4"], "apart", 4, (1000, 600)).image))
    seen = detector.survey(propose.COARSE / detector.pyramid.longer_side)
    for far in ((), ((0, 0, 400, 90),)):
        look = Mock(return_value=replace(seen, hints=(*seen.hints, *far)))
        monkeypatch.setattr(Detector, "survey", look)
        propose.propose(detector)
        assert (look.call_count > 1) == bool(far)


@pytest.mark.parametrize(
    ("scale", "finer"), [(1, [propose.MIDDLE]), (0.7, [propose.MEDIUM])], ids=["a line", "the same from afar"]
)
def test_small_tiles_are_looked_at_finer(scale: float, finer: list[int], sizes: list[int]) -> None:
    image = render_photo(LINE, "chain", 3, (1600, 1200)).image
    table = np.full_like(image, image[0, 0])
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    table[: small.shape[0], : small.shape[1]] = small
    best = propose.propose(Detector(build_pyramid(table))).best
    assert len(best.tiles) == len(LINE)
    assert sizes == [propose.COARSE, *finer]


def test_the_arms_of_a_line_that_turns_are_looked_at_nearer_one_by_one(looked_at: list[Region]) -> None:
    detector = Detector(build_pyramid(render_photo(LINE, "chain", 5, (1600, 1200)).image))
    proposals = propose.propose(detector)
    tiles = refine(detector, proposals).tiles
    assert len(looked_at) == 2
    around = measure_area(surround(proposals.best.tiles, detector.pyramid.shape, NARROW_MARGIN))
    assert sum(map(measure_area, looked_at)) < 0.7 * around
    assert len(tiles) == len(LINE)
    assert all(any(propose.is_same_tile(tile, seen) for seen in tiles) for tile in proposals.best.tiles)


def test_where_a_tile_may_be_missed_one_nearer_look_shows_everything_between_the_tiles(looked_at: list[Region]) -> None:
    detector = Detector(build_pyramid(render_photo(LINE, "chain", 5, (1600, 1200)).image))
    proposals = propose.propose(detector)
    refine(detector, replace(proposals, best=replace(proposals.best, unexplained=((700, 700, 800, 800),))))
    assert looked_at == [surround(proposals.best.tiles, detector.pyramid.shape)]


def test_halves_that_belong_to_no_tile_are_told() -> None:
    made = render_photo(["6-4", "3-1", "5-5", "2-6"], "apart", 3, (800, 600))
    whole = propose.propose(Detector(build_pyramid(made.image))).best
    assert {tile.paired_share for tile in whole.tiles} == {1.0}
    with_dice = made.image.copy()
    for left in range(330, 780, 90):
        for top in (330, 450):
            cv2.rectangle(with_dice, (left, top), (left + 56, top + 56), (235, 235, 235), -1)
            for across, down in ((14, 14), (42, 14), (28, 28), (14, 42), (42, 42)):
                cv2.circle(with_dice, (left + across, top + down), 6, (20, 20, 20), -1)
    best = propose.propose(Detector(build_pyramid(with_dice))).best
    assert all(tile.paired_share < 0.8 for tile in best.tiles)


def test_small_tiles_far_behind_large_ones_are_found_beside_them() -> None:
    """A hand is held near the camera over a table, whose tiles are a quarter as long."""
    near = render_photo(["6-4", "3-1"], "apart", 3, (1600, 1200)).image
    far = render_photo(["5-5", "2-0", "4-3"], "row", 8, (400, 300)).image
    beside = cv2.copyMakeBorder(far, 0, 0, 600, 600, cv2.BORDER_REPLICATE)
    image = np.vstack([near, beside])
    names = {tuple(sorted(half.pips for half in tile.halves if half.pips is not None)) for tile in detect(image)}
    assert names == {(4, 6), (1, 3), (5, 5), (0, 2), (3, 4)}


def test_a_tile_far_smaller_than_most_is_one_only_where_it_is_seen_plainly() -> None:
    def make(length: float, score: float) -> Detection:
        along, across = np.array([length / 2, 0.0]), np.array([[0.0, length / 4]] * 2)
        pips = np.full((2, 19), 1 / 19)
        return Detection(score, np.zeros(2), np.array([-along / 2, along / 2]), along, across, pips, pips)

    most, faint, plain = [make(100, 0.9)] * 4, make(25, 0.6), make(25, 0.8)
    assert filter_by_size([*most, faint]) == most
    assert filter_by_size([*most, plain, faint]) == [*most, plain, faint]
    assert filter_by_size([faint], clear=most) == []
    assert filter_by_size([faint], clear=[*most, plain]) == [faint]
