"""The pad knows the layout: tiles that ends imply, places, whose lead and turn it is, and how this phone writes."""

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from scorekeeper.play.scoring.writing import start_match
from tests.browser.access import barriers
from tests.browser.devices import PHONE, PLAIN_PHONE, Device, Devices
from tests.browser.thumb import Thumb, small_targets
from tests.long import mark_slow

FOUR = ("Anna", "Bo", "Carl", "Dora")


def begin(app: Flask, devices: Devices, device: Device = PHONE, lead: str | None = "Anna") -> Thumb:
    match = start_match(app.extensions["scorekeeper"], "spansk", FOUR, lead=lead)
    return Thumb(devices.open(f"/m/{match.id}", device))


def row(page: Page) -> str:
    """Return the open ends of the form from left to right."""
    return page.locator("input[name=ends]").input_value()


def type_first(thumb: Thumb, *ends: str) -> None:
    thumb.tap("#type-ends")
    for end in ends:
        thumb.tap(".end.add", f"#to-{end}")
    thumb.tap("#save")


@pytest.mark.parametrize("device", [PHONE, PLAIN_PHONE], ids=["scripts", "no-scripts"])
def test_ends_that_were_typed_tell_the_tiles_and_those_are_offered_no_more(
    app: Flask, devices: Devices, device: Device
) -> None:
    thumb = begin(app, devices, device)
    page = thumb.page
    type_first(thumb, "3", "2")
    thumb.tap("#end-0", "#to-4", "#save")
    assert row(page) == "4 2"
    for chip in page.locator("#hints .hint").all():
        assert not (chip.get_attribute("aria-label") or "").startswith(("4-3", "3-2"))
    # The 4 became a 3 without gold or points, because the 4-3 lies already; tapping it asks a question.
    thumb.tap("#end-0")
    expect(page.locator("#to-3")).to_have_accessible_name("3: 4-3 lies there already")
    expect(page.locator("#to-3.scores")).to_have_count(0)
    if device.javascript:
        assert barriers(page) == []
    thumb.tap("#to-3")
    expect(page.locator(".doubts")).to_contain_text("By the ends written before, 4-3 lies on the table already.")
    thumb.tap("#save")
    assert row(page) == "3 2"


def test_an_end_that_changes_stays_where_it_was_whichever_way_it_is_written(app: Flask, devices: Devices) -> None:
    thumb = begin(app, devices)
    page = thumb.page
    type_first(thumb, "0", "3")
    thumb.tap("[value='lay 2-0 3-0 0']")
    assert row(page) == "2 3"
    thumb.tap("#tab-play")
    thumb.tap("label:has(#tile-2-2)", "[value='lay 2-2 2-0 2']")
    thumb.tap("#tab-ends")
    assert row(page) == "2-2 3"


def test_who_enters_the_first_ends_leads_and_one_tap_says_that_it_was_another(app: Flask, devices: Devices) -> None:
    thumb = begin(app, devices, lead=None)
    page, lead = thumb.page, thumb.page.locator("#board .leads")
    thumb.tap("#tab-play", "#type-ends", "label:has(#player-3)", ".end.add", "#to-3", ".end.add", "#to-2", "#save")
    expect(lead).to_have_text("Carl made the first move")
    expect(page.locator(".to-move")).to_have_text("Dora to move")
    assert small_targets(page, what=".led-name, .pass-key") == []
    assert page.evaluate(
        "document.querySelector('#led-4').getBoundingClientRect().right <= document.documentElement.clientWidth"
    )
    thumb.tap("#led-2")
    expect(lead).to_have_text("Bo led this round")
    expect(page.locator(".to-move")).to_have_text("Dora to move")
    thumb.tap("#tab-round")
    page.get_by_text("Bo led this round").last.tap()
    expect(page.locator("#led input:checked")).to_have_value("Bo")
    thumb.tap("#tab-ends", "#end-0", "#to-4", "#save")
    expect(page.locator("#who-led")).to_have_count(0)


def test_a_pass_is_one_tap_and_the_turn_goes_on(app: Flask, devices: Devices) -> None:
    thumb = begin(app, devices)
    page = thumb.page
    type_first(thumb, "3", "2")
    taps = thumb.taps
    thumb.tap("#pass")
    assert thumb.taps == taps + 1
    expect(page.locator("#line-2")).to_contain_text("Bo passes")
    expect(page.locator(".to-move")).to_have_text("Carl to move")
    expect(page.locator("#player-3")).to_be_checked()
    # The keyboard is used, because a tap at the same place so soon would be a double tap.
    for number, following in ((3, "Dora"), (4, "Anna")):
        page.locator("#pass").press("Enter")
        expect(page.locator(f"#undo-{number}")).to_be_visible()
        expect(page.locator(".to-move")).to_have_text(f"{following} to move")
    page.locator("#pass").press("Enter")
    expect(page.locator(".doubts")).to_have_text("Everybody has passed, one after the other. Is the round blocked?")
    thumb.tap("#tab-ends", "#undo-4")
    expect(page.locator(".to-move")).to_have_text("Dora to move")


@pytest.mark.parametrize("device", [PHONE, *mark_slow(PLAIN_PHONE)], ids=["scripts", "no-scripts"])
def test_the_tab_stays_as_this_phone_put_it(app: Flask, devices: Devices, device: Device) -> None:
    thumb = begin(app, devices, device)
    page = thumb.page
    type_first(thumb, "5", "2")
    thumb.tap("#hint-1")  # lays a tile, on the form of open ends
    expect(page.locator("#tab-ends[aria-current]")).to_be_visible()
    thumb.tap("#end-0", "#to-6", "#save")
    thumb.tap(".undo >> nth=0")
    expect(page.locator("#tab-ends[aria-current]")).to_be_visible()
    other = devices.open(page.url, device)
    expect(other.locator("#tab-play[aria-current]")).to_be_visible()
    thumb.tap("#tab-play")
    page.reload()
    expect(page.locator("#tab-play[aria-current]")).to_be_visible()
