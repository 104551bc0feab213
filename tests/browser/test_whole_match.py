"""A whole match of both first games, from setting up to the winner, on a phone.

One is played in the light and one in the dark; with `TRUST=long`, and for the README's pictures, both in both.
"""

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from tests.browser.access import barriers
from tests.browser.devices import DARK_PHONE, PHONE, PLAIN_PHONE, TABLET, Device, Devices
from tests.browser.test_photo_review import picture as as_file
from tests.browser.test_photo_review import table
from tests.browser.thumb import Thumb, picture, small_targets
from tests.long import sample

FOUR = ("Christina", "Alejandro", "Margareta", "Sebastián")


def set_up(page: Page, game: str, players: tuple[str, ...], target: int) -> None:
    """Set up a match of people that the score pad does not know yet."""
    page.click("#new")
    page.click("#games summary")
    if page.locator(f"#game-{game}").count():
        with page.expect_response("**/new*"):
            page.click(f"#game-{game}")
        expect(page.locator(".htmx-request")).to_have_count(0)
    for name in players:
        page.fill("#name", name)
        page.click("#sit")
        expect(page.locator(".seat-name").last).to_have_text(name)
    page.click("#options summary")
    page.fill("#option-target", str(target))
    page.click("#start")
    page.wait_for_url("**/m/*")


def name_glass(device: Device) -> str:
    """Return the name of a device for the names of its pictures."""
    return "dark" if device.dark else "light" if device is PHONE else "tablet"


def for_everyone(page: Page) -> None:
    """Assert that everybody can use the page, and that no target is too small."""
    assert barriers(page) == []
    assert small_targets(page) == []
    assert small_targets(page, 56, ".key, #save") == []
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


@pytest.mark.parametrize("device", sample([PHONE, DARK_PHONE, TABLET], 3), ids=name_glass)
def test_a_spansk_match_of_four_in_pairs(app: Flask, devices: Devices, device: Device) -> None:
    page = devices.open("/", device)
    name = name_glass(device)
    for_everyone(page)
    set_up(page, "spansk", FOUR, 12)
    thumb = Thumb(page)
    for_everyone(page)

    thumb.tap("label:has(#player-1)", "label:has(#tile-5-0)")
    expect(page.locator("#save")).to_have_text("Save: 1 point")
    picture(page, f"first-tile-{name}")
    thumb.tap("#save")
    assert thumb.totals == ["1", "0"]
    expect(page.locator("#said")).to_contain_text("5 + 0 = 5")

    thumb.tap("#end-0")
    for_everyone(page)
    picture(page, f"ends-{name}")
    thumb.tap("#to-5-5")
    expect(page.locator("#sum")).to_have_text("10 + 0 = 10, 10 ÷ 5 = 2")
    thumb.tap("#save")
    assert thumb.totals == ["1", "2"]

    for_everyone(page)
    picture(page, f"pad-{name}")
    thumb.tap("#hint-1")
    assert thumb.totals == ["3", "2"]
    thumb.tap("#undo-3")
    assert thumb.totals == ["1", "2"]

    thumb.tap("#tab-round", "label:has(#ended-2)")
    for_everyone(page)
    data, found = table()
    app.config["READER"] = lambda photo, largest: found
    page.set_input_files("#gallery", as_file(data))
    page.wait_for_url("**/photo/*")
    for_everyone(page)
    picture(page, f"photo-{name}")
    thumb.tap("#half-1-2", "#right")
    expect(page.locator("#sum")).to_contain_text("Christina 16, Margareta 14: 30 ÷ 5 = 6")
    thumb.tap("#save")
    page.wait_for_url("**/m/*")
    assert thumb.totals == ["1", "8"]
    expect(page.locator("#round-line")).to_have_text("Round 2, to 12")

    for_everyone(page)
    picture(page, f"round-over-{name}")
    thumb.tap("#deal", "#tab-round", "label:has(#ended-4)")
    thumb.tap("#key-2", "#key-5", "#key-1", "#key-plus", "#key-2")
    expect(page.locator("#sum")).to_contain_text("Christina 25, Margareta 3: 28")
    for_everyone(page)
    picture(page, f"keypad-{name}")
    thumb.tap("#save")
    expect(page.locator(".over h2")).to_have_text("Alejandro & Sebastián won")
    for_everyone(page)
    picture(page, f"won-{name}")

    page.click("#whole-sheet")
    expect(page.locator(".struck")).to_have_count(1)
    for_everyone(page)
    picture(page, f"sheet-{name}")
    page.goto("/")
    for_everyone(page)
    picture(page, f"matches-{name}")
    page.click("main .match form button")
    page.wait_for_url("**/m/*")
    assert Thumb(page).totals == ["0", "0"]


@pytest.mark.slow
@pytest.mark.parametrize("device", sample([PHONE, DARK_PHONE], 2, 1), ids=name_glass)
def test_an_almindelig_match_of_three(devices: Devices, device: Device) -> None:
    page = devices.open("/", device)
    set_up(page, "dk_almindelig", ("Christina", "Alejandro", "Margareta"), 30)
    thumb = Thumb(page)
    for_everyone(page)
    thumb.tap("label:has(#ended-3)", "#key-1", "#key-6", "#key-8")
    expect(page.locator("#sum")).to_contain_text("16 + 8 = 24")
    thumb.tap("#save")
    assert thumb.totals == ["0", "0", "24"]

    thumb.tap("label:has(#ended-blocked)", "#by-tiles")
    thumb.tap("label:has(#hand-1-6-4)", "label:has(#hand-1-3-3)", "#next", "label:has(#hand-2-5-4)", "#next")
    for_everyone(page)
    picture(page, f"hands-by-tiles-{name_glass(device)}")
    thumb.tap("label:has(#hand-3-1-1)")
    expect(page.locator("#sum")).to_contain_text("14 + 7 = 21")
    thumb.tap("#save")
    expect(page.locator(".over h2")).to_have_text("Margareta won")
    expect(page.locator(".over-why")).to_have_count(0)
    for_everyone(page)


def test_a_match_without_scripts(devices: Devices) -> None:
    page = devices.open("/", PLAIN_PHONE)
    set_up(page, "spansk", FOUR, 8)
    page.check("#player-1", force=True)
    page.check("#tile-5-0", force=True)
    page.click("#save")
    expect(page.locator("#line-1")).to_contain_text("5 + 0 = 5, 5 ÷ 5 = 1")
    page.click("#end-0")
    page.click("#to-5-5")
    expect(page.locator("#save")).to_have_text("Save: 2 points")
    page.click("#save")
    page.click("#undo-2")
    expect(page.locator("#line-2")).to_have_count(0)
    page.click("#tab-round")
    page.check("#ended-1", force=True)
    page.get_by_role("button", name="Count").last.click()
    page.fill("#hand-2", "6-6 6-5")
    page.fill("#hand-4", "14")
    page.get_by_role("button", name="Count").last.click()
    expect(page.locator("#sum")).to_contain_text("Alejandro 23, Sebastián 14: 37")
    page.click("#save")
    expect(page.locator(".over h2")).to_have_text("Christina & Margareta won")
    page.click("#again")
    expect(page.locator(".total").first).to_have_text("0")


@pytest.mark.slow
def test_a_match_with_the_keyboard_alone(devices: Devices) -> None:
    page = devices.open("/new")
    page.focus("#name")
    for name in ("Christina", "Alejandro"):
        page.keyboard.type(name)
        page.keyboard.press("Enter")
        expect(page.locator(".seat-name").last).to_have_text(name)
        expect(page.locator("#name")).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url("**/m/*")
    thumb = Thumb(page)
    page.focus("#player-1")
    page.keyboard.press("Space")
    page.focus("#tile-6-6")
    page.keyboard.press("Space")
    page.focus("#tile-5-0")
    page.keyboard.press("Space")
    expect(page.locator("#save")).to_have_text("Save: 1 point")
    expect(page.locator("#tile-5-0")).to_be_focused()
    page.focus("#save")
    page.keyboard.press("Enter")
    expect(page.locator("#line-1")).to_be_visible()
    page.focus("#end-1")
    page.keyboard.press("Enter")
    expect(page.locator("#to-1")).to_be_focused()
    page.focus("#to-5")
    page.keyboard.press("Enter")
    expect(page.locator("#save")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#line-2")).to_be_visible()
    expect(page.locator("#entry")).to_be_focused()
    page.keyboard.press("Tab")
    assert page.evaluate("document.querySelector('#entry').contains(document.activeElement)")
    assert thumb.totals == ["1", "2"]
    page.focus("#tab-round")
    page.keyboard.press("Enter")
    page.focus("#ended-1")
    page.keyboard.press("Space")
    page.focus("#hand-2")
    page.keyboard.type("13")
    page.keyboard.press("Enter")
    expect(page.locator("#save")).to_be_focused()
    expect(page.locator("#sum")).to_contain_text(" 13, rounded to 15, 15 ÷ 5 = 3")
    page.keyboard.press("Enter")
    expect(page.locator("#round-card")).to_be_visible()
    assert thumb.totals == ["4", "2"]
