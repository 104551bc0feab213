"""The camera above a table, as the phones of the match see it."""

import io

import pytest
from flask import Flask

from scorekeeper.engine.text import Text
from scorekeeper.play.photos import keep_photo
from scorekeeper.play.scoring.camera_match import find_followed_match, write_moves
from scorekeeper.play.scoring.match import Match, load_match
from scorekeeper.play.scoring.writing import start_match
from scorekeeper.play.upkeep.ephemeral import ask_players, find_camera, renew_camera, seat_players, show_picture
from scorekeeper.web.uploads.photo_workers import FollowedFrame
from tests.vision.laying import lay
from tests.web.pages import Phone
from tests.web.test_photos import jpeg
from vision.reader import make_reading
from vision.reading import ReadTile

MOVE = {"entry": "play", "player": "Christina", "tile": "6-4"}


def begin(app: Flask, players: tuple[str, ...] = ("Christina", "Alejandro")) -> Match:
    return start_match(app.extensions["scorekeeper"], "draw", players, lead=players[0])


def watch(app: Flask, match: Match, **question: object) -> None:
    """Let the camera follow the match, and ask the players something if there is a question."""
    book = str(app.extensions["scorekeeper"].path)
    renew_camera(app.extensions["ephemeral"], book, match.id)
    if question:
        asked = {"seen": match.seen, "tiles": ["6-4"], "text": None, "entries": [MOVE], "photo": None}
        ask_players(app.extensions["ephemeral"], book, {**asked, "asks_seats": False, **question})


def find_mode(app: Flask) -> str:
    camera = find_camera(app.extensions["ephemeral"], str(app.extensions["scorekeeper"].path))
    assert camera is not None
    return camera.mode


def send_frame(phone: Phone, match: Match, source: str = "stand", **fields: str) -> str:
    """Send a frame, or only `fields`, and return the mode in the answer."""
    token = dict(phone.open(f"/m/{match.id}").forms["fill"].fields)["csrf_token"]
    data = {"csrf_token": token, "source": source, "picture": (io.BytesIO(b"a JPEG"), "frame.jpg"), **fields}
    told = phone.client.post(f"/m/{match.id}/camera/frame", data=data).json
    assert told is not None
    return str(told["mode"])


def show(monkeypatch: pytest.MonkeyPatch, *layouts: tuple[ReadTile, ...] | None) -> list[str]:
    """Let the frames that are sent show these layouts (None: no new one); return the memories that the tracker gets."""
    coming, memories = list(layouts), list[str]()

    def follow(largest: int, memory: str) -> FollowedFrame:
        memories.append(memory)
        tiles = coming.pop(0)
        reading = None if tiles is None else make_reading((900, 900), tiles, largest)
        return FollowedFrame(f"frame {len(memories)}", reading, True, True, 0, b"a JPEG")

    monkeypatch.setattr("scorekeeper.web.pages.camera.follow_sent_frame", follow)
    return memories


def test_the_frames_of_a_phone_write_the_moves_and_each_is_followed_from_the_one_before(
    app: Flask, phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = begin(app)
    line = lay("6-4", 5, 5), lay("4-1", 5, 7)
    memories = show(monkeypatch, (), line[:1], None, line, line[:1])
    assert phone.open(f"/m/{match.id}/sheet").has("watch-table")
    assert [send_frame(phone, match) for _ in range(5)] == ["watching"] * 5
    assert memories == ["", "frame 1", "frame 2", "frame 3", "frame 4"]
    sheet = load_match(app.extensions["scorekeeper"], match.id).sheet
    assert [line.entry.list_facts() for line in sheet.lines] == ["6-4", "4-1 at 6-4"]
    pad = phone.open(f"/m/{match.id}")
    assert "Was the move taken back?" in pad.text
    assert not phone.open(f"/m/{match.id}/sheet").has("watch-table")


def test_a_paused_phone_is_told_so_and_its_frames_are_not_read(
    app: Flask, phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = begin(app)
    memories = show(monkeypatch, ())
    send_frame(phone, match)
    phone.send(phone.open(f"/m/{match.id}"), "camera-form", "camera-pause")
    assert send_frame(phone, match) == "paused"
    assert len(memories) == 1


def test_a_book_has_one_camera_and_another_one_begins_when_it_has_ended(
    app: Flask, phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = begin(app)
    memories = show(monkeypatch, (), (), ())
    assert send_frame(phone, match, "stand") == "watching"
    assert send_frame(phone, match, "other") == "busy"
    assert send_frame(phone, match, "other", end="1") == "over"
    assert send_frame(phone, match, "stand") == "watching"
    assert send_frame(phone, match, "stand", end="1") == "over"
    assert find_camera(app.extensions["ephemeral"], str(app.extensions["scorekeeper"].path)) is None
    assert send_frame(phone, match, "other") == "watching"
    assert memories == ["", "frame 1", ""]


def test_a_phone_watches_no_match_without_moves_and_hands(app: Flask, phone: Phone) -> None:
    tricks = start_match(app.extensions["scorekeeper"], "forty_two", ("Ana", "Bo", "Carl", "Dora"))
    assert not phone.open(f"/m/{tricks.id}/sheet").has("watch-table")
    assert phone.client.get(f"/m/{tricks.id}/camera/phone").status_code == 404
    assert phone.open(f"/m/{begin(app).id}/camera/phone").has("watch-start")


def test_the_open_hands_of_a_mexican_train_fill_in_the_form_of_its_round(
    app: Flask, phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = start_match(app.extensions["scorekeeper"], "mexican_train", ("Christina", "Alejandro"))
    train = lay("12-12", -8, -7), lay("12-4", -8, -5.5), lay("4-1", -8, -3.5)
    show(monkeypatch, train, (*train, lay("9-8", -9, -15), lay("6-1", -7.8, -15)))
    send_frame(phone, match)
    ephemeral, book = app.extensions["ephemeral"], app.extensions["scorekeeper"].id
    seat_players(ephemeral, book, {"Christina": "bottom", "Alejandro": "top"})
    assert "reads the hands that are laid open" in phone.open(f"/m/{match.id}").text
    send_frame(phone, match)
    pad = phone.open(f"/m/{match.id}")
    (link,) = [values["href"] for _, values in pad.elements if values.get("id") == "camera-hands"]
    phone.send(phone.open(link), "fill", "save")
    (line,) = load_match(app.extensions["scorekeeper"], match.id).sheet.lines
    assert line.points == {"Christina": 0, "Alejandro": 24}


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


def test_whose_turn_it_is_and_who_moved_are_shown_and_one_tap_changes_the_mover_and_the_turn(
    app: Flask, phone: Phone
) -> None:
    store, match = app.extensions["scorekeeper"], begin(app, ("Christina", "Alejandro", "Margareta"))
    watch(app, match)
    assert "Christina to move" in phone.open(f"/m/{match.id}").text
    match = write_moves(store, match, [MOVE])
    pad = phone.open(f"/m/{match.id}")
    assert "Who laid 6-4?" in pad.text
    pad = phone.send(pad, "camera-form", "mover-2")
    sheet = load_match(store, match.id).sheet
    assert [line.entry.main_player for line in sheet.counting_lines] == ["Alejandro"]
    assert sheet.to_move == "Margareta"
    assert "Margareta to move" in pad.text
    phone.send(pad, "camera-form", "mover-2")
    assert load_match(store, match.id).seen == 2


def test_the_tile_that_the_camera_saw_is_announced_with_its_points(app: Flask, phone: Phone) -> None:
    store = app.extensions["scorekeeper"]
    match = start_match(store, "all_fives", ("Christina", "Alejandro"), lead="Christina")
    watch(app, match)
    write_moves(store, match, [{"entry": "play", "player": "Christina", "tile": "6-4"}])
    news = phone.client.get(f"/m/{match.id}", headers={"HX-Request": "true", "HX-Source": "div#live"})
    assert "6-4. 6 + 4 = 10, a multiple of five: 10 points. Christina: 10." in " ".join(news.text.split())


def test_a_mover_is_not_changed_after_another_phone_has_written(app: Flask, phone: Phone) -> None:
    store, match = app.extensions["scorekeeper"], begin(app)
    watch(app, match)
    match = write_moves(store, match, [MOVE])
    old = phone.open(f"/m/{match.id}")
    write_moves(store, match, [{"entry": "play", "player": "Alejandro", "tile": "4-1", "at": "6-4", "pip": 4}])
    phone.send(old, "camera-form", "mover-2")
    sheet = load_match(store, match.id).sheet
    assert [line.entry.main_player for line in sheet.counting_lines] == ["Christina", "Alejandro"]


def test_a_move_that_the_other_player_cannot_have_made_is_corrected_in_its_form(app: Flask, phone: Phone) -> None:
    store, match = app.extensions["scorekeeper"], begin(app)
    watch(app, match)
    match = write_moves(store, match, [MOVE, {"entry": "pass", "player": "Alejandro"}])
    again = {"entry": "play", "player": "Christina", "tile": "4-1", "at": "6-4", "pip": 4}
    write_moves(store, match, [again])
    answer = phone.send(phone.open(f"/m/{match.id}"), "camera-form", "mover-2")
    assert load_match(store, match.id).seen == 3
    assert ("replaces", "3") in answer.forms["fill"].fields


def test_a_question_about_an_older_sheet_is_gone_and_an_answer_to_it_changes_nothing(app: Flask, phone: Phone) -> None:
    match = begin(app)
    watch(app, match, text=None)
    old = phone.open(f"/m/{match.id}")
    phone.send(phone.open(f"/m/{match.id}"), "camera-form", "camera-yes")
    pad = phone.send(old, "camera-form", "camera-yes")
    assert load_match(app.extensions["scorekeeper"], match.id).seen == 1
    assert "camera-yes" not in pad.forms["camera-form"].buttons


def test_who_sits_where_is_offered_with_no_question_but_its_own(app: Flask, phone: Phone) -> None:
    match = begin(app)
    watch(app, match, text=Text("6-4 fits nowhere.").to_json(), entries=[])
    assert not phone.open(f"/m/{match.id}").has("camera-seats")
    watch(app, match, text=Text("Where do you sit?").to_json(), entries=[], asks_seats=True)
    assert phone.open(f"/m/{match.id}").has("camera-seats")


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
    photo = keep_photo(app.extensions["scorekeeper"], match.id, jpeg(), make_reading((900, 900), ()).to_json(""))
    watch(app, match, text=Text("The hands are open.").to_json(), entries=[ended], photo=photo)
    pad = phone.open(f"/m/{match.id}")
    assert "camera-yes" not in pad.forms["camera-form"].buttons
    (link,) = [values["href"] for _, values in pad.elements if values.get("id") == "camera-hands"]
    filled = phone.open(link)
    assert load_match(app.extensions["scorekeeper"], match.id).seen == 0
    phone.send(filled, "fill", "save")
    match = load_match(app.extensions["scorekeeper"], match.id)
    (line,) = match.sheet.lines
    assert line.points == {"Christina": 22, "Alejandro": 0}
    assert match.photos == {1: photo}


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
