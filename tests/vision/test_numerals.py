"""Tiles with digits instead of pips, which are not read: nothing on them is sure."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.detect.numerals import LARGEST_PIP, measure_mark
from vision.detect.pipeline import detect
from vision.lab.render.camera import look_down
from vision.lab.render.grounds import Grounds
from vision.lab.render.layouts import lay_rows
from vision.lab.render.looks import pick_look
from vision.lab.render.scene import compose

SIZE, LENGTH = 640, 110.0


@pytest.mark.parametrize(("seed", "largest"), [(3, 6), (11, 12)], ids=["double-six", "double-twelve"])
def test_tiles_with_numerals_are_never_read_for_sure(seed: int, largest: int) -> None:
    rng = np.random.default_rng(seed)
    look = replace(pick_look(rng, largest), numerals=True)
    camera = look_down((SIZE, SIZE), LENGTH, float(np.radians(rng.uniform(0, 40))), float(rng.normal(0, 0.5)), 1.5)
    layout = lay_rows(rng, look, 10)
    scene = compose(rng, camera, LENGTH, look, layout, Grounds(rng, 1), clutter=0, calm=True, mild=True)
    tiles = detect(scene.image)
    assert tiles  # digits are taken for pips here
    assert not any(tile.sure for tile in tiles)


def test_a_digit_is_larger_than_a_lone_pip() -> None:
    pip, digit = (np.full((80, 80, 3), 230, np.uint8) for _ in range(2))
    cv2.circle(pip, (40, 40), 8, (20, 20, 20), -1, cv2.LINE_AA)
    cv2.putText(digit, "7", (29, 53), cv2.FONT_HERSHEY_SIMPLEX, 1.2, (20, 20, 20), 3, cv2.LINE_AA)
    assert 0.2 < measure_mark(pip) < LARGEST_PIP < measure_mark(digit)
    assert measure_mark(np.full((80, 80, 3), 230, np.uint8)) == 0.0
