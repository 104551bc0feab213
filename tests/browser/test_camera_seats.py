"""Keys for the players at a table that a camera watches: who sits where in its picture, and who made the last move."""

import numpy as np
import pytest
from flask import Flask
from playwright.sync_api import expect

from scorekeeper.play.scoring.camera_match import write_moves
from scorekeeper.play.scoring.writing import start_match
from scorekeeper.play.upkeep.ephemeral import renew_camera, show_picture
from tests.browser.devices import PHONE, Devices
from tests.browser.layout_faults import SIZES, list_layout_faults
from vision.tracking import make_picture

pytestmark = pytest.mark.slow

NAMES = ("Christina", "Alejandro", "Margareta", "Wolfgang-Amadé")


def test_four_taps_on_the_picture_say_who_sits_where(app: Flask, devices: Devices) -> None:
    store, ephemeral = app.extensions["scorekeeper"], app.extensions["ephemeral"]
    match = start_match(store, "spansk", NAMES, lead=NAMES[0])
    renew_camera(ephemeral, store.id, match.id)
    show_picture(ephemeral, store.id, make_picture(np.full((720, 1280, 3), 90, np.uint8)))
    page = devices.open(f"/m/{match.id}", PHONE)
    page.tap("#camera-seats")
    for place, name in zip(("bottom", "right", "top"), NAMES, strict=False):
        page.tap(f"#place-{place}")
        expect(page.locator(f"#place-{place}")).to_have_text(name)
    assert list_layout_faults(page, SIZES) == []
    page.set_viewport_size({"width": PHONE.width, "height": PHONE.height})
    page.tap("#place-top-left")
    page.wait_for_url(f"**/m/{match.id}")
    assert not page.is_visible("#camera-seats")


def test_who_moved_is_one_tap_on_a_name_and_every_name_is_whole(app: Flask, devices: Devices) -> None:
    store = app.extensions["scorekeeper"]
    match = start_match(store, "spansk", NAMES, lead=NAMES[0])
    renew_camera(app.extensions["ephemeral"], store.id, match.id)
    write_moves(store, match, [{"entry": "play", "player": NAMES[0], "tile": "5-5"}])
    page = devices.open(f"/m/{match.id}", PHONE)
    expect(page.locator(".turn-now")).to_have_text(f"{NAMES[1]} to move")
    page.tap("#mover-4")
    expect(page.locator(".turn-now")).to_have_text(f"{NAMES[0]} to move")
    assert list_layout_faults(page, SIZES) == []
