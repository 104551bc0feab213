"""A camera above the table: what it reports as a move, and what not."""

import json
from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.laying import above, from_a_seat, lay
from vision.detect.arrays import Array
from vision.lab.evaluate.__main__ import main
from vision.lab.render.films import make_film
from vision.reading import Reading, ReadTile
from vision.tracking import Tracker
from vision.tracking.foreshortening import measure_foreshortening
from vision.tracking.motion import PATIENCE, MotionGate, shrink
from vision.tracking.registration import is_same_place, move_tile

SIDE = 900


class Table:
    """A table with tiles, and a camera whose detector finds exactly those tiles."""

    def __init__(self) -> None:
        self.tiles: list[ReadTile] = []
        self.readings: list[tuple[ReadTile, ...]] = []  # what the next frames find, instead of the tiles
        self.shift = 0.0
        self.arm: tuple[int, int] | None = None
        self.read = 0
        self.tracker = Tracker(6, lambda _image, _largest: self._find())

    def lay(self, name: str, x: float, y: float = 0, turn: float = 90, sure: bool = True) -> None:
        self.tiles.append(lay(name, x, y, turn, self._camera, sure=sure))

    def take(self, name: str) -> None:
        self.tiles = [tile for tile in self.tiles if tile.notation != name]

    def look(self, frames: int = 1) -> list[set[str]]:
        """Return the names of the tiles in each layout that is reported in this number of frames."""
        told = [self.tracker.watch(self._photograph()) for _ in range(frames)]
        return [{tile.notation for tile in reading.tiles} for reading in told if reading is not None]

    def knock(self, by: float) -> None:
        self.shift += by
        self.tiles = [move_tile(tile, np.array([[1, 0, by], [0, 1, 0], [0, 0, 1]])) for tile in self.tiles]

    def _camera(self, point: tuple[float, float]) -> tuple[float, float]:
        x, y = above(40)(point)
        return x - 550 + self.shift, y - 550

    def _find(self) -> tuple[ReadTile, ...]:
        self.read += 1
        return self.readings.pop(0) if self.readings else tuple(self.tiles)

    def _photograph(self) -> Array:
        image = np.full((SIDE, SIDE, 3), 90, np.uint8)
        cv2.circle(image, (120 + int(self.shift), 700), 60, (60, 160, 90), -1)  # a mark by which a knock is visible
        for tile in self.tiles:
            cv2.fillConvexPoly(image, np.array(tile.corners).astype(np.int32), (235, 240, 240))
        if self.arm:
            cv2.line(image, (SIDE, SIDE // 2), self.arm, (120, 150, 200), 110)
        return image


@pytest.fixture
def table() -> Table:
    return Table()


def test_an_empty_table_is_told_once(table: Table) -> None:
    assert table.look(8) == [set()]


def test_a_tile_is_told_once_it_was_read_twice(table: Table) -> None:
    table.look(4)
    table.lay("6-6", 0)
    assert table.look(8) == [{"6-6"}]
    table.lay("6-4", 2)
    assert table.look(8) == [{"6-6", "6-4"}]


def test_a_table_at_rest_is_not_read_again_and_again(table: Table) -> None:
    table.lay("6-6", 0)
    table.look(8)
    before = table.read
    table.look(20)
    assert table.read == before


def test_nothing_is_read_while_a_hand_moves_or_rests_over_the_table(table: Table) -> None:
    table.look(4)
    table.read = 0
    for reach in (800, 600, 400):
        table.arm = reach, 450
        assert table.look() == []
    table.lay("5-1", 0)  # the tile is half under the hand
    assert table.look(PATIENCE - 1) == []
    assert table.read == 0
    assert not table.tracker.at_rest
    table.arm = None
    assert table.look(6) == [{"5-1"}]
    assert table.tracker.at_rest


def test_what_is_put_down_for_good_is_part_of_the_table(table: Table) -> None:
    table.look(4)
    table.arm = 500, 450
    table.look(PATIENCE + 4)
    table.lay("5-1", 0, -6)
    assert table.look(8) == [{"5-1"}]


def test_a_tile_that_is_hidden_for_a_moment_stays_and_one_that_was_taken_away_is_gone(table: Table) -> None:
    table.lay("6-6", 0)
    table.lay("6-4", 2)
    assert table.look(8) == [{"6-6", "6-4"}]
    hidden = [tile for tile in table.tiles if tile.notation == "6-4"]
    table.take("6-4")
    assert table.look(3) == []  # it is not read yet, or only once
    table.tiles += hidden
    assert table.look(8) == []
    table.take("6-4")
    assert table.look(12) == [{"6-6"}]


def test_a_knock_to_the_stand_changes_nothing(table: Table) -> None:
    for number, name in enumerate(("6-6", "6-4", "4-1", "1-1", "1-3")):
        table.lay(name, 2 * number - 5)
    table.look(8)
    table.knock(33)
    assert table.look(30) == []
    table.lay("3-2", 5)
    assert table.look(8) == [{"6-6", "6-4", "4-1", "1-1", "3-1", "3-2"}]


def test_a_tile_that_is_turned_in_its_place_is_the_same_tile(table: Table) -> None:
    table.lay("6-6", 0)
    table.lay("6-4", 3)
    table.look(8)
    table.take("6-4")
    table.lay("6-4", 3, turn=60)
    assert table.look(12) == []


def test_a_tile_that_lies_elsewhere_is_told_at_its_new_place(table: Table) -> None:
    table.lay("6-6", 0)
    table.lay("6-4", 3)
    table.look(8)
    table.take("6-4")
    table.lay("6-4", -3)
    assert table.look(12) == [{"6-6", "6-4"}]


def test_a_tile_that_is_never_sure_is_told_as_one_to_ask_about(table: Table) -> None:
    table.look(4)
    table.lay("5-2", 0, sure=False)
    told = [table.tracker.watch(table._photograph()) for _ in range(10)]
    (reading,) = [each for each in told if each is not None]
    assert [(tile.notation, tile.sure) for tile in reading.tiles] == [("5-2", False)]


@pytest.mark.parametrize(
    ("confidence", "sure"), [(0.95, True), (0.7, False), (0.99, False)], ids=["clear", "unclear", "withheld"]
)
def test_a_tile_that_several_readings_agree_on_is_sure_unless_they_are_unclear_or_it_was_withheld(
    table: Table, confidence: float, sure: bool
) -> None:
    table.look(4)
    table.lay("5-2", 0, sure=False)
    table.tiles = [replace(tile, confidence=confidence) for tile in table.tiles]
    told = [table.tracker.watch(table._photograph()) for _ in range(10)]
    (reading,) = [each for each in told if each is not None]
    assert [(tile.notation, tile.sure) for tile in reading.tiles] == [("5-2", sure)]


def test_more_readings_that_agree_may_be_less_confident_each(table: Table) -> None:
    table.look(8)
    table.lay("5-2", 0, sure=False)
    table.tiles = [replace(tile, confidence=0.85) for tile in table.tiles]
    told = [table.tracker.watch(table._photograph()) for _ in range(10)]
    assert [tile.sure for reading in told if reading is not None for tile in reading.tiles] == [False, True]


def test_a_tile_that_a_doubt_names_is_asked_about_however_often_it_is_read(table: Table) -> None:
    table.look(4)
    table.lay("9-2", 0, sure=False)  # a tile of another set than the match's
    table.tiles = [replace(tile, confidence=0.95) for tile in table.tiles]
    told = [table.tracker.watch(table._photograph()) for _ in range(10)]
    assert [tile.sure for reading in told if reading is not None for tile in reading.tiles] == [False]


def test_a_tile_that_one_reading_misses_is_told_as_early_as_if_it_had_shown_it(table: Table) -> None:
    table.look(8)
    table.lay("5-2", 0)
    (tile,) = table.tiles
    before, table.readings = table.read, [(tile,), (), (tile,)]
    assert table.look(8) == [{"5-2"}]
    assert table.read == before + 3


def test_a_tile_is_not_told_while_readings_disagree_on_its_numbers(table: Table) -> None:
    table.look(8)
    table.lay("5-2", 0)
    (tile,) = table.tiles
    table.lay("5-3", 0)
    other = table.tiles.pop()
    table.readings = [(tile,), (other,), (tile,), (other,), (tile,), (other,)]
    before = table.read
    while table.read < before + 6:
        assert table.look() == []


def test_a_tile_that_players_are_asked_about_becomes_sure_when_more_readings_are_clearer(table: Table) -> None:
    table.look(8)
    table.lay("5-2", 0, sure=False)
    (tile,) = table.tiles
    table.readings = [(replace(tile, confidence=confidence),) for confidence in (0.8, 0.8, 0.8, 0.96, 0.96, 0.96)]
    told = [table.tracker.watch(table._photograph()) for _ in range(10)]
    assert [tile.sure for reading in told if reading is not None for tile in reading.tiles] == [False, True]


def test_a_tile_that_is_unclear_at_first_is_read_again_though_nothing_changes(table: Table) -> None:
    table.look(8)
    table.lay("5-2", 0)
    (tile,) = table.tiles
    table.readings = [(replace(tile, confidence=0.4, sure=False),)]
    assert table.look(8) == [{"5-2"}]


def test_tiles_side_by_side_are_two_places_also_when_seen_from_a_seat() -> None:
    near, far, turned = (lay("5-2", 0, y, turn, from_a_seat(60, 0)) for y, turn in ((0, 90), (1, 90), (0, 60)))
    assert is_same_place(near, turned)
    assert not is_same_place(near, far)


def test_of_two_tiles_with_one_name_none_is_believed(table: Table) -> None:
    table.lay("6-5", 0)
    table.lay("6-5", 4)
    assert table.look(10) == [set()]


def test_the_average_of_the_frames_since_the_last_motion_is_read() -> None:
    read: list[Array] = []
    noise = np.random.default_rng(1)

    def find(image: Array, _: int | None) -> tuple[ReadTile, ...]:
        read.append(image)
        return ()

    tracker = Tracker(6, find)

    def show(grey: int, frames: int) -> None:
        for _ in range(frames):
            tracker.watch(np.clip(grey + noise.normal(0, 8, (300, 400, 3)), 0, 255).astype(np.uint8))

    show(60, 3)
    dark = read[-1]
    assert dark.std() < 8 * 0.6 * 1.1  # the mean of three frames
    table = np.full((300, 400, 3), 60, np.uint8)
    table[:, 200:] = 200
    for _ in range(4):
        tracker.watch(table)
    assert np.abs(read[-1].astype(int) - table).max() <= 1  # earlier frames have no influence left


@pytest.mark.parametrize(("tilt", "turn"), [(0, 0), (45, 0), (45, 30)])
def test_how_much_shorter_tiles_look_from_the_side_is_measured_by_their_outlines(tilt: float, turn: float) -> None:
    camera = from_a_seat(tilt, turn, distance=1000)
    tiles = [lay("6-6", 0, 0, 0, camera), lay("6-1", 1.5, 0, 90, camera), lay("1-1", 3, 0, 0, camera)]
    assert measure_foreshortening(tiles) == pytest.approx(1 / np.cos(np.radians(tilt)), rel=0.02)
    assert measure_foreshortening([]) == 1


def test_a_table_seen_from_the_side_is_read_about_as_high_as_from_above_and_told_where_it_lies() -> None:
    heights: list[int] = []
    tiles = [lay("6-6", 0, 0, 0, from_a_seat(45, 0)), lay("6-1", 1.5, 0, 90, from_a_seat(45, 0), sure=False)]
    there = [move_tile(tile, np.array([[0.5, 0, 0], [0, 0.5, 0], [0, 0, 1]])) for tile in tiles]

    def find(image: Array, _: int | None) -> tuple[ReadTile, ...]:
        heights.append(image.shape[0])
        return tuple(move_tile(tile, np.diag([1, image.shape[0] / 800, 1])) for tile in there)

    tracker = Tracker(6, find)
    frame = np.full((800, 1000, 3), 90, np.uint8)
    told = [reading for _ in range(8) if (reading := tracker.watch(frame)) is not None]
    assert heights[0] == 800
    assert len(set(heights)) > 2  # seen a little differently each time
    assert np.mean(heights[1:]) == pytest.approx(800 * np.sqrt(2), rel=0.06)
    for tile in told[-1].tiles:
        (true,) = (each for each in there if each.name == tile.name)
        assert np.allclose(tile.corners, true.corners, atol=0.01)


def test_another_exposure_is_no_motion() -> None:
    dice = np.random.default_rng(1)
    picture = dice.integers(60, 200, (200, 300, 3), np.uint8)
    gate = MotionGate()
    answers = [
        gate.is_at_rest(shrink(np.clip(picture * gain, 0, 255).astype(np.uint8))) for gain in (1.0, 1.05, 0.95, 1.08)
    ]
    assert answers == [False, False, True, True]


def read_film(readings: Sequence[Reading | None]) -> list[list[str]]:
    return [sorted(tile.notation for tile in reading.tiles) for reading in readings if reading is not None]


@pytest.mark.slow
def test_each_move_of_a_rendered_film_is_told_and_nothing_else() -> None:
    film = make_film(7, tiles=4, size=(800, 600), knocks=True)
    tracker = Tracker(6)
    told = read_film([tracker.watch(frame.image) for frame in film.frames()])
    names = [f"{max(pips)}-{min(pips)}" for pips in film.tiles]
    assert told == [sorted(names[:laid]) for laid in range(5)]


def test_a_tracker_that_is_stored_between_frames_tells_the_same(table: Table) -> None:
    def look(tiles: int) -> list[set[str]]:
        told = []
        for _ in range(tiles):
            state = json.loads(json.dumps(table.tracker.to_json()))
            table.tracker = Tracker.from_json(state, 6, lambda _image, _largest: table._find())
            told += table.look()
        return told

    table.lay("6-6", 0)
    table.lay("6-4", 2)
    assert look(8) == [{"6-6", "6-4"}]
    table.knock(20)
    table.lay("4-1", 4, sure=False)
    assert look(8) == [{"6-6", "6-4", "4-1"}]
    table.arm = 500, 450
    assert look(3) == []
    table.arm = None
    table.take("4-1")
    assert look(12) == [{"6-6", "6-4"}]
    assert table.tracker.at_rest
    assert table.tracker.settled


@pytest.mark.slow
def test_the_evaluation_of_films_counts_moves_in_time_and_tiles_that_are_not_there(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("vision.lab.evaluate.films.TILES", 2)
    invented = (lay("6-6", 1, 1), lay("5-5", 4, 4, sure=False))
    assert main(["--films", "1"], lambda _image, _largest: invented) == 0
    told = capsys.readouterr().out
    assert "told for sure within 2 s  0 (0.0%)" in told
    assert "told for sure but wrong  1" in told
    assert "asked about but wrong    1" in told
