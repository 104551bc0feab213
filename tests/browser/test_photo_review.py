"""A photo of rendered tiles is sent from the pad, checked, corrected by taps and saved, on every kind of device."""

from dataclasses import replace
from functools import cache
from threading import Event

import cv2
import numpy as np
import pytest
from flask import Flask
from playwright.sync_api import FilePayload, Page, expect

from scorekeeper.play.photos import keep_photo
from scorekeeper.play.scoring.match import Match, load_match
from scorekeeper.play.scoring.writing import add_entry, start_match
from tests.browser.access import barriers
from tests.browser.devices import DARK_PHONE, DESK, PHONE, PLAIN_PHONE, TABLET, Device, Devices
from tests.browser.thumb import Thumb
from tests.long import mark_slow
from tests.vision.laying import hide
from vision import Doubt, Half, Photo, Reading, ReadTile, find_joins_and_groups
from vision.lab.render import TrueTile, render_photo

HANDS = ("5-1 6-4", "6-6 2-0", "3-2")


def as_read(tile: TrueTile, right: float, sure: bool = True) -> ReadTile:
    """Return a rendered tile as a reader returns it, moved to the right."""
    one, two, three, four = ((x + right, y) for x, y in tile.corners)
    first, second = (Half(pips, 0.99, (x + right, y)) for pips, (x, y) in zip(tile.pips, tile.centres, strict=True))
    return ReadTile((one, two, three, four), (first, second), 0.98, sure)


@cache
def table(hands: tuple[str, ...] = HANDS, layout: str = "row") -> tuple[bytes, Reading]:
    """Return a photo of hands next to each other and its tiles; the last is read wrong, as 3-1, and is not sure."""
    width, height = 700, 900
    scenes = [render_photo(hand.split(), layout, seed, (width, height)) for seed, hand in enumerate(hands)]
    tiles = [as_read(tile, place * width) for place, scene in enumerate(scenes) for tile in scene.tiles]
    last = as_read(scenes[-1].tiles[-1], (len(hands) - 1) * width, sure=False)
    tiles[-1] = ReadTile(last.corners, (last.halves[0], Half(1, 0.4, last.halves[1].centre)), 0.4, sure=False)
    _, jpeg = cv2.imencode(".jpg", np.hstack([scene.image for scene in scenes]))
    joins, groups = find_joins_and_groups(tuple(tiles))
    return jpeg.tobytes(), Reading((width * len(hands), height), tuple(tiles), joins, groups)


@pytest.fixture
def match(app: Flask) -> Match:
    return start_match(app.extensions["scorekeeper"], "spansk", ("Anna", "Bo", "Carl", "Dora"), True, "Anna")


def picture(data: bytes, name: str = "table.jpg") -> FilePayload:
    return {"name": name, "mimeType": "image/jpeg", "buffer": data}


def on_review(app: Flask, devices: Devices, match: Match, device: Device = PHONE) -> Page:
    """Open the review page of a photo of three hands, sent from the pad after a tap on Dora as out."""
    data, found = table()
    app.config["READER"] = lambda photo, largest: found
    page = devices.open(f"/m/{match.id}?kind=round&ended=out+4", device)
    page.set_input_files("#camera", picture(data))
    page.wait_for_url("**/photo/*")
    return page


def small_targets(page: Page) -> list[str]:
    """Return the targets that are narrower or lower than 44 pixels; outlines on the photo are as large as tiles."""
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll("a[href], button, input:not([type=hidden])")]
            .filter(each => !each.closest("svg") && !each.matches(".hidden, .hidden *, .skip"))
            .map(each => [each, each.getBoundingClientRect()])
            .filter(([each, box]) => box.width && (box.width < 43.9 || box.height < 43.9))
            .map(([each, box]) => `${each.id || each.textContent} ${box.width}×${box.height}`)"""
    )
    return found


@pytest.mark.parametrize("device", [PHONE, *mark_slow(DARK_PHONE)])
def test_several_doubtful_tiles_need_one_look_and_a_tap_on_what_is_wrong(
    app: Flask, devices: Devices, match: Match, device: Device
) -> None:
    data, found = table()
    doubtful = tuple(replace(tile, sure=False) for tile in found.tiles)
    app.config["READER"] = lambda photo, largest: replace(found, tiles=doubtful)
    page = devices.open(f"/m/{match.id}?kind=round&ended=out+4", device)
    page.set_input_files("#camera", picture(data))
    expect(page.locator("#compare .pair")).to_have_count(5)
    assert barriers(page) == []
    assert small_targets(page) == []
    page.tap("#compare [aria-label^='3-1']")
    page.tap("#half-1-2")
    expect(page.locator("#right")).not_to_contain_text("is right")  # a tap before the answer arrives is dropped
    page.tap("#right")
    expect(page.locator("#compare .pair")).to_have_count(4)
    page.tap("#right")
    expect(page.locator("#compare")).to_have_count(0)
    expect(page.locator("#save")).to_contain_text("4 for Bo & Dora")


@pytest.mark.parametrize("device", [PHONE, *mark_slow(DARK_PHONE, TABLET)])
def test_all_hands_on_one_photo_are_corrected_and_saved(
    app: Flask, devices: Devices, match: Match, device: Device
) -> None:
    page = on_review(app, devices, match, device)
    expect(page.locator("#looked-at legend")).to_have_text("Is this right?")
    assert barriers(page) == []
    assert small_targets(page) == []
    page.tap("#half-1-2")
    expect(page.locator("#looked-at legend")).to_have_text("Tile 3-2")
    page.tap("#right")
    expect(page.locator("#looked-at")).to_have_count(0)
    expect(page.locator("#sum")).to_contain_text("Anna 16, Carl 5: 21")
    assert barriers(page) == []
    page.tap("#save")
    page.wait_for_url(f"**/m/{match.id}")
    after = load_match(app.extensions["scorekeeper"], match.id)
    assert after.sheet.totals == {"Anna & Carl": 0, "Bo & Dora": 4}
    page.goto(f"/m/{match.id}/sheet")
    page.tap("#photo-1")
    expect(page.locator("#photo .on-photo")).to_have_count(5)
    assert barriers(page) == []


ON_TOP = """keys => [...document.querySelectorAll(keys)].map(key => {
    const { left, top, right, bottom } = key.getBoundingClientRect();
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return top >= 0 && bottom <= innerHeight && right - left >= 44 && bottom - top >= 56 && key.contains(hit);
})"""
LOW_PHONES = [
    *(Device(320, 568), PLAIN_PHONE),
    *mark_slow(PHONE, replace(PHONE, height=664), Device(360, 640), Device(844, 390), DARK_PHONE, TABLET),
]


@pytest.mark.parametrize("device", LOW_PHONES, ids=str)
def test_what_a_hidden_half_shows_is_asked_first_and_said_with_one_tap(
    app: Flask, devices: Devices, match: Match, device: Device
) -> None:
    """Bo holds 6-6 and 2-?; every key for the hidden half is in view, and nothing is saved before one was tapped."""
    data, found = table()
    found = replace(found, tiles=(*found.tiles[:3], hide(found.tiles[3], 1), found.tiles[4]))
    photo = keep_photo(app.extensions["scorekeeper"], match.id, data, found.to_json(""))
    page = devices.open(f"/m/{match.id}/photo/{photo}?for=hands&ended=out+4&seen=0&post=photo", device)
    expect(page.locator("#looked-at legend")).to_have_text("One half of this tile is hidden. What does it show?")
    assert page.evaluate(ON_TOP, ".asked .half-key") == [True] * 7
    expect(page.locator("#hand-2 output")).to_have_text("–")
    expect(page.locator("#save, #right")).to_have_count(0)
    expect(page.locator("#sum")).to_have_text("Say first what the hidden half of 2-? shows.")
    if device.javascript:
        assert barriers(page) == []
        assert small_targets(page) == []
    zero = page.locator(".asked .half-key").first
    zero.tap()
    expect(page.locator("#looked-at legend")).to_have_text("Is this right?")  # the next one: 3-1, which is doubtful
    page.tap("#undo")
    expect(page.locator("#save")).to_have_count(0)
    Thumb(page).tap("#ask")
    zero.tap()
    expect(page.locator("#looked-at legend")).to_have_text("Is this right?")
    page.tap("#half-1-2")
    expect(page.locator("#half-1-2")).to_have_attribute("aria-pressed", "true")
    page.tap("#right")
    expect(page.locator("#sum")).to_contain_text("Anna 16, Carl 5: 21")
    page.tap("#save")
    page.wait_for_url(f"**/m/{match.id}")
    assert load_match(app.extensions["scorekeeper"], match.id).sheet.totals["Bo & Dora"] == 4


def test_an_end_that_is_hidden_is_said_or_is_none(app: Flask, devices: Devices, match: Match) -> None:
    data, found = table(("6-5 5-5 5-2",), "chain")
    found = replace(found, tiles=(*found.tiles[:2], hide(found.tiles[2], 1)))
    photo = keep_photo(app.extensions["scorekeeper"], match.id, data, found.to_json(""))
    page = devices.open(f"/m/{match.id}/photo/{photo}?for=ends&player=Anna&seen=0&post=photo", PHONE)
    expect(page.locator("#photo .digit.open")).to_have_text(["6", "?"])
    expect(page.locator("#hidden-2")).to_have_count(1)
    assert barriers(page) == []
    thumb = Thumb(page)
    thumb.tap("#open-5")
    expect(page.locator("#sum")).to_contain_text("6 + 5 = 11")
    thumb.tap("#leave")
    expect(page.locator("#looked-at")).to_have_count(0)
    thumb.tap("#undo", "#undo")
    expect(page.locator("#to-pad")).to_have_count(0)
    thumb.tap("#ask", ".asked .half-key >> nth=4")
    expect(page.locator("#sum")).to_contain_text("6 + 4 = 10")


def test_each_outline_lies_on_its_tile(app: Flask, devices: Devices, match: Match) -> None:
    page = on_review(app, devices, match)
    if page.locator("#whole").count():
        Thumb(page).tap("#whole")
    _, found = table()
    shown = page.locator("#photo").bounding_box()
    assert shown
    scale = shown["width"] / found.size[0]
    for place, tile in enumerate(found.tiles):
        box = page.locator(f"#on-photo-{place} .line").bounding_box()
        assert box
        x = sum(corner[0] for corner in tile.corners) / 4 * scale + shown["x"]
        y = sum(corner[1] for corner in tile.corners) / 4 * scale + shown["y"]
        assert abs(box["x"] + box["width"] / 2 - x) < 3
        assert abs(box["y"] + box["height"] / 2 - y) < 3


def test_a_tap_on_the_photo_turns_to_that_tile_and_one_more_gives_it_to_somebody(
    app: Flask, devices: Devices, match: Match
) -> None:
    page = on_review(app, devices, match)
    page.locator("#on-photo-0 .line").tap()
    expect(page.locator("#looked-at legend")).to_have_text("Tile 5-1")
    page.tap("#tile-to-2")
    expect(page.locator("#hand-2 .tile-button:not(.add)")).to_have_count(3)
    page.tap("#undo")
    expect(page.locator("#hand-2 .tile-button:not(.add)")).to_have_count(2)


def test_loading_the_page_again_loses_no_correction(app: Flask, devices: Devices, match: Match) -> None:
    page = on_review(app, devices, match)
    page.tap("#half-1-2")
    expect(page.locator("#looked-at legend")).to_have_text("Tile 3-2")
    page.reload()
    expect(page.locator("#hand-3 [aria-label='Correct 3-2']")).to_have_count(1)


def test_a_tile_tapped_below_is_shown_on_top(app: Flask, devices: Devices, match: Match) -> None:
    page = on_review(app, devices, match, Device(360, 640))
    page.tap("#hand-2 .tile-button >> nth=0")
    expect(page.locator("#looked-at legend")).to_have_text("Tile 6-6")
    expect(page.locator("#looked-at .compare")).to_be_in_viewport(ratio=1)
    expect(page.locator("#photo")).to_be_in_viewport(ratio=1)


def test_a_missing_tile_is_picked_for_the_hand_it_belongs_to(app: Flask, devices: Devices, match: Match) -> None:
    page = on_review(app, devices, match)
    page.tap("#add-1")
    page.tap("#adding [aria-label='4-4']")
    expect(page.locator("#hand-1 output")).to_have_text("24")
    assert page.locator("#adding [aria-label='4-4']").is_disabled()
    assert barriers(page) == []


def test_a_photo_is_read_and_corrected_without_scripts(app: Flask, devices: Devices, match: Match) -> None:
    data, found = table()
    app.config["READER"] = lambda photo, largest: found
    page = devices.open(f"/m/{match.id}?kind=round&ended=out+4", PLAIN_PHONE)
    page.get_by_role("link", name="Photo").tap()
    page.set_input_files("#photo-gallery", picture(data))
    page.get_by_role("button", name="Read the photo").tap()
    page.tap("#half-1-2")
    page.tap("#right")
    if not page.locator("#save").count():
        page.tap("#ended-4")
    page.tap("#save")
    page.wait_for_url(f"**/m/{match.id}")
    assert load_match(app.extensions["scorekeeper"], match.id).sheet.totals["Bo & Dora"] == 4


def test_a_photo_is_looked_over_with_the_keyboard_alone(app: Flask, devices: Devices, match: Match) -> None:
    page = on_review(app, devices, match, DESK)
    page.focus("#on-photo-0")
    page.keyboard.press("Enter")
    expect(page.locator("#looked-at legend")).to_have_text("Tile 5-1")
    page.focus("#half-0-0")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#looked-at legend")).to_have_text("Tile 1-1")
    assert page.evaluate("document.activeElement.id") == "half-0-1"


def test_a_file_that_is_no_photo_is_told_on_the_pad_and_the_form_stays(devices: Devices, match: Match) -> None:
    page = devices.open(f"/m/{match.id}?kind=round&ended=out+4&hand-1=13")
    page.set_input_files("#gallery", picture(b"Anna 13", "table.txt"))
    expect(page.locator(".photo-said")).to_contain_text("not a photo")
    assert page.locator("#hand-1").input_value() == "13"
    assert barriers(page) == []
    page.tap("[data-photo-close]")
    expect(page.locator(".photo-said")).to_be_hidden()


@pytest.mark.slow
@pytest.mark.two
def test_a_photo_that_is_being_read_is_cancelled_and_another_one_taken(
    app: Flask, devices: Devices, match: Match
) -> None:
    devices.tolerate("ERR_ABORTED")
    data, found = table()
    read, readings = Event(), iter((Reading(found.size, ()), found))

    def slow(photo: Photo, largest: int) -> Reading:
        read.wait(20)
        return next(readings)

    app.config["READER"] = slow
    page = devices.open(f"/m/{match.id}?kind=round&ended=out+4&hand-1=13")
    page.set_input_files("#camera", picture(data))
    expect(page.locator(".photo-said")).to_contain_text("Reading")
    assert barriers(page) == []
    page.tap("[data-photo-cancel]")
    expect(page.locator(".photo-said")).to_be_hidden()
    assert page.locator("#hand-1").input_value() == "13"
    read.set()
    page.set_input_files("#camera", picture(data))
    page.wait_for_url("**/photo/*")
    expect(page.locator("#photo .on-photo")).to_have_count(5)


def test_a_photo_without_tiles_says_what_to_do_and_what_was_typed_is_there(
    app: Flask, devices: Devices, match: Match
) -> None:
    data, found = table()
    app.config["READER"] = lambda photo, largest: Reading(found.size, ())
    page = devices.open(f"/m/{match.id}?kind=round&ended=out+4&hand-1=13")
    page.set_input_files("#camera", picture(data))
    page.wait_for_url("**/photo/*")
    expect(page.locator("#no-tiles h2")).to_have_text("No tile was found on the photo.")
    expect(page.locator("#once-more")).to_be_in_viewport(ratio=1)
    assert barriers(page) == []
    assert small_targets(page) == []
    page.tap("#by-hand")
    expect(page.locator("#hand-1")).to_have_value("13")


def test_a_photo_that_did_not_arrive_is_sent_again_with_one_tap(app: Flask, devices: Devices, match: Match) -> None:
    devices.tolerate("ERR_INTERNET_DISCONNECTED")
    data, found = table()
    app.config["READER"] = lambda photo, largest: found
    page = devices.open(f"/m/{match.id}?kind=round&ended=out+4")
    page.context.set_offline(True)
    page.set_input_files("#camera", picture(data))
    expect(page.locator(".photo-said")).to_contain_text("did not arrive")
    page.context.set_offline(False)
    page.tap("[data-photo-again]")
    page.wait_for_url("**/photo/*")
    expect(page.locator("#photo .on-photo")).to_have_count(5)


def test_the_layout_on_a_photo_gives_its_open_ends(app: Flask, devices: Devices, match: Match) -> None:
    data, found = table(("6-5 5-5 5-2",), "chain")
    app.config["READER"] = lambda photo, largest: found
    page = devices.open(f"/m/{match.id}?kind=ends", DARK_PHONE)
    page.set_input_files("#camera", picture(data))
    page.wait_for_url("**/photo/*")
    expect(page.locator("#photo .open-end")).to_have_count(2)
    page.tap("#half-1-4")
    expect(page.locator("#sum")).to_contain_text("6 + 4 = 10")
    assert barriers(page) == []
    assert small_targets(page) == []
    page.tap("#save")
    page.wait_for_url(f"**/m/{match.id}")
    assert load_match(app.extensions["scorekeeper"], match.id).sheet.totals["Anna & Carl"] == 2


def test_a_joint_that_is_unclear_is_settled_by_saying_what_is_open(app: Flask, devices: Devices, match: Match) -> None:
    data, found = table(("6-5 5-5 5-2",), "chain")
    app.config["READER"] = lambda photo, largest: replace(found, warnings=(Doubt("layout_unclear", (0, 1)),))
    page = devices.open(f"/m/{match.id}?kind=ends", DARK_PHONE)
    page.set_input_files("#camera", picture(data))
    page.wait_for_url("**/photo/*")
    expect(page.locator("#unclear-0-1")).to_be_visible()
    assert barriers(page) == []
    assert small_targets(page) == []
    Thumb(page).tap("#unclear-0-1-0", "#open-5")
    expect(page.locator("#unclear-0-1")).to_have_count(0)


def test_a_rendered_layout_is_read_and_scored_with_two_taps(app: Flask, devices: Devices, match: Match) -> None:
    """The camera is one tap, saving the other, with the real reader."""
    _, jpeg = cv2.imencode(".jpg", render_photo(("6-5", "5-5", "5-4"), "chain", 2, (1200, 900)).image)
    page = devices.open(f"/m/{match.id}?kind=ends")
    page.set_input_files("#camera", picture(jpeg.tobytes()))
    page.wait_for_url("**/photo/*")
    expect(page.locator("#photo .on-photo")).to_have_count(3)
    expect(page.locator("#sum")).to_contain_text("= 10, 10 ÷ 5 = 2")
    page.tap("#save")
    page.wait_for_url(f"**/m/{match.id}")
    assert load_match(app.extensions["scorekeeper"], match.id).sheet.totals["Anna & Carl"] == 2


PIPS_IN_HEAPS = """[...document.querySelectorAll('.heap:has(.hand-pips)')].map(heap => {
    const room = heap.getBoundingClientRect(), pips = heap.querySelector('.hand-pips').getBoundingClientRect();
    return room.top <= pips.top && pips.bottom <= room.bottom;
})"""


def test_all_hands_are_scored_by_one_photo_with_four_taps(app: Flask, devices: Devices, match: Match) -> None:
    """The taps are the tab, who is out, the camera and saving, if the reader is sure of every tile."""
    data, found = table()
    last = replace(found.tiles[-1], halves=(found.tiles[-1].halves[0], replace(found.tiles[-1].halves[1], pips=2)))
    app.config["READER"] = lambda photo, largest: replace(found, tiles=(*found.tiles[:-1], replace(last, sure=True)))
    thumb = Thumb(devices.open(f"/m/{match.id}", PHONE))
    thumb.tap("#tab-round", "label:has(#ended-4)")
    thumb.page.set_input_files("#camera", picture(data))
    thumb.taps += 1
    thumb.page.wait_for_url("**/photo/*")
    expect(thumb.page.locator("#sum")).to_contain_text("Anna 16, Carl 5: 21")
    assert thumb.page.evaluate(PIPS_IN_HEAPS) == [True, True, True]
    thumb.tap("#save")
    thumb.page.wait_for_url(f"**/m/{match.id}")
    assert load_match(app.extensions["scorekeeper"], match.id).sheet.totals == {"Anna & Carl": 0, "Bo & Dora": 4}
    assert thumb.taps <= 4


@pytest.mark.slow
@pytest.mark.parametrize("device", [PHONE, PLAIN_PHONE, *mark_slow(DARK_PHONE)], ids=["light", "no-scripts", "dark"])
def test_a_photo_of_a_match_that_went_on_says_so_and_keeps_what_was_corrected(
    app: Flask, devices: Devices, match: Match, device: Device
) -> None:
    data, found = table()
    app.config["READER"] = lambda photo, largest: found
    if device.javascript:
        page = on_review(app, devices, match, device)
    else:
        page = devices.open(f"/m/{match.id}/photo?for=hands&ended=out+4", device)
        page.set_input_files("input[type=file] >> nth=0", picture(data))
        page.get_by_role("button", name="Read the photo").click()
    page.click("#half-1-2")
    expect(page.locator("#moved-on")).to_have_count(0)
    entry = {"entry": "play", "player": "Anna", "tile": "5-0"}
    add_entry(app.extensions["scorekeeper"], match.id, entry, 0, "elsewhere")
    if not device.javascript:
        page.reload()
    expect(page.locator("#moved-on")).to_contain_text("Anna: 5 + 0 = 5")
    expect(page.locator("#save")).to_have_count(0)
    if device.javascript:
        assert barriers(page) == []
    page.click("#go-on")
    expect(page.locator("#moved-on")).to_have_count(0)
    expect(page.locator(".hands-on-photo, #look")).to_contain_text("3-2")
    page.click("#save")
    expect(page.locator("#round-card")).to_contain_text("Dora is out")
