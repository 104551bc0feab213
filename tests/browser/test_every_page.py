"""Every page is accessible, in light and dark, and sends no request to another host."""

from collections.abc import Sequence

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from tests.browser.access import COLOURS, barriers
from tests.browser.devices import DARK_PHONE, DESK, PHONE, PLAIN_PHONE, TABLET, Device, Devices
from tests.browser.every_page import PAGES, filled
from tests.browser.thumb import small_targets
from tests.long import LONG, mark_slow, sample

each_half = pytest.mark.parametrize("pages", [PAGES[::2], PAGES[1::2]], ids=["one half", "the other half"])


@pytest.fixture
def ids(app: Flask) -> dict[str, str]:
    """Return the values in the URLs of a score pad with content on every page."""
    return filled(app)


# A phone zooms out if a page is too wide, and `innerWidth` grows with it: the screen is as wide as `clientWidth`.
FITS = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"


def is_for_everyone(page: Page, *, rules: bool = True) -> None:
    assert not rules or barriers(page) == [], page.url
    assert small_targets(page, what="a.button, .icon-button, button, input:not([type=hidden], .file), summary") == []
    assert page.evaluate(FITS), page.url
    assert page.get_attribute("html", "lang") == "en"


# The elements that the tab key has to reach: of radio buttons one of each name, without “next player”, which the last
# hand removes. Then the elements that it reached, and whether each showed the focus.
TO_TAB_TO = """[...document.querySelectorAll("a[href], button:not(#next), input:not([type=radio]), select, summary")]
    .filter(each => each.checkVisibility({ visibilityProperty: true }) && !each.disabled && each.tabIndex >= 0)
    .filter(each => each.type !== "hidden" && !each.closest("details:not([open]) > :not(summary)"))
    .map(each => each.outerHTML.slice(0, 150))"""
LISTEN = """() => {
    window.passed = [];
    document.addEventListener("focusin", ({ target: here }) => {
        const near = [here, here.parentElement, here.nextElementSibling].filter(Boolean);
        const outlined = near.some(each => getComputedStyle(each).outlineStyle !== "none");
        const seen = outlined || here.matches(".hidden, .on-photo"); // lines of its own
        window.passed.push({ what: here.outerHTML.slice(0, 150), seen });
    }, true);
}"""


@pytest.mark.slow
@each_half
def test_every_page_is_for_everyone(devices: Devices, ids: dict[str, str], pages: Sequence[str]) -> None:
    """It is opened on a phone, light and dark, and on a tablet; on the narrowest screen nothing scrolls sideways."""
    devices.tolerate("status of 404")
    page = devices.open("/", PHONE)
    in_the_dark = sample(pages, 3)
    for path in pages:
        page.goto(path.format(**ids))
        is_for_everyone(page)
        if path in in_the_dark:
            page.emulate_media(color_scheme="dark")
            assert barriers(page, COLOURS) == [], path
            page.emulate_media(color_scheme="light")
        page.set_viewport_size({"width": TABLET.width, "height": TABLET.height})
        is_for_everyone(page, rules=LONG)
        page.set_viewport_size({"width": 320, "height": 568})  # a desktop page at 400 % zoom
        assert page.evaluate(FITS), path
        page.set_viewport_size({"width": PHONE.width, "height": PHONE.height})


@pytest.mark.slow
@each_half
def test_every_page_is_for_everyone_at_a_desk_and_left_by_the_keyboard_alone(
    devices: Devices, ids: dict[str, str], pages: Sequence[str]
) -> None:
    """Tab reaches every target, one after the other, and the focus is visible."""
    devices.tolerate("status of 404")
    page = devices.open("/", DESK)
    for path in pages:
        page.goto(path.format(**ids))
        is_for_everyone(page, rules=LONG)
        left = set(page.evaluate(TO_TAB_TO))
        page.evaluate(LISTEN)
        for _ in range(len(left) + 20):
            page.keyboard.press("Tab")
        passed = page.evaluate("window.passed")
        assert [path, *(each["what"] for each in passed if not each["seen"])] == [path]
        assert left - {each["what"] for each in passed} == set(), path


@pytest.mark.slow
def test_every_page_is_there_without_scripts(devices: Devices, ids: dict[str, str]) -> None:
    devices.tolerate("status of 404")
    page = devices.open("/", PLAIN_PHONE)
    for path in PAGES:
        page.goto(path.format(**ids))
        expect(page.locator("main")).to_be_visible()
        assert page.locator(".needs-script:visible").count() == 0, path


@pytest.mark.parametrize("device", [PHONE, *mark_slow(DARK_PHONE)], ids=["light", "dark"])
def test_what_is_folded_away_is_for_everyone_too(devices: Devices, ids: dict[str, str], device: Device) -> None:
    page = devices.open("/", device)
    for path in ("/", "/new"):
        page.goto(path)
        page.evaluate("document.querySelectorAll('details').forEach(each => { each.open = true })")
        is_for_everyone(page)


@pytest.mark.parametrize("device", [PHONE, *mark_slow(DARK_PHONE)], ids=["light", "dark"])
def test_a_stranger_sees_how_to_join(devices: Devices, ids: dict[str, str], device: Device) -> None:
    devices.tolerate("status of 403")
    page = devices.open(f"/m/{ids['id']}", device, stranger=True)
    expect(page.locator("h1")).to_have_text("Join the table")
    assert "Maximilian" not in page.content()
    is_for_everyone(page)


@pytest.mark.parametrize("device", [PHONE, *mark_slow(DARK_PHONE)], ids=["light", "dark"])
def test_a_form_with_everything_wrong_is_for_everyone(devices: Devices, ids: dict[str, str], device: Device) -> None:
    page = devices.open(f"/m/{ids['id']}?kind=round&ended=out+3&hand-1=6-9&hand-2=200&hand-4=6-4+2-2", device)
    page.click("#save")
    is_for_everyone(page)
    page.click("#errors summary")
    expect(page.locator("#wrong-hand-1")).to_be_visible()
    is_for_everyone(page)
    page.fill("#hand-1", "6-4")
    expect(page.locator("#more-errors")).to_have_text("1")
    page.click("#save")
    expect(page.locator("#more-errors")).to_have_text("2")  # the list in the new answer is folded
    page.click("#errors summary")
    expect(page.locator("#wrong-hand-4")).to_be_visible()
    is_for_everyone(page)
