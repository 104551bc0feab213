"""A camera above the table writes the moves of a film into the running match."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from scorekeeper.cli.camera import watch_table
from scorekeeper.play import Store, StoreError
from scorekeeper.play.scoring.camera import write_moves
from scorekeeper.play.scoring.match import Match, load_match
from scorekeeper.play.scoring.writing import start_match
from scorekeeper.play.upkeep.ephemeral import EphemeralStore, find_camera
from scorekeeper.vision import PhotoError, read_frames
from tests.vision.laying import lay
from vision.lab.render.films import make_film, write_film
from vision.reader import make_reading


def test_a_film_of_a_draw_game_is_scored_move_by_move(tmp_path: Path) -> None:
    film = make_film(7, tiles=5, size=(800, 600))
    write_film(film, str(tmp_path / "game.mp4"))
    ephemeral = EphemeralStore(tmp_path / "ephemeral.db")
    with Store(tmp_path / "matches.db") as store:
        match = start_match(store, "draw", ["Christina", "Alejandro"], lead="Christina")
        watch_table(read_frames(str(tmp_path / "game.mp4")), store, ephemeral)
        lines = load_match(store, match.id).sheet.lines
        assert find_camera(ephemeral, str(store.path)) is None
    names = [f"{max(pips)}-{min(pips)}" for pips in film.tiles]
    assert [line.entry.list_facts().partition(" ")[0] for line in lines] == names
    assert [line.entry.main_player for line in lines] == ["Christina", "Alejandro"] * 2 + ["Christina"]


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

    monkeypatch.setattr("scorekeeper.cli.camera.write_moves", write)
    with Store(tmp_path / "matches.db") as store:
        match = start_match(store, "draw", ["Christina", "Alejandro"], lead="Christina")
        watch_table([np.zeros((90, 90, 3), np.uint8)] * 3, store, EphemeralStore(tmp_path / "ephemeral.db"))
        assert [line.entry.list_facts() for line in load_match(store, match.id).sheet.lines] == ["6-4"]


def test_a_camera_that_is_not_there_says_so() -> None:
    with pytest.raises(PhotoError, match="cannot be opened"):
        next(read_frames("/nowhere/film.mp4"))
