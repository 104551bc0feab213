"""A solitaire on the phone: ask the assistant, follow its advice, save the result."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from scorekeeper.play.scoring.writing import start_match
from tests.browser.access import barriers
from tests.browser.devices import DARK_PHONE, PHONE, PLAIN_PHONE, Device, Devices
from tests.vision.laying import lay
from tests.web.photographed import reading

pytestmark = pytest.mark.slow


def pad(app: Flask, devices: Devices, key: str, device: Device = PHONE) -> Page:
    """Return the pad of a new match of this solitaire."""
    match = start_match(app.extensions["scorekeeper"], key, ["Anna"])
    return devices.open(f"/m/{match.id}", device)


def pick(page: Page, *tiles: str) -> None:
    """Tap tiles of the picker, faster than the score pad answers."""
    expect(page.locator("#lying")).to_be_visible()
    page.wait_for_load_state()
    tap_at_once(page, *tiles)


def tap_at_once(page: Page, *labels: str) -> None:
    """Tap the elements with these labels one after the other, before the first answer arrives."""
    page.evaluate("all => all.forEach(label => document.querySelector(`[aria-label='${label}']`).click())", labels)


def test_tolveren_is_played_with_the_assistant_to_its_last_pair(app: Flask, devices: Devices) -> None:
    page = pad(app, devices, "dk_tolveren")
    page.tap("#assistant")
    page.fill("#boneyard", "2")
    pick(page, "6-2", "3-1", "6-5", "1-0", "5-5", "2-0")
    expect(page.locator("#advice")).to_contain_text("Worth twelve: 6-2 + 3-1, 6-5 + 1-0, 5-5 + 2-0.")
    assert barriers(page) == []
    page.get_by_role("button", name="Remove 6-2 + 3-1").tap()
    expect(page.locator("#advice")).to_contain_text("Fill up to six tiles from the boneyard first.")
    pick(page, "6-6", "0-0")
    expect(page.locator("#boneyard")).to_have_value("0")
    page.reload()
    for left in ("4", "2", "0"):
        page.tap("#move-1")
        expect(page.locator("#pick-table legend")).to_contain_text(f"({left})")
    expect(page.locator("#advice")).to_contain_text("All 28 tiles are gone: won.")
    assert barriers(page) == []
    page.tap("#record")
    expect(page.locator(".over h2")).to_have_text("Anna won")


def test_columns_are_tapped_in_and_a_move_is_taken_back(app: Flask, devices: Devices) -> None:
    page = pad(app, devices, "dk_fem_kolonner", DARK_PHONE)
    page.tap("#assistant")
    pick(page, "6-6", "3-1", "4-0", "6-5")
    expect(page.locator("#advice")).to_contain_text("4 of 28 tiles")
    page.locator("#slot-column-1").get_by_role("button", name="6-5, take it away").tap()
    expect(page.locator("#advice")).to_contain_text("3 of 28 tiles")
    page.tap("#into-column-2")
    pick(page, "6-2", "0-0")
    page.tap("#into-column-4")
    pick(page, "5-3")
    assert barriers(page) == []
    page.tap("#look")
    expect(page.locator("#advice")).to_contain_text("It can still be won.")
    page.get_by_role("button", name="Remove 4-0 + 5-3").tap()
    expect(page.locator("#lying")).not_to_contain_text("5-3, take it away")
    expect(page.get_by_role("button", name="5-3, take it away")).to_have_count(0)
    page.tap("#back")
    expect(page.get_by_role("button", name="5-3, take it away")).to_be_visible()
    assert barriers(page) == []


def test_a_tile_of_the_row_is_turned_with_one_tap(app: Flask, devices: Devices) -> None:
    page = pad(app, devices, "dk_knock_out")
    page.tap("#assistant")
    pick(page, "2-1", "5-2")
    page.tap("#look")
    expect(page.locator("#advice")).to_contain_text("No two neighbours match")
    tap_at_once(page, "2-1, turn it round", "5-2, turn it round")
    expect(page.locator("#advice")).to_contain_text("It can be won: the whole row can leave.")
    page.get_by_role("button", name="1-2, turn it round").tap()
    expect(page.locator("#advice")).to_contain_text("No two neighbours match")


@pytest.mark.parametrize("size", [(360, 640), (664, 390)], ids=str)
def test_the_advice_is_in_view_beside_the_tiles_that_are_tapped(
    app: Flask, devices: Devices, size: tuple[int, int]
) -> None:
    page = pad(app, devices, "dk_kabale", replace(PHONE, width=size[0], height=size[1]))
    page.tap("#assistant")
    page.fill("#ends", "35")
    for tile in ("0-0", "6-3", "5-0"):  # the last one fits, so that its answer is visible
        pick(page, tile)
    expect(page.locator("#advice")).to_contain_text("These fit: 6-3, 5-0.")
    page.get_by_label("0-0", exact=True).scroll_into_view_if_needed()
    expect(page.locator("#move-1")).to_be_in_viewport(ratio=1)
    expect(page.get_by_label("0-0", exact=True)).to_be_in_viewport()


@pytest.mark.two
def test_tiles_are_taken_away_faster_than_the_score_pad_answers(app: Flask, devices: Devices) -> None:
    page = pad(app, devices, "dk_fem_kolonner")
    page.tap("#assistant")
    pick(page, "6-5", "5-4", "4-3")
    expect(page.get_by_role("button", name="4-3, take it away")).to_be_visible()
    tap_at_once(page, "6-5, take it away", "4-3, take it away")
    expect(page.locator("#lying")).not_to_contain_text("6-5, take it away")
    expect(page.locator("button[value^='take ']")).to_have_count(1)


@pytest.mark.parametrize("key", ["dk_kabale", "dk_stop_ved_fem"])
def test_a_hand_is_laid_out_without_any_script(app: Flask, devices: Devices, key: str) -> None:
    page = pad(app, devices, key, PLAIN_PHONE)
    page.tap("#assistant")
    for each in ("6-3", "4-4"):
        page.get_by_label(each, exact=True).check(force=True)
    page.fill("#boneyard", "0")
    page.locator("#lying").get_by_role("button", name="Look").last.tap()
    page.get_by_role("button", name="Lay 6-3").tap()
    expect(page.locator("#advice")).to_contain_text("Nothing fits, and the boneyard is empty: lost.")
    page.tap("#record")
    expect(page.locator(".over h2")).to_have_text("Solitaire lost")
    assert page.get_by_text("tiles left: 1").count()


def test_bingo_is_played_out_from_a_typed_row(app: Flask, devices: Devices) -> None:
    page = pad(app, devices, "dk_bingo")
    page.tap("#assistant")
    page.locator("details.type summary").tap()
    page.fill("#row", "10 20 30 40 50 60 61 62 63 64 65 66 00 11 21 22 31 32 33 41 42 43 44 51 52 53 54 55")
    page.press("#row", "Enter")
    expect(page.locator("#advice")).to_contain_text("Pass 1 takes away 1-0, 2-0, 3-0")
    assert barriers(page) == []
    page.tap("#record")
    expect(page.locator(".over h2")).to_have_text("Solitaire lost")


@pytest.mark.parametrize("device", [PHONE, PLAIN_PHONE], ids=["phone", "plain phone"])
def test_open_tiles_are_taken_from_a_photo(app: Flask, devices: Devices, device: Device) -> None:
    names = ("6-2", "3-1", "5-5", "4-1", "2-1", "6-0")
    app.config["READER"] = lambda photo, largest: reading(*(lay(name, 2 * n - 6, 0) for n, name in enumerate(names)))
    _, picture = cv2.imencode(".jpg", np.full((300, 400, 3), 90, np.uint8))
    page = pad(app, devices, "dk_tolveren", device)
    page.tap("#assistant")
    page.wait_for_load_state()  # a file chosen before the scripts run would wait for a tap on "Read the photo"
    page.set_input_files("#photo-gallery", {"name": "tiles.jpg", "mimeType": "image/jpeg", "buffer": picture.tobytes()})
    if device == PLAIN_PHONE:
        page.get_by_role("button", name="Read the photo").tap()
    expect(page.locator("#advice")).to_contain_text("Worth twelve: 6-2 + 3-1.")
    page.locator("#seen summary").tap()
    expect(page.locator("#seen svg.photo")).to_be_visible()
    if device == PHONE:
        assert barriers(page) == []


@pytest.mark.two
def test_a_second_phone_sees_what_lies_there_and_goes_on_with_it(app: Flask, devices: Devices) -> None:
    page = pad(app, devices, "dk_tolveren")
    page.tap("#assistant")
    pick(page, "6-2", "3-1")
    second = devices.open(page.url.partition("?")[0])
    expect(second.locator("#pick-table legend")).to_contain_text("(2)")
    pick(page, "6-5", "1-0", "5-5", "2-0")
    expect(second.locator("#advice")).to_contain_text("Worth twelve")
    second.get_by_role("button", name="Remove 6-2 + 3-1").tap()
    expect(page.locator("#pick-table legend")).to_contain_text("(4)")
    page.tap("#anew")
    expect(second.locator("#pick-table legend")).to_contain_text("(0)")
    second.reload()
    expect(second.locator("#pick-table legend")).to_contain_text("(0)")
