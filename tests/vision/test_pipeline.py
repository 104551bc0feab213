"""The reader reads photos of the project's own renderer, and invents nothing."""

from collections import Counter
from collections.abc import Iterable
from contextlib import nullcontext
from dataclasses import replace
from unittest.mock import Mock

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.test_suppress import seen
from vision.detect import detector, pipeline
from vision.detect.candidates import Candidates, make_candidate
from vision.detect.decode import Detection, Detections
from vision.detect.models import load_tile_model
from vision.detect.pipeline import LEAST_CLEAREST, detect, find_candidates
from vision.detect.pips import NUMBERS
from vision.detect.propose import Look, Proposals
from vision.detect.pyramid import build_pyramid
from vision.detect.refine import refine
from vision.lab.render import Scene, patterns, render_photo
from vision.lab.render.grounds import make_ground
from vision.lab.render.looks import make_plain_look
from vision.lab.render.studio import Studio
from vision.lab.render.table import pick_any_look

HAND = ("5-1", "6-4", "0-0", "3-3", "2-1")
EIGHTEEN = ("18-15", "17-14", "16-13", "12-18", "0-17", "5-9")
LINE = ("6-6", "6-4", "4-4", "4-0", "0-5", "5-1")


Name = tuple[int, int] | None
"""A tile, its lower half first; None for a hidden half."""


def _name(one: int, other: int) -> Name:
    return min(one, other), max(one, other)


def _names(tiles: Iterable[str]) -> Counter[Name]:
    return Counter(_name(*map(int, name.split("-"))) for name in tiles)


def _read(made: Scene, largest: int | None = None) -> Counter[Name]:
    return Counter(tile.name for tile in detect(made.image, largest))


@pytest.mark.parametrize(
    ("names", "layout", "tilt", "ground_kind"),
    [
        (HAND, "apart", 0, "wood"),
        (HAND, "row", 0, "plain"),
        (HAND, "row", 35, "cloth"),
        (LINE, "chain", 0, "cloth"),
        (LINE, "chain", 30, "wood"),
        (("3-2",), "apart", 45, "stone"),
    ],
)
def test_a_plain_set_is_read_right_however_it_lies(
    names: tuple[str, ...], layout: str, tilt: float, ground_kind: str
) -> None:
    assert _read(render_photo(names, layout, 3, (960, 720), tilt=tilt, ground=ground_kind)) == _names(names)


@pytest.mark.slow
def test_sets_of_any_look_are_read_right() -> None:
    missed, sure_and_wrong = Counter[Name](), []
    for seed in range(24):
        look = pick_any_look(seed)
        # Without a divider a double blank looks like a tile lying face down.
        names = [name for name in HAND if name != "0-0" or look.divider != "none"]
        tiles = detect(render_photo(names, "apart", seed, (800, 600), look=look, ground="plain").image)
        missed += _names(names) - Counter(tile.name for tile in tiles)
        sure_and_wrong += [tile.name for tile in tiles if tile.sure and tile.name not in _names(names)]
    assert missed.total() <= 1  # one of 111, because pips may be as pale as the veins of marble
    assert sure_and_wrong == []


DIMPLED = replace(
    make_plain_look(), material="waffle", body=(0.07, 0.07, 0.07), back=(0.07, 0.07, 0.07), sides=(0.06, 0.06, 0.06),
    pips=((0.9, 0.9, 0.9),) * 16, divider="none", spinner=0.0,
)  # fmt: skip
"""Black tiles with nine dimples on each half, of which only the pips are painted, and no line between the halves."""


@pytest.mark.parametrize(("names", "layout"), [(HAND, "apart"), (LINE, "chain")])
def test_black_tiles_with_bare_dimples_and_no_divider_are_read_right(names: tuple[str, ...], layout: str) -> None:
    assert _read(render_photo(names, layout, 3, (960, 720), look=DIMPLED, ground="plain")) == _names(names)


def test_a_hand_set_up_on_edge_is_read_from_its_players_seat() -> None:
    names = ("5-1", "6-4", "3-3", "2-1")
    assert _read(render_photo(names, "standing", 3, (1280, 720), tilt=55, ground="wood")) == _names(names)


def test_tiles_lying_face_down_are_not_read() -> None:
    assert _read(render_photo(HAND, "down", 3, (960, 720))) == Counter()


def test_a_tile_cut_by_the_border_is_left_out() -> None:
    made = render_photo(("5-1", "6-4"), "apart", 3, (960, 720))
    whole, cut = sorted(made.tiles, key=lambda tile: tile.centres[0][0])
    edge = int(np.mean([x for x, _ in cut.corners]))
    assert [tile.name for tile in detect(np.ascontiguousarray(made.image[:, :edge]))] == [_name(*whole.pips)]


@pytest.mark.slow
@pytest.mark.parametrize("said", [None, 12, 6])
def test_a_double_twelve_set_is_read_whatever_set_the_match_is_played_with(said: int | None) -> None:
    names = ("12-9", "10-11", "7-8", "12-12", "0-6")
    assert _read(render_photo(names, "apart", 5, (1200, 900)), said) == _names(names)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_nine_and_eleven_and_ten_and_twelve_are_told_apart_at_sixty_pixels_a_half(seed: int) -> None:
    names = ("9-9", "11-11", "10-10", "12-12", "9-11", "10-12", "9-10", "11-12")
    made = render_photo(names, "apart", seed, (1200, 900), look=pick_any_look(seed, 12))
    one, other = made.tiles[0].centres
    smaller = 60 / float(np.hypot(*np.subtract(one, other)))
    small = cv2.resize(made.image, None, fx=smaller, fy=smaller, interpolation=cv2.INTER_AREA)
    assert Counter(tile.name for tile in detect(np.asarray(small))) == _names(names)


@pytest.mark.slow
@pytest.mark.parametrize("said", [None, 18, 6])
def test_a_double_eighteen_set_is_read_and_its_high_numbers_are_never_sure(said: int | None) -> None:
    tiles = detect(render_photo(EIGHTEEN, "apart", 5, (1200, 900)).image, said)
    assert Counter(tile.name for tile in tiles) == _names(EIGHTEEN)
    assert not any(tile.sure for tile in tiles if tile.name and max(tile.name) > 12)


def test_one_half_beyond_twelve_is_read_among_others_that_a_smaller_set_has_too() -> None:
    names = ("13-6", "12-3", "7-9", "4-10", "11-0", "5-8", "2-6", "1-12")
    assert _read(render_photo(names, "apart", 5, (1200, 900))) == _names(names)


@pytest.mark.slow
@pytest.mark.parametrize(("names", "models"), [(HAND, {False}), (EIGHTEEN, {False, True})])
def test_the_first_model_of_large_sets_is_asked_about_those_alone(
    names: tuple[str, ...], models: set[bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    load = Mock(side_effect=load_tile_model)
    monkeypatch.setattr(detector, "load_tile_model", load)
    _read(render_photo(names, "apart", 5, (1200, 900)))
    assert {call.args[0] for call in load.call_args_list} == models


@pytest.mark.parametrize(("named", "nearer", "kept"), [(17, 12, "large"), (12, 17, "large"), (12, 12, "first")])
def test_what_the_detector_for_large_sets_finds_counts_where_it_or_the_model_for_halves_names_such_a_set(
    named: int, nearer: int, kept: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    chances, place = np.eye(NUMBERS), np.zeros(2)
    lying = {
        large: [Detection(0.9, place, np.zeros((2, 2)), place, np.zeros((2, 2)), chances[halves], chances[halves])] * 4
        for large, halves in ((False, [11, 12]), (True, [named, 12]))
    }
    prediction = seen({nearer: 0.99}, {12: 0.99})[1]

    def classify(_: object, detections: Detections, largest: int, __: object) -> Candidates:
        return Candidates(tuple(make_candidate(each, prediction) for each in detections.tiles), (), max(largest, 18))

    monkeypatch.setattr(pipeline, "propose", lambda detector: detector)
    monkeypatch.setattr(pipeline, "refine", lambda detector, *_: Detections(lying[detector.large], []))
    monkeypatch.setattr(pipeline, "_classify_twice", classify)
    tiles = find_candidates(build_pyramid(np.zeros((8, 8, 3), np.uint8))).tiles
    assert [each.detection for each in tiles] == lying[kept == "large"]


@pytest.mark.parametrize(("number", "is_large_used"), [(8, False), (9, True)])
def test_the_detector_for_large_sets_is_used_only_where_many_pips_are_seen(
    number: int, is_large_used: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    found, prediction = seen({number: 0.9}, {1: 0.9})
    unclear, used = replace(prediction, real=np.array([0.5, 0.5])), []
    monkeypatch.setattr(pipeline, "propose", lambda detector: used.append(detector.large))
    monkeypatch.setattr(pipeline, "refine", lambda *_: Detections([found], []))
    candidates = Candidates((make_candidate(found, unclear),), (), 12)
    monkeypatch.setattr(pipeline, "_classify_twice", lambda *_: candidates)
    find_candidates(build_pyramid(np.zeros((8, 8, 3), np.uint8)))
    assert (True in used) == is_large_used


def test_where_nothing_is_clear_at_all_no_tile_is_looked_for_any_closer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pipeline, "propose", Mock())
    monkeypatch.setattr(pipeline, "classify", Mock(side_effect=AssertionError))
    for score, is_read in ((LEAST_CLEAREST - 0.01, False), (LEAST_CLEAREST, True)):
        faint = Detections([seen({5: 0.9}, {1: 0.9}, score=score)[0]] * 3, [])
        monkeypatch.setattr(pipeline, "refine", Mock(return_value=faint))
        with pytest.raises(AssertionError) if is_read else nullcontext():
            assert find_candidates(build_pyramid(np.zeros((8, 8, 3), np.uint8))) == Candidates()


@pytest.mark.parametrize(("score", "looks"), [(LEAST_CLEAREST - 0.01, 0), (LEAST_CLEAREST, 1)])
def test_a_picture_is_looked_at_nearer_only_where_a_tile_is_clear_from_afar(
    score: float, looks: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    tile = seen({5: 0.9}, {1: 0.9}, score=score)[0]
    nearer = Mock(return_value=Detections([], []))
    monkeypatch.setattr(detector.Detector, "detect", nearer)
    table = detector.Detector(build_pyramid(np.zeros((400, 600, 3), np.uint8)))
    refine(table, Proposals(Look(0.1, [tile], []), [], []), LEAST_CLEAREST)
    assert nearer.call_count == looks


@pytest.mark.slow
def test_the_set_is_told_once_more_when_the_last_look_shows_higher_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patterns, "OTHERS", {})
    table = Studio(138, 640).scene("table", 18)
    lying = Counter(_name(*tile.pips) for tile in table.tiles)
    found = _read(table)
    del found[None]  # tiles with one hidden half
    assert found.total() == 8
    assert found <= lying


def test_a_near_tile_three_times_as_large_as_the_others_is_read_like_them() -> None:
    near = render_photo(("3-2",), "apart", 3, (900, 1000), ground="plain").image
    far = cv2.resize(render_photo(LINE, "apart", 3, (900, 1000), ground="plain").image, None, fx=0.48, fy=0.48)
    beside = cv2.copyMakeBorder(far, 0, 1000 - far.shape[0], 0, 0, cv2.BORDER_REPLICATE)
    found = detect(np.hstack([near, beside]))
    assert Counter(tile.name for tile in found) == _names([*LINE, "3-2"])


def test_corners_lie_on_the_tile_and_begin_at_its_first_half() -> None:
    made = render_photo(("5-1",), "apart", 3, (800, 600), tilt=25)
    (found,), (true,) = detect(made.image), made.tiles
    order = [0, 1, 2, 3] if found.pips == true.pips else [2, 3, 0, 1]
    size = np.hypot(*np.subtract(true.corners[0], true.corners[2]))
    for place, k in enumerate(order):
        assert np.hypot(*np.subtract(found.corners[place], true.corners[k])) < 0.08 * size
    assert cv2.contourArea(np.array(found.corners, np.float32), oriented=True) > 0
    for half in found.halves:
        assert cv2.pointPolygonTest(np.array(found.corners, np.float32), half.centre, False) > 0  # cv2's


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["plain", "wood", "cloth", "board", "text", "keys", "squares", "damask"])
def test_where_no_tile_lies_none_is_invented(kind: str) -> None:
    sheet = np.asarray(cv2.resize(make_ground(np.random.default_rng(4), kind), (800, 600)))
    assert detect((sheet * 255).astype(np.uint8)) == ()


@pytest.mark.parametrize("level", [0, 128, 255])
def test_an_empty_picture_holds_no_tile(level: int) -> None:
    assert detect(np.full((480, 640, 3), level, np.uint8)) == ()


def test_noise_holds_no_tile() -> None:
    noise: NDArray[np.uint8] = np.random.default_rng(1).integers(0, 255, (480, 640, 3), dtype=np.uint8)
    assert detect(noise) == ()


def test_a_picture_smaller_than_a_tile_is_no_mishap() -> None:
    assert detect(np.full((9, 7, 3), 200, np.uint8)) == ()


def test_the_same_picture_is_read_the_same_twice() -> None:
    image = render_photo(HAND, "row", 3, (640, 480)).image
    assert detect(image) == detect(image)
