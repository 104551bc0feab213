"""Objects that are not tiles: the renderer draws them, and lists none as a tile."""

import numpy as np
import pytest

from vision.lab.render.blocks import make_blocks
from vision.lab.render.flats import FLATS
from vision.lab.render.looks import NUMBERS
from vision.lab.render.oddments import ODDMENTS
from vision.lab.render.patterns import OTHERS, PATTERNS, place_spots
from vision.lab.render.studio import KINDS, Studio
from vision.lab.render.table import pick_any_look


@pytest.mark.parametrize("draw", [*FLATS.values(), *ODDMENTS.values()])
def test_a_flat_thing_is_a_picture_with_cover(draw: type) -> None:
    for seed in range(6):
        face = draw(np.random.default_rng(seed))
        assert face.shape[2] == 4
        assert face.shape[1] >= face.shape[0]
        assert 0 <= face.min() <= face.max() <= 1
        assert (face[..., 3] > 0.5).mean() > 0.3


def test_blocks_stand_on_the_table() -> None:
    rng = np.random.default_rng(3)
    for block in (block for _ in range(12) for block in make_blocks(rng)):
        assert block.solid.middle[2] == pytest.approx(block.solid.half[2])
        assert len(block.faces) in {1, 5}


def test_every_kind_of_scene_can_be_made_and_other_things_show_no_face_of_a_tile() -> None:
    studio = Studio(11, 128)
    for kind in KINDS:
        made = studio.scene(kind)
        assert made.image.shape == (128, 128, 3)
        if kind == "other":
            assert not any(tile.up and min(tile.visible) > 0 for tile in made.tiles)


def test_a_set_of_eighteen_has_nineteen_numbers() -> None:
    assert len(PATTERNS) == NUMBERS == 19
    assert len(pick_any_look(1, 18).pips) == NUMBERS


def test_every_other_way_to_lay_a_number_has_as_many_spots() -> None:
    for number, ways in OTHERS.items():
        for way in range(1, len(ways) + 1):
            laid = place_spots(number, way=way)
            assert len(set(laid)) == number
            assert laid != place_spots(number)
