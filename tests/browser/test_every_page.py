"""Every page is for everyone, in the light and in the dark, and asks nobody else for anything."""

from typing import Any

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from scorekeeper import play
from tests.browser.access import barriers
from tests.browser.devices import DARK_PHONE, DESK, PHONE, TABLET, Device, Devices
from tests.browser.thumb import small_targets

ENTRIES: list[dict[str, Any]] = [
    {"entry": "play", "player": "Maximilian", "tile": "5-0"},
    {"entry": "play", "player": "Bo", "tile": "5-5", "at": "5-0", "pip": 5},
    {"entry": "void", "of": 2},
    {"entry": "ends", "player": "Bo", "ends": ["0", "5-5"]},
    {"entry": "round", "out": "Bo", "hands": {"Maximilian": ["6-6", "6-5"], "Carl": {"pips": 13}, "Dora": ["2-1"]}},
    {"entry": "play", "player": "Carl", "tile": "6-4"},
]
PAGES = [
    "/",
    "/new",
    "/m/{id}",
    "/m/{id}?kind=play",
    "/m/{id}?kind=round",
    "/m/{id}?kind=round&ended=blocked",
    "/m/{id}?kind=round&ended=out+3&by=tiles&hand-1=6-5",
    "/m/{id}?correct=5",
    "/m/{id}/sheet",
    "/m/nosuchmatch",
    "/rules/spansk",
    "/rules/dk_almindelig?match={id}",
]


@pytest.fixture
def match(app: Flask) -> play.Match:
    """A match of four in pairs, in its second round, with an entry struck out."""
    document = {"format": 1, "variant": "spansk", "players": ["Maximilian", "Bo", "Carl", "Dora"], "entries": ENTRIES}
    return play.import_match(app.extensions["scorekeeper"], document | {"partners": True, "lead": "Maximilian"})


def is_for_everyone(page: Page) -> None:
    assert barriers(page) == []
    assert small_targets(page, what="a.button, .icon-button, button, input:not([type=hidden]), summary") == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.get_attribute("html", "lang") == "en"


@pytest.mark.parametrize("device", [PHONE, DARK_PHONE, TABLET, DESK], ids=["light", "dark", "tablet", "desk"])
def test_every_page_is_for_everyone(devices: Devices, match: play.Match, device: Device) -> None:
    devices.tolerate("status of 404")
    page = devices.open("/", device)
    for path in PAGES:
        page.goto(path.format(id=match.id))
        is_for_everyone(page)


@pytest.mark.parametrize("device", [PHONE, DARK_PHONE], ids=["light", "dark"])
def test_what_is_folded_away_is_for_everyone_too(devices: Devices, match: play.Match, device: Device) -> None:
    page = devices.open("/", device)
    for path in ("/", "/new"):
        page.goto(path)
        page.evaluate("document.querySelectorAll('details').forEach(each => { each.open = true })")
        is_for_everyone(page)


@pytest.mark.parametrize("device", [PHONE, DARK_PHONE], ids=["light", "dark"])
def test_a_stranger_sees_how_to_join(devices: Devices, match: play.Match, device: Device) -> None:
    devices.tolerate("status of 403")
    page = devices.open(f"/m/{match.id}", device, stranger=True)
    expect(page.locator("h1")).to_have_text("Join the table")
    assert "Maximilian" not in page.content()
    is_for_everyone(page)


@pytest.mark.parametrize("device", [PHONE, DARK_PHONE], ids=["light", "dark"])
def test_a_form_with_everything_wrong_is_for_everyone(devices: Devices, match: play.Match, device: Device) -> None:
    page = devices.open(f"/m/{match.id}?kind=round&ended=out+3&hand-1=6-9&hand-2=200&hand-4=6-4+2-2", device)
    page.click("#save")
    expect(page.locator("#wrong-hand-1")).to_be_visible()
    is_for_everyone(page)
    page.fill("#hand-1", "6-4")
    page.click("#save")
    expect(page.locator("#wrong-hand-4")).to_be_visible()
    is_for_everyone(page)
