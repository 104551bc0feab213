"""Four phones at one table: each gives its player's hand, all show who is missing, and the last hand ends the round."""

from dataclasses import replace

import pytest
from flask import Flask
from playwright.sync_api import expect

from scorekeeper.play.access import list_match_links
from scorekeeper.play.scoring.hand_collection import submit_hand
from scorekeeper.play.scoring.match import Match, load_match
from scorekeeper.play.scoring.writing import start_match
from tests.browser.access import barriers
from tests.browser.devices import DARK_PHONE, PHONE, Devices
from tests.browser.glass import OUT_OF_REACH, PLAYERS
from tests.browser.thumb import Thumb, small_targets
from tests.long import mark_slow


def begin(app: Flask, players: int) -> tuple[Match, str]:
    """Start a match of Chicken Foot, and return it with its link to score."""
    store = app.extensions["scorekeeper"]
    match = start_match(store, "chicken_foot", PLAYERS[:players])
    return match, f"/join/{list_match_links(store, match.id).score}"


def test_four_phones_give_their_hands_and_the_last_one_closes_the_round(app: Flask, devices: Devices) -> None:
    match, link = begin(app, 4)
    looks = (PHONE, DARK_PHONE, PHONE, PHONE)
    phones = [Thumb(devices.open(link, look, stranger=True)) for look in looks]
    for seat, phone in enumerate(phones, 1):
        phone.tap(f"#am-{seat}")
    anna, bo, carl, dora = phones
    assert barriers(bo.page) == []
    carl.tap("#by-tiles", ".half-key:has(#hand-3-half-6)", "label:has(input[value='6-5'])")
    expect(carl.page.locator("#adds-up-3")).to_have_text("11")
    anna.tap("#key-1", "#key-3", "#give")
    bo.tap("#am-out")
    expect(carl.page.locator("#waits")).to_have_text("Bo is out. Missing: Carl, Dora")  # while Carl picks tiles
    expect(carl.page.locator("#hand-3 .drawn")).to_have_count(1)
    carl.tap("#give")
    expect(dora.page.locator("#waits")).to_have_text("Bo is out. Missing: Dora")
    dora.tap("#key-4", "#give")
    for phone in phones:
        expect(phone.page.locator("#round-told")).to_contain_text("Bo is out.")
        expect(phone.page.locator("#give")).to_be_visible()
    after = load_match(app.extensions["scorekeeper"], match.id)
    assert after.sheet.totals == {"Anna": 13, "Bo": 0, "Carl": 11, "Dora": 4}


@pytest.mark.parametrize("size", [(375, 553), *mark_slow((390, 664), (360, 640))])
def test_the_own_hand_of_eight_is_in_reach_on_every_phone(app: Flask, devices: Devices, size: tuple[int, int]) -> None:
    match, link = begin(app, 8)
    store = app.extensions["scorekeeper"]
    submit_hand(store, match.id, PLAYERS[1], [], (0, 0), "another", "out")
    width, height = size
    phone = Thumb(devices.open(link, replace(PHONE, width=width, height=height), stranger=True))
    for taps in (("#am-8",), ("#by-tiles",), ("#by-pips", "#key-7", "#give")):
        expect(phone.page.locator(taps[0])).to_be_visible()  # the page after the last tap is loaded
        assert phone.page.evaluate(OUT_OF_REACH) == []
        assert small_targets(phone.page, what="a[href], button") == []
        phone.tap(*taps)
    expect(phone.page.locator("#mine")).to_be_visible()
    assert phone.page.evaluate(OUT_OF_REACH) == []
