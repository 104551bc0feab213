"""Every language has room on a phone, and one tap changes it."""

from dataclasses import replace
from typing import Any

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from scorekeeper import play
from scripts.messages import LANGUAGES
from tests.browser.access import barriers
from tests.browser.devices import PHONE, PLAIN_PHONE, Device, Devices
from tests.browser.thumb import small_targets

COUNTRIES = {"da": "da-DK", "de": "de-AT", "nl": "nl-BE", "pl": "pl-PL", "sv": "sv-FI"}
ENTRIES: list[dict[str, Any]] = [
    {"entry": "play", "player": "Anna", "tile": "6-4"},
    {"entry": "round", "out": "Bo", "hands": {"Anna": ["6-6", "6-5"], "Carl": {"pips": 13}, "Dora": ["2-1"]}},
]
PAGES = [
    "/",
    "/new",
    "/history",
    "/players",
    "/players/Anna",
    "/m/{id}",
    "/m/{id}?kind=play",
    "/m/{id}?kind=round&ended=blocked&hand-1=200",
    "/m/{id}?kind=round&ended=out+3&by=tiles",
    "/m/{id}/photo?for=hands",
    "/m/{id}/sheet",
    "/m/{id}/share",
    "/rules/spansk",
]


@pytest.fixture
def match(app: Flask) -> play.Match:
    """A match of four in pairs, in its second round."""
    document = {"format": 1, "variant": "spansk", "players": ["Anna", "Bo", "Carl", "Dora"], "entries": ENTRIES}
    return play.import_match(app.extensions["scorekeeper"], document | {"partners": True, "lead": "Anna"})


def cut_off(page: Page) -> list[str]:
    """What is wider than the place it stands in; a name of a game or of players at the top may be."""
    found: list[str] = page.evaluate(
        """[...document.querySelectorAll('button, a.button, .chip, .face, .label, legend, summary, h2, p')]
           .filter(each => each.clientWidth && !each.closest('.hidden') && each.scrollWidth > each.clientWidth + 1)
           .map(each => each.textContent.trim())"""
    )
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_room_on_a_phone(devices: Devices, match: play.Match, language: str) -> None:
    page = devices.open("/", replace(PHONE, language=COUNTRIES[language]))
    for path in PAGES:
        page.goto(path.format(id=match.id))
        page.evaluate("document.querySelectorAll('details').forEach(each => { each.open = true })")
        assert page.get_attribute("html", "lang") == language
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
        assert cut_off(page) == [], path


@pytest.mark.parametrize("device", [PHONE, PLAIN_PHONE], ids=["scripts", "no-scripts"])
def test_one_tap_changes_the_language(devices: Devices, match: play.Match, device: Device) -> None:
    page = devices.open(f"/m/{match.id}/sheet", device)
    page.get_by_role("button", name="Svenska").tap()
    page.wait_for_url(f"**/m/{match.id}/sheet")
    expect(page.locator("html[lang=sv]")).to_be_attached()
    expect(page.get_by_role("button", name="Svenska")).to_have_attribute("aria-current", "true")
    if device.javascript:
        assert barriers(page) == []
        assert small_targets(page, what=".language") == []
    page.goto("/new")
    expect(page.locator("html[lang=sv]")).to_be_attached()
