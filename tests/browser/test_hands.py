"""Typing the hands at the end of a round: whose hand is next, and hands that are never asked for."""

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from scorekeeper.play.scoring.writing import start_match
from tests.browser.devices import Devices
from tests.browser.thumb import Thumb

FOUR = ("Anna", "Bo", "Carl", "Dora")


@pytest.fixture
def thumb(app: Flask, devices: Devices) -> Thumb:
    """Return a thumb on the form of the hands: every hand counts, and Anna is out."""
    match = start_match(app.extensions["scorekeeper"], "dk_almindelig", FOUR)
    return Thumb(devices.open(f"/m/{match.id}?kind=round&ended=out+1"))


def read_hands(page: Page) -> list[str]:
    return [page.input_value(f"#hand-{seat}") for seat in (2, 3, 4)]


def press(thumb: Thumb, *keys: str) -> None:
    """Tap keys, and wait after each for the sum from the score pad, as at a table."""
    for key in keys:
        with thumb.page.expect_response(lambda answer: answer.request.method == "POST"):
            thumb.page.locator(f"#key-{key}").tap()
    thumb.settle()


def test_next_after_the_step_that_the_pad_made_itself_skips_nobody(thumb: Thumb) -> None:
    page = thumb.page
    expect(page.locator("#next")).to_have_text("Next: Carl")
    # These taps come before the answer with the sum.
    thumb.page.locator("#key-1").tap()
    thumb.page.locator("#key-3").tap()
    expect(page.locator(".hand.here .hand-name")).to_have_text("Carl")
    expect(page.locator("#next")).to_have_text("Now: Carl")
    page.locator("#next").tap()
    expect(page.locator(".hand.here .hand-name")).to_have_text("Carl")
    expect(page.locator("#next")).to_have_text("Next: Dora")
    press(thumb, "8")
    assert read_hands(page) == ["13", "8", ""]
    page.locator("#next").tap()
    press(thumb, "5")
    assert read_hands(page) == ["13", "8", "5"]
    expect(page.locator("#next")).to_be_hidden()


def test_next_skips_nobody_either_once_the_sum_has_come_back(thumb: Thumb) -> None:
    page = thumb.page
    press(thumb, "1", "3")
    expect(page.locator("#next")).to_have_text("Now: Carl")
    page.locator("#next").tap()
    expect(page.locator(".hand.here .hand-name")).to_have_text("Carl")
    page.locator("#next").tap()
    expect(page.locator(".hand.here .hand-name")).to_have_text("Dora")
    # Only Carl's hand is empty, so it is next.
    expect(page.locator("#next")).to_have_text("Next: Carl")


def test_a_hand_that_went_on_too_soon_is_taken_up_again(thumb: Thumb) -> None:
    thumb.tap("#key-1", "#key-3", "#key-plus", "#key-8", "#next", "#key-7", "#next", "#key-2", "#key-back", "#key-5")
    assert read_hands(thumb.page) == ["13+8", "7", "5"]
    expect(thumb.page.locator("#adds-up-2")).to_have_text("21")


def test_what_was_wrong_does_not_stay_beside_what_stands_there_now(thumb: Thumb) -> None:
    page = thumb.page
    page.fill("#hand-2", "6-9")
    page.fill("#hand-3", "8")
    page.fill("#hand-4", "5")
    thumb.tap("#save")
    expect(page.locator("#wrong-hand-2")).to_contain_text("a half shows 0 to 6")
    page.locator("#hand-2").tap()
    thumb.tap("#key-back", "#key-back")
    expect(page.locator("#wrong-hand-2")).to_have_count(0)
    expect(page.locator("#save")).to_contain_text("Save: 19 for Anna")


def test_the_line_says_what_is_wrong_with_the_hand_at_hand_and_nothing_moves(thumb: Thumb) -> None:
    page = thumb.page
    page.set_viewport_size({"width": 375, "height": 553})
    page.locator("#hand-2").tap()
    keys = ["#key-1", "#key-0", "#save", "#hand-2", "#hand-4"]
    places = "keys => keys.map(key => JSON.stringify(document.querySelector(key).getBoundingClientRect()))"
    before = page.evaluate(places, keys)
    thumb.tap("#save")
    expect(page.locator("#errors summary")).to_have_text("What does Bo still hold? +2")
    assert page.evaluate(places, keys) == before
    page.locator("#hand-4").tap()
    expect(page.locator("#first-error")).to_have_text("What does Dora still hold?")
    press(thumb, "5")
    expect(page.locator("#errors summary")).to_have_text("What does Bo still hold? +1")
    expect(page.locator("#hand-4[aria-invalid]")).to_have_count(0)


def test_more_digits_than_a_hand_has_cannot_be_typed(thumb: Thumb) -> None:
    page = thumb.page
    page.locator("#hand-4").tap()
    press(thumb, "7", "4")
    page.locator("#key-1").tap()
    page.locator("#hand-4").press("End")
    page.locator("#hand-4").press_sequentially("1+1")
    assert page.input_value("#hand-4") == "74+1"


def test_the_partners_hand_is_folded_away_and_never_asked(app: Flask, devices: Devices) -> None:
    match = start_match(app.extensions["scorekeeper"], "spansk", FOUR)
    thumb = Thumb(devices.open(f"/m/{match.id}?kind=round"))
    page = thumb.page
    thumb.tap("label:has(#ended-2)")
    expect(page.locator("#folded summary")).to_have_text("Dora: does not count")
    expect(page.locator("#hand-4")).to_be_hidden()
    press(thumb, "1", "3", "5")
    expect(page.locator("#sum")).to_contain_text("18, rounded to 20")
    # The row of a hand that does not count can be opened and filled in; it changes nothing.
    page.locator("#folded summary").tap()
    page.locator("#hand-4").tap()
    press(thumb, "9")
    expect(page.locator("#sum")).to_contain_text("18, rounded to 20")
    page.locator("#led .chip", has_text="Anna").tap()
    thumb.settle()
    thumb.tap("#save")
    expect(page.locator("#round-card")).to_contain_text("Bo is out")
    assert thumb.totals == ["0", "4"]
