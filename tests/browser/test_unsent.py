"""Entries saved without connection: stored on the phone, sent in order and once, and never lost."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import replace

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from scorekeeper.play.access import close_link, list_match_links, make_link
from scorekeeper.play.scoring.match import Match, load_match
from scorekeeper.play.scoring.taking_back import strike_out
from scorekeeper.play.scoring.writing import add_entry, start_match
from tests.browser.access import barriers
from tests.browser.devices import DARK_PHONE, NO_ANSWER, PHONE, Device, Devices, kept
from tests.browser.glass import OUT_OF_REACH
from tests.browser.server import Switch, lone_proxy
from tests.browser.thumb import Thumb, small_targets
from tests.long import mark_slow

INSTALLED = replace(PHONE, installed=True)
FOUR = ("Anna", "Bo", "Carl", "Dora")
LONG = 30_000  # ms; long, as the intervals between retries grow


@pytest.fixture
def match(app: Flask) -> Match:
    return start_match(app.extensions["scorekeeper"], "spansk", FOUR, None, "Anna")


def seated(devices: Devices, match: Match, device: Device = INSTALLED) -> Page:
    """Open the pad on a phone, and wait until the phone has cached the pages that it needs."""
    page = devices.open(f"/m/{match.id}", device)
    page.wait_for_function("() => Boolean(navigator.serviceWorker.controller)")
    kept(page, f"/m/{match.id}/unsent")
    return page


def first_tile(page: Page) -> None:
    """Let Anna lead with the 5-0, and wait for the pad's sum before the connection goes."""
    Thumb(page).tap("label:has(#tile-5-0)")
    expect(page.locator("#save")).to_have_text("Save: 1 point")


def save_ends(page: Page, player: str, ends: str) -> None:
    """Write one more entry on the page of unsent entries."""
    form = page.locator("#more-ends")
    form.locator(".chip", has_text=player).tap()
    form.locator("#ends").fill(ends)
    save(page)


def tap_end(page: Page, end: str, becomes: str) -> None:
    """Tap an open end on the page of unsent entries, and then the key of the new end."""
    page.locator(f"#more-ends [aria-label='Open end {end}, change it']").tap()
    page.locator(f"#more-ends [data-to='{becomes}']").tap()


def save(page: Page, form: str = "#more-ends") -> None:
    """Save the entry in the form on the page of unsent entries."""
    waiting = page.locator(".slip").count()
    page.locator(form).get_by_role("button", name="Save").tap()
    expect(page.locator(".slip")).to_have_count(waiting + 1)


def written(app: Flask, match: Match) -> list[str]:
    """Return the ends of each entry on the sheet."""
    lines = load_match(app.extensions["scorekeeper"], match.id).sheet.lines
    return [" ".join(map(str, line.ends)) for line in lines]


@contextmanager
def away(gone: str, switch: Switch, page: Page) -> Iterator[None]:
    """Stop the score pad for a while, also behind a proxy that answers for it, or cut the phone's Wi-Fi."""
    switch.off() if gone != "wifi" else page.context.set_offline(True)
    with lone_proxy(switch.address) if gone == "behind a proxy" else nullcontext():
        yield
    switch.on() if gone != "wifi" else page.context.set_offline(False)


@pytest.mark.parametrize("gone", ["stopped", *mark_slow("wifi", "behind a proxy")])
def test_several_entries_wait_in_their_order_and_are_sent_once(
    app: Flask, devices: Devices, match: Match, switch: Switch, gone: str
) -> None:
    devices.tolerate(f"{NO_ANSWER}|status of 503")
    page = seated(devices, match)
    first_tile(page)
    with away(gone, switch, page):
        save_without_connection(page)
        assert written(app, match) == []
    page.wait_for_url(f"**/m/{match.id}", timeout=LONG)
    expect(page.locator("#line-3")).to_be_visible()
    assert written(app, match) == ["5 0", "5-5 0", "5-5 4"]


def save_without_connection(page: Page) -> None:
    """Save the first tile, and two more entries on the page of unsent entries."""
    page.tap("#save")
    page.wait_for_url("**/unsent")
    expect(page.locator(".slip")).to_have_count(1)
    expect(page.locator(".total")).to_have_text(["0", "0"])
    expect(page.locator("#not-counted")).to_be_visible()
    expect(page.locator("#more-ends").get_by_role("radio", name="Bo")).to_be_checked()
    expect(page.locator("#to-move")).to_have_text("Bo to move")
    tap_end(page, "5", "5-5")
    expect(page.locator("#ends")).to_have_value("5-5 0")
    save(page)
    expect(page.locator("#to-move")).to_have_text("Carl to move")
    expect(page.locator("#more-ends").get_by_role("radio", name="Carl")).to_be_checked()
    save_ends(page, "Carl", "5-5 4")
    expect(page.locator(".slip-said")).to_have_text(["Anna: 5-0", "Bo: 5-5 0", "Carl: 5-5 4"])
    tap_end(page, "4", "6")
    expect(page.locator("#ends")).to_have_value("5-5 6")


def test_a_pass_waits_and_is_sent(
    app: Flask, devices: Devices, match: Match, offline: Callable[[], None], switch: Switch
) -> None:
    """One tap writes a pass like other moves, and it waits like them."""
    store = app.extensions["scorekeeper"]
    add_entry(store, match.id, {"entry": "play", "player": "Anna", "tile": "6-6"}, 0, "first")
    page = seated(devices, match)
    expect(page.locator("#line-1")).to_be_visible()
    offline()
    page.tap("#pass")
    page.wait_for_url("**/unsent**")
    expect(page.locator(".slip-said")).to_have_text(["Bo passes"])
    switch.on()
    page.wait_for_url(f"**/m/{match.id}", timeout=LONG)
    lines = load_match(store, match.id).sheet.lines
    assert [(line.entry.kind, line.entry.mover) for line in lines] == [("play", "Anna"), ("pass", "Bo")]


def test_what_waits_survives_a_closed_tab_and_a_score_pad_started_anew(
    app: Flask, devices: Devices, match: Match, offline: Callable[[], None], switch: Switch
) -> None:
    page = seated(devices, match)
    first_tile(page)
    offline()
    page.tap("#save")
    expect(page.locator(".slip")).to_have_count(1)
    save_ends(page, "Bo", "5-5 0")
    again = page.context.new_page()
    page.close()
    again.goto(f"/m/{match.id}")
    expect(again.locator("#aside")).to_have_text("Entries wait on this phone: look at them")
    again.tap("#aside")
    expect(again.locator(".slip-said")).to_have_text(["Anna: 5-0", "Bo: 5-5 0"])
    switch.on()
    again.wait_for_url(f"**/m/{match.id}", timeout=LONG)
    assert written(app, match) == ["5 0", "5-5 0"]


def test_a_tap_too_many_and_an_answer_that_was_lost_count_once(
    app: Flask, devices: Devices, match: Match, offline: Callable[[], None], switch: Switch
) -> None:
    page = seated(devices, match)
    first_tile(page)
    # The entry arrives and its answer does not, so the phone stores the entry and sends it again.
    fields = page.evaluate("Object.fromEntries(new FormData(document.getElementById('fill')))")
    page.request.post(f"/m/{match.id}", form=fields)
    assert written(app, match) == ["5 0"]
    offline()
    page.locator("#save").dblclick()
    expect(page.locator(".slip")).to_have_count(1)
    save_ends(page, "Bo", "5-5 0")
    switch.on()
    page.wait_for_url(f"**/m/{match.id}", timeout=LONG)
    assert written(app, match) == ["5 0", "5-5 0"]


@pytest.mark.slow
def test_an_entry_that_cannot_be_written_any_more_stays_with_its_reason(
    app: Flask, devices: Devices, match: Match, offline: Callable[[], None], switch: Switch
) -> None:
    page = seated(devices, match)
    first_tile(page)
    offline()
    page.tap("#save")
    expect(page.locator(".slip")).to_have_count(1)
    save_ends(page, "Bo", "5-5 0")
    entry = {"entry": "play", "player": "Anna", "tile": "6-6"}
    add_entry(app.extensions["scorekeeper"], match.id, entry, 0, "elsewhere")
    switch.on()
    refused = page.locator(".slip.refused")
    expect(refused).to_have_count(1, timeout=LONG)
    expect(refused.locator(".slip-reasons")).to_contain_text("Somebody saved first.")
    expect(page.locator(".slip-state").nth(1)).to_have_text("Waits for the one before.")
    assert barriers(page) == []
    assert small_targets(page) == []
    page.reload()
    expect(page.locator(".slip")).to_have_count(2)
    assert written(app, match) == ["6-6"]
    # The entry on the sheet is struck out; then the refused entry is saved on the pad.
    strike_out(app.extensions["scorekeeper"], match.id, 1, 1, "struck")
    page.tap(".slip-look")
    expect(page.locator("#save")).to_have_text("Save: 1 point")
    Thumb(page).tap("#save")
    expect(page.locator("#line-3")).to_be_visible()
    page.tap("#aside")
    expect(page.locator(".slip-said")).to_have_text(["Bo: 5-5 0"])
    expect(page.locator(".slip.refused")).to_have_count(1, timeout=LONG)
    page.once("dialog", lambda dialog: dialog.accept())
    page.tap(".slip-away")
    page.wait_for_url(f"**/m/{match.id}")
    assert written(app, match)[2:] == ["5 0"]


@pytest.mark.slow
def test_what_waits_while_the_phone_is_shut_out_is_sent_once_it_is_let_in_again(
    app: Flask, devices: Devices, match: Match, offline: Callable[[], None], switch: Switch
) -> None:
    devices.tolerate("status of 403")
    store = app.extensions["scorekeeper"]
    page = devices.open(f"/join/{list_match_links(store, match.id).score}", INSTALLED, stranger=True)
    page.wait_for_function("() => Boolean(navigator.serviceWorker.controller)")
    kept(page, f"/m/{match.id}/unsent")
    first_tile(page)
    offline()
    page.tap("#save")
    expect(page.locator(".slip")).to_have_count(1)
    close_link(store, match.id, "score")
    switch.on()
    expect(page.locator(".slip-state")).to_have_text(
        "The score pad does not let this phone write at the moment.", timeout=LONG
    )
    page.request.get(f"/join/{make_link(store, match.id, 'score')}")
    page.wait_for_url(f"**/m/{match.id}", timeout=LONG)
    assert written(app, match) == ["5 0"]


@pytest.mark.parametrize("device", [PHONE, *mark_slow(DARK_PHONE)], ids=["light", "dark"])
@pytest.mark.parametrize("game", ["spansk", *mark_slow("dk_to_ens", "jijbent")])
def test_the_page_beside_the_pad_is_for_everyone(devices: Devices, app: Flask, device: Device, game: str) -> None:
    players = ("Maximilian", "Bo") if game == "jijbent" else ("Maximilian", "Bo", "Carl", "Dora")
    match = start_match(app.extensions["scorekeeper"], game, players)
    page = devices.open(f"/m/{match.id}/unsent", device)
    if game == "spansk":
        Thumb(page).tap("#key-1", "#key-3")
        expect(page.locator("#hand-1")).to_have_value("13")
    assert barriers(page) == []
    assert small_targets(page, what="a.button, .icon-button, button, input:not([type=hidden])") == []
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


@pytest.mark.slow
@pytest.mark.usefixtures("seldom_news")  # so that the page does not notice before that the connection is gone
def test_a_hand_given_without_connection_waits_with_the_entries_and_is_refused_kindly_if_too_late(
    app: Flask, devices: Devices, offline: Callable[[], None], switch: Switch
) -> None:
    store = app.extensions["scorekeeper"]
    match = start_match(store, "chicken_foot", FOUR)
    page = devices.open(f"/join/{list_match_links(store, match.id).score}", INSTALLED, stranger=True)
    page.wait_for_function("() => Boolean(navigator.serviceWorker.controller)")
    Thumb(page).tap("#am-1")
    kept(page, f"/m/{match.id}/unsent")
    offline()
    Thumb(page).tap("#key-1", "#key-3", "#give")
    expect(page.locator(".slip-said")).to_have_text("Anna 13")
    switch.on()
    page.wait_for_url(f"**/m/{match.id}/hand", timeout=LONG)
    expect(page.locator("#given-1")).to_contain_text("13")
    page.tap("#again")
    page.wait_for_url("**again=1")
    offline()
    page.tap("#am-out")
    expect(page.locator(".slip-said")).to_have_text("Anna is out")
    hands = {name: {"pips": 3} for name in ("Anna", "Bo", "Dora")}
    add_entry(store, match.id, {"entry": "round", "out": "Carl", "hands": hands}, 0, "by one phone")
    switch.on()
    expect(page.locator(".slip-reasons")).to_contain_text("That round is over already", timeout=LONG)
    page.tap(".slip-look")
    page.wait_for_url("**/sheet")


@pytest.mark.parametrize("size", [(375, 553), *mark_slow((390, 664), (360, 640))])
def test_the_way_to_what_waits_covers_nothing_that_can_be_tapped(
    app: Flask, devices: Devices, offline: Callable[[], None], size: tuple[int, int]
) -> None:
    """It takes the place of the title, on the own hand and after a round: there the page begins with buttons."""
    store = app.extensions["scorekeeper"]
    match = start_match(store, "chicken_foot", FOUR)
    phone = replace(INSTALLED, width=size[0], height=size[1])
    page = devices.open(f"/join/{list_match_links(store, match.id).score}", phone, stranger=True)
    page.wait_for_function("() => Boolean(navigator.serviceWorker.controller)")
    Thumb(page).tap("#am-1", "#by-tiles")
    expect(page.locator("#pick")).to_be_visible()
    hands = {name: {"pips": 3} for name in ("Anna", "Bo", "Dora")}
    after = start_match(store, "spansk", FOUR)
    add_entry(store, after.id, {"entry": "round", "out": "Carl", "hands": hands}, 0, "over")
    pad = devices.open(f"/m/{after.id}", phone)
    pad.wait_for_function("() => Boolean(navigator.serviceWorker.controller)")
    assert [shown.evaluate(OUT_OF_REACH) for shown in (page, pad)] == [[], []]
    offline()
    for shown in (page, pad):
        expect(shown.locator("#aside")).to_be_visible()
        expect(shown.locator("h1")).to_have_count(1)
        assert shown.evaluate(OUT_OF_REACH) == []
        assert small_targets(shown, what=".bar a, #aside") == []
