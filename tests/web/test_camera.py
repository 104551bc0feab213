"""The camera above a table, as the phones of the match see it."""

from flask import Flask

from scorekeeper.play.scoring.camera import find_followed_match
from scorekeeper.play.scoring.match import Match, load_match
from scorekeeper.play.scoring.writing import start_match
from scorekeeper.play.upkeep.ephemeral import ask_players, find_camera, renew_camera
from tests.web.pages import Phone

MOVE = {"entry": "play", "player": "Christina", "tile": "6-4"}


def begin(app: Flask, players: tuple[str, ...] = ("Christina", "Alejandro")) -> Match:
    return start_match(app.extensions["scorekeeper"], "draw", players, lead=players[0])


def watch(app: Flask, match: Match, **question: object) -> None:
    """The camera follows the match, and asks something if there is a question."""
    book = str(app.extensions["scorekeeper"].path)
    renew_camera(app.extensions["ephemeral"], book, match.id)
    if question:
        asked = {"seen": match.seen, "tiles": ["6-4"], "text": None, "entries": [MOVE]}
        ask_players(app.extensions["ephemeral"], book, {**asked, **question})


def find_mode(app: Flask) -> str:
    camera = find_camera(app.extensions["ephemeral"], str(app.extensions["scorekeeper"].path))
    assert camera is not None
    return camera.mode


def test_without_a_camera_nothing_is_said_of_one(app: Flask, phone: Phone) -> None:
    assert "camera-form" not in phone.open(f"/m/{begin(app).id}").forms


def test_every_phone_at_the_table_is_told_that_a_camera_watches_and_can_pause_it(app: Flask, phone: Phone) -> None:
    match = begin(app)
    watch(app, match)
    pad = phone.open(f"/m/{match.id}")
    assert "A camera watches this table" in pad.text
    pad = phone.send(pad, "camera-form", "camera-pause")
    assert "The camera is paused" in pad.text
    assert find_mode(app) == "paused"
    phone.send(pad, "camera-form", "camera-ask")
    assert find_mode(app) == "asking"


def test_a_match_at_another_table_hears_nothing_of_the_camera(app: Flask, phone: Phone) -> None:
    watch(app, begin(app))
    other = begin(app, ("Margareta", "Sebastián"))
    assert "camera-form" not in phone.open(f"/m/{other.id}").forms


def test_yes_writes_the_move_that_the_camera_saw_and_no_does_not(app: Flask, phone: Phone) -> None:
    match = begin(app)
    store = app.extensions["scorekeeper"]
    watch(app, match, text=None)
    pad = phone.open(f"/m/{match.id}")
    assert "The camera saw Christina lay 6-4." in pad.text
    phone.send(pad, "camera-form", "camera-no")
    assert load_match(store, match.id).seen == 0
    watch(app, match, text=None)
    pad = phone.send(phone.open(f"/m/{match.id}"), "camera-form", "camera-yes")
    assert load_match(store, match.id).seen == 1
    assert "camera-yes" not in pad.forms["camera-form"].buttons


def test_a_question_about_an_older_sheet_is_gone_and_an_answer_to_it_changes_nothing(app: Flask, phone: Phone) -> None:
    match = begin(app)
    watch(app, match, text=None)
    old = phone.open(f"/m/{match.id}")
    phone.send(phone.open(f"/m/{match.id}"), "camera-form", "camera-yes")
    pad = phone.send(old, "camera-form", "camera-yes")
    assert load_match(app.extensions["scorekeeper"], match.id).seen == 1
    assert "camera-yes" not in pad.forms["camera-form"].buttons


def test_the_camera_follows_the_match_that_was_written_last(app: Flask, phone: Phone) -> None:
    begin(app)
    last = begin(app, ("Margareta", "Sebastián"))
    start_match(app.extensions["scorekeeper"], "forty_two", ("Ana", "Bo", "Carl", "Dora"))
    followed = find_followed_match(app.extensions["scorekeeper"])
    assert followed is not None
    assert followed.id == last.id
