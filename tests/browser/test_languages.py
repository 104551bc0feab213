"""Every language fits on a phone, and is chosen with two taps; the list is folded."""

import re
from dataclasses import replace

import pytest
from flask import Flask
from playwright.sync_api import expect

from scorekeeper.web.i18n.languages import COOKIE
from scripts.messages import RELEASED
from tests.browser.access import barriers
from tests.browser.devices import PHONE, PLAIN_PHONE, Device, Devices
from tests.browser.every_page import PAGES, cut_off, filled
from tests.browser.thumb import small_targets
from tests.long import sample

LONGEST_WORDS = ("de", "pl")


@pytest.fixture
def ids(app: Flask) -> dict[str, str]:
    """Return the values in the URLs of a score pad with content on every page."""
    return filled(app)


@pytest.mark.slow
@pytest.mark.parametrize("language", RELEASED)
def test_every_language_has_room_on_a_phone(devices: Devices, ids: dict[str, str], language: str) -> None:
    devices.tolerate("status of 404")
    page = devices.open("/", replace(PHONE, language=language))
    every = 1 if language in LONGEST_WORDS else 5
    for path in sample(PAGES, every, RELEASED.index(language) % every):
        page.goto(path.format(**ids))
        page.evaluate("document.querySelectorAll('details').forEach(each => { each.open = true })")
        assert page.get_attribute("html", "lang") == language
        assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"), path
        assert cut_off(page) == [], path


@pytest.mark.parametrize("device", [PHONE, PLAIN_PHONE], ids=["scripts", "no-scripts"])
def test_two_taps_change_the_language(devices: Devices, ids: dict[str, str], device: Device) -> None:
    page = devices.open(f"/m/{ids['id']}/sheet", device)
    page.tap("#language")
    page.get_by_role("button", name="Svenska").tap()
    page.wait_for_url(f"**/m/{ids['id']}/sheet")
    expect(page.locator("html[lang=sv]")).to_be_attached()
    page.tap("#language")
    expect(page.get_by_role("button", name="Svenska")).to_have_attribute("aria-current", "true")
    if device.javascript:
        assert barriers(page) == []
        assert small_targets(page, what=".language, #language") == []
    page.goto("/new")
    expect(page.locator("html[lang=sv]")).to_be_attached()


def test_what_is_read_is_mirrored_in_arabic_and_what_lies_on_the_table_is_not(
    devices: Devices, ids: dict[str, str]
) -> None:
    page = devices.open("/", PHONE)
    page.context.add_cookies([{"name": COOKIE, "value": "ar", "url": page.url}])

    def starts_left(first: str, second: str) -> bool:
        left: list[float] = page.evaluate(
            "each => each.map(one => document.querySelector(one).getBoundingClientRect().left)", [first, second]
        )
        return left[0] < left[1]

    page.goto(f"/m/{ids['id']}?kind=round&ended=out+3")
    assert (
        page.evaluate("getComputedStyle(document.querySelector('.bar .icon')).transform") == "matrix(-1, 0, 0, 1, 0, 0)"
    )
    assert starts_left("#key-1", "#key-2")
    page.goto(f"/m/{ids['id']}")
    assert not starts_left(".side", ".side ~ .side")
    assert starts_left("#end-0", "#end-1")
    page.goto(f"/m/{ids['led']}/sheet")  # with four columns: a name in Latin letters begins on the left
    name = page.locator(".sheet thead .what + th")
    expect(name).to_have_css("direction", "ltr")
    expect(name).to_have_css("border-right-width", "2px")


def test_the_rules_of_a_game_are_printed_on_one_sheet(devices: Devices) -> None:
    """The page has the longest rules, in a language of long words."""
    page = devices.open("/rules/latin_partner", replace(PHONE, language="de-DE"))
    assert page.locator("#print").is_visible()
    assert len(re.findall(rb"/Type ?/Page\b", page.pdf(prefer_css_page_size=True))) == 1
    page.emulate_media(media="print")
    assert page.locator("#print").is_hidden()
    assert page.locator(".worked").first.is_visible()
