"""A camera above the table writes the moves of a film into the running match."""

from collections.abc import Iterator
from pathlib import Path
from time import sleep
from typing import Any

import numpy as np
import pytest

from scorekeeper.cli.camera import CameraOfServer, watch_table
from scorekeeper.engine.sheet.line import Sheet
from scorekeeper.play import SqliteStore, StoreError
from scorekeeper.play.photos import find_photo
from scorekeeper.play.scoring.camera_match import write_moves
from scorekeeper.play.scoring.camera_table import CameraTable, SeenFrame
from scorekeeper.play.scoring.match import Match, load_match
from scorekeeper.play.scoring.preview import preview_entry
from scorekeeper.play.scoring.writing import add_entry, start_match
from scorekeeper.play.upkeep.ephemeral import (
    EphemeralStore,
    SqliteEphemeralStore,
    ask_players,
    find_camera,
    renew_camera,
    seat_players,
    set_camera_mode,
)
from scorekeeper.store.ids import make_id
from scorekeeper.vision import PhotoError, measure_jpeg, read_frames
from tests.cli.test_serve import serving
from tests.long import LONG
from tests.vision.filmed_matches import film_match, film_round, write_rounds
from tests.vision.laying import lay
from vision.reader import make_reading

SEATS = {"Christina": "bottom", "Alejandro": "top", "Margareta": "right", "Sebastián": "left"}


def confirm(store: SqliteStore, ephemeral: EphemeralStore, match_id: str) -> None:
    """Write the end of the round that the camera has seen, if it asks about one, and accept its doubts."""
    camera, match = find_camera(ephemeral, store.id), load_match(store, match_id)
    asked = camera.question if camera else None
    if asked and asked["seen"] == match.seen and [entry["entry"] for entry in asked["entries"]] == ["round"]:
        ended = asked["entries"][0]
        line = preview_entry(match.sheet, ended).line
        doubts = {"accepted": sorted(doubt.key for doubt in line.doubts)} if line and line.doubts else {}
        add_entry(store, match_id, ended | doubts, match.seen, make_id())


def watch_film(path: str, store: SqliteStore, ephemeral: EphemeralStore, match_id: str) -> None:
    """Watch a film of a match whose players only confirm the end of each round."""
    book = store.id
    renew_camera(ephemeral, book, match_id)
    seat_players(ephemeral, book, {player: SEATS[player] for player in load_match(store, match_id).seating.players})

    def play() -> Iterator[Any]:
        for frame in read_frames(path):
            yield frame
            confirm(store, ephemeral, match_id)

    watch_table(play(), store, ephemeral)


def follow(store: SqliteStore, ephemeral: EphemeralStore, match: Match) -> None:
    """Set the players' seats, and confirm the end of each round until the camera has ended or the match is over."""
    book, seats = store.id, {player: SEATS[player] for player in match.seating.players}
    while (camera := find_camera(ephemeral, book)) is None:
        sleep(0.1)
    seat_players(ephemeral, book, seats)
    while camera is not None and not load_match(store, match.id).sheet.over:
        confirm(store, ephemeral, match.id)
        sleep(0.1)
        camera = find_camera(ephemeral, book)


def list_entries(sheet: Sheet) -> list[dict[str, Any]]:
    return [line.entry.to_json() for line in sheet.lines]


@pytest.mark.slow
def test_a_film_of_a_round_is_scored_and_only_its_end_is_confirmed(tmp_path: Path) -> None:
    ephemeral = SqliteEphemeralStore(tmp_path / "ephemeral.db")
    with SqliteStore(tmp_path / "matches.db") as store:
        match = start_match(store, "draw", ["Christina", "Alejandro"], lead="Christina")
        filmed, _ = film_round(match.sheet, SEATS, "line", (960, 720), held=4, moves=6)
        write_rounds([filmed], str(tmp_path / "game.mp4"))
        watch_film(str(tmp_path / "game.mp4"), store, ephemeral, match.id)
        assert list_entries(load_match(store, match.id).sheet) == list_entries(filmed.sheet)
        assert find_camera(ephemeral, store.id) is None


@pytest.mark.skipif(not LONG, reason="takes minutes; make test-long runs it")
@pytest.mark.parametrize(
    ("game", "players", "way", "size", "held"),
    [("draw", 2, "line", (1280, 720), 4), ("spansk", 4, "spinner", (1920, 1080), 2)],
    ids=["draw", "spansk"],
)
def test_a_film_of_a_whole_match_is_scored_from_the_first_deal_until_it_is_won(
    tmp_path: Path, game: str, players: int, way: str, size: tuple[int, int], held: int
) -> None:
    names = ["Christina", "Margareta", "Alejandro", "Sebastián"] if players == 4 else ["Christina", "Alejandro"]
    ephemeral, film = SqliteEphemeralStore(tmp_path / "ephemeral.db"), str(tmp_path / "game.mp4")
    with SqliteStore(tmp_path / "matches.db") as store:
        match = start_match(store, game, names, lead="Christina")
        rounds = list(film_match(match.sheet, SEATS, way, size, held))
        write_rounds(rounds, film)
        with serving(tmp_path, "--port", "0", "--camera", film):
            follow(store, ephemeral, match)
        written = load_match(store, match.id)
        assert list_entries(written.sheet) == list_entries(rounds[-1].sheet)
        assert written.sheet.over


def test_a_move_that_could_not_be_written_is_written_at_the_next_frame(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    layouts = [make_reading((900, 900), (lay("6-4", 5, 5),), 6)]
    monkeypatch.setattr("scorekeeper.cli.camera.Tracker.watch", lambda *_: layouts.pop() if layouts else None)
    full = [StoreError("full")]

    def write(*given: Any) -> Match:
        if full:
            raise full.pop()
        return write_moves(*given)

    monkeypatch.setattr("scorekeeper.play.scoring.camera_table.write_moves", write)
    with SqliteStore(tmp_path / "matches.db") as store:
        match = start_match(store, "draw", ["Christina", "Alejandro"], lead="Christina")
        watch_table([np.zeros((90, 90, 3), np.uint8)] * 3, store, SqliteEphemeralStore(tmp_path / "ephemeral.db"))
        assert [line.entry.list_facts() for line in load_match(store, match.id).sheet.lines] == ["6-4"]


def test_a_camera_that_asks_first_writes_no_move_and_waits_for_one_tap(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    layouts = [make_reading((900, 900), (lay("6-4", 5, 5),), 6)]
    monkeypatch.setattr("scorekeeper.cli.camera.Tracker.watch", lambda *_: layouts.pop() if layouts else None)
    ephemeral = SqliteEphemeralStore(tmp_path / "ephemeral.db")
    with SqliteStore(tmp_path / "matches.db") as store:
        match = start_match(store, "draw", ["Christina", "Alejandro"], lead="Christina")
        camera = CameraOfServer(store, ephemeral)
        renew_camera(ephemeral, store.id, match.id)
        set_camera_mode(ephemeral, store.id, "asking")
        for _ in range(3):
            camera.look(np.zeros((90, 90, 3), np.uint8))
        assert load_match(store, match.id).seen == 0
        asked = find_camera(ephemeral, store.id)
        assert asked is not None
        assert asked.question is not None
        assert asked.question["text"] is None
        assert [(entry["player"], entry["tile"]) for entry in asked.question["entries"]] == [("Christina", "6-4")]


def test_a_film_stands_still_while_a_question_is_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    layouts = [make_reading((900, 900), (lay("6-4", 5, 5, sure=False),), 6)]
    monkeypatch.setattr("scorekeeper.cli.camera.Tracker.watch", lambda *_: layouts.pop() if layouts else None)
    ephemeral, looked = SqliteEphemeralStore(tmp_path / "ephemeral.db"), list[int]()
    with SqliteStore(tmp_path / "matches.db") as store:
        start_match(store, "draw", ["Christina", "Alejandro"], lead="Christina")

        def play() -> Iterator[Any]:
            for number in range(2):
                looked.append(number)
                yield np.zeros((90, 90, 3), np.uint8)

        def answer(_seconds: float) -> None:
            looked.append(-1)
            ask_players(ephemeral, store.id, None)

        monkeypatch.setattr("scorekeeper.cli.camera.sleep", answer)
        watch_table(play(), store, ephemeral, is_film=True)
    assert looked == [0, -1, 1]


@pytest.mark.parametrize("keeps", [True, False])
def test_the_picture_of_a_move_is_kept_with_it_if_that_is_wanted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, keeps: bool
) -> None:
    layouts = [make_reading((900, 900), (lay("6-4", 5, 5),), 6)]
    monkeypatch.setattr("scorekeeper.cli.camera.Tracker.watch", lambda *_: layouts.pop() if layouts else None)
    with SqliteStore(tmp_path / "matches.db") as store:
        match = start_match(store, "draw", ["Christina", "Alejandro"], lead="Christina")
        frames = [np.zeros((90, 90, 3), np.uint8)]
        watch_table(frames, store, SqliteEphemeralStore(tmp_path / "ephemeral.db"), keeps)
        photos = load_match(store, match.id).photos
        assert list(photos) == ([1] if keeps else [])
        for photo_id in photos.values():
            photo = find_photo(store, photo_id)
            assert measure_jpeg(photo.jpeg) == (90, 90)
            assert [tile["pips"] for tile in photo.reading["tiles"]] == [[6, 4]]


def test_the_picture_of_open_hands_is_kept_with_the_question_about_them(tmp_path: Path) -> None:
    train = lay("12-12", -8, -7), lay("12-4", -8, -5.5), lay("4-1", -8, -3.5)
    ephemeral = SqliteEphemeralStore(tmp_path / "ephemeral.db")
    with SqliteStore(tmp_path / "matches.db") as store:
        match = start_match(store, "mexican_train", ["Christina", "Alejandro"])
        renew_camera(ephemeral, store.id, match.id)
        seat_players(ephemeral, store.id, {player: SEATS[player] for player in match.seating.players})
        table = CameraTable(store, ephemeral, match.id, 5, keeps_pictures=True)
        for tiles in (train, (*train, lay("9-8", -9, -15), lay("6-1", -7.8, -15))):
            reading = make_reading((900, 900), tiles, 12)
            table.follow(match, "watching", SeenFrame(reading, True, True, 0, lambda: b"\xff\xd8 a picture \xff\xd9"))
        camera = find_camera(ephemeral, store.id)
        assert camera is not None
        assert camera.question is not None
        assert [entry["entry"] for entry in camera.question["entries"]] == ["round"]
        assert find_photo(store, camera.question["photo"]).jpeg == b"\xff\xd8 a picture \xff\xd9"


def test_a_camera_that_is_not_there_says_so() -> None:
    with pytest.raises(PhotoError, match="cannot be opened"):
        next(read_frames("/nowhere/film.mp4"))
