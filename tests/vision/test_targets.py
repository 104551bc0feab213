"""What the first network learns about tiles that are covered in part."""

from dataclasses import replace

import numpy as np
import pytest

from vision.lab.render import render_photo
from vision.lab.render.scene import TrueTile
from vision.lab.train.shards import crop_scene
from vision.lab.train.targets import UNUSED, Targets, make_targets, stack_targets

SIZE = 320


def make_tile(visible: float, possible: tuple[int, ...]) -> TrueTile:
    scene = render_photo(("5-1",), "apart", 3, (SIZE, SIZE))
    return replace(scene.tiles[0], visible=(visible, 1.0), possible=(possible, (1,)))


def find_centre(tile: TrueTile) -> tuple[int, int]:
    x, y = np.rint(np.mean(tile.corners, axis=0) / 4).astype(int)
    return int(y), int(x)


def list_halves(targets: Targets) -> list[int]:
    return sorted(int(number) for number in targets.points[:, 8] if number >= 0)


@pytest.mark.parametrize(
    ("visible", "possible", "learned"),
    [(1.0, (5,), True), (0.4, (5,), True), (0.4, (4, 5), False), (0.3, (5,), False)],
    ids=["whole", "one number", "two numbers", "hardly visible"],
)
def test_a_covered_tile_is_learned_if_its_visible_pips_allow_one_number(
    visible: float, possible: tuple[int, ...], learned: bool
) -> None:
    tile = make_tile(visible, possible)
    targets = make_targets((tile,), SIZE)
    assert list_halves(targets) == ([1, 5] if learned else [1])
    assert (targets.tile[find_centre(tile)] > 0.9) == learned
    assert targets.coarse_mask[0][find_centre(tile)] == (learned or visible <= 0.4)


def test_pips_are_learned_only_on_halves_in_full_view() -> None:
    whole, covered = (make_targets((make_tile(visible, (5,)),), SIZE) for visible in (1.0, 0.5))
    assert [int((each.pip == 1).sum()) for each in (whole, covered)] == [6, 1]
    assert whole.fine_mask.all()
    assert not covered.fine_mask.all()


def test_what_lies_outside_a_part_of_a_scene_is_not_known() -> None:
    scene = render_photo(("5-1",), "apart", 3, (SIZE, SIZE))
    parts = [crop_scene(np.random.default_rng(seed), scene.image, scene.tiles, 160) for seed in range(40)]
    cut = [tile for _, tiles in parts for tile in tiles if min(tile.visible) < 0.9]
    assert cut
    assert all(tile.possible == ((), ()) for tile in cut)


def test_the_points_of_several_pictures_tell_their_picture() -> None:
    targets = [make_targets(tiles, SIZE) for tiles in ((), (make_tile(1.0, (5,)),))]
    tile, half, pip, coarse_mask, fine_mask, points, owner = stack_targets(targets)
    assert tile.shape == half.shape == (2, SIZE // 4, SIZE // 4)
    assert pip.shape == fine_mask.shape == (2, SIZE // 2, SIZE // 2)
    assert coarse_mask.shape == (2, 2, SIZE // 4, SIZE // 4)
    assert len(points) == 3
    assert (points[:, 8] > UNUSED).all()
    assert owner.tolist() == [1, 1, 1]
