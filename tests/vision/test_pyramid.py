"""An image pyramid: each request uses the smallest level with all its detail, and coordinates stay the same."""

import numpy as np
import pytest

from vision.detect.detector import Detector
from vision.detect.pyramid import build_pyramid
from vision.lab.render import render_photo

IMAGE = np.zeros((1501, 2003, 3), np.uint8)


def test_each_level_is_half_of_the_one_before_until_it_is_small() -> None:
    assert [picture.shape[:2] for picture in build_pyramid(IMAGE).levels] == [(1501, 2003), (750, 1001), (375, 500)]


def test_a_picture_that_is_only_a_line_is_its_own_level() -> None:
    assert len(build_pyramid(np.zeros((1, 4000, 3), np.uint8)).levels) == 1


@pytest.mark.parametrize(("scale", "step"), [(2.0, 1), (1.0, 1), (0.51, 1), (0.5, 2), (0.26, 2), (0.25, 4), (0.01, 4)])
def test_a_look_takes_the_smallest_level_that_need_not_be_enlarged(scale: float, step: int) -> None:
    picture, found = build_pyramid(IMAGE).pick_level(scale)
    assert (found, picture.shape[0]) == (step, 1501 // step)


@pytest.mark.parametrize("turned", [False, True])
def test_a_tile_is_where_it_is_whichever_level_shows_it(turned: bool) -> None:
    """The middles, read at a quarter of the size in a part of the photo that begins at an odd place."""
    made = render_photo(["6-4"], "apart", 3, (1205, 1007))
    true = np.mean(made.tiles[0].centres, axis=0)
    pyramid = build_pyramid(made.image)
    near = int(true[0]) - 301, int(true[1]) - 303, int(true[0]) + 299, int(true[1]) + 297
    region = max(0, near[0]), max(0, near[1]), min(1205, near[2]), min(1007, near[3])
    length = Detector(pyramid).detect(region, 0.3).tiles[0].length
    for scale in (95 / length, 48 / length):
        found = Detector(pyramid).detect(region, scale, rotated=turned).tiles[0]
        assert np.hypot(*(found.centre - true)) < 0.03 * length, (scale, pyramid.pick_level(scale)[1])
