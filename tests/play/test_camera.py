"""From the tiles in camera frames to the moves of a match: which are written, which are asked about, which ignored."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from scorekeeper.engine.sheet.fold import start_sheet
from scorekeeper.engine.sheet.line import Sheet
from scorekeeper.engine.tiles import make_tile
from scorekeeper.engine.variants import find_variant
from scorekeeper.play.scoring.camera import CameraScorer, SeenMoves
from scorekeeper.play.scoring.camera_table import LONG_TURN, QuietTurn
from scorekeeper.play.scoring.preview import preview_entry
from scorekeeper.vision import Reading
from tests.vision.laying import lay
from vision.reader import make_reading
from vision.reading import ReadTile

LINE = {"6-4": -4.0, "4-1": -2.0, "1-1": -0.45, "1-5": 1.1, "5-2": 3.1}
"""A line from left to right by the middles of its tiles; the 1-1 lies crosswise."""


def look(*names: str, unsure: str = "") -> Reading:
    """Return the reading of a frame with these tiles of the line."""
    tiles = [
        lay(name, LINE[name], 0, 0 if name == "1-1" else -90, sure=name != unsure) for name in LINE if name in names
    ]
    return make_reading((2000, 2000), tuple(tiles), 6)


def begin(key: str = "draw", players: Sequence[str] = ("Anna", "Bo"), lead: str | None = "Anna") -> Sheet:
    variant = find_variant(key)
    return start_sheet(variant, variant.seat(players, None, lead, {}))


class Camera:
    """A match and the camera that follows it; moves that it is sure of are written."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet, self.scorer = sheet, CameraScorer()

    def see(self, *names: str, unsure: str = "") -> SeenMoves | None:
        reading = look(*names, unsure=unsure)
        self.store_and_load()
        seen = self.scorer.find_moves(self.sheet, reading.tiles, reading.joins)
        if seen is not None and seen.question is None:
            for entry in seen.entries:
                self.write(entry)
        return seen

    def store_and_load(self) -> None:
        """Store the state of the scorer as JSON and load it, as between two frames of a phone."""
        self.scorer = CameraScorer.from_json(json.loads(json.dumps(self.scorer.to_json())))

    def write(self, entry: Mapping[str, Any]) -> None:
        after = preview_entry(self.sheet, entry)
        assert after.sheet is not None, after.problems
        self.sheet = after.sheet

    def list_moves(self) -> list[tuple[str, str]]:
        return [(line.entry.main_player or "", line.entry.list_facts()) for line in self.sheet.lines]


def test_each_new_tile_is_the_move_of_whose_turn_it_is() -> None:
    camera = Camera(begin())
    camera.see("4-1")
    camera.see("4-1", "1-1")
    camera.see("6-4", "4-1", "1-1")
    assert camera.list_moves() == [("Anna", "4-1"), ("Bo", "1-1 at 4-1"), ("Anna", "6-4 at 4-1")]


def test_a_frame_without_a_new_tile_is_no_move() -> None:
    camera = Camera(begin())
    camera.see("4-1")
    assert camera.see("4-1") is None


def test_two_new_tiles_are_two_moves_if_only_one_order_fits() -> None:
    camera = Camera(begin())
    camera.see("4-1")
    camera.see("4-1", "1-1", "1-5")
    assert camera.list_moves() == [("Anna", "4-1"), ("Bo", "1-1 at 4-1"), ("Anna", "5-1 at 1-1")]


def test_two_new_tiles_at_both_ends_are_asked_about() -> None:
    camera = Camera(begin())
    camera.see("4-1")
    seen = camera.see("6-4", "4-1", "1-1")
    assert seen is not None
    assert "in which order" in str(seen.question)
    assert seen.entries == ()
    assert camera.list_moves() == [("Anna", "4-1")]


def test_a_tile_that_is_not_sure_is_asked_about_and_can_be_written() -> None:
    camera = Camera(begin())
    camera.see("4-1")
    seen = camera.see("4-1", "1-1", unsure="1-1")
    assert seen is not None
    assert "Was it 1-1" in str(seen.question)
    assert len(camera.sheet.lines) == 1
    for entry in seen.entries:
        camera.write(entry)
    assert camera.see("4-1", "1-1", "1-5") is not None
    assert camera.list_moves()[1:] == [("Bo", "1-1 at 4-1"), ("Anna", "5-1 at 1-1")]


def test_a_tile_that_does_not_fit_is_asked_about() -> None:
    camera = Camera(begin("draw"))
    camera.see("4-1")
    tiles = (lay("4-1", -2, 0, -90), lay("6-3", 0, 0, -90))
    reading = make_reading((2000, 2000), tiles, 6)
    seen = camera.scorer.find_moves(camera.sheet, reading.tiles, reading.joins)
    assert seen is None or "no move by the rules" in str(seen.question)
    assert camera.list_moves() == [("Anna", "4-1")]


def test_a_tile_that_is_gone_is_asked_about_and_taken_back_if_the_players_say_so() -> None:
    camera = Camera(begin())
    camera.see("4-1")
    camera.see("4-1", "1-1")
    gone = camera.see("4-1")
    assert gone is not None
    assert "1-1 lay on the table" in str(gone.question)
    for entry in gone.entries:
        camera.write(entry)
    assert camera.see("4-1") is None
    camera.see("4-1", "1-1")
    assert [line.entry.list_facts() for line in camera.sheet.counting_lines] == ["4-1", "1-1 at 4-1"]


def test_a_tile_that_was_read_wrongly_and_corrected_is_known_for_the_round() -> None:
    camera = Camera(begin())
    camera.see("4-1")
    camera.see("6-4", "4-1")
    camera.write({"entry": "void", "of": 2})
    camera.write({"entry": "play", "player": "Bo", "tile": "5-4", "at": "4-1", "pip": 4})
    for _ in range(2):
        assert camera.see("6-4", "4-1") is None
    camera.see("6-4", "4-1", "1-1")
    camera.see("6-4", "4-1", "1-1", "1-5")
    laid = [line.entry.list_facts() for line in camera.sheet.counting_lines]
    assert laid == ["4-1", "5-4 at 4-1", "1-1 at 4-1", "5-1 at 1-1"]


def test_a_tile_that_is_gone_from_the_middle_of_the_line_is_taken_back_by_hand() -> None:
    camera = Camera(begin())
    camera.see("4-1")
    camera.see("4-1", "1-1")
    gone = camera.see("1-1")
    assert gone is not None
    assert "take it back here" in str(gone.question)
    assert gone.entries == ()


def test_a_tile_that_is_put_elsewhere_is_asked_about_once_and_corrected() -> None:
    camera = Camera(begin())
    camera.see("4-1")
    camera.write({"entry": "play", "player": "Bo", "tile": "6-4", "at": "4-1", "pip": 4})
    camera.write({"entry": "play", "player": "Anna", "tile": "6-1", "at": "4-1", "pip": 1})
    tiles = [lay(name, LINE[name], 0, -90) for name in ("6-4", "4-1")]
    reading = make_reading((2000, 2000), (*tiles, lay("1-6", -6.0, 0, -90)), 6)
    moved = camera.scorer.find_moves(camera.sheet, reading.tiles, reading.joins)
    assert moved is not None
    assert "6-1 lies elsewhere now" in str(moved.question)
    assert camera.scorer.find_moves(camera.sheet, reading.tiles, reading.joins) is None
    for entry in moved.entries:
        camera.write(entry)
    assert [line.entry.list_facts() for line in camera.sheet.counting_lines] == ["4-1", "6-4 at 4-1", "6-1 at 6-4"]


def test_a_pass_is_asked_about_once_a_turn() -> None:
    camera = Camera(begin())
    assert camera.scorer.find_pass(camera.sheet) is None
    camera.see("4-1")
    passed = camera.scorer.find_pass(camera.sheet)
    assert passed is not None
    assert "Did Bo pass" in str(passed.question)
    assert camera.scorer.find_pass(camera.sheet) is None
    for entry in passed.entries:
        camera.write(entry)
    camera.see("4-1", "1-1")
    assert camera.list_moves()[-1] == ("Anna", "1-1 at 4-1")


def test_who_leads_is_asked_where_nobody_knows() -> None:
    camera = Camera(begin(lead=None))
    seen = camera.see("4-1")
    assert seen is not None
    assert "by whom" in str(seen.question)


def test_tiles_that_lay_there_before_the_camera_came_are_taken_as_they_are() -> None:
    sheet = begin()
    for entry in (
        {"entry": "play", "player": "Anna", "tile": "4-1"},
        {"entry": "play", "player": "Bo", "tile": "1-1", "at": "4-1", "pip": 1},
    ):
        after = preview_entry(sheet, entry)
        assert after.sheet is not None
        sheet = after.sheet
    camera = Camera(sheet)
    assert camera.see("4-1", "1-1") is None
    camera.see("4-1", "1-1", "1-5")
    assert camera.list_moves()[-1] == ("Anna", "5-1 at 1-1")


def test_a_tile_that_a_phone_entered_before_the_camera_saw_it_is_no_new_move() -> None:
    camera = Camera(begin())
    camera.see("4-1")
    camera.write({"entry": "play", "player": "Bo", "tile": "1-1", "at": "4-1", "pip": 1})
    assert camera.see("4-1", "1-1") is None
    camera.see("4-1", "1-1", "1-5")
    assert camera.list_moves()[-1] == ("Anna", "5-1 at 1-1")


def test_a_new_round_begins_when_the_tiles_of_the_last_one_are_gone() -> None:
    camera = Camera(begin())
    camera.see("4-1")
    camera.see("4-1", "1-1")
    camera.write({"entry": "round", "out": "Bo", "hands": {"Anna": {"pips": 12}}})
    assert camera.see("4-1", "1-1") is None
    assert camera.see("4-1") is None
    assert camera.see() is None
    camera.see("5-2")
    assert camera.list_moves()[-1] == (camera.sheet.seating.players[1], "5-2")


WHOLE = ("6-4", "4-1", "1-1", "1-5", "5-2")
AROUND = {"Anna": "bottom", "Bo": "top"}
BO = (("6-6", -4, -9), ("5-5", -2, -9), ("3-3", 0, -9), ("2-2", 2, -9), ("0-0", 4, -9))


def lay_open(*hands: tuple[str, float, float], line: Sequence[str] = WHOLE) -> Reading:
    """Return a reading of the line in the middle of a picture, and of the tiles of `hands` at their places."""
    tiles = [lay(name, LINE[name], 0, 0 if name == "1-1" else -90) for name in line]
    return make_reading((2000, 2000), (*tiles, *(lay(*hand) for hand in hands)), 6)


def play_round(camera: Camera, **laid: int) -> None:
    """Write five moves, and set how many tiles the players have laid."""
    for number in range(1, 6):
        camera.see(*("4-1", "1-1", "1-5", "5-2", "6-4")[:number])
    camera.sheet = replace(camera.sheet, laid={**camera.sheet.laid, **laid})


def find_round_end(camera: Camera, reading: Reading, seats: Mapping[str, str] = AROUND) -> SeenMoves | None:
    camera.store_and_load()
    seen = camera.scorer.find_moves(camera.sheet, reading.tiles, reading.joins)
    assert seen is None
    return camera.scorer.find_round_end(camera.sheet, reading, seats)


def test_hands_of_a_penalty_game_are_what_no_joint_holds_and_the_next_ones_wait_for_an_empty_table() -> None:
    camera = Camera(begin("chicken_foot"))
    foot = lay("9-9", 0, 0), lay("9-4", 0, 1.5)
    hands = lay("5-5", -1, -9), lay("6-1", 0.2, -9), lay("3-2", 0, 9)

    def see(*tiles: ReadTile) -> SeenMoves | None:
        return find_round_end(camera, make_reading((2000, 2000), tiles, 9))

    assert see(*hands[:2]) is None
    assert see(*foot) is None
    seen = see(*foot, *hands)
    assert seen is not None
    assert seen.entries == ({"entry": "round", "hands": {"Anna": ["3-2"], "Bo": ["5-5", "6-1"]}, "blocked": True},)
    camera.write(seen.entries[0])
    assert see(*foot, *hands[:2]) is None
    assert see() is None
    assert see(*foot, lay("4-4", 0, -9), *hands[2:]) is not None


def test_the_hand_that_is_left_ends_the_round_if_the_other_player_has_laid_all_tiles() -> None:
    camera = Camera(begin())
    play_round(camera, Anna=7)
    seen = find_round_end(camera, lay_open(*BO))
    assert seen is not None
    assert seen.entries == ({"entry": "round", "hands": {"Bo": ["0-0", "2-2", "3-3", "5-5", "6-6"]}, "out": "Anna"},)
    assert "The hands are open. Check" in str(seen.question)


def test_the_question_says_so_if_a_hand_has_too_few_tiles() -> None:
    camera = Camera(begin())
    play_round(camera, Anna=7)
    seen = find_round_end(camera, lay_open(*BO[:4]))
    assert seen is not None
    assert "not every tile can be read" in str(seen.question)


def test_the_round_is_not_over_while_a_player_who_still_holds_tiles_shows_none() -> None:
    camera = Camera(begin())
    play_round(camera, Anna=3)
    assert find_round_end(camera, lay_open(("6-6", -2, -9), ("5-5", 0, -9))) is None


def test_if_everybody_shows_tiles_nobody_could_play() -> None:
    camera = Camera(begin())
    play_round(camera)
    seen = find_round_end(camera, lay_open(("6-6", -2, -9), ("5-5", 0, 9)))
    assert seen is not None
    assert seen.entries == ({"entry": "round", "hands": {"Anna": ["5-5"], "Bo": ["6-6"]}, "blocked": True},)


def test_players_are_asked_once_about_the_same_hands_and_first_where_they_sit() -> None:
    camera = Camera(begin())
    play_round(camera)
    hands = lay_open(("6-6", -2, -9), ("5-5", 0, 9))
    seen = find_round_end(camera, hands, {})
    assert seen is not None
    assert str(seen.question).endswith("say where everybody sits.")
    assert seen.asks_seats
    assert seen.entries == ()
    assert find_round_end(camera, hands, {}) is None
    assert find_round_end(camera, hands) is not None
    assert find_round_end(camera, hands) is None
    assert find_round_end(camera, lay_open(("6-6", -2, -9), ("5-5", 0, 9), ("3-3", 2, 9))) is not None


def test_open_hands_that_stay_on_the_table_are_no_moves_of_the_next_round() -> None:
    camera = Camera(begin())
    play_round(camera, Anna=7)
    hands = lay_open(*BO)
    seen = find_round_end(camera, hands)
    assert seen is not None
    for entry in seen.entries:
        camera.write(entry)
    left = make_reading((2000, 2000), hands.tiles[5:], 6)
    for reading in (hands, left):
        assert camera.scorer.find_moves(camera.sheet, reading.tiles, reading.joins) is None
    assert camera.see() is None
    camera.see("5-2")
    assert camera.list_moves()[-1][1] == "5-2"


def test_an_empty_table_asks_for_the_end_of_the_round() -> None:
    camera = Camera(begin())
    play_round(camera)
    seen = camera.see()
    assert seen is not None
    assert "The table is empty" in str(seen.question)


def test_tiles_of_the_last_match_are_no_moves_of_the_next_one() -> None:
    camera = Camera(begin())
    assert camera.see(*WHOLE) is None
    assert camera.see() is None
    camera.see("6-4")
    assert camera.list_moves() == [("Anna", "6-4")]


@pytest.mark.parametrize("key", ["draw", "all_fives", "muggins", "spansk", "block", "five_up"])
def test_a_line_is_scored_as_if_it_had_been_tapped_in(key: str) -> None:
    camera = Camera(begin(key))
    for number in range(1, 6):
        camera.see(*("4-1", "1-1", "1-5", "5-2", "6-4")[:number])
    assert [facts.partition(" ")[0] for _, facts in camera.list_moves()] == ["4-1", "1-1", "5-1", "5-2", "6-4"]


FROM_DOUBLE = (("6-6", 0, 0, 0), ("4-6", -1.5, 0, -90), ("6-1", 1.5, 0, -90))
LAYOUTS = {
    "line": (*FROM_DOUBLE, ("1-5", 3.5, 0, -90), ("2-4", -3.5, 0, -90)),
    "cross": (*FROM_DOUBLE, ("2-6", 0, -2, 0), ("6-3", 0, 2, 0), ("1-5", 3.5, 0, -90)),
    "sevens": (("4-3", 0, 0, -90), ("4-2", 2, 0, -90), ("5-1", 4, 0, -90)),
}
"""Tiles and their places in the order in which they are laid: a line, four arms of a double, halves that make 7."""


@pytest.mark.parametrize(
    ("key", "shape"),
    [
        *((key, "line") for key in ("draw", "muggins", "dk_almindelig", "bergen", "cuban_d9")),
        *((key, "cross") for key in ("spansk", "all_fives", "five_up", "sebastopol", "double_bergen")),
        ("matador", "sevens"),
    ],
)
def test_a_layout_of_any_shape_is_followed_where_the_rules_allow_it(key: str, shape: str) -> None:
    players = ("Anna", "Bo", "Carl", "Dora")[: max(2, find_variant(key).fewest_players)]
    camera = Camera(begin(key, players, players[0]))
    tiles = [lay(*tile) for tile in LAYOUTS[shape]]
    for number in range(1, len(tiles) + 1):
        reading = make_reading((2000, 2000), tuple(tiles[:number]), 6)
        seen = camera.scorer.find_moves(camera.sheet, reading.tiles, reading.joins)
        assert seen is not None
        assert seen.question is None
        for entry in seen.entries:
            camera.write(entry)
    assert camera.sheet.layout.certain == {make_tile(*map(int, name.split("-"))) for name, *_ in LAYOUTS[shape]}


def test_a_tile_at_the_short_end_of_a_double_that_takes_none_there_is_asked_about() -> None:
    camera = Camera(begin())
    tiles = [lay(*tile) for tile in LAYOUTS["cross"][:4]]
    asked = []
    for number in range(1, 5):
        reading = make_reading((2000, 2000), tuple(tiles[:number]), 6)
        seen = camera.scorer.find_moves(camera.sheet, reading.tiles, reading.joins)
        for entry in seen.entries if seen else ():
            camera.write(entry)
        asked.append(str(seen.question) if seen else "")
    assert "no move by the rules" in asked[-1]
    assert len(camera.sheet.lines) == 3


def test_a_turn_is_long_if_a_hand_came_and_no_tile_was_laid() -> None:
    turn = QuietTurn(rate=2)
    for seen in (0, 1):
        assert not any(turn.is_long(seen, at_rest=True) for _ in range(4 * int(LONG_TURN)))
    assert not turn.is_long(1, at_rest=False)
    assert turn.is_long(1, at_rest=True)
    assert not turn.is_long(2, at_rest=True)
    for each, seen in ((turn, 3), (QuietTurn(rate=2), 0)):
        assert not any(each.is_long(seen, at_rest=True) for _ in range(4))
        assert not each.is_long(seen, at_rest=False)
        waited = [each.is_long(seen, at_rest=True) for _ in range(2 * int(LONG_TURN) - 5)]
        assert waited == [False] * (len(waited) - 1) + [True]
