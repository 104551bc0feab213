"""The camera above a table, as the phones of the match see it."""

from flask import Flask

from scorekeeper.engine.text import Text
from scorekeeper.play.scoring.camera import find_followed_match
from scorekeeper.play.scoring.match import Match, load_match
from scorekeeper.play.scoring.writing import start_match
from scorekeeper.play.upkeep.ephemeral import ask_players, find_camera, renew_camera, seat_players, show_picture
from tests.web.pages import Phone

MOVE = {"entry": "play", "player": "Christina", "tile": "6-4"}


def begin(app: Flask, players: tuple[str, ...] = ("Christina", "Alejandro")) -> Match:
    return start_match(app.extensions["scorekeeper"], "draw", players, lead=players[0])


def watch(app: Flask, match: Match, **question: object) -> None:
    """The camera follows the match, and asks something if there is a question."""
    book = str(app.extensions["scorekeeper"].path)
    renew_camera(app.extensions["ephemeral"], book, match.id)
    if question:
        asked = {"seen": match.seen, "tiles": ["6-4"], "text": None, "entries": [MOVE], "photo": None}
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


def test_open_hands_fill_in_the_form_for_the_end_of_the_round_and_write_nothing(app: Flask, phone: Phone) -> None:
    match = begin(app)
    ended = {"entry": "round", "hands": {"Alejandro": ["6-6", "5-5"]}, "out": "Christina"}
    watch(app, match, text=Text("The hands are open.").to_json(), entries=[ended])
    pad = phone.open(f"/m/{match.id}")
    assert "camera-yes" not in pad.forms["camera-form"].buttons
    (link,) = [values["href"] for _, values in pad.elements if values.get("id") == "camera-hands"]
    filled = phone.open(link)
    assert load_match(app.extensions["scorekeeper"], match.id).seen == 0
    phone.send(filled, "fill", "save")
    (line,) = load_match(app.extensions["scorekeeper"], match.id).sheet.lines
    assert line.points == {"Christina": 22, "Alejandro": 0}


def test_each_player_is_asked_once_where_they_sit(app: Flask, phone: Phone) -> None:
    match = begin(app)
    watch(app, match)
    show_picture(app.extensions["ephemeral"], str(app.extensions["scorekeeper"].path), b"a JPEG")
    assert phone.open(f"/m/{match.id}").has("camera-seats")
    page = phone.open(f"/m/{match.id}/camera/seats")
    assert "does Christina sit" in page.text
    page = phone.send(page, "seats-form", "place-bottom")
    assert "does Alejandro sit" in page.text
    pad = phone.send(page, "seats-form", "place-top")
    assert not pad.has("camera-seats")
    camera = find_camera(app.extensions["ephemeral"], str(app.extensions["scorekeeper"].path))
    assert camera is not None
    assert camera.seats == {"Christina": "bottom", "Alejandro": "top"}


def test_a_place_belongs_to_who_was_said_to_sit_there_last(app: Flask, phone: Phone) -> None:
    match = begin(app)
    watch(app, match)
    seat_players(app.extensions["ephemeral"], str(app.extensions["scorekeeper"].path), {"Christina": "top"})
    page = phone.send(phone.open(f"/m/{match.id}/camera/seats"), "seats-form", "place-top")
    assert "does Christina sit" in page.text


def test_the_picture_of_the_camera_is_shown_to_its_own_match_only(app: Flask, phone: Phone) -> None:
    match = begin(app)
    watch(app, match)
    assert phone.client.get(f"/m/{match.id}/camera.jpg").status_code == 404
    show_picture(app.extensions["ephemeral"], str(app.extensions["scorekeeper"].path), b"a JPEG")
    assert phone.client.get(f"/m/{match.id}/camera.jpg").data == b"a JPEG"
    other = begin(app, ("Margareta", "Sebastián"))
    assert phone.client.get(f"/m/{other.id}/camera.jpg").status_code == 404
