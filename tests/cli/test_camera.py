"""A camera above the table writes the moves of a film into the running match."""

from pathlib import Path

import pytest

from scorekeeper.cli.camera import watch_table
from scorekeeper.play import Store
from scorekeeper.play.scoring.match import load_match
from scorekeeper.play.scoring.writing import start_match
from scorekeeper.play.upkeep.ephemeral import EphemeralStore, find_camera
from scorekeeper.vision import PhotoError, read_frames
from vision.lab.render.films import make_film, write_film


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


def test_a_camera_that_is_not_there_says_so() -> None:
    with pytest.raises(PhotoError, match="cannot be opened"):
        next(read_frames("/nowhere/film.mp4"))
