"""A club's evening in browsers: the desk, two phones at a table and the wall of the room."""

from dataclasses import replace

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from scorekeeper.play.events.links import list_links_of_event
from scorekeeper.play.events.record import load_event
from tests.browser.devices import DESK, PHONE, Devices

pytestmark = pytest.mark.slow

PAIRS = "\n".join(f"Wolfgang-Amadé & Margareta {n}; Club {n % 3}" for n in range(1, 25))
WALL = replace(DESK, width=1280, height=720)
SMALLEST_LETTERS = """Math.min(...[...document.querySelectorAll(".wall :is(span, b, td, th, h2, strong)")]
    .filter(each => each.checkVisibility()).map(each => parseFloat(getComputedStyle(each).fontSize) / innerHeight))"""


def test_an_evening_of_24_pairs_is_drawn_confirmed_on_two_phones_and_shown_on_the_wall(
    app: Flask, devices: Devices
) -> None:
    desk = devices.open("/", PHONE)
    desk.click("#club")
    desk.fill("#names", PAIRS)
    desk.click("#make")
    desk.click("#draw")
    swap_first_seats(desk)
    desk.click("#publish")
    desk.click("#start-clock")
    event = desk.url.partition("?")[0].rpartition("/")[2]
    store = app.extensions["scorekeeper"]
    report = load_event(store, event).reports[1, 1]
    keys = {link.what: link.key for link in list_links_of_event(store, event)}
    wall = devices.open(f"/event/{event}/wall", WALL)
    one, other = (devices.open(f"/join/{keys[side[0]]}", PHONE, stranger=True) for side in report.sides)
    one.click("#to-table")
    one.fill("#points-0", "200")
    one.fill("#points-1", "145")
    one.click("#report")
    other.click("#to-table")
    other.click("#confirm")
    expect(one.locator(".said")).to_have_text("This result is confirmed.")
    expect(desk.locator(".clock-line")).to_contain_text("1 of 12 tables are done")
    expect(wall.locator(".wall-results")).to_contain_text("200 : 145")
    assert wall.evaluate(SMALLEST_LETTERS) >= 0.045
    assert wall.evaluate("document.documentElement.scrollHeight <= innerHeight")


def swap_first_seats(desk: Page) -> None:
    """Swap the seats of two pairs by two taps, and wait for each answer."""
    first, other = desk.locator(".seat").nth(0).inner_text(), desk.locator(".seat").nth(3).inner_text()
    desk.locator(".seat").nth(0).click()
    expect(desk.locator(".seat[aria-pressed=true]")).to_have_text(first)
    desk.locator(".seat").nth(3).click()
    expect(desk.locator(".seat").nth(0)).to_have_text(other)
