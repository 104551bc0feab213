"""A phone in another time zone shows days and times by its own clock, without any setting."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from tests.browser.devices import PHONE, Devices
from tests.play.test_evenings import played

pytestmark = pytest.mark.slow

LATE = datetime(2023, 11, 17, 21, 30, tzinfo=UTC)
SHOWN = {
    "Europe/Stockholm": ("Friday 17 November 2023", "22:30"),
    "America/New_York": ("Friday 17 November 2023", "16:30"),
    "Pacific/Auckland": ("Saturday 18 November 2023", "10:30"),
}


def find_days(page: Page) -> list[str]:
    return [each.replace(",", "") for each in page.locator("h3.day").all_inner_texts()]


@pytest.mark.parametrize("zone", SHOWN)
def test_the_first_page_that_a_phone_opens_is_in_its_own_zone(app: Flask, devices: Devices, zone: str) -> None:
    played(app.extensions["scorekeeper"], ["Anna", "Bo"], LATE, ["Anna"])
    page = devices.open("/history", replace(PHONE, zone=zone))
    day, clock = SHOWN[zone]
    expect(page.locator(".match-when")).to_have_text(clock)
    assert find_days(page) == [day]
    page.goto("/history?since=2023-11-18")
    assert page.locator(".match-when").count() == (1 if zone == "Pacific/Auckland" else 0)


def test_a_phone_that_travels_is_followed(app: Flask, devices: Devices) -> None:
    played(app.extensions["scorekeeper"], ["Anna", "Bo"], LATE, ["Anna"])
    page = devices.open("/history", replace(PHONE, zone="Asia/Tokyo"))
    expect(page.locator(".match-when")).to_have_text("Sat 06:30")
    page.context.add_cookies([{"name": "zone", "value": "Europe/Stockholm", "url": page.url}])
    page.goto("/history")
    expect(page.locator(".match-when")).to_have_text("Sat 06:30")


def test_a_phone_that_keeps_no_cookie_is_not_loaded_again_and_again(app: Flask, devices: Devices) -> None:
    played(app.extensions["scorekeeper"], ["Anna", "Bo"], LATE, ["Anna"])
    page = devices.open("/offline", replace(PHONE, zone="Asia/Tokyo"))
    page.add_init_script("Object.defineProperty(document, 'cookie', { get: () => '', set: () => {} })")
    page.context.clear_cookies(name="zone")
    loads: list[str] = []
    page.on("domcontentloaded", lambda loaded: loads.append(loaded.url))
    page.goto("/history")
    page.wait_for_load_state("networkidle")
    assert len(loads) == 1
    expect(page.locator(".match-when")).to_have_text(LATE.astimezone().strftime("%H:%M"))


def test_without_scripts_the_clock_is_the_servers(app: Flask, devices: Devices) -> None:
    played(app.extensions["scorekeeper"], ["Anna", "Bo"], LATE, ["Anna"])
    page = devices.open("/history", replace(PHONE, zone="Asia/Tokyo", javascript=False))
    expect(page.locator(".match-when")).to_have_text(LATE.astimezone().strftime("%H:%M"))
