"""Two phones at one table, a phone that loses the Wi-Fi, and a thumb that taps too fast."""

from dataclasses import replace

import pytest
from flask import Flask
from playwright.sync_api import expect

from scorekeeper.play.scoring.match import Match, load_match
from scorekeeper.play.scoring.writing import start_match
from tests.browser.devices import PHONE, Devices
from tests.browser.thumb import Thumb


@pytest.fixture
def match(app: Flask) -> Match:
    return start_match(app.extensions["scorekeeper"], "spansk", ("Anna", "Bo", "Carl", "Dora"), None, "Anna")


def test_the_second_of_two_phones_sees_what_the_first_one_wrote(devices: Devices, match: Match) -> None:
    first, second = (Thumb(devices.open(f"/m/{match.id}")) for _ in range(2))
    second.tap("#tab-round", "label:has(#ended-1)", "#key-1", "#key-3")
    first.tap("label:has(#tile-5-0)", "#save")
    second.tap("#key-8", "#save")
    expect(second.page.locator("#stale")).to_be_visible()
    assert second.totals == ["1", "0"]
    assert [second.page.input_value(f"#hand-{seat}") for seat in (2, 4)] == ["13", "8"]
    second.page.locator("#save").press("Enter")  # a second tap so soon would count as a double tap
    expect(second.page.locator("#round-card")).to_be_visible()
    assert second.totals == ["5", "0"]


def test_a_phone_without_wifi_says_so_and_sends_what_was_typed_when_it_is_back(devices: Devices, match: Match) -> None:
    devices.tolerate("ERR_INTERNET_DISCONNECTED|htmx:error|Failed to fetch")
    thumb = Thumb(devices.open(f"/m/{match.id}"))
    thumb.tap("label:has(#tile-5-0)")
    expect(thumb.page.locator("#save")).to_have_text("Save: 1 point")
    thumb.page.context.set_offline(True)
    thumb.page.locator("#save").tap()
    expect(thumb.page.locator("#trouble")).to_be_visible()
    thumb.page.context.set_offline(False)
    thumb.tap("#save")
    expect(thumb.page.locator("#trouble")).to_be_hidden()
    assert thumb.totals == ["1", "0"]


def test_what_a_proxy_says_while_no_machine_answers_is_said_in_the_words_of_the_pad(
    devices: Devices, match: Match
) -> None:
    devices.tolerate("status of 503")
    thumb = Thumb(devices.open(f"/m/{match.id}", replace(PHONE, language="de-DE")))
    thumb.tap("label:has(#tile-5-0)")
    expect(thumb.page.locator("#save")).to_contain_text("1")
    address = f"**/m/{match.id}"
    thumb.page.route(address, lambda route: route.fulfill(status=503, body="not to be reached"))
    thumb.page.locator("#save").tap()
    expect(thumb.page.locator("#trouble")).to_contain_text("Keine Verbindung zum Spielblock")
    thumb.page.unroute(address)
    thumb.tap("#save")
    assert thumb.totals == ["1", "0"]


def test_an_answer_that_never_arrived_is_not_scored_twice(app: Flask, devices: Devices, match: Match) -> None:
    devices.tolerate("ERR_FAILED|htmx:error|Failed to fetch")
    thumb = Thumb(devices.open(f"/m/{match.id}"))
    thumb.tap("label:has(#tile-5-0)")
    expect(thumb.page.locator("#save")).to_have_text("Save: 1 point")
    address = f"**/m/{match.id}"
    thumb.page.route(address, lambda route: (route.fetch(), route.abort()))
    # The phone reports that no answer came, until the board shows the entry by itself.
    thumb.page.evaluate(
        """() => new MutationObserver(([{ target }]) => { if (!target.hidden) target.classList.add("told") })
            .observe(document.querySelector("#trouble"), { attributeFilter: ["hidden"] })"""
    )
    thumb.page.locator("#save").tap()
    expect(thumb.page.locator("#trouble.told")).to_have_count(1)
    thumb.page.unroute(address)
    thumb.tap("#save")
    assert thumb.totals == ["1", "0"]
    assert load_match(app.extensions["scorekeeper"], match.id).seen == 1


def test_a_double_tap_scores_once(app: Flask, devices: Devices, match: Match) -> None:
    thumb = Thumb(devices.open(f"/m/{match.id}"))
    thumb.tap("label:has(#tile-5-0)")
    expect(thumb.page.locator("#save")).to_have_text("Save: 1 point")
    thumb.page.locator("#save").dblclick()
    thumb.settle()
    assert thumb.totals == ["1", "0"]
    assert load_match(app.extensions["scorekeeper"], match.id).seen == 1


def test_tiles_picked_faster_than_the_score_pad_answers_are_all_in_the_hand(devices: Devices, match: Match) -> None:
    page = devices.open(f"/m/{match.id}?kind=round&ended=out+1&by=tiles")
    page.wait_for_load_state()
    page.evaluate("['6-6', '5-4', '2-0'].forEach(tile => document.getElementById(`hand-2-${tile}`).click())")
    expect(page.locator("#adds-up-2")).to_have_text("23")
    expect(page.locator("#hand-2 .tile")).to_have_count(3)


def test_the_pad_at_twice_its_size_loses_nothing(devices: Devices, match: Match) -> None:
    page = devices.open(f"/m/{match.id}?kind=round&ended=out+1")
    page.set_viewport_size({"width": 195, "height": 422})
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    for key in "13":
        page.locator(f"#key-{key}").scroll_into_view_if_needed()
        page.locator(f"#key-{key}").tap()
    assert page.input_value("#hand-2") == "13"


def test_a_page_that_is_too_old_says_so_and_keeps_what_was_typed(devices: Devices, match: Match) -> None:
    devices.tolerate("status of 400")
    thumb = Thumb(devices.open(f"/m/{match.id}?kind=round&ended=out+1&hand-2=13&hand-3=8&hand-4=5"))
    thumb.page.evaluate("document.querySelector('#fill [name=csrf_token]').value = 'worn out'")
    thumb.page.locator("#save").tap()
    expect(thumb.page.locator("#trouble")).to_have_text(
        "This page is too old. Open it anew: what was written down is safe."
    )
    assert thumb.page.input_value("#hand-3") == "8"
