"""The cut-outs of halves from which the second network learns."""

from dataclasses import replace

import numpy as np
import pytest

from vision.lab.render import render_photo
from vision.lab.train.cuts import NONE, WHOLE, cut_scene


@pytest.mark.parametrize(
    ("visible", "possible", "learned"),
    [
        (1.0, (5,), True),
        (WHOLE - 0.1, (4, 5), True),
        (0.4, (5,), True),
        (0.4, (4, 5), False),
        (0.2, (5,), False),
    ],
    ids=["whole", "mostly visible", "one number", "two numbers", "hardly visible"],
)
def test_a_covered_half_may_show_each_number_that_its_visible_pips_allow(
    visible: float, possible: tuple[int, ...], learned: bool
) -> None:
    scene = render_photo(("5-1",), "apart", 3, (320, 240))
    tile = replace(scene.tiles[0], visible=(visible, 1.0), possible=(possible, (1,)))
    cuts = [cut for seed in range(5) for cut in cut_scene(np.random.default_rng(seed), scene.image, (tile,))]
    assert {numbers for _, numbers, _, _ in cuts} - {(NONE,)} == ({possible, (1,)} if learned else {(1,)})
    judged = {numbers for _, numbers, pips, _ in cuts if pips is not None}
    assert judged == ({(5,), (1,)} if visible >= WHOLE else {(1,)})
