"""No text is broken, cut, covered or off the page: on every page, with two to eight long names, and in refused forms.

Each language with the longest words, and one from right to left, sees a quarter of the pages at a third of the sizes,
with `TRUST=long` all at all.
"""

from collections.abc import Callable, Sequence

import pytest
from flask import Flask
from playwright.sync_api import Page

from scorekeeper.play.scoring.writing import add_entry, start_match
from scorekeeper.web.i18n.languages import COOKIE
from tests.browser.devices import PHONE, Devices
from tests.browser.every_page import PAGES, filled, list_tables
from tests.browser.layout_faults import SIZES, list_layout_faults
from tests.browser.refused_forms import list_refused_forms, refuse
from tests.long import LONG

pytestmark = pytest.mark.slow

LANGUAGES = ("de", "pl", "ar")  # two languages with the longest words, and one from right to left
NAMES = ("Christina", "Alejandro", "Margareta", "Sebastián", "Wolfgang-Amadé", "Großmutter", "Maximilian", "Anna-Karin")
FOURTEEN = (*NAMES, "Ida", "Jan", "Kim", "Leo", "Mia", "Nils")
UNFOLD = """document.querySelectorAll("details:not(.match-more, .errors > *)").forEach(each => { each.open = true })"""

Opening = Callable[[], object]


def open_in(language: str, devices: Devices) -> Page:
    """Open the first page on a phone on which this language was chosen; it may be one in progress."""
    page = devices.open("/", PHONE)
    page.context.add_cookies([{"name": COOKIE, "value": language, "url": page.url}])
    return page


def find_faults(page: Page, openings: Sequence[tuple[str, Opening]], language: str) -> list[str]:
    """Open one page after another and return the faults of all."""
    every = 1 if LONG else 4
    found = []
    for number in range(LANGUAGES.index(language) % every, len(openings), every):
        what, open_page = openings[number]
        page.set_viewport_size({"width": PHONE.width, "height": PHONE.height})
        open_page()
        page.evaluate(UNFOLD)
        sizes = SIZES if LONG else SIZES[number // every % 3 :: 3]
        found += [f"{what}: {fault}" for fault in list_layout_faults(page, sizes)]
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_is_whole_with_two_to_eight_long_names(app: Flask, devices: Devices, language: str) -> None:
    devices.tolerate("status of 404")
    page = open_in(language, devices)
    ids = filled(app, NAMES[:4])
    paths = [path.format(**ids) for path in PAGES]
    for players in range(2, len(NAMES) + 1):
        paths += list_tables(app, NAMES[:players])
    openings = [(path, lambda path=path: page.goto(path)) for path in paths]
    assert find_faults(page, openings, language) == []


def test_the_pad_and_the_big_board_of_fourteen_are_whole(app: Flask, devices: Devices) -> None:
    page, store = devices.open("/", PHONE), app.extensions["scorekeeper"]
    match = start_match(store, "mexican_train", FOURTEEN, options={"set": 18, "rounds": 2})
    found = []
    hands = {name: [f"17-{seat}"] for seat, name in enumerate(FOURTEEN[1:])}
    for ended in (False, True):
        if ended:
            add_entry(store, match.id, {"entry": "round", "out": FOURTEEN[0], "hands": hands}, 0, "post")
        for path in (f"/m/{match.id}", f"/m/{match.id}/board"):
            page.set_viewport_size({"width": PHONE.width, "height": PHONE.height})
            page.goto(path)
            found += [f"{path}: {fault}" for fault in list_layout_faults(page, SIZES)]
    assert found == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refused_form_is_whole_with_one_thing_wrong_and_with_many(
    app: Flask, devices: Devices, language: str
) -> None:
    page = open_in(language, devices)
    forms = list_refused_forms(app.extensions["scorekeeper"], NAMES)
    openings = [(path, lambda path=path, typed=typed: refuse(page, path, typed)) for path, typed in forms]
    assert find_faults(page, openings, language) == []


@pytest.mark.parametrize("language", ["de", "ar"])
def test_a_period_of_two_dates_is_whole_with_large_text(devices: Devices, language: str) -> None:
    page = open_in(language, devices)
    page.goto("/rivals?since=2024-01-01&until=2024-09-30")
    assert list_layout_faults(page, [(360, 640, 200)]) == []
