"""A frame of the camera shows where tiles lie, and never delays the reading of a photo."""

import io
from dataclasses import replace

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from scorekeeper.store.ephemeral.queue import Queue
from scorekeeper.web.access.rate_limits import FRAMES
from scorekeeper.web.uploads import reader
from scorekeeper.web.uploads.reader import MOST_OF_A_FRAME
from tests.web.pages import Phone
from tests.web.photographed import HANDS
from tests.web.test_photos import jpeg


def send_frame(phone: Phone, path: str, frame: bytes) -> TestResponse:
    token = dict(phone.open(f"{path}/photo").forms["photo-upload"].fields)["csrf_token"]
    data = {"csrf_token": token, "picture": (io.BytesIO(frame), "frame.jpg")}
    return phone.client.post(f"{path}/photo/frame", data=data)


def test_a_frame_is_told_its_tiles_and_nothing_of_it_is_kept(
    app: Flask, phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr("scorekeeper.play.photos.write_photo")
    app.config["READER"] = lambda photo, largest: HANDS
    told = send_frame(phone, phone.new_match().path, jpeg()).json
    assert told is not None
    assert told["size"] == [2000, 2000]
    found = {each["name"]: each["sure"] for each in told["tiles"]}
    assert found == {"5-1": True, "6-4": True, "6-6": True, "2-0": False, "3-2": True}
    assert {len(each["corners"]) for each in told["tiles"]} == {4}


@pytest.mark.parametrize("frame", [b"", b"no picture", b"\xff" * (MOST_OF_A_FRAME + 1)], ids=["none", "text", "large"])
def test_what_is_no_frame_is_told_nothing(app: Flask, phone: Phone, frame: bytes) -> None:
    app.config["READER"] = lambda photo, largest: HANDS
    assert send_frame(phone, phone.new_match().path, frame).status_code == 204


def test_while_a_photo_is_read_a_frame_is_refused_at_once(app: Flask, phone: Phone) -> None:
    path = phone.new_match().path
    Queue(app.extensions["ephemeral"], "photos", "another book", 2).join()
    assert send_frame(phone, path, jpeg()).status_code == 204


def test_a_book_has_so_many_frames_and_no_more(app: Flask, phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    app.config["READER"] = lambda photo, largest: HANDS
    path = phone.new_match().path
    monkeypatch.setattr(reader, "FRAMES", replace(FRAMES, most=1))
    assert [send_frame(phone, path, jpeg()).status_code for _ in range(2)] == [200, 204]
