"""A family's own game: made from All Fives on a phone, played, and carried in its match file to a second book."""

from pathlib import Path

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page, Route, expect

from scorekeeper.play.history.search import list_matches
from scorekeeper.play.scoring.match import load_match
from scorekeeper.play.scoring.writing import add_entry
from scorekeeper.web import create_app
from tests.browser.access import barriers
from tests.browser.devices import Devices
from tests.browser.server import Switch
from tests.browser.thumb import small_targets

pytestmark = pytest.mark.slow

KEY = "key-of-another-table"


def make_game(page: Page) -> None:
    """Make a game of All Fives to 75 with a name of its own."""
    answers: list[Route] = []

    def hold(answer: Route) -> None:
        answers.append(answer)

    page.route("**/own-games/new", hold)
    with page.expect_request("**/own-games/new"):
        page.click("#like-all_fives")
    page.fill("#name", "Sunday fives")  # before the answer arrives
    answers[0].continue_()
    page.unroute("**/own-games/new")
    expect(page.locator("#like-all_fives")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#name")).to_have_value("Sunday fives")
    page.click("#group-6 summary")
    page.fill("#option-target", "75")
    with page.expect_response("**/own-games/new"):
        page.locator("#option-target").blur()
    expect(page.locator("#group-6 summary")).to_contain_text("The match goes to 75 points.")
    assert barriers(page) == []
    assert small_targets(page) == []
    page.click("#keep")
    page.wait_for_url("**/new?own=*")


def sit_down(page: Page, *names: str) -> None:
    for name in names:
        page.fill("#name", name)
        page.click("#sit")
        expect(page.locator(".seat-name").last).to_have_text(name)
    page.click("#start")
    page.wait_for_url("**/m/*")


def test_a_game_of_the_familys_own_goes_from_one_book_to_another(
    app: Flask, devices: Devices, browser: Browser, tmp_path: Path
) -> None:
    page = devices.open("/own-games/new")
    make_game(page)
    expect(page.locator(".game-name")).to_have_text("Sunday fives")
    sit_down(page, "Anna", "Bo")
    expect(page.locator("#round-line")).to_have_text("Round 1, to 75")
    match_id = page.url.rpartition("/")[2]
    entry = {"entry": "round", "out": "Anna", "hands": {"Bo": ["6-6", "5-5"]}, "lead": "Anna"}
    add_entry(app.extensions["scorekeeper"], match_id, entry, 0, "round")
    page.reload()
    expect(page.locator("#main")).to_contain_text("20")
    file = tmp_path / "match.json"
    file.write_bytes(page.request.get(f"/m/{match_id}/match.json").body())
    second = tmp_path / "second"
    second.mkdir()
    other = create_app({"DATA": second, "OWNER_KEY": KEY, "TESTING": True})
    with Switch(other) as switch:
        phones = Devices(browser, switch.address, owners_link=f"/in/{KEY}")
        page = phones.open("/keeping")
        page.set_input_files("#files", file)
        with page.expect_navigation():
            page.locator("form:has(#files) button").first.click()
        (match,) = list_matches(other.extensions["scorekeeper"])
        page.goto(f"/rules/own?match={match.id}")
        expect(page.locator("h1")).to_have_text("Sunday fives")
        page.click("#keep-game")
        expect(page.locator("#game-1")).to_have_text("Sunday fives")
        assert load_match(other.extensions["scorekeeper"], match.id).sheet.totals == {"Anna": 20, "Bo": 0}
        assert phones.close() == []
    other.extensions["scorekeeper"].close()
