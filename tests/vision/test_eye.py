"""The reader reads photos drawn by the project's own renderer, and invents nothing."""

from collections import Counter
from collections.abc import Iterable

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.eye import find_tiles
from vision.render import Scene, photo
from vision.render.grounds import ground
from vision.render.table import any_look

HAND = ("5-1", "6-4", "0-0", "3-3", "2-1")
LINE = ("6-6", "6-4", "4-4", "4-0", "0-5", "5-1")


def _names(tiles: Iterable[str]) -> Counter[tuple[int, ...]]:
    return Counter(tuple(sorted(int(half) for half in name.split("-"))) for name in tiles)


def _read(made: Scene, largest: int = 6) -> Counter[tuple[int, ...]]:
    return Counter(tuple(tile.name) for tile in find_tiles(made.image, largest))


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
    assert _read(photo(names, layout, 3, (960, 720), tilt=tilt, ground=ground_kind)) == _names(names)


@pytest.mark.parametrize("seed", [1, 2, 3, 5])
def test_a_set_of_any_look_is_read_right(seed: int) -> None:
    made = photo(HAND, "apart", seed, (960, 720), look=any_look(seed), ground="plain")
    assert _read(made) == _names(HAND)


def test_a_double_twelve_set_is_read_when_it_is_said_to_be_one() -> None:
    names = ("12-9", "10-11", "7-8", "12-12", "0-6")
    assert _read(photo(names, "apart", 5, (1200, 900)), 12) == _names(names)


def test_no_half_is_read_above_the_largest_of_the_set() -> None:
    made = photo(("12-9", "10-11"), "apart", 5, (960, 720))
    assert all(max(tile.pips) <= 6 for tile in find_tiles(made.image, 6))


def test_corners_lie_on_the_tile_and_begin_at_its_first_half() -> None:
    made = photo(("5-1",), "apart", 3, (800, 600), tilt=25)
    (found,), (true,) = find_tiles(made.image, 6), made.tiles
    order = [0, 1, 2, 3] if found.pips == true.pips else [2, 3, 0, 1]
    size = np.hypot(*np.subtract(true.corners[0], true.corners[2]))
    for place, k in enumerate(order):
        assert np.hypot(*np.subtract(found.corners[place], true.corners[k])) < 0.08 * size
    assert cv2.contourArea(np.array(found.corners, np.float32), oriented=True) > 0
    for half in found.halves:
        assert cv2.pointPolygonTest(np.array(found.corners, np.float32), half.centre, False) > 0  # cv2's


@pytest.mark.parametrize("kind", ["plain", "wood", "cloth", "board", "text", "keys", "squares", "damask"])
def test_where_no_tile_lies_none_is_invented(kind: str) -> None:
    sheet = np.asarray(cv2.resize(ground(np.random.default_rng(4), kind), (800, 600)))
    assert find_tiles((sheet * 255).astype(np.uint8), 6) == ()


@pytest.mark.parametrize("level", [0, 128, 255])
def test_an_empty_picture_holds_no_tile(level: int) -> None:
    assert find_tiles(np.full((480, 640, 3), level, np.uint8), 6) == ()


def test_noise_holds_no_tile() -> None:
    noise: NDArray[np.uint8] = np.random.default_rng(1).integers(0, 255, (480, 640, 3), dtype=np.uint8)
    assert find_tiles(noise, 6) == ()


def test_a_picture_smaller_than_a_tile_is_no_mishap() -> None:
    assert find_tiles(np.full((9, 7, 3), 200, np.uint8), 6) == ()


def test_the_same_picture_is_read_the_same_twice() -> None:
    image = photo(HAND, "row", 3, (640, 480)).image
    assert find_tiles(image, 6) == find_tiles(image, 6)
