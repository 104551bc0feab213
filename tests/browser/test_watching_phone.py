"""The camera of a phone on a stand watches the table: its moves are written, and any phone can pause it."""

import base64

import cv2
import pytest
from flask import Flask
from playwright.sync_api import expect

from scorekeeper.engine.tiles import make_tile
from scorekeeper.play.scoring.match import load_match
from scorekeeper.play.scoring.writing import start_match
from tests.browser.access import barriers
from tests.browser.devices import PHONE, Devices
from tests.browser.layout_faults import SIZES, list_layout_faults
from vision.lab.render.films import make_film

pytestmark = pytest.mark.slow

# A camera with a constant picture, a canvas of the page.
CAMERA = """
navigator.mediaDevices.getUserMedia = async () => {
  const bytes = Uint8Array.from(atob("PICTURE"), (each) => each.charCodeAt(0));
  const picture = await createImageBitmap(new Blob([bytes], { type: "image/jpeg" }));
  const canvas = Object.assign(document.createElement("canvas"), { width: picture.width, height: picture.height });
  setInterval(() => canvas.getContext("2d").drawImage(picture, 0, 0), 50);
  return canvas.captureStream(20);
};
"""


def test_a_phone_on_a_stand_writes_the_move_that_it_sees_until_it_is_paused(app: Flask, devices: Devices) -> None:
    store = app.extensions["scorekeeper"]
    match = start_match(store, "draw", ["Christina", "Wolfgang-Amadé"], lead="Christina")
    film = make_film(7, tiles=1, tilt=0.2)
    *_, last = film.frames()
    picture = base64.b64encode(cv2.imencode(".jpg", last.image)[1].tobytes()).decode()
    stand, pad = devices.open("/", PHONE), devices.open(f"/m/{match.id}", PHONE)
    stand.context.add_init_script(CAMERA.replace("PICTURE", picture))
    stand.goto(f"/m/{match.id}/share")
    stand.tap("#watch-table")
    assert list_layout_faults(stand, SIZES) == []
    stand.tap("#watch-start")
    said = stand.locator(".watch-said")
    expect(said).to_have_text("A camera watches this table, and writes each move.")
    pad.wait_for_selector("[data-seen='1']", state="attached")
    (line,) = load_match(store, match.id).sheet.lines
    assert line.entry.list_facts() == str(make_tile(*film.tiles[0]))
    pad.reload()
    pad.tap("#camera-pause")
    expect(said).to_have_text("The camera is paused.")
    assert barriers(stand) == []
    assert list_layout_faults(stand, SIZES) == []
    stand.tap("#watch-stop")
    expect(stand.locator("#watch-start")).to_be_visible()


def test_where_a_page_may_not_use_a_camera_it_says_why(app: Flask, devices: Devices) -> None:
    match = start_match(app.extensions["scorekeeper"], "draw", ["Christina", "Alejandro"], lead="Christina")
    page = devices.open("/", PHONE)
    page.context.add_init_script("Object.defineProperty(navigator, 'mediaDevices', { value: undefined })")
    page.goto(f"/m/{match.id}/camera/phone")
    expect(page.locator("#watch-nowhere")).to_contain_text("begins with https")
    expect(page.locator("#watch-start")).to_be_hidden()
