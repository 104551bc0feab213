"""One photo read: sizes, doubts, and the line of JSON it becomes. The eye here sees what it is told."""

import json

import numpy as np
import pytest

from tests.vision.laying import above, lay
from tests.vision.photos import Eye, plain_photo
from vision import Doubt, PhotoError, Reading, Tile, open_photo, read
from vision.words import SENTENCES, sentence


def small(name: str, x: float, y: float, turn: float = 0, sure: bool = True) -> Tile:
    """A tile 20 pixels wide on a photo of 400 × 300; 0, 0 is its middle."""
    see = above(20)
    return lay(name, x, y, turn, lambda point: (see(point)[0] - 800, see(point)[1] - 850), sure)


def test_an_empty_table_is_an_empty_reading() -> None:
    reading = read(plain_photo(), find_tiles=Eye())
    assert (reading.tiles, reading.joins, reading.groups) == ((), (), ())
    assert reading.size == (400, 300)
    assert [doubt.key for doubt in reading.warnings] == ["no_tiles"]


def test_the_eye_is_told_the_largest_half_of_the_set() -> None:
    eye = Eye()
    read(plain_photo(), 12, find_tiles=eye)
    assert eye.shown == [((300, 400, 3), 12)]


def test_tiles_joins_and_groups_are_read_together() -> None:
    reading = read(plain_photo(), find_tiles=Eye(small("5-0", 0, 0, -90), small("0-3", 2, 0, -90), small("1-1", 0, 4)))
    assert [tile.pips for tile in reading.tiles] == [(5, 0), (0, 3), (1, 1)]
    assert [(join.a, join.b) for join in reading.joins] == [(0, 1)]
    assert reading.groups == ((0, 1), (2,))
    assert reading.warnings == ()


def test_corners_are_those_of_the_photo_at_its_full_size() -> None:
    tile = lay("5-0", 0, 0, camera=lambda point: (100 + 50 * point[0], 200 + 50 * point[1]))
    reading = read(plain_photo(4000, 3000), find_tiles=Eye(tile))
    assert reading.size == (4000, 3000)
    assert np.allclose(reading.tiles[0].corners, ((150, 300), (250, 300), (250, 500), (150, 500)))
    assert reading.tiles[0].halves[1].centre == pytest.approx((200, 450))


def test_a_photo_opened_once_can_be_read_and_kept() -> None:
    photo = open_photo(plain_photo())
    assert read(photo, find_tiles=Eye()).size == (400, 300)
    assert photo.kept().startswith(b"\xff\xd8")


def test_a_tile_read_twice_is_warned_of_and_neither_is_sure() -> None:
    eye = Eye(small("3-2", 0, 0), small("6-6", 4, 0), small("2-3", -4, 0))
    reading = read(plain_photo(), find_tiles=eye)
    assert reading.warnings == (Doubt("same_tile_twice", (0, 2), {"tile": "3-2"}),)
    assert [tile.sure for tile in reading.tiles] == [False, True, False]


def test_pips_beyond_the_set_are_warned_of_and_not_sure() -> None:
    reading = read(plain_photo(), 6, find_tiles=Eye(small("9-2", 0, 0), small("6-6", 4, 0)))
    assert reading.warnings == (Doubt("pips_above_largest", (0,), {"tile": "9-2", "largest": 6}),)
    assert [tile.sure for tile in reading.tiles] == [False, True]
    assert read(plain_photo(), 9, find_tiles=Eye(small("9-2", 0, 0))).warnings == ()
    assert read(plain_photo(), find_tiles=Eye(small("9-2", 0, 0))).warnings == ()


def test_a_tile_that_was_not_sure_stays_so() -> None:
    assert not read(plain_photo(), find_tiles=Eye(small("6-6", 4, 0, sure=False))).tiles[0].sure


def test_the_time_of_each_step_adds_up() -> None:
    ms = read(plain_photo(), find_tiles=Eye()).ms
    assert ms["all"] == pytest.approx(ms["open"] + ms["find_tiles"] + ms["joins"])


def test_what_is_no_photo_raises() -> None:
    with pytest.raises(PhotoError):
        read(b"no photo", find_tiles=Eye())


def test_a_reading_is_one_line_of_json() -> None:
    reading = read(plain_photo(), find_tiles=Eye(small("5-0", 0, 0, -90), small("0-3", 2, 0, -90, sure=False)))
    line = json.loads(json.dumps(reading.to_json("table.png")))
    assert list(line) == ["photo", "size", "tiles", "joins", "groups", "warnings", "ms"]
    assert (line["photo"], line["size"], line["groups"], line["warnings"]) == ("table.png", [400, 300], [[0, 1]], [])
    assert line["tiles"][1] == {
        "pips": [0, 3],
        "corners": [[220.0, 160.0], [220.0, 140.0], [260.0, 140.0], [260.0, 160.0]],
        "confidence": 0.98,
        "sure": False,
    }
    assert line["joins"] == [
        {"a": 0, "a_part": "half1", "a_side": "end", "b": 1, "b_part": "half0", "b_side": "end", "kind": "joint"}
    ]
    assert line["ms"].keys() == {"open", "find_tiles", "joins", "all"}


def test_every_doubt_has_a_sentence() -> None:
    reading = read(plain_photo(), 6, find_tiles=Eye(small("9-2", 0, 0), small("9-2", 4, 0)))
    assert [sentence(doubt.key, doubt.values) for doubt in reading.warnings] == [
        "9-2 does not belong to a double-6 set; check this tile.",
        "9-2 was read more than once, but a set has it only once; check these tiles.",
    ]
    assert sentence("no_tiles", {}) == SENTENCES["no_tiles"]


def test_a_reading_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        Reading((4, 3), ()).tiles = ()  # type: ignore[misc]  # that it is refused is the test
