"""A score pad over https, or on this computer: a match can be read offline, and the screen stays on."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from flask import Flask
from playwright.sync_api import expect

from scorekeeper.play.access import close_link, list_match_links
from scorekeeper.play.history.details import move_match
from scorekeeper.play.scoring.match import Match
from scorekeeper.play.scoring.writing import start_match
from tests.browser.access import barriers
from tests.browser.devices import PHONE, Devices, kept
from tests.browser.thumb import Thumb

pytestmark = pytest.mark.slow

INSTALLED = replace(PHONE, installed=True)
FOUR = ("Anna", "Bo", "Carl", "Dora")
# The paths that a device has cached.
KEPT = """caches.open('scorekeeper-1').then(cache => cache.keys())
    .then(keys => keys.map(each => new URL(each.url).pathname))"""


@pytest.fixture
def match(app: Flask) -> Match:
    return start_match(app.extensions["scorekeeper"], "spansk", FOUR, None, "Anna")


def test_the_running_match_can_be_looked_at_without_connection(
    devices: Devices, match: Match, offline: Callable[[], None]
) -> None:
    page = devices.open(f"/m/{match.id}", INSTALLED)
    Thumb(page).tap("label:has(#tile-5-0)", "#save")
    expect(page.locator("#line-1")).to_be_visible()
    kept(page, f"/m/{match.id}", f"/m/{match.id}/sheet", "/offline")
    page.goto(f"/m/{match.id}/sheet")
    expect(page.locator("#entry-1")).to_be_visible()
    offline()
    page.reload()
    expect(page.locator("#entry-1")).to_contain_text("5 + 0 = 5")
    expect(page.locator("#trouble")).to_contain_text("Not connected")
    assert barriers(page) == []
    page.goto(f"/m/{match.id}")
    expect(page.locator("#fill")).to_be_visible()
    page.goto("/new")
    expect(page.locator("h1")).to_have_text("Not connected")


def test_a_device_that_is_let_out_keeps_nothing_of_the_match(app: Flask, devices: Devices, match: Match) -> None:
    devices.tolerate(" 403 ")
    store = app.extensions["scorekeeper"]
    page = devices.open(f"/join/{list_match_links(store, match.id).score}", INSTALLED, stranger=True)
    kept(page, f"/m/{match.id}")
    close_link(store, match.id, "score")
    expect(page.locator("h1")).to_have_text("This link was closed")
    page.wait_for_function(f"() => {KEPT}.then(kept => !kept.some(path => path.startsWith('/m/')))")


def test_a_match_that_was_thrown_away_is_not_kept_by_its_guests(app: Flask, devices: Devices, match: Match) -> None:
    devices.tolerate("status of 410")
    store = app.extensions["scorekeeper"]
    page = devices.open(f"/join/{list_match_links(store, match.id).watch}", INSTALLED, stranger=True)
    kept(page, f"/m/{match.id}/sheet")
    move_match(store, match.id, "deleted")
    expect(page.locator("h1")).to_have_text("This match was thrown away")
    page.wait_for_function(f"() => {KEPT}.then(kept => !kept.some(path => path.startsWith('/m/')))")


def test_the_screen_stays_on_again_after_the_page_was_away(devices: Devices, match: Match) -> None:
    page = devices.open("/new", INSTALLED)
    page.add_init_script("""
        window.asked = 0;
        Object.defineProperty(navigator, "wakeLock", { value: { request: async () => {
            asked++;
            return { released: asked === 1 };
        } } });
    """)
    page.goto(f"/m/{match.id}/board")
    page.wait_for_function("() => asked === 1")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.wait_for_function("() => asked === 2")


def test_on_plain_http_nothing_of_it_is_there_and_nothing_is_missed(devices: Devices, match: Match) -> None:
    page = devices.open("/new", PHONE)
    page.add_init_script("""
        delete Navigator.prototype.serviceWorker;
        delete Navigator.prototype.wakeLock;
    """)
    page.goto(f"/m/{match.id}")
    assert page.evaluate("[navigator.serviceWorker, navigator.wakeLock]") == [None, None]
    Thumb(page).tap("label:has(#tile-5-0)", "#save")
    expect(page.locator("#line-1")).to_contain_text("5 + 0 = 5")
