"""The camera over the tiles outlines them and takes the picture by itself, and one tap uses it."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, repeat

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from scorekeeper.play.scoring.match import Match
from scorekeeper.play.scoring.writing import start_match
from tests.browser.access import barriers
from tests.browser.devices import PHONE, Device, Devices
from tests.browser.test_photo_review import table
from tests.vision.laying import hide
from vision import Photo, Reading, find_joins_and_groups

pytestmark = pytest.mark.slow

SMALL_PHONE = Device(360, 640)
# A camera with a constant picture, a canvas of the page.
CAMERA = """
const camera = { kind: "videoinput", deviceId: "back", label: "", groupId: "" };
navigator.mediaDevices.enumerateDevices = async () => [camera];
navigator.mediaDevices.getUserMedia = async () => {
  const canvas = Object.assign(document.createElement("canvas"), { width: 1200, height: 900 });
  setInterval(() => canvas.getContext("2d").fillRect(0, 0, 1200, 900), 50);
  return canvas.captureStream(20);
};
"""


@pytest.fixture
def match(app: Flask) -> Match:
    return start_match(app.extensions["scorekeeper"], "spansk", ("Anna", "Bo", "Carl", "Dora"), True, "Anna")


def on_pad(devices: Devices, match: Match, device: Device = PHONE) -> Page:
    """Open the end of a round with Dora out, on a phone whose camera a page may use."""
    page = devices.open("/", device)
    page.context.add_init_script(CAMERA)
    page.goto(f"/m/{match.id}?kind=round&ended=out+4")
    page.wait_for_function("navigator.mediaDevices.enumerateDevices().then(all => all.length)")
    return page


def list_frames(*counts: int) -> Iterator[Reading]:
    """Yield readings with these counts of the tiles of three hands, and then with all tiles."""
    found = table()[1]
    sure = tuple(replace(tile, sure=True) for tile in found.tiles)
    for count in chain(counts, repeat(len(sure))):
        joins, groups = find_joins_and_groups(sure[:count])
        yield Reading(found.size, sure[:count], joins, groups)


def test_the_picture_is_taken_by_itself_when_several_frames_agree(app: Flask, devices: Devices, match: Match) -> None:
    frames, sizes = list_frames(2, 4), list[tuple[int, int]]()

    def read(photo: Photo, largest: int) -> Reading:
        sizes.append(photo.size)
        return next(frames)

    app.config["READER"] = read
    page = on_pad(devices, match)
    page.tap("label:has(#camera)")
    page.wait_for_url("**/photo?for=hands&*")
    page.wait_for_selector("#use")
    assert "ended=out" in page.url
    # Two frames with few tiles, three equal ones, and the picture itself.
    assert sizes == [(960, 720)] * 5 + [(1200, 900)]


def test_tiles_are_outlined_and_a_tap_takes_what_is_not_sure(app: Flask, devices: Devices, match: Match) -> None:
    _, found = table()
    app.config["READER"] = lambda photo, largest: found  # one of the tiles is never sure
    page = on_pad(devices, match, SMALL_PHONE)
    page.goto(f"/m/{match.id}/photo?for=hands&ended=out+4")
    expect(page.locator("#live polygon.agreed")).to_have_count(5)
    expect(page.locator(".live-said")).to_have_text("Hold the phone over the tiles: the picture is taken by itself.")
    expect(page.locator("#shutter")).to_be_in_viewport(ratio=1)
    assert barriers(page) == []
    page.tap("#shutter")
    page.wait_for_selector("#use")


def test_a_tile_that_is_half_hidden_is_told_before_the_picture_is_taken(
    app: Flask, devices: Devices, match: Match
) -> None:
    _, found = table()
    found = replace(found, tiles=(*found.tiles[:4], hide(found.tiles[4], 0)))
    app.config["READER"] = lambda photo, largest: found
    page = on_pad(devices, match, SMALL_PHONE)
    page.goto(f"/m/{match.id}/photo?for=hands&ended=out+4")
    expect(page.locator(".live-said")).to_contain_text("A tile is half hidden: uncover it")
    expect(page.locator("#live polygon.unseen")).to_have_count(1)
    expect(page.locator("#shutter")).to_be_in_viewport(ratio=1)
    assert barriers(page) == []


def test_without_a_camera_the_page_stays_as_it_is(devices: Devices, match: Match) -> None:
    page = devices.open(f"/m/{match.id}/photo?for=hands", PHONE)
    expect(page.locator("#live")).to_be_hidden()
    expect(page.locator("[for=photo-camera]")).to_be_visible()
