"""Where the score pad comes by https, or from this computer: a match to look at offline, entries sent once, later."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack
from dataclasses import replace

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from scorekeeper import play
from tests.browser.access import barriers
from tests.browser.devices import PHONE, Devices
from tests.browser.server import served
from tests.browser.thumb import Thumb

INSTALLED = replace(PHONE, installed=True)
FOUR = ("Anna", "Bo", "Carl", "Dora")
# The paths of what a device has kept.
KEPT = """caches.open('scorekeeper-1').then(cache => cache.keys())
    .then(keys => keys.map(each => new URL(each.url).pathname))"""


@pytest.fixture
def match(app: Flask) -> play.Match:
    return play.start(app.extensions["scorekeeper"], "spansk", FOUR, None, "Anna")


class Switch(ExitStack):
    """The score pad's own switch: on and off at one address."""

    def __init__(self, app: Flask) -> None:
        super().__init__()
        self._app = app
        self.address = ""
        self.on()

    def on(self) -> None:
        port = int(self.address.rpartition(":")[2]) if self.address else 0
        again: AbstractContextManager[str] = served(self._app, port)
        self.address = self.enter_context(again)

    def off(self) -> None:
        self.close()


@pytest.fixture
def switch(app: Flask) -> Iterator[Switch]:
    with Switch(app) as switch:
        yield switch


@pytest.fixture
def address(switch: Switch) -> str:
    return switch.address


@pytest.fixture
def offline(devices: Devices, switch: Switch) -> Callable[[], None]:
    """Switch the score pad off, and expect the devices to notice."""
    devices.tolerate("ERR_CONNECTION|ERR_EMPTY_RESPONSE|ERR_SOCKET|ERR_FAILED|htmx:error|Failed to fetch|FetchEvent")
    return switch.off


def kept(page: Page, *paths: str) -> None:
    """Wait until the device has kept these pages."""
    page.wait_for_function(f"paths => {KEPT}.then(kept => paths.every(path => kept.includes(path)))", arg=list(paths))


def test_the_running_match_can_be_looked_at_without_connection(
    devices: Devices, match: play.Match, offline: Callable[[], None]
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


def test_an_entry_saved_without_connection_is_sent_once_when_it_is_back(
    app: Flask, devices: Devices, match: play.Match, offline: Callable[[], None], switch: Switch
) -> None:
    page = devices.open(f"/m/{match.id}", INSTALLED)
    page.wait_for_function("() => Boolean(navigator.serviceWorker.controller)")
    thumb = Thumb(page)
    thumb.tap("label:has(#tile-5-0)")
    expect(page.locator("#save")).to_have_text("Save: 1 point")
    offline()
    thumb.tap("#save")
    expect(page.locator("#trouble")).to_contain_text("Your entry is kept on this device")
    thumb.tap("#save")
    assert play.match(app.extensions["scorekeeper"], match.id).seen == 0
    switch.on()
    expect(page.locator("#line-1")).to_contain_text("5 + 0 = 5", timeout=30_000)
    expect(page.locator("#trouble")).to_be_hidden()
    expect(page.locator(".total")).to_have_text(["1", "0"])
    expect(page.locator("#fill input[name=seen]")).to_have_value("1")
    assert play.match(app.extensions["scorekeeper"], match.id).seen == 1


def test_a_kept_entry_that_can_no_longer_be_written_is_there_to_look_at(
    app: Flask, devices: Devices, match: play.Match, offline: Callable[[], None], switch: Switch
) -> None:
    page = devices.open(f"/m/{match.id}", INSTALLED)
    page.wait_for_function("() => Boolean(navigator.serviceWorker.controller)")
    thumb = Thumb(page)
    thumb.tap("label:has(#tile-5-0)")
    expect(page.locator("#save")).to_have_text("Save: 1 point")
    offline()
    thumb.tap("#save")
    expect(page.locator("#trouble")).to_contain_text("Your entry is kept on this device")
    entry = {"entry": "play", "player": "Anna", "tile": "6-6"}
    play.add(app.extensions["scorekeeper"], match.id, entry, 0, "elsewhere")
    switch.on()
    expect(page.locator("#trouble")).to_contain_text("could not be written as it was", timeout=30_000)
    expect(page.locator("#line-1")).to_be_visible()
    assert page.is_checked("#tile-5-0")
    assert play.match(app.extensions["scorekeeper"], match.id).seen == 1


def test_a_device_that_is_let_out_keeps_nothing_of_the_match(app: Flask, devices: Devices, match: play.Match) -> None:
    devices.tolerate(" 403 ")
    store = app.extensions["scorekeeper"]
    page = devices.open(f"/join/{play.links(store, match.id).score}", INSTALLED, stranger=True)
    kept(page, f"/m/{match.id}")
    play.close_link(store, match.id, "score")
    expect(page.locator("h1")).to_have_text("Join the table")
    page.wait_for_function(f"() => {KEPT}.then(kept => !kept.some(path => path.startsWith('/m/')))")


def test_the_screen_stays_on_again_after_the_page_was_away(devices: Devices, match: play.Match) -> None:
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


def test_on_plain_http_nothing_of_it_is_there_and_nothing_is_missed(devices: Devices, match: play.Match) -> None:
    page = devices.open("/new", PHONE)
    page.add_init_script("""
        delete Navigator.prototype.serviceWorker;
        delete Navigator.prototype.wakeLock;
    """)
    page.goto(f"/m/{match.id}")
    assert page.evaluate("[navigator.serviceWorker, navigator.wakeLock]") == [None, None]
    Thumb(page).tap("label:has(#tile-5-0)", "#save")
    expect(page.locator("#line-1")).to_contain_text("5 + 0 = 5")
