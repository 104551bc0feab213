"""The hands of a round and bids take no more taps than promised; a digit is a tap."""

from dataclasses import replace

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from scorekeeper.engine.variants import VARIANTS
from scorekeeper.play.scoring.match import Match, load_match
from scorekeeper.play.scoring.writing import start_match
from tests.browser.devices import PHONE, Devices
from tests.browser.thumb import Thumb
from tests.web.test_taps_in_every_game import begin

pytestmark = pytest.mark.slow

# Pairs, hands that are doubled or rounded, tiles that are counted, a double-nine and a double-twelve set, penalties.
HANDS = ("spansk", "dk_femmer", "dk_blinde", "cuban_d9", "mexican_train", "penalty_pad", "fives_threes", "own")


FOURTEEN = ("Anna", "Bo", "Carl", "Dora", "Eva", "Finn", "Gerda", "Hugo", "Ida", "Jan", "Kim", "Leo", "Mia", "Nils")


def is_on_top(page: Page, selector: str) -> bool:
    """Return whether the middle of an element, or of the chip around it, is in view with nothing over it."""
    found: bool = page.locator(selector).evaluate(
        """each => {
            const whole = each.closest(".chip, .hand") ?? each, box = whole.getBoundingClientRect();
            return whole.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2));
        }"""
    )
    return found


def go_to_pad(thumb: Thumb, match: Match, query: str = "") -> Page:
    """Open another match on the same phone, without counting the taps."""
    thumb.page.evaluate("sessionStorage.clear()")  # so that this is no double tap
    thumb.page.goto(f"/m/{match.id}{query}")
    thumb.taps = 0
    return thumb.page


def test_the_hands_of_a_round_take_eight_taps_at_most_with_each_kind_of_hand(app: Flask, devices: Devices) -> None:
    """The taps are 13, 8 and 5, who is out, the tab and Save; hands that do not count are not asked for."""
    thumb = Thumb(devices.open("/"))
    for variant in (VARIANTS[key] for key in HANDS):
        match = begin(app, variant.key)
        out = match.seating.players[0]
        asked = match.sheet.game.rounds.hands.list_counted(out)
        hangs_on_lead = match.sheet.lead.player is None and match.sheet.game.leading.hangs_on(out)
        page = go_to_pad(thumb, match)
        if not page.locator(".entry-round").count():
            thumb.tap("#tab-round")
        page.locator("#out .chip", has_text=out).tap()
        thumb.settle()
        thumb.taps += 1
        for number, player in zip(("13", "8", "5"), asked, strict=False):
            turned = page.locator(".hand.here .hand-name").inner_text()
            if turned != player:
                expect(page.locator("#next")).to_have_text(f"Next: {player}")
                thumb.tap("#next")
            thumb.tap(*(f"#key-{digit}" for digit in number))
        if hangs_on_lead:
            page.locator("#led .chip", has_text=out).tap()
        if asked or hangs_on_lead:
            thumb.tap("#save")
        thumb.settle()
        assert load_match(app.extensions["scorekeeper"], match.id).seen == 1, variant.key
        assert thumb.taps <= 8, variant.key


def test_fourteen_enter_the_end_of_a_round_on_a_small_phone(app: Flask, devices: Devices) -> None:
    """The player who is out, and the first hands, are in view without scrolling, and all thirteen hands are written."""
    store = app.extensions["scorekeeper"]
    match = start_match(store, "mexican_train", FOURTEEN, options={"set": 18})
    thumb = Thumb(devices.open("/", replace(PHONE, width=360, height=640)))
    page = go_to_pad(thumb, match)
    for seat in range(1, 15):
        assert is_on_top(page, f"#ended-{seat}"), FOURTEEN[seat - 1]
    page.locator("#out .chip", has_text=FOURTEEN[-1]).tap()
    thumb.settle()
    for seat in range(1, 14):
        assert is_on_top(page, f"#hand-{seat}"), FOURTEEN[seat - 1]
        thumb.tap("#key-1", "#key-2", *(["#next"] if seat < 13 else []))
    thumb.tap("#save")
    assert load_match(store, match.id).sheet.totals == dict.fromkeys(FOURTEEN[:-1], 12) | {FOURTEEN[-1]: 0}


def test_a_bid_takes_three_taps_and_its_end_one_where_made_or_set_is_enough(app: Flask, devices: Devices) -> None:
    thumb = Thumb(devices.open("/"))
    match = begin(app, "forty_two", lead="Anna")
    page = go_to_pad(thumb, match)
    for chip in ("player-2", "bid-31"):
        page.locator("label").filter(has=page.locator(f"id={chip}")).tap()
        thumb.settle()
        thumb.taps += 1
    thumb.tap("#save")
    expect(page.locator("#save-made")).to_be_visible()
    assert thumb.taps <= 3
    thumb.tap("#save-made")
    expect(page.locator("#round-card")).to_be_visible()
    assert thumb.taps <= 4
