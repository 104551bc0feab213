"""A new user of a host: nothing is installed, there is no account, and they get a book of their own in a few taps."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from scorekeeper.hosting.app import create_host
from tests.browser.access import COLOURS, barriers
from tests.browser.devices import DESK, Device, Devices, kept
from tests.browser.every_host_page import MOST_MATCHES, NAME, REFUSED, filled, list_owners_links, list_pages
from tests.browser.every_page import cut_off
from tests.browser.layout_faults import SIZES, list_layout_faults
from tests.browser.test_installed import KEPT
from tests.browser.thumb import Thumb, small_targets
from tests.in_database import IN_DATABASE, make_setting
from tests.long import LONG

pytestmark = pytest.mark.slow

PHONE = Device(390, 664)
SMALL = Device(360, 640, dark=True, installed=True)
SMALL_GERMAN = Device(360, 640, dark=True, language="de-DE")


@pytest.fixture
def app(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Flask]:
    """Yield a host without a book, or one whose database has the books of other tests."""
    place = {"CLUSTER": make_setting(request.getfixturevalue("pool"))[0]} if IN_DATABASE else {"DATA": tmp_path}
    app = create_host({**place, "TESTING": True, "MOST_MATCHES": MOST_MATCHES})
    yield app
    app.extensions["books"].close()


def test_every_page_of_a_host_is_whole_at_every_size(app: Flask, devices: Devices) -> None:
    devices.tolerate(REFUSED)
    page = devices.open("/", replace(PHONE, language="de-DE"), stranger=True)
    ids = filled(app)
    for link in list_owners_links(ids):
        page.goto(link)
    for number, path in enumerate(list_pages().values()):
        page.goto(path.format(**ids))
        assert list_layout_faults(page, SIZES if LONG else SIZES[number % 5 :: 5]) == [], path


def start_first_match(thumb: Thumb, *names: str) -> None:
    """Go from the page of a new book to the pad; the keyboard's own key adds a player."""
    thumb.tap("#first", "#name")
    for name in names:
        thumb.page.keyboard.type(name)
        thumb.page.keyboard.press("Enter")
        expect(thumb.page.get_by_role("button", name=name, exact=True)).to_be_visible()
        thumb.taps += 1
    thumb.page.tap("#start")  # the next page is loaded whole
    thumb.page.wait_for_url("**/m/*")
    thumb.taps += 1


def is_fit(page: Page, rules: Sequence[str] = ()) -> bool:
    """Return whether everybody can use the page, by these rules or all, and every target is large enough."""
    assert barriers(page, rules) == []
    assert small_targets(page) == []
    return True


def test_a_newcomer_plays_the_first_match_in_under_ten_taps(devices: Devices) -> None:
    thumb = Thumb(devices.open("/", PHONE, stranger=True))
    assert is_fit(thumb.page)
    thumb.tap("#open-new")
    expect(thumb.page.locator("#key .link")).to_contain_text("/in/")
    assert is_fit(thumb.page)
    start_first_match(thumb, "Anna", "Bo")
    thumb.tap("label:has(#player-1)", "label:has(#tile-5-0)", "#save")
    expect(thumb.page.locator("#line-1")).to_contain_text("5")
    assert thumb.taps < 10


def test_a_phone_with_two_books_changes_between_them_in_two_taps_and_keeps_pages_of_both(devices: Devices) -> None:
    devices.tolerate("status of 410")
    thumb = Thumb(devices.open("/books", SMALL, stranger=True))
    books, pads = [], []
    for name, players in (("Home", ("Anna", "Bo")), ("Club", ("Carl", "Dora"))):
        thumb.page.goto("/books")
        thumb.tap("#open-new")
        thumb.page.fill("#name", name)
        thumb.tap("#call")
        books.append(thumb.page.url.removesuffix("/book"))
        start_first_match(thumb, *players)
        pads.append(thumb.page.url)
    for pad in pads:
        thumb.page.goto(pad)
        kept(thumb.page, pad.removeprefix(devices.address), f"{pad.removeprefix(devices.address)}/sheet", "/offline")
    thumb.page.goto("/")
    expect(thumb.page).to_have_url(f"{books[1]}/")
    thumb.taps = 0
    thumb.tap("#to-books")
    assert is_fit(thumb.page)
    thumb.tap("text=Home")
    expect(thumb.page).to_have_url(f"{books[0]}/")
    expect(thumb.page.locator("#main")).to_contain_text("Anna")
    expect(thumb.page.locator("#main")).not_to_contain_text("Carl")
    assert thumb.taps == 2
    thumb.tap("#to-book", "details.card > summary", "#to-delete")
    assert is_fit(thumb.page)
    thumb.tap("#delete")
    expect(thumb.page.locator("#bring-back")).to_be_visible()
    assert is_fit(thumb.page)
    # The phone has deleted all pages of the book that is gone, and none of the other one.
    gone, there = (pad.removeprefix(devices.address) for pad in pads)
    gone_book = gone.partition("/m/")[0]
    thumb.page.wait_for_function(f"() => {KEPT}.then(kept => !kept.some(path => path.startsWith('{gone_book}')))")
    assert {there, f"{there}/sheet"} <= set(thumb.page.evaluate(KEPT))
    thumb.tap("#bring-back")
    expect(thumb.page.locator("#main")).to_contain_text("Anna")


@pytest.fixture
def ids(app: Flask) -> dict[str, str]:
    """Return the values in the URLs of a host with content on every page."""
    return filled(app)


@pytest.mark.parametrize(
    "device", [PHONE, SMALL_GERMAN, replace(DESK, dark=True)], ids=["light", "small and German", "desk"]
)
def test_every_page_of_a_host_is_for_everyone(devices: Devices, ids: dict[str, str], device: Device) -> None:
    devices.tolerate(REFUSED)
    page = devices.open("/books", device, stranger=True)
    for link in list_owners_links(ids):
        page.goto(link)
    for name, path in list_pages().items():
        page.goto(path.format(**ids))
        page.evaluate("document.querySelectorAll('details').forEach(each => { each.open = true })")
        assert is_fit(page, COLOURS if device.dark and not LONG else ()), name
        assert cut_off(page) == [], name
        assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"), name
        assert page.get_attribute("html", "lang") == device.language[:2], name


def test_a_book_is_opened_named_and_deleted_without_scripts_and_at_twice_its_size(devices: Devices) -> None:
    devices.tolerate("status of 410")
    page = devices.open("/books", replace(PHONE, width=195, height=332, javascript=False), stranger=True)
    page.click("#open-new")
    page.fill("#name", NAME)
    page.click("#call")
    expect(page.locator("h1")).to_have_text(NAME)
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    page.click("details.card > summary")
    page.click("#to-delete")
    page.click("#delete")
    page.click("#bring-back")
    expect(page.locator("h1")).to_have_text(NAME)
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
