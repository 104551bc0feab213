"""A match for a player who does not see the page: every step by role and name, and every result spoken."""

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from scorekeeper.play.scoring.match import load_match
from scorekeeper.play.scoring.writing import start_match
from tests.browser.devices import Devices

pytestmark = pytest.mark.slow

FOUR = ("Anna", "Bo", "Carl", "Dora")
# Records the sentences instead of speaking them; only the third voice is local and speaks English.
LISTEN = """
    window.spoken = [];
    const voice = (lang, localService) => ({ lang, localService });
    const voices = [voice("sv-SE", true), voice("en-US", false), voice("en_GB", true)];
    const speak = ({ text, voice }) => spoken.push([text, voice.lang]);
    Object.defineProperty(window, "speechSynthesis", { value: { getVoices: () => voices, cancel() {}, speak } });
    window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
"""


def tap(page: Page, role: str, name: str) -> None:
    """Use the only element with this role and name."""
    element = page.get_by_role(role, name=name, exact=True)  # type: ignore[arg-type]  # a role is one of ARIA's words
    element.check(force=True) if role in ("radio", "checkbox") else element.press("Enter")
    page.wait_for_load_state()
    expect(page.locator(".htmx-request")).to_have_count(0)


def test_an_evening_is_played_by_the_accessibility_tree_and_every_total_spoken_is_that_of_the_sheet(
    app: Flask, devices: Devices
) -> None:
    page = devices.open("/")
    page.add_init_script(LISTEN)
    tap(page, "link", "New match")
    for name in FOUR:
        page.get_by_role("textbox", name="Name of another player").fill(name)
        tap(page, "button", "Sit down")
    page.get_by_text("House rules").click()
    page.get_by_role("spinbutton", name="Target").fill("12")
    tap(page, "button", "Start the match")
    page.wait_for_url("**/m/*")
    store = app.extensions["scorekeeper"]

    def hear() -> str:
        """Return the last spoken sentence, after a check that its totals are those of the sheet."""
        said = page.get_by_role("status").first
        (sentence, voice) = page.evaluate("spoken.at(-1)")
        assert voice == "en_GB"
        assert said.inner_text() == sentence
        for side, total in load_match(store, page.url.rpartition("/")[2]).sheet.totals.items():
            assert f"{side}: {total}." in sentence
        return str(sentence)

    tap(page, "button", "Say the score")
    assert page.evaluate("spoken.length") == 1
    tap(page, "radio", "Anna")
    tap(page, "radio", "5-5")
    tap(page, "button", "Save: 2 points")
    assert hear() == "5-5. 5 + 5 = 10, 10 ÷ 5 = 2. Anna & Carl: 2. Bo & Dora: 0. Open ends: double 5. Bo to move."
    tap(page, "button", "5-0 at the 5 of 5-5: makes 10, 2 points")
    assert hear().endswith("Open ends: double 5, 0. Carl to move.")
    tap(page, "button", "Undo entry 2")
    assert hear().startswith("Taken back: ")
    tap(page, "button", "Put back")
    assert hear().startswith("Put back: ")
    tap(page, "button", "Passes: can neither play nor draw")
    assert hear().endswith("Dora to move.")
    tap(page, "link", "Round over")
    tap(page, "radio", "Bo")
    for key in ("9", "Next: Carl", "1", "2"):
        tap(page, "button", key)
    tap(page, "button", "Save all the same")
    assert hear().endswith("Anna & Carl: 2. Bo & Dora: 6. Bo leads, next after Anna.")
    tap(page, "link", "Deal the next round")
    tap(page, "link", "Round over")
    tap(page, "radio", "Dora")
    for key in ("3", "0", "Now: Carl", "9"):
        tap(page, "button", key)
    tap(page, "button", "Save: 8 for Bo & Dora")
    assert hear().endswith("Bo & Dora won, 14\u00a0:\u00a02.")
    tap(page, "button", "Same table again")
    page.wait_for_url("**/m/*")
    expect(page.get_by_role("button", name="Say the score")).to_have_attribute("aria-pressed", "true")


def test_a_phone_without_a_voice_in_its_language_offers_no_speech(app: Flask, devices: Devices) -> None:
    match = start_match(app.extensions["scorekeeper"], "spansk", FOUR)
    page = devices.open("/")
    page.add_init_script(LISTEN.replace("en_GB", "de-DE"))
    page.goto(f"/m/{match.id}")
    expect(page.get_by_role("button", name="Sound and buzz")).to_be_visible()
    expect(page.get_by_role("button", name="Say the score")).to_have_count(0)
