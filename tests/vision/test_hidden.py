"""A half that is not visible is reported as hidden, and never as a number."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from unittest.mock import Mock

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.laying import above, lay
from vision.detect import hidden
from vision.detect.candidates import Candidates
from vision.detect.half_tiles import examine_halves, list_half_tiles
from vision.detect.halves import find_half_corners
from vision.detect.hidden import HIDDEN, READABLE, withhold_hidden
from vision.detect.lone_halves import find_lone_halves
from vision.detect.occlusion import (
    HEIGHT,
    WIDTH,
    complete_tile,
    measure_length,
    predict_occlusion,
    rectify_tile,
)
from vision.detect.pipeline import detect
from vision.detect.pyramid import build_pyramid
from vision.lab.evaluate.hidden import judge_half_hidden
from vision.lab.render import Scene, TrueTile, render_photo
from vision.lab.render.camera import look_down
from vision.lab.render.grounds import Grounds
from vision.lab.render.layouts import Place
from vision.lab.render.looks import make_plain_look
from vision.lab.render.scene import compose
from vision.reading import Reading, ReadTile

Picture = NDArray[np.uint8]
HAND = ("5-1", "6-4", "3-3", "0-2", "6-1", "4-2")


def cover(scene: Scene, tile: int, half: int, colour: tuple[int, int, int]) -> Picture:
    """Return the picture with a card and its shadow lying askew over this half of this tile."""
    there, other = (np.array(scene.tiles[tile].centres[each]) for each in (half, 1 - half))
    long = float(np.hypot(*(there - other)))
    middle = there + (there - other) * 0.35
    card = cv2.boxPoints(((float(middle[0]), float(middle[1])), (2.2 * long, 1.55 * long), 15))
    shade = np.zeros(scene.image.shape[:2], np.float32)
    cv2.fillConvexPoly(shade, np.rint(card + 6).astype(np.int32), (0.45,))
    image = (scene.image * (1 - cv2.GaussianBlur(shade, (0, 0), 4))[..., None]).astype(np.uint8)
    cv2.fillConvexPoly(image, np.rint(card).astype(np.int32), colour, cv2.LINE_AA)
    return np.asarray(image)


def names(tiles: Iterable[ReadTile]) -> list[str]:
    return sorted(tile.notation for tile in tiles)


@pytest.mark.parametrize("colour", [(40, 90, 40), (120, 140, 190), (60, 60, 70), (235, 235, 235)])
@pytest.mark.parametrize(("tile", "half"), [(0, 0), (1, 1), (4, 0)])
def test_a_half_under_a_card_is_hidden(colour: tuple[int, int, int], tile: int, half: int) -> None:
    scene = render_photo(HAND, "apart", 3, (960, 720), ground="wood")
    found = detect(cover(scene, tile, half, colour))
    seen = scene.tiles[tile].pips[1 - half]
    others = ["-".join(sorted(name.split("-"), reverse=True)) for k, name in enumerate(HAND) if k != tile]
    assert names(found) == sorted([*others, f"{seen}-?"])
    (asked,) = (each for each in found if each.name is None)
    assert not asked.sure
    where = scene.tiles[tile].centres[half]
    assert np.hypot(*np.subtract(asked.halves[asked.pips.index(None)].centre, where)) < 0.15 * measure_length([asked])


def heap(over: float) -> Scene:
    """Return a scene of four tiles, and a fifth over a half of the first, `over` lengths from its middle."""
    places = [
        Place((5, 1), 0, 0, 0),
        Place((6, 4), 0, 1.1, 0),
        Place((3, 3), 1.4, 0, 1.5),
        Place((0, 2), 1.4, 1.3, 1.5),
    ]
    on_top = Place((6, 1), over, 0.05, 1.4, z=0.25)
    rng = np.random.default_rng(1)
    camera = look_down((900, 700), 180, 0.0, 0.0, 1.5)
    moved = [replace(place, x=place.x - 0.7, y=place.y - 0.6) for place in (*places, on_top)]
    grounds = Grounds(rng, 1, 0, "plain")
    return compose(rng, camera, 180, make_plain_look(6), (moved, []), grounds, clutter=0, calm=True)


def test_a_half_under_another_tile_is_hidden() -> None:
    assert names(detect(heap(-0.3).image)) == ["1-?", "2-0", "3-3", "6-1", "6-4"]
    assert names(detect(heap(0.3).image)) == ["2-0", "3-3", "5-?", "6-1", "6-4"]


def test_tiles_cut_through_their_middle_by_the_border_are_asked_about() -> None:
    made = render_photo(("5-1", "6-4", "3-3", "2-0", "6-1", "4-2"), "apart", 3, (960, 720))
    edge = int(np.mean([y for _, y in made.tiles[3].corners]))
    part = np.ascontiguousarray(made.image[:edge])
    assert names(detect(part)) == ["2-?", "3-3", "4-?", "5-1", "6-4", "6-?"]


def test_a_die_beside_tiles_is_no_half_of_one() -> None:
    image = render_photo(HAND, "apart", 3, (960, 720), ground="plain").image.copy()
    side = 44
    for left in (20, 90, 160):
        cv2.rectangle(image, (left, 650), (left + side, 650 + side), (240, 240, 240), -1)
        for across, down in ((11, 11), (33, 11), (22, 22), (11, 33), (33, 33)):
            cv2.circle(image, (left + across, 650 + down), 4, (20, 20, 20), -1)
    assert len(detect(image)) == len(HAND)


@pytest.mark.parametrize(
    ("shares", "likely", "said"),
    [
        ((0.0, 0.0), 0.9, ["5-0"]),
        ((HIDDEN, 0.0), 0.9, ["0-?"]),
        ((0.0, 1.0), 0.9, ["5-?"]),
        ((1.0, 1.0), 0.9, []),
        ((1.0, 0.0), READABLE, ["5-0"]),
        ((0.0, 1.0), READABLE, ["5-?"]),
        ((1.0, 1.0), READABLE, []),
    ],
)
def test_what_was_read_on_a_hidden_half_is_told_only_where_its_number_is_clear(
    shares: tuple[float, float], likely: float, said: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hidden, "predict_occlusion", Mock(return_value=np.array([[1.0, share] for share in shares])))
    there = lay("5-0", 0, 0, camera=above(), sure=False)
    first, second = (replace(half, confidence=likely) for half in there.halves)
    told = withhold_hidden(build_pyramid(np.zeros((1200, 1200, 3), np.uint8)), [replace(there, halves=(first, second))])
    assert names(told) == said
    assert not any(tile.sure for tile in told)


@pytest.mark.parametrize("share", [0.0, HIDDEN, 1.0])
def test_a_sure_reading_of_a_half_that_may_be_hidden_is_kept_and_asked_about(
    share: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hidden, "predict_occlusion", Mock(return_value=np.array([[1.0, 0.0], [1.0, share]])))
    pyramid = build_pyramid(np.zeros((1200, 1200, 3), np.uint8))
    (tile,) = withhold_hidden(pyramid, (lay("5-0", 0, 0, camera=above()),))
    assert (tile.notation, tile.sure) == ("5-0", share == 0.0)


def test_a_tile_that_the_border_cuts_off_keeps_its_pips(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hidden, "predict_occlusion", Mock(return_value=np.array([[1.0, 0.0], [1.0, 1.0]])))
    there = lay("5-2", 0, 0, camera=above(), sure=False)
    left = int(np.mean([x for x, _ in there.corners]))
    pyramid = build_pyramid(np.zeros((2000, left + 10, 3), np.uint8))
    assert names(withhold_hidden(pyramid, (there,))) == ["5-2"]


def test_a_tile_is_laid_straight_with_its_first_half_above() -> None:
    made = render_photo(("6-0",), "apart", 3, (800, 600))
    (tile,) = made.tiles
    laid = rectify_tile(made.image, np.array(tile.corners))
    assert laid.shape == (HEIGHT, WIDTH, 3)
    six, blank = (float(laid[part].mean()) for part in (slice(12, 44), slice(52, 84)))
    assert six < blank - 20
    tile_of_it = complete_tile(find_half_corners(tile.corners, 0))
    assert np.allclose(tile_of_it, tile.corners, atol=3)


def test_without_tiles_nothing_is_asked() -> None:
    pyramid = build_pyramid(np.zeros((8, 8, 3), np.uint8))
    assert predict_occlusion(pyramid, [], 10).shape == (0, 2)
    assert withhold_hidden(pyramid, ()) == []
    assert find_lone_halves(Candidates(), ()) == []
    assert list_half_tiles(examine_halves(pyramid, [], (), 6), ()) == []


@pytest.mark.parametrize(
    ("read", "told"),
    [
        (lay("5-x", 0, 0, sure=False), {"asked": 1}),
        (lay("5-1", 0, 0), {"numbered": 1, "sure": 1, "named": 1, "sure_named": 1}),
        (lay("5-1", 0, 0, sure=False), {"numbered": 1, "named": 1}),
        (lay("5-2", 0, 0), {"numbered": 1, "sure": 1, "named": 1, "sure_named": 1, "sure_wrong": 1}),
        (lay("5-1", 5, 0), {"named": 1, "elsewhere": 1, "sure_named": 1, "sure_wrong": 1}),
        (lay("4-x", 0, 0, sure=False), {"wrong": 1}),
        (lay("5-x", 0.5, -0.5, turn=-90), {"aside": 1}),
        (lay("3-x", 0.5, -0.5, turn=-90), {"invented": 1}),
        (lay("5-x", 5, 0), {"invented": 1}),
    ],
    ids=lambda each: getattr(each, "said", None),
)
def test_what_is_told_of_a_half_hidden_tile_is_judged(read: ReadTile, told: dict[str, int]) -> None:
    there = lay("5-1", 0, 0)
    true = TrueTile(
        (5, 1), there.corners, (there.halves[0].centre, there.halves[1].centre), ((), ()), (1, 0.2), 1, True
    )
    scene = Scene(np.zeros((2000, 2000, 3), np.uint8), (true,))
    assert judge_half_hidden(scene, Reading((2000, 2000), (read,))) == Counter({"tiles": 1, **told})


@pytest.mark.parametrize(
    ("read", "told"),
    [
        (lay("5-1", 0, 0), {"readable_right": 1, "named": 1, "sure_named": 1}),
        (lay("4-1", 0, 0, sure=False), {"readable_wrong": 1, "named": 1}),
        (lay("5-x", 0, 0, sure=False), {"readable_asked": 1}),
    ],
    ids=["right", "wrong", "asked"],
)
def test_a_tile_whose_pips_in_view_allow_one_number_only_is_to_be_read(read: ReadTile, told: dict[str, int]) -> None:
    there = lay("5-1", 0, 0)
    centres = there.halves[0].centre, there.halves[1].centre
    true = TrueTile((5, 1), there.corners, centres, ((), ()), (1, 0.4), 1, True, ((5,), (1,)))
    scene = Scene(np.zeros((2000, 2000, 3), np.uint8), (true,))
    assert judge_half_hidden(scene, Reading((2000, 2000), (read,))) == Counter({"readable": 1, **told})


def test_the_pips_in_view_say_which_numbers_a_covered_half_may_have() -> None:
    in_view = render_photo(("5-1",), "apart", 3, (960, 720)).tiles[0]
    assert in_view.possible == ((5,), (1,))
    first, *_ = heap(-0.3).tiles
    assert first.pips == (5, 1)
    assert first.possible[1] == (1,)
    assert len(first.possible[0]) > 1
