"""Objects that are not tiles: the renderer draws them, and lists none as a tile."""

import numpy as np
import pytest

from vision.lab.render.blocks import SolidBlock, make_blocks, make_box, outline_pairs
from vision.lab.render.camera import look_down
from vision.lab.render.flats import FLATS
from vision.lab.render.looks import NUMBERS
from vision.lab.render.oddments import ODDMENTS
from vision.lab.render.paint import measure_area
from vision.lab.render.patterns import OTHERS, PATTERNS, place_spots
from vision.lab.render.prints import draw_die_face
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


def test_two_faces_of_dice_that_lie_like_a_tile_are_outlined() -> None:
    camera = look_down((400, 400), 200, 0.0, 0.0, 1.5)
    one, other = (
        SolidBlock(make_box(x, 0, 0, (0.5, 0.5, 0.5)), (1, 1, 1), (draw_die_face(((0, 0, 0), (9, 9, 9), 0.1), 3),) * 5)
        for x in (-0.26, 0.26)
    )
    (outline,) = outline_pairs(camera, [one, other])
    ends = [camera.see(np.array([[x, y, 0.5] for y in (-0.25, 0.25)])) for x in (-0.51, 0.51)]
    assert sorted(map(tuple, np.rint(outline))) == sorted(map(tuple, np.rint(np.concatenate(ends))))
    assert measure_area(outline) > 0
    assert outline_pairs(camera, [one]) == []


def test_a_scene_of_dice_has_them_as_tiles_whose_face_is_not_up() -> None:
    studio = Studio(12, 128)
    scenes = [studio.scene("dice") for _ in range(6)]
    assert any(not tile.up and tile.visible == (1, 1) for scene in scenes for tile in scene.tiles)


def test_a_set_of_eighteen_has_nineteen_numbers() -> None:
    assert len(PATTERNS) == NUMBERS == 19
    assert len(pick_any_look(1, 18).pips) == NUMBERS


def test_every_other_way_to_lay_a_number_has_as_many_spots() -> None:
    for number, ways in OTHERS.items():
        for way in range(1, len(ways) + 1):
            laid = place_spots(number, way=way)
            assert len(set(laid)) == number
            assert laid != place_spots(number)
