"""The pad and the board say who leads and whose turn it is, in every game; if nobody knows who leads, the pad helps."""

import pytest
from flask import Flask
from playwright.sync_api import expect

from scorekeeper.engine.text import say
from scorekeeper.engine.variants import VARIANTS
from scorekeeper.play.scoring.writing import add_entry, start_match
from tests.browser.access import barriers
from tests.browser.devices import BIG_BOARD, DARK_PHONE, PHONE, PLAIN_PHONE, Device, Devices
from tests.browser.thumb import Thumb, small_targets
from tests.long import mark_slow

FOUR = ("Anna", "Bo", "Carl", "Dora")


def shows(thumb: Thumb, *tiles: str) -> None:
    for tile in tiles:
        thumb.tap("#shows-none" if tile == "none" else f"[value='shows {tile}']")


@pytest.mark.parametrize("device", [PHONE, PLAIN_PHONE, *mark_slow(DARK_PHONE)], ids=["light", "no-scripts", "dark"])
def test_the_highest_double_leads_and_is_written_down_with_one_tap(
    app: Flask, devices: Devices, device: Device
) -> None:
    match = start_match(app.extensions["scorekeeper"], "german_draw", FOUR[:3])
    thumb = Thumb(devices.open(f"/m/{match.id}", device))
    thumb.tap("#tab-lead")
    expect(thumb.page.locator("#sum")).to_have_text("Tap the tile that each shows.")
    if device.javascript:
        assert barriers(thumb.page) == []
        assert small_targets(thumb.page, what="a.button, .icon-button, button, .tab") == []
    shows(thumb, "6-4", "3-3", "6-6")
    expect(thumb.page.locator("#sum")).to_have_text("Carl leads: 6-6.")
    thumb.tap("#save")
    expect(thumb.page.locator("#board .leads")).to_have_text("Carl laid the first tile")
    expect(thumb.page.locator("#tab-lead")).to_have_count(0)


def test_equal_pips_draw_again_and_the_one_who_leads_is_chosen_for_the_first_tile(app: Flask, devices: Devices) -> None:
    match = start_match(app.extensions["scorekeeper"], "spansk", FOUR)
    thumb = Thumb(devices.open(f"/m/{match.id}?kind=lead"))
    shows(thumb, "6-3", "2-1", "5-4", "1-0")
    expect(thumb.page.locator("#sum")).to_have_text("Anna and Carl show equally much and draw again.")
    thumb.tap("#anew")
    shows(thumb, "3-2", "6-5")
    thumb.tap("#go-on")
    expect(thumb.page.locator("#player-3")).to_be_checked()


def test_without_a_double_all_deal_again(app: Flask, devices: Devices) -> None:
    match = start_match(app.extensions["scorekeeper"], "dk_almindelig", FOUR[:2])
    thumb = Thumb(devices.open(f"/m/{match.id}?kind=lead"))
    expect(thumb.page.locator("[value='shows 6-4']")).to_be_disabled()
    shows(thumb, "none", "none")
    expect(thumb.page.locator("#sum")).to_have_text("Nobody has a double: shuffle and deal again.")
    thumb.tap("#anew")
    expect(thumb.page.locator("#seat-1[aria-pressed=true]")).to_be_visible()


def test_a_round_whose_lead_nobody_named_asks_who_led_it(app: Flask, devices: Devices) -> None:
    match = start_match(app.extensions["scorekeeper"], "german_draw", FOUR[:3])
    thumb = Thumb(devices.open(f"/m/{match.id}?kind=round"))
    thumb.tap("label:has(#ended-1)", "#led label:has-text('Bo')", "#key-1", "#key-3", "#key-8", "#save")
    expect(thumb.page.locator("#board .leads")).to_have_text("Carl leads, next after Bo")


def test_where_age_decides_the_players_say_who_leads(app: Flask, devices: Devices) -> None:
    match = start_match(app.extensions["scorekeeper"], "dk_blinde", FOUR[:3])
    page = devices.open(f"/m/{match.id}?kind=lead")
    page.tap("#leads-2")
    page.wait_for_url("**lead=Bo**")
    assert page.input_value("#fill [name=lead]") == "Bo"


@pytest.mark.slow
@pytest.mark.two
@pytest.mark.parametrize("key", ["spansk", "dk_almindelig", "forty_two"])
def test_pad_and_board_say_who_leads_before_and_after_a_round(app: Flask, devices: Devices, key: str) -> None:
    store, variant = app.extensions["scorekeeper"], VARIANTS[key]
    players = FOUR[: variant.most_players]
    match = start_match(store, key, players, None, players[1])
    page, board = devices.open(f"/m/{match.id}"), devices.open(f"/m/{match.id}/board", BIG_BOARD)
    bids = "bid" in variant.takes
    first = "Bo shuffles the first round" if bids else "Bo leads the first round"
    expect(page.locator("#board .leads")).to_contain_text(first)
    expect(board.locator(".big-lead")).to_contain_text(first)
    hands = {player: {"tiles": 1, "pips": pips} for player, pips in zip(players[1:], (7, 8, 9), strict=False)}
    ended: dict[str, object] = {"entry": "round", "out": players[0], "hands": hands}
    if bids:
        bid = {"entry": "bid", "player": players[0], "points": 31}
        match, ended = add_entry(store, match.id, bid, match.seen, "bid"), {"entry": "round", "made": True}
    match = add_entry(store, match.id, ended, match.seen, "round")
    if match.sheet.over:
        return
    told = say(match.sheet.lead.why)
    expect(page.locator(".next-lead")).to_have_text(told, ignore_case=True)
    expect(board.locator(".big-lead")).to_have_text(told, ignore_case=True)
    if variant.moves_score or bids:
        page.tap("#deal")
        expect(page.locator(".tabs")).to_be_visible()
    asked = match.sheet.lead.player is None and match.sheet.game.leading.asks_leader
    expect(page.locator("#tab-lead")).to_have_count(int(asked))
