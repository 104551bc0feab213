"""Undo: a double tap counts once, and an entry that was taken back is put back with one visible key."""

from collections.abc import Mapping
from dataclasses import replace

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from scorekeeper.play.scoring.match import Match, load_match
from tests.browser.access import barriers
from tests.browser.devices import DARK_PHONE, PHONE, TABLET, Device, Devices
from tests.browser.thumb import Thumb, small_targets
from tests.long import mark_slow
from tests.play.match_files import import_matches

FOUR = ("Anna", "Bo", "Carl", "Dora")
LAID: list[Mapping[str, object]] = [
    {"entry": "play", "player": "Anna", "tile": "5-0"},
    {"entry": "play", "player": "Bo", "tile": "5-5", "at": "5-0", "pip": 5},
    {"entry": "play", "player": "Carl", "tile": "5-1", "at": "5-5", "pip": 5},
    {"entry": "ends", "player": "Dora", "ends": ["0", "5"]},
]
HANDS = {"Anna": {"pips": 20}, "Carl": {"pips": 10}, "Dora": {"pips": 9}}
ROUND: Mapping[str, object] = {"entry": "round", "out": "Bo", "hands": HANDS}


def begun(app: Flask, *entries: Mapping[str, object], target: int = 60) -> Match:
    document: dict[str, object] = {
        "format": 1,
        "variant": "spansk",
        "players": list(FOUR),
        "partners": True,
        "lead": "Anna",
    }
    document |= {"partners": True, "entries": list(entries), "options": {"target": target}}
    return import_matches(app.extensions["scorekeeper"], [document])[0]


def written(app: Flask, match: Match) -> int:
    return load_match(app.extensions["scorekeeper"], match.id).seen


def tap_twice(page: Page, button: str, pause: int) -> None:
    """Tap twice on the same spot of the screen, whatever is there at the second tap."""
    page.locator(button).scroll_into_view_if_needed()
    box = page.locator(button).bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.touchscreen.tap(x, y)
    page.wait_for_timeout(pause)
    page.touchscreen.tap(x, y)
    Thumb(page).settle()


@pytest.mark.parametrize("pause", [350, *mark_slow(120)])
def test_a_double_tap_on_any_button_counts_once(app: Flask, devices: Devices, pause: int) -> None:
    match = begun(app, *LAID)
    page = devices.open(f"/m/{match.id}?kind=ends", PHONE)
    first = page.locator("#hints button").first
    steps = [
        ("#undo-4", "#taken-back"),
        ("#put-back", "#line-4"),
        ("#hint-1", "#line-7"),
    ]
    for number, (button, brings) in enumerate(steps, start=5):
        first.wait_for()
        tap_twice(page, button, pause)
        expect(page.locator(brings)).to_be_visible()
        assert written(app, match) == number, button
        page.goto(f"/m/{match.id}?kind=ends")
    page.goto(f"/m/{match.id}?kind=round&ended=out+2&hand-1=13&hand-3=8&hand-4=5")
    tap_twice(page, "#save", pause)
    expect(page.locator("#undo-8")).to_be_visible()  # the key on the card of the round
    assert written(app, match) == 8
    page.goto(f"/m/{match.id}/sheet")
    for number, (button, brings) in enumerate([("#strike-8", "#put-back-8"), ("#put-back-8", "#strike-8")], start=9):
        tap_twice(page, button, pause)
        expect(page.locator(brings)).to_be_visible()
        assert written(app, match) == number, button
        page.reload()


def test_a_second_tap_elsewhere_or_later_counts(app: Flask, devices: Devices) -> None:
    match = begun(app, *LAID)
    thumb = Thumb(devices.open(f"/m/{match.id}", TABLET))
    thumb.tap("#undo-4", "#undo-3")
    assert written(app, match) == 6
    thumb.page.wait_for_timeout(700)
    thumb.tap("#put-back")
    expect(thumb.page.locator("#taken-back")).to_contain_text("Dora")
    thumb.page.wait_for_timeout(700)
    thumb.tap("#put-back")
    expect(thumb.page.locator("#taken-back")).to_have_count(0)


@pytest.mark.parametrize("glass", [(375, 553), *mark_slow((390, 664), (360, 640))], ids=str)
@pytest.mark.parametrize("language", ["de-DE", *mark_slow("en-GB")])
def test_the_bar_is_in_view_and_moves_nothing(
    app: Flask, devices: Devices, glass: tuple[int, int], language: str
) -> None:
    match = begun(app, *LAID)
    device = replace(PHONE, width=glass[0], height=glass[1], language=language)
    page = devices.open(f"/m/{match.id}?kind=ends", device)
    slate = page.locator("#entry").bounding_box()
    Thumb(page).tap("#undo-4")
    page.goto(f"/m/{match.id}?kind=ends")
    expect(page.locator("#taken-back")).to_contain_text("Dora")
    expect(page.locator("#put-back")).to_be_in_viewport(ratio=1)
    after = page.locator("#entry").bounding_box()
    assert slate
    assert after
    assert after["y"] <= slate["y"] + 1
    assert page.evaluate(
        "[...document.querySelectorAll('#put-back')].every(each => {"
        " const box = each.getBoundingClientRect();"
        " return each.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)); })"
    )
    assert small_targets(page, what="#put-back, .undo") == []


@pytest.mark.parametrize("device", [PHONE, *mark_slow(DARK_PHONE)], ids=["light", "dark"])
def test_a_match_that_is_won_is_opened_in_place_after_one_question(
    app: Flask, devices: Devices, device: Device
) -> None:
    match = begun(app, *LAID, ROUND, target=8)
    page = devices.open(f"/m/{match.id}", device)
    expect(page.locator("#again")).to_be_visible()
    tap_twice(page, "#undo-5", 350)
    expect(page.locator("#foretold")).to_have_text("The match would be running again, 1\u00a0:\u00a03.")
    assert barriers(page) == []
    assert written(app, match) == 5
    page.wait_for_timeout(2000)  # the poll for news leaves the question open
    tap_twice(page, "#do-it", 350)
    expect(page.locator("#said")).to_contain_text("Taken back: Bo is out")
    assert written(app, match) == 6
    Thumb(page).tap("#put-back")
    expect(page.locator("#again")).to_be_visible()
    expect(page.locator("#said")).to_contain_text("Put back: Bo is out")
    page.goto(f"/m/{match.id}/sheet")
    Thumb(page).tap("#strike-5")
    Thumb(page).tap("#leave-it")
    expect(page.locator("#strike-5")).to_be_visible()
    assert barriers(page) == []
