"""The reading of one photo: sizes, doubts, and its JSON, written and read; the detector has fixed results."""

import json
import re
from dataclasses import replace
from typing import Any, get_args

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vision.laying import above, lay
from tests.vision.photos import FakeFinder, plain_photo
from vision import Doubt, Half, Join, PhotoError, Reading, ReadTile, find_groups, open_photo, read
from vision.reading import Kind, Part, Side
from vision.reading.words import SENTENCES, say_sentence


def small(name: str, x: float, y: float, turn: float = 0, sure: bool = True) -> ReadTile:
    """Return a tile 20 pixels wide on a photo of 400 × 300; 0, 0 is its middle."""
    see = above(20)
    return lay(name, x, y, turn, lambda point: (see(point)[0] - 800, see(point)[1] - 850), sure)


def test_an_empty_table_is_an_empty_reading() -> None:
    reading = read(plain_photo(), find_tiles=FakeFinder())
    assert (reading.tiles, reading.joins, reading.groups) == ((), (), ())
    assert reading.size == (400, 300)
    assert [doubt.key for doubt in reading.warnings] == ["no_tiles"]


def test_the_eye_is_told_the_largest_half_of_the_set() -> None:
    eye = FakeFinder()
    read(plain_photo(), 12, find_tiles=eye)
    assert eye.shown == [((300, 400, 3), 12)]


def test_tiles_joins_and_groups_are_read_together() -> None:
    finder = FakeFinder(small("5-0", 0, 0, -90), small("0-3", 2, 0, -90), small("1-1", 0, 4))
    reading = read(plain_photo(), find_tiles=finder)
    assert [tile.pips for tile in reading.tiles] == [(5, 0), (0, 3), (1, 1)]
    assert [(join.a, join.b) for join in reading.joins] == [(0, 1)]
    assert reading.groups == ((0, 1), (2,))
    assert reading.warnings == ()


def test_corners_are_those_of_the_photo_at_its_full_size() -> None:
    tile = lay("5-0", 0, 0, camera=lambda point: (100 + 50 * point[0], 200 + 50 * point[1]))
    reading = read(plain_photo(4000, 3000), find_tiles=FakeFinder(tile))
    assert reading.size == (4000, 3000)
    assert np.allclose(reading.tiles[0].corners, ((150, 300), (250, 300), (250, 500), (150, 500)))
    assert reading.tiles[0].halves[1].centre == pytest.approx((200, 450))


def test_a_photo_opened_once_can_be_read_and_kept() -> None:
    photo = open_photo(plain_photo())
    assert read(photo, find_tiles=FakeFinder()).size == (400, 300)
    assert photo.to_jpeg().startswith(b"\xff\xd8")


def test_a_tile_read_twice_is_warned_of_and_neither_is_sure() -> None:
    eye = FakeFinder(small("3-2", 0, 0), small("6-6", 4, 0), small("2-3", -4, 0))
    reading = read(plain_photo(), find_tiles=eye)
    assert reading.warnings == (Doubt("same_tile_twice", (0, 2), {"tile": "3-2"}),)
    assert [tile.sure for tile in reading.tiles] == [False, True, False]


def test_three_clear_tiles_read_twice_are_tiles_of_two_sets_and_told_once() -> None:
    twice = [small(name, 2 * k, y) for k, name in enumerate(("3-2", "6-6", "5-1")) for y in (-4, 0)]
    reading = read(plain_photo(), find_tiles=FakeFinder(*twice, small("4-4", 6, 0)))
    assert reading.warnings == (Doubt("two_sets", tuple(range(6)), {"tiles": "3-2, 6-6, 5-1"}),)
    assert all(tile.sure for tile in reading.tiles)


def test_tiles_read_twice_that_are_few_or_not_clear_are_of_one_set() -> None:
    two = [small(name, 2 * k, y) for k, name in enumerate(("3-2", "6-6")) for y in (-4, 0)]
    for third in ([], [small("5-1", 4, -4), small("5-1", 4, 0, sure=False)]):
        reading = read(plain_photo(), find_tiles=FakeFinder(*two, *third, small("4-4", 6, 0)))
        assert {doubt.key for doubt in reading.warnings} == {"same_tile_twice"}
        assert [tile.sure for tile in reading.tiles] == [False] * len(two + third) + [True]


def test_pips_beyond_the_set_are_warned_of_and_not_sure() -> None:
    reading = read(plain_photo(), 6, find_tiles=FakeFinder(small("9-2", 0, 0), small("6-6", 4, 0)))
    assert reading.warnings == (Doubt("pips_above_largest", (0,), {"tile": "9-2", "largest": 6}),)
    assert [tile.sure for tile in reading.tiles] == [False, True]
    assert read(plain_photo(), 9, find_tiles=FakeFinder(small("9-2", 0, 0))).warnings == ()
    assert read(plain_photo(), find_tiles=FakeFinder(small("9-2", 0, 0))).warnings == ()


def test_a_hidden_half_is_asked_about_and_like_no_other() -> None:
    """A second tile with the same visible half is not a duplicate, and no tile is beyond the set."""
    eye = FakeFinder(small("5-x", 0, 0, sure=False), small("5-x", 4, 0, sure=False), small("5-2", -4, 0))
    reading = read(plain_photo(), 6, find_tiles=eye)
    assert reading.warnings == tuple(Doubt("half_hidden", (place,), {"tile": "5-?"}) for place in (0, 1))
    assert [tile.sure for tile in reading.tiles] == [False, False, True]


def test_a_tile_with_a_hidden_half_has_no_name_and_is_no_double() -> None:
    tile = small("5-x", 0, 0, sure=False)
    assert (tile.pips, tile.name, tile.notation, tile.double) == ((5, None), None, "5-?", False)
    whole = small("2-6", 0, 0)
    assert (whole.name, whole.notation) == ((2, 6), "6-2")


def test_a_tile_that_was_not_sure_stays_so() -> None:
    assert not read(plain_photo(), find_tiles=FakeFinder(small("6-6", 4, 0, sure=False))).tiles[0].sure


def test_the_time_of_each_step_adds_up() -> None:
    ms = read(plain_photo(), find_tiles=FakeFinder()).ms
    assert ms["all"] == pytest.approx(ms["open"] + ms["find_tiles"] + ms["joins"])


def test_what_is_no_photo_raises() -> None:
    with pytest.raises(PhotoError):
        read(b"no photo", find_tiles=FakeFinder())


def test_a_reading_is_one_line_of_json() -> None:
    reading = read(plain_photo(), find_tiles=FakeFinder(small("5-0", 0, 0, -90), small("0-3", 2, 0, -90, sure=False)))
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
    reading = read(plain_photo(), 6, find_tiles=FakeFinder(small("9-2", 0, 0), small("9-2", 4, 0)))
    assert [say_sentence(doubt.key, doubt.values) for doubt in reading.warnings] == [
        "9-2 does not belong to a double-6 set; check this tile.",
        "9-2 was read more than once, but a set has it only once; check these tiles.",
    ]
    assert say_sentence("no_tiles", {}) == SENTENCES["no_tiles"]


def test_a_reading_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        Reading((4, 3), ()).tiles = ()  # type: ignore[misc]  # the test is that it is refused


# -- brought back from JSON --------------------------------------------------------------------------------------------

TENTHS = st.integers(-20_000, 60_000).map(lambda tenths: tenths / 10)
POINTS = st.tuples(TENTHS, TENTHS)
PARTS: st.SearchStrategy[Part] = st.sampled_from(get_args(Part))
SIDES: st.SearchStrategy[Side] = st.sampled_from(get_args(Side))
KINDS: st.SearchStrategy[Kind] = st.sampled_from(get_args(Kind))


@st.composite
def readings(draw: st.DrawFn) -> Reading:
    """Draw any reading, with the numbers that JSON rounds already rounded."""
    tiles = []
    hidden_at_times = st.integers(0, 18) | st.none()
    for first, second, corners, confidence, sure in draw(
        st.lists(
            st.tuples(
                st.integers(0, 18),
                hidden_at_times,
                st.tuples(POINTS, POINTS, POINTS, POINTS),
                st.integers(0, 10_000),
                st.booleans(),
            ),
            max_size=6,
        )
    ):
        half = Half(first, draw(st.floats(0, 1)), draw(POINTS)), Half(second, draw(st.floats(0, 1)), draw(POINTS))
        halves = half if draw(st.booleans()) else half[::-1]
        tiles.append(ReadTile(corners, halves, confidence / 10_000, sure and second is not None))
    places = st.integers(0, len(tiles) - 1)
    pairs = draw(st.sets(st.tuples(places, places).filter(lambda pair: pair[0] < pair[1]))) if len(tiles) > 1 else set()
    joins = tuple(Join(a, draw(PARTS), draw(SIDES), b, draw(PARTS), draw(SIDES), draw(KINDS)) for a, b in sorted(pairs))
    keys = st.sampled_from(sorted(SENTENCES))
    values = st.dictionaries(st.text(max_size=5), st.text(max_size=5) | st.integers(), max_size=2)
    about = st.lists(places, max_size=2) if tiles else st.just([])
    warnings = [Doubt(draw(keys), tuple(draw(about)), draw(values)) for _ in range(draw(st.integers(0, 2)))]
    ms = draw(
        st.dictionaries(st.sampled_from(["open", "joins", "all"]), st.integers(0, 99_999).map(lambda ms: ms / 10))
    )
    size = draw(st.tuples(st.integers(1, 9000), st.integers(1, 9000)))
    return Reading(size, tuple(tiles), joins, find_groups(len(tiles), pairs), tuple(warnings), ms)


def told_by_json(reading: Reading) -> Reading:
    """Return the reading without what JSON omits of a half: the place of its middle, and its own confidence."""
    none = (0.0, 0.0)
    return replace(
        reading,
        tiles=tuple(
            replace(
                tile,
                halves=(
                    replace(tile.halves[0], confidence=tile.confidence, centre=none),
                    replace(tile.halves[1], confidence=tile.confidence, centre=none),
                ),
            )
            for tile in reading.tiles
        ),
    )


@pytest.mark.slow
@given(readings())
def test_a_reading_comes_back_from_its_json_as_it_was(reading: Reading) -> None:
    document = json.loads(json.dumps(reading.to_json("table.jpg")))
    back = Reading.from_json(document)
    assert told_by_json(back) == told_by_json(reading)
    assert back.to_json("table.jpg") == document


def test_the_middle_of_a_half_is_told_from_the_corners() -> None:
    reading = read(plain_photo(), find_tiles=FakeFinder(small("5-0", 3, 1, 30)))
    back = Reading.from_json(reading.to_json(""))
    for half, as_read in zip(back.tiles[0].halves, reading.tiles[0].halves, strict=True):
        assert half.centre == pytest.approx(as_read.centre, abs=0.2)


def test_a_reading_that_tells_little_is_read_for_what_it_tells() -> None:
    corners = [[0, 0], [20, 0], [20, 40], [0, 40]]
    tile = {"pips": [5, 0], "corners": corners, "confidence": 1, "sure": False}
    reading = Reading.from_json({"size": [400, 300], "tiles": [tile, tile], "warnings": [{"key": "unread"}]})
    assert (reading.joins, reading.groups, reading.ms) == ((), ((0,), (1,)), {})
    assert reading.warnings == (Doubt("unread"),)


def _changed(name: str, value: Any, inside: str = "") -> dict[str, Any]:
    """Return a valid document with one value changed, in the first item of the list `inside` if given."""
    eye = FakeFinder(small("5-0", 0, 0, -90), small("0-3", 2, 0, -90))
    document = read(plain_photo(), find_tiles=eye).to_json("")
    document["warnings"] = [{"key": "tile_missing", "tiles": [0, 1], "values": {}}]
    (document[inside][0] if inside else document)[name] = value
    return document


@pytest.mark.parametrize(
    ("document", "where"),
    [
        ([], "reading"),
        ({}, "size"),
        (_changed("size", [400]), "size"),
        (_changed("size", [0, 300]), "size"),
        (_changed("size", [True, 300]), "size"),
        (_changed("tiles", None), "tiles"),
        (_changed("tiles", ["5-0", "0-3"]), "tiles[0]"),
        (_changed("pips", [5], "tiles"), "tiles[0].pips"),
        (_changed("pips", [5, -1], "tiles"), "tiles[0]"),
        (_changed("pips", [5, "0"], "tiles"), "tiles[0]"),
        (_changed("pips", [None, None], "tiles"), "tiles[0].pips"),
        (_changed("pips", [5, None], "tiles"), "tiles[0].sure"),
        (_changed("corners", [[0, 0]] * 3, "tiles"), "tiles[0].corners"),
        (_changed("corners", [[0, 0]] * 3 + [[0]], "tiles"), "tiles[0]"),
        (_changed("corners", [[0, 0]] * 3 + [[0, float("nan")]], "tiles"), "tiles[0]"),
        (_changed("corners", [[0, 0]] * 3 + [[0, 10**400]], "tiles"), "tiles[0]"),
        (_changed("confidence", 1.1, "tiles"), "tiles[0].confidence"),
        (_changed("sure", 1, "tiles"), "tiles[0].sure"),
        (_changed("a", 2, "joins"), "joins"),
        (_changed("a", 1, "joins"), "joins"),
        (_changed("b_part", "corner", "joins"), "joins.b_part"),
        (_changed("kind", ["joint"], "joins"), "joins.kind"),
        (_changed("joins", _changed("x", 1)["joins"] * 2), "joins"),
        (_changed("groups", [[0]]), "groups"),
        (_changed("groups", [[0, 1], []]), "groups"),
        (_changed("groups", [[0, 1], [1]]), "groups"),
        (_changed("key", 5, "warnings"), "warnings.key"),
        (_changed("tiles", [2], "warnings"), "warnings.tiles"),
        (_changed("values", [], "warnings"), "warnings.values"),
        (_changed("ms", {"all": "fast"}), "ms.all"),
    ],
)
def test_what_is_no_reading_is_refused_with_its_place(document: object, where: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(where)}: "):
        Reading.from_json(document)
