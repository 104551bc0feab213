"""Three hundred matches on a phone and a tablet: found by typing, reviewed, archived and brought back."""

import json
from pathlib import Path

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from scorekeeper.play.scoring.writing import add_entry, start_match
from scorekeeper.store import SqliteStore
from tests.browser.access import barriers
from tests.browser.devices import PHONE, PLAIN_PHONE, Devices
from tests.browser.history import take_over

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def with_family_matches(app: Flask, family_matches: SqliteStore) -> None:
    take_over(app, family_matches)


def first_sheet(page: Page) -> Page:
    page.goto("/history")
    page.locator("#found .match-link").first.click()
    expect(page.locator("#sheet")).to_be_visible()
    return page


def test_a_match_is_found_as_one_types_and_more_come_by_a_tap(devices: Devices) -> None:
    page = devices.open("/", PHONE)
    page.click("#history")
    expect(page.locator("#found .match")).to_have_count(40)
    page.click(".older a")
    expect(page.locator("#found .match")).to_have_count(80)
    page.locator("#q").press_sequentially("anna bo")
    expect(page.locator("#found .match", has_not_text="Anna")).to_have_count(0)
    expect(page.locator("#found .match", has_not_text="Bo")).to_have_count(0)
    page.fill("#q", "nobody at all")
    expect(page.locator("#found-heading")).to_have_text("No match is like that.")
    page.fill("#q", "")
    page.click(".more summary")
    page.select_option("#game", "dk_almindelig")
    page.fill("#since", "2024-02-01")
    page.fill("#until", "2024-02-29")
    expect(page.locator("#found-heading")).to_contain_text("matches")
    expect(page.locator("#found .match", has_text="Spansk")).to_have_count(0)
    expect(page.locator(".day").first).to_contain_text("February 2024")


def test_without_scripts_the_same_is_found_by_a_form(devices: Devices) -> None:
    page = devices.open("/history", PLAIN_PHONE)
    page.fill("#q", "dora")
    page.click("#search button")
    expect(page.locator("#found .match", has_not_text="Dora")).to_have_count(0)
    page.click(".older a")
    expect(page.locator("#found .match", has_not_text="Dora")).to_have_count(0)
    expect(page.locator("#q")).to_have_value("dora")


def test_a_match_is_thrown_away_after_one_question_and_brought_back(devices: Devices) -> None:
    page = first_sheet(devices.open("/", PHONE))
    address = page.url
    page.click("#delete")
    page.click("#delete")
    expect(page.locator("#gone")).to_contain_text("in the bin")
    page.click("#bring-back")
    expect(page.locator("#sheet")).to_be_visible()
    assert page.url == address
    page.click("#archive")
    expect(page.locator("#keeping")).to_contain_text("in the archive")
    page.goto("/history?place=archived")
    expect(page.locator("#found .match")).to_have_count(1)


def test_the_same_table_plays_again_from_an_old_sheet(devices: Devices) -> None:
    page = first_sheet(devices.open("/", PHONE))
    players = page.locator(".sheet thead th").all_inner_texts()[1:]
    page.click("#again")
    expect(page.locator("#board")).to_be_visible()
    for player in players:
        expect(page.locator("#board")).to_contain_text(player.split(" ")[0])


def test_an_old_entry_is_corrected_in_its_place_and_what_changed_is_seen(devices: Devices) -> None:
    page = devices.open("/history?game=spansk", PHONE)
    page.locator("#found .match-link").first.click()
    before = page.locator(".sheet tfoot td").all_inner_texts()
    page.locator(".round-end a.strike").first.click()
    field = page.locator("input[data-keypad]").first
    field.fill("29" if field.input_value() != "29" else "4")
    page.click("#save")
    page.wait_for_url("**/sheet#entry-*")
    expect(page.locator(".struck .changed")).to_contain_text("stands in its place")
    assert page.locator(".sheet tfoot td").all_inner_texts() != before
    assert barriers(page) == []


def test_a_finished_match_is_reopened_by_striking_out_its_last_entry(devices: Devices) -> None:
    page = first_sheet(devices.open("/", PHONE))
    page.locator("button.strike").last.click()
    page.click("#do-it")
    expect(page.locator(".sheet-line.struck")).to_have_count(1)
    page.goto("/history?result=running")
    expect(page.locator("#found .match")).to_have_count(1)


def test_a_player_is_looked_at_renamed_and_made_one_with_another_name(devices: Devices) -> None:
    page = devices.open("/players", PHONE)
    page.get_by_role("link", name="Anna").click()
    expect(page.locator(".figures")).to_contain_text("Longest run of wins")
    expect(page.locator(".tally", has_text="Spansk").first).to_be_visible()
    page.fill("#name", "Bo")
    page.click("#call")
    expect(page.locator("#wrong-name")).to_contain_text("they are two")
    expect(page.locator("#merge")).to_have_count(0)  # merging them is not offered
    page.fill("#name", "Annika")
    page.click("#call")
    expect(page.locator("h1")).to_have_text("Annika")
    page.click("#their-matches")
    expect(page.locator("#found .match").first).to_contain_text("Annika")


def test_everything_goes_out_by_one_tap_and_a_match_comes_in(devices: Devices, tmp_path: Path) -> None:
    page = devices.open("/history", PHONE)
    page.click("#keeping")
    with page.expect_download(timeout=60_000) as started:
        page.click("#archive")
    assert started.value.suggested_filename == "domino-archive.zip"
    match = {"format": 1, "variant": "spansk", "players": ["Zoe", "Bo"], "entries": []}
    good, wrong = tmp_path / "good.json", tmp_path / "wrong.json"
    good.write_text(json.dumps(match))
    wrong.write_text(json.dumps(match | {"players": ["Zoe", "Zoe"], "variant": "chess"}))
    page.set_input_files("#files", [good, wrong])
    page.click("#bring")
    expect(page.locator("#why-not")).to_contain_text("wrong.json")
    page.set_input_files("#files", good)
    page.click("#bring")
    expect(page.locator("#done")).to_contain_text("1 match imported.")
    page.click("#came-in")
    expect(page.locator("#sheet")).to_contain_text("Zoe")
    page.goto("/history?q=zoe")
    expect(page.locator("#found .match")).to_have_count(1)


@pytest.mark.sqlite
def test_a_copy_is_put_back_after_one_question(devices: Devices) -> None:
    page = devices.open("/keeping", PHONE)
    page.click("#copy")
    expect(page.locator("#done")).to_have_text("A copy is made.")
    page.goto("/players/Anna")
    page.fill("#name", "Annika")
    page.click("#call")
    page.goto("/keeping")
    page.locator(".copies a", has_text="Restore").first.click()
    page.click("#put-back")
    expect(page.locator("#done")).to_contain_text("as it was")
    page.goto("/players")
    expect(page.locator(".people")).to_contain_text("Anna")
    expect(page.locator(".people")).not_to_contain_text("Annika")


def test_an_evening_is_looked_back_on_from_the_table_to_its_page(app: Flask, devices: Devices) -> None:
    store = app.extensions["scorekeeper"]
    won = {"entry": "round", "out": "Anna", "hands": {"Bo": {"pips": 30}, "Carl": {"pips": 3}, "Dora": {"pips": 30}}}
    for _ in range(2):
        match = start_match(store, "spansk", ["Anna", "Bo", "Carl", "Dora"], options={"target": 6})
        add_entry(store, match.id, won, 0, "won")
    running = start_match(store, "spansk", ["Eva", "Finn"])
    add_entry(store, running.id, {"entry": "ends", "player": "Eva", "ends": ["5", "0"]}, 0, "ends")
    page = devices.open("/", PHONE)
    more = page.locator(".match-more summary")
    more.tap()
    expect(page.get_by_role("button", name="Call it off")).to_be_in_viewport()
    assert barriers(page) == []
    page.get_by_role("button", name="Call it off").tap()
    expect(page.locator("#off")).to_contain_text("Called off: Eva, Finn")
    expect(page.locator("#running")).to_have_count(0)
    page.locator("#left summary").first.tap()
    expect(page.locator("#left .match")).to_contain_text("called off")
    assert barriers(page) == []
    page.tap("#take-up")
    expect(page.locator("#board")).to_be_visible()
    page.goto("/")
    expect(page.locator("#running")).to_be_visible()
    page.tap("#history")
    expect(page.locator(".day").first).to_have_text("Today")
    page.locator(".evening-link").tap()
    expect(page.locator("#wins .most")).to_have_count(2)
    expect(page.locator("#tables")).to_contain_text("Anna & Carl 2")
    page.tap("#copy")
    expect(page.locator("#copy")).to_have_text("Copied")
    expect(page.locator(".match")).to_have_count(3)
    assert barriers(page) == []
    page.locator(".match-link").nth(1).tap()
    page.tap("#note")
    page.fill("#place", "Grandma’s")
    assert barriers(page) == []
    page.tap("#save")
    expect(page.locator(".remark-place")).to_have_text("Grandma’s")
    expect(page.locator("#evening")).to_have_text("The whole evening")  # because it was one of several tables
    assert barriers(page) == []
    page.goto("/players")
    expect(page.locator(".person", has=page.locator("use[href$='#crown']"))).to_have_count(2)
    assert barriers(page) == []


def test_everybody_can_read_these_pages(devices: Devices) -> None:
    page = devices.open("/history", PHONE)
    page.click(".more summary")
    assert barriers(page) == []
    first_sheet(page)
    assert barriers(page) == []
    page.click("#delete")
    assert barriers(page) == []
    for address in ("/players", "/players/Anna", "/keeping"):
        page.goto(address)
        assert barriers(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
