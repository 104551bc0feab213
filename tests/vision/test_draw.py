"""Drawing a reading on its photo."""

from pathlib import Path

import numpy as np

from tests.vision.laying import above, lay
from tests.vision.photos import FakeFinder, plain_photo
from vision import Reading, ReadTile, find_joins_and_groups
from vision.lab.draw import BESIDE, JOINT, SURE, UNSURE, crop_reading, draw, main, make_contact_sheet
from vision.photo.decoding import Picture

DARK: Picture = np.full((600, 800, 3), 40, np.uint8)


def on_photo(name: str, x: float, y: float, turn: float = 0, sure: bool = True) -> ReadTile:
    """Return a tile 60 pixels wide; 0, 0 is the middle of a photo of 800 × 600."""
    see = above(60)
    return lay(name, x, y, turn, lambda point: (see(point)[0] - 600, see(point)[1] - 700), sure)


def pixels(picture: Picture, colour: tuple[int, int, int]) -> int:
    """Return how many pixels have exactly that colour."""
    return int((picture == np.array(colour, np.uint8)).all(axis=2).sum())


def test_a_sure_tile_is_outlined_whole_and_an_unsure_one_dashed_in_another_colour() -> None:
    sure = draw(DARK, Reading((800, 600), (on_photo("5-0", 0, 0),)))
    unsure = draw(DARK, Reading((800, 600), (on_photo("5-0", 0, 0, sure=False),)))
    assert pixels(sure, SURE) > 0
    assert pixels(sure, UNSURE) == 0
    assert pixels(unsure, SURE) == 0
    assert 0 < pixels(unsure, UNSURE) < 0.8 * pixels(sure, SURE)


def test_every_photo_named_is_drawn_into_the_folder(tmp_path: Path) -> None:
    photo, folder = tmp_path / "table.png", tmp_path / "drawn" / "here"
    photo.write_bytes(plain_photo())
    assert main([str(folder), str(photo)], FakeFinder(on_photo("5-0", 0, 0))) == 0
    assert [path.name for path in folder.iterdir()] == [f"{tmp_path.name}__table.jpg"]


def test_the_photo_itself_is_not_drawn_on() -> None:
    before = DARK.copy()
    drawn = draw(DARK, Reading((800, 600), (on_photo("5-0", 0, 0),)))
    assert (before == DARK).all()
    assert (drawn != DARK).any()


def test_a_reading_fits_a_smaller_copy_of_its_photo() -> None:
    drawn = draw(DARK[:300, :400], Reading((800, 600), (on_photo("5-0", 0, 0),)))
    ys, xs = np.nonzero((drawn != 40).any(axis=2))
    assert abs(xs.mean() - 200) < 4
    assert abs(ys.mean() - 150) < 4


def test_joints_and_tiles_beside_each_other_are_told_apart() -> None:
    line = on_photo("5-0", -1, 0, -90), on_photo("0-3", 1, 0, -90)
    hand = on_photo("5-0", 0, 0), on_photo("0-3", 1, 0)
    for tiles, shown, other in ((line, JOINT, BESIDE), (hand, BESIDE, JOINT)):
        drawn = draw(DARK, Reading((800, 600), tiles, find_joins_and_groups(tiles)[0]))
        assert pixels(drawn, shown) > 0
        assert pixels(drawn, other) == 0


def test_a_tile_that_reaches_out_of_the_photo_is_drawn_as_far_as_it_goes() -> None:
    drawn = draw(DARK, Reading((800, 600), (on_photo("6-6", 6.5, 0), on_photo("0-0", 90, 90))))
    assert drawn.shape == DARK.shape
    assert pixels(drawn, SURE) > 0


def test_a_small_layout_on_a_large_photo_is_shown_large() -> None:
    photo: Picture = np.zeros((3000, 4000, 3), np.uint8)
    photo[250:350, 350:450] = 200  # where the tile lies
    shown = crop_reading(photo, Reading((4000, 3000), (on_photo("5-0", 0, 0),)))
    assert shown.shape == (600, 540, 3)
    assert (shown == 200).any()
    assert crop_reading(photo, Reading((4000, 3000), ())).shape == photo.shape
    assert crop_reading(photo, Reading((4000, 3000), (on_photo("5-0", 500, 500),))).size > 0


def test_a_contact_sheet_has_a_place_for_every_photo() -> None:
    pictures = [("one\nmissed 5-0", DARK), ("two", DARK[:50]), ("three", DARK[:, :20]), ("four", DARK)]
    sheet = make_contact_sheet(pictures, columns=3, side=200)
    assert sheet.shape == (2 * 260, 3 * 200, 3)
    assert sheet.dtype == np.uint8
    for row, column in ((0, 0), (0, 1), (0, 2), (1, 0)):
        cell = sheet[row * 260 + 60 : (row + 1) * 260, column * 200 : (column + 1) * 200]
        assert (cell == 40).all(axis=2).any()
    assert (sheet[260:, 200:] == 255).all()


def test_a_contact_sheet_of_nothing_is_a_blank() -> None:
    assert (make_contact_sheet([]) == 255).all()
