"""Three hundred matches, reviewed to the last entry: charts, photos, corrections, export and import."""

import csv
import io
import json
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest
from flask import Flask
from playwright.sync_api import Browser, Page, expect

from scorekeeper.cli import main
from scorekeeper.play.photos import keep_photo
from scorekeeper.play.scoring.match import Match, load_match
from scorekeeper.play.scoring.writing import add_entry, start_match
from scorekeeper.store import SqliteStore, Store
from scorekeeper.web import create_app
from tests.browser.access import barriers
from tests.browser.devices import DARK_PHONE, DESK, PHONE, TABLET, Device, Devices
from tests.browser.history import MATCHES, take_over
from tests.browser.server import served
from tests.browser.test_photo_review import on_review, picture, table
from tests.long import mark_slow

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def store(app: Flask, family_matches: SqliteStore) -> Store:
    return take_over(app, family_matches)


@pytest.fixture
def laid(store: Store) -> Match:
    """Return four tiles in a row, each joined to the one before: 5-0, 5-5, 5-1, 1-0."""
    match = start_match(store, "spansk", ("Anna", "Bo", "Carl", "Dora"), True, "Anna")
    for player, tile, at, pip in (("Anna", "5-0", None, None), ("Bo", "5-5", "5-0", 5), ("Carl", "5-1", "5-5", 5)):
        entry = {"entry": "play", "player": player, "tile": tile, "at": at, "pip": pip}
        match = add_entry(store, match.id, entry, match.seen, f"tap {match.seen}")
    last = {"entry": "play", "player": "Dora", "tile": "1-0", "at": "5-1", "pip": 1}
    return add_entry(store, match.id, last, match.seen, "last tap")


def newest(page: Page, game: str) -> Page:
    page.goto(f"/history?game={game}&result=over")
    page.locator("#found .match-link").first.click()
    expect(page.locator("#sheet")).to_be_visible()
    return page


def figures(page: Page) -> list[str]:
    """Return the text of every cell of the sheet."""
    return page.locator(".sheet th, .sheet td").all_inner_texts()


# -- one match ---------------------------------------------------------------------------------------------------------


def test_a_sheet_shows_how_the_totals_went_and_why(devices: Devices) -> None:
    page = newest(devices.open("/", PHONE), "spansk")
    curves = page.locator("#chart polyline").count()
    assert curves == page.locator(".sheet thead th").count() - 1
    expect(page.locator("#chart svg[role=img]")).to_have_attribute(
        "aria-label", "The totals after each entry; the sheet above tells them in figures."
    )
    assert page.locator(".sheet .why").count() == page.locator(".sheet tbody.sheet-line").count()
    expect(page.locator(".verdict")).to_be_visible()


def test_a_struck_out_entry_stays_to_be_seen_with_what_it_changed(devices: Devices) -> None:
    page = newest(devices.open("/", PHONE), "spansk")
    before = page.locator(".sheet tfoot td").all_inner_texts()
    page.locator(".sheet-line:has(.plus) button.strike").first.click()
    page.click("#do-it, #strike-them")
    expect(page.locator(".struck .changed")).to_contain_text("Taken back.")
    assert page.locator(".sheet tfoot td").all_inner_texts() != before
    assert barriers(page) == []


def test_the_photo_of_an_entry_shows_the_tiles_drawn_on_it(app: Flask, store: Store, devices: Devices) -> None:
    match = start_match(store, "spansk", ("Anna", "Bo", "Carl", "Dora"), True, "Anna")
    page = on_review(app, devices, match)
    page.click("#save")
    page.goto(f"/m/{match.id}/sheet")
    page.click("#photo-1")
    expect(page.locator("h1")).to_have_text("Photo of entry 1")
    assert page.locator(".photo-picture polygon, .photo-page polygon, .photo-page path").count() >= 5
    shown = page.locator(".photo-page image, .photo-page img").first
    assert shown.bounding_box() is not None
    assert barriers(page) == []


def test_a_laid_tile_and_those_joined_to_it_are_corrected_together(devices: Devices, laid: Match) -> None:
    """Bo had laid the 5-4, and Carl and Dora went on from there with the 4-1 and the 1-0."""
    page = devices.open(f"/m/{laid.id}/sheet", PHONE)
    page.click("#correct-2")
    page.click("label:has(#tile-5-4)")
    expect(page.locator("#later")).to_contain_text("5-5 does not lie on the table.")
    assert barriers(page) == []
    page.click("#correct-too")
    expect(page.locator("#along")).to_have_text("Corrected with it: 2.")
    page.click("label:has(#tile-4-1)")
    page.locator(".hint", has_text="at 5-4").click()
    expect(page.locator("#later")).to_contain_text("5-1 does not lie on the table.")
    page.click("#correct-too")
    expect(page.locator("#along")).to_have_text("Corrected with it: 2, 3.")
    page.locator(".hint", has_text="at 4-1").click()
    page.wait_for_url("**/sheet#entry-*")
    for number in (2, 3, 4):
        expect(page.locator(f"#entry-{number}.struck")).to_have_count(1)
    expect(page.locator("#entry-5 [aria-label='5-4']").first).to_be_visible()


def test_a_tile_that_others_hang_on_is_struck_out_with_them(devices: Devices, laid: Match) -> None:
    page = devices.open(f"/m/{laid.id}/sheet", PHONE)
    page.click("#strike-2")
    expect(page.get_by_role("heading", name="Take back entry 2?")).to_be_visible()
    assert barriers(page) == []
    page.click("#strike-them")
    expect(page.locator(".sheet-line.struck")).to_have_count(3)
    page.goto(f"/m/{laid.id}")
    expect(page.locator("#last .line")).to_have_count(1)


def test_an_undo_on_the_pad_that_others_hang_on_asks_in_place(devices: Devices, laid: Match) -> None:
    page = devices.open(f"/m/{laid.id}", DARK_PHONE)
    page.click("#undo-2")
    expect(page.locator("#hanging-3")).to_contain_text("5-5 does not lie on the table.")
    page.click("#correct-instead")
    expect(page.locator(".correcting")).to_contain_text("Correct entry 2")


def test_a_round_is_corrected_by_a_photo_of_the_hands(app: Flask, devices: Devices, store: Store) -> None:
    match = start_match(store, "spansk", ("Anna", "Bo", "Carl", "Dora"), True, "Anna")
    typed = {"entry": "round", "out": "Dora", "hands": {"Anna": {"pips": 30}, "Bo": ["4-4"], "Carl": ["1-0"]}}
    add_entry(store, match.id, typed, 0, "tap")
    data, found = table()
    app.config["READER"] = lambda photo, largest: found
    page = devices.open(f"/m/{match.id}/sheet", PHONE)
    page.click("#correct-1")
    page.wait_for_load_state()
    page.set_input_files("#camera", picture(data))
    page.wait_for_url("**/photo/*")
    assert barriers(page) == []
    page.click("#save")
    page.wait_for_url("**/sheet#entry-2")
    expect(page.locator("#entry-1.struck .changed")).to_contain_text("stands in its place")
    expect(page.locator("#entry-2 #photo-2")).to_be_visible()


def test_how_a_solitaire_ended_is_corrected_and_its_rate_follows(devices: Devices, store: Store) -> None:
    match = start_match(store, "dk_kabale", ["Zoe"])
    add_entry(store, match.id, {"entry": "result", "won": True}, 0, "tap")
    page = devices.open("/players/Zoe", PHONE)
    expect(page.locator(".tally")).to_contain_text("100")
    page.goto(f"/m/{match.id}/sheet")
    page.click("#correct-1")
    page.locator("#won .chip").nth(1).click()
    page.fill("#left", "6")
    page.click("#save")
    page.wait_for_url("**/sheet#entry-*")
    page.goto("/players/Zoe")
    expect(page.locator(".tally td").last).to_have_text("0")


def test_a_sheet_and_a_result_are_printed_without_what_is_only_to_be_tapped(devices: Devices) -> None:
    page = newest(devices.open("/", DESK), "spansk")
    page.evaluate("window.print = () => { document.title = 'printed' }")
    page.click("#print")
    expect(page).to_have_title("printed")
    page.emulate_media(media="print")
    expect(page.locator("#sheet")).to_be_visible()
    for tapped in ("#keeping", "#correct-1", "#strike-1", "#to-replay", "#export", ".languages"):
        expect(page.locator(tapped)).to_be_hidden()
    page.goto(page.url.partition("/sheet")[0])
    expect(page.locator(".final").first).to_be_visible()
    expect(page.locator(".celebration h2")).to_have_css("color", "rgb(0, 0, 0)")
    for tapped in ("#again", "#to-replay", ".settings"):
        expect(page.locator(tapped)).to_be_hidden()


def test_a_finished_match_goes_to_bg_stats_by_a_link(devices: Devices) -> None:
    page = newest(devices.open("/", PHONE), "spansk")
    assert (page.get_attribute("#bg-stats", "href") or "").startswith(
        "https://app.bgstatsapp.com/createPlay.html?data="
    )


# -- players -----------------------------------------------------------------------------------------------------------


def test_a_player_is_told_in_figures_with_a_table_behind_every_chart(devices: Devices) -> None:
    page = devices.open("/players/Anna", PHONE)
    for told in ("Longest run of wins", "Best move"):
        expect(page.locator("main")).to_contain_text(told)
    for heading in ("Head to head", "As partners", "Alone"):
        card = page.locator(".card", has=page.locator("h2", has_text=heading))
        assert card.locator("table tbody tr").count() >= 1
        assert card.locator("svg[aria-hidden=true]").count() == card.locator("table tbody tr").count()
    page.locator(".card", has_text="Head to head").locator("a").first.click()
    expect(page.locator("#met tbody tr").first).to_be_visible()


def test_two_names_are_made_one_person_after_one_question(devices: Devices, store: Store) -> None:
    won = start_match(store, "spansk", ["Annika", "Gus"], options={"target": 1})
    add_entry(store, won.id, {"entry": "round", "out": "Annika", "hands": {"Gus": {"pips": 30}}}, 0, "tap")
    page = devices.open("/players/Annika", PHONE)
    page.fill("#name", "Anna")
    page.click("#call")
    expect(page.locator("#wrong-name")).to_contain_text("already")
    page.click("#merge")
    expect(page.locator("h1")).to_contain_text("Anna")
    page.goto(f"/m/{won.id}/sheet")
    expect(page.locator(".sheet thead")).to_contain_text("Anna")
    page.goto("/history?q=gus")
    expect(page.locator("#found .match")).to_contain_text("Anna")


# -- out and in --------------------------------------------------------------------------------------------------------


def saved(page: Page, button: str, to: Path) -> Path:
    """Return the file that a tap on the button downloads."""
    with page.expect_download(timeout=60_000) as started:
        page.click(button)
    started.value.save_as(to)
    return to


def test_what_goes_out_as_a_match_file_comes_in_as_the_same_sheet(devices: Devices, tmp_path: Path) -> None:
    page = newest(devices.open("/", PHONE), "spansk")
    page.click("#strike-1")
    page.click("#do-it")
    expect(page.locator("#entry-1.struck")).to_have_count(1)
    before, link = figures(page), page.locator("#export")
    with page.expect_download() as started:
        link.click()
    started.value.save_as(tmp_path / "match.json")
    page.goto("/keeping")
    page.set_input_files("#files", tmp_path / "match.json")
    page.click("#bring")
    expect(page.locator("#done")).to_contain_text("1 match imported.")
    page.goto("/history")
    page.goto(f"{page.locator('#found .match-link').first.get_attribute('href')}".removesuffix("/sheet") + "/sheet")
    assert figures(page) == before


def test_a_broken_file_is_refused_with_every_reason(devices: Devices, tmp_path: Path) -> None:
    entries = [{"entry": "ends", "player": "Anna", "ends": ["9"]}, {"entry": "void", "of": 7}, {"entry": "tango"}]
    wrong = {"format": 1, "variant": "spansk", "players": ["Anna", "Bo"], "entries": entries}
    (tmp_path / "wrong.json").write_text(json.dumps(wrong))
    page = devices.open("/keeping", PHONE)
    page.set_input_files("#files", tmp_path / "wrong.json")
    page.click("#bring")
    for place in ("entry 1", "entry 2", "entry 3"):
        expect(page.locator("#why-not")).to_contain_text(place)
    assert barriers(page) == []


def test_spreadsheets_hold_a_row_for_each_match_and_each_entry(devices: Devices, tmp_path: Path) -> None:
    page = newest(devices.open("/", PHONE), "spansk")
    lines = page.locator(".sheet-line").count()
    entries = list(csv.DictReader(io.StringIO(saved(page, "#entries-csv", tmp_path / "entries.csv").read_text())))
    assert [row["number"] for row in entries] == [str(number + 1) for number in range(lines)]
    page.goto("/keeping")
    matches = list(csv.DictReader(io.StringIO(saved(page, "#matches-csv", tmp_path / "matches.csv").read_text())))
    assert len(matches) == MATCHES
    assert {row["over"] for row in matches} == {"yes"}


@pytest.fixture
def elsewhere(browser: Browser, tmp_path: Path) -> Iterator[Devices]:
    """Yield devices of another score pad, which is empty."""
    app = create_app({"DATA": tmp_path / "elsewhere", "OWNER_KEY": "another-key", "TESTING": True})
    with served(app) as address:
        devices = Devices(browser, address, owners_link="/in/another-key")
        yield devices
        assert devices.close() == []
    app.extensions["scorekeeper"].close()


def test_everything_goes_in_one_archive_to_another_house_photos_too(
    devices: Devices, elsewhere: Devices, store: Store, tmp_path: Path
) -> None:
    """The archive is larger than what is sent at once, so it goes in parts."""
    noise = np.random.default_rng(6).integers(0, 255, (1600, 1600, 3), np.uint8)
    _, jpeg = cv2.imencode(".jpg", noise, [cv2.IMWRITE_JPEG_QUALITY, 95])
    match = start_match(store, "spansk", ["Anna", "Bo"])
    reading = {"size": [1600, 1600], "tiles": [], "joins": [], "groups": [], "warnings": []}
    photos = [keep_photo(store, match.id, jpeg.tobytes(), reading) for _ in range(3)]
    entry = {"entry": "round", "out": "Anna", "hands": {"Bo": {"pips": 12}}}
    match = add_entry(store, match.id, entry, 0, "tap", photos[0])
    here = devices.open("/keeping", PHONE)
    archive = saved(here, "#archive", tmp_path / "everything.zip")
    assert archive.stat().st_size > 4_000_000
    there = elsewhere.open("/keeping", PHONE)
    there.set_input_files("#files", archive)
    there.click("#bring")
    expect(there.locator("#done")).to_contain_text(f"{MATCHES + 1} matches imported.", timeout=60_000)
    for page in (here, there):
        page.goto("/history")
    assert here.locator("#found .match-link").all_inner_texts() == there.locator("#found .match-link").all_inner_texts()
    for page in (here, there):
        page.goto(f"/m/{match.id}/sheet")
    assert figures(here) == figures(there)
    there.click("#photo-1")
    picture = there.locator(".photo-page image, .photo-page img").first
    address = picture.get_attribute("href") or picture.get_attribute("src") or ""
    assert there.request.get(address).body() == jpeg.tobytes()
    there.goto("/players/Anna")
    here.goto("/players/Anna")
    assert here.locator(".figures").inner_text() == there.locator(".figures").inner_text()


# -- copies and the check ----------------------------------------------------------------------------------------------


def save_round(page: Page, match: Match, pips: int) -> None:
    page.goto(f"/m/{match.id}?kind=round&ended=out+1")
    page.fill("#hand-2", str(pips))
    page.press("#save", "Enter")
    expect(page.locator("#round-card")).to_contain_text(f"+{pips}")


@pytest.mark.sqlite
def test_a_copy_is_made_while_people_score_and_put_back_from_the_page_and_the_command(
    app: Flask, devices: Devices, store: Store, tmp_path: Path
) -> None:
    match = start_match(store, "german_draw", ["Anna", "Bo"], options={"target": 999})
    pad, desk = devices.open("/", PHONE), devices.open("/keeping", DESK)
    save_round(pad, match, 11)
    desk.click("#copy")
    expect(desk.locator("#done")).to_have_text("A copy is made.")
    copy = saved(desk, ".copies a[download] >> nth=0", tmp_path / "taken-away.db")
    data = str(Path(app.config["DATABASE"]).parent)
    assert main(["backup", str(tmp_path / "by-command.db"), "--data", data]) == 0
    save_round(pad, match, 12)
    desk.set_input_files("#file", copy)
    desk.click("#put-back")
    expect(desk.locator("#done")).to_contain_text("as it was in that copy")
    assert load_match(store, match.id).seen == 1
    save_round(pad, match, 13)
    assert load_match(store, match.id).sheet.totals["Anna"] == 24
    assert main(["restore", str(tmp_path / "by-command.db"), "--data", data]) == 0
    assert load_match(store, match.id).seen == 1
    pad.goto(f"/m/{match.id}/sheet")
    expect(pad.locator(".sheet tfoot")).to_contain_text("11")


@pytest.mark.sqlite
def test_the_check_tells_which_finished_match_would_end_otherwise_today(
    app: Flask, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    data = str(Path(app.config["DATABASE"]).parent)
    assert main(["check", "--data", data]) == 0
    assert "All is well" in capsys.readouterr().out
    monkeypatch.setattr("scorekeeper.engine.rules.hand_rounding.round_to_five", lambda total: 5 * ((total + 4) // 5))
    assert main(["check", "--data", data]) == 1
    told = capsys.readouterr().out
    assert told.count("by today's rules") > 30
    assert main(["check", "--data", data]) == 1  # the same report again: nothing was changed
    assert capsys.readouterr().out == told


# -- everywhere --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("device", [PHONE, *mark_slow(DARK_PHONE, TABLET)], ids=["phone", "dark", "tablet"])
def test_everybody_can_read_a_correction(devices: Devices, laid: Match, device: Device) -> None:
    page = devices.open(f"/m/{laid.id}?correct=2", device)
    page.click("label:has(#tile-5-4)")
    expect(page.locator("#later")).to_be_visible()
    assert barriers(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


# -- the replay --------------------------------------------------------------------------------------------------------


def test_a_match_is_stepped_through_by_keys_and_arrows_without_loading_the_page_again(
    devices: Devices, store: Store, laid: Match
) -> None:
    hands = {name: {"pips": 13} for name in ("Anna", "Bo", "Carl")}
    ended = {"entry": "round", "out": "Dora", "hands": hands, "accepted": ["too_few_laid"]}
    match = add_entry(store, laid.id, ended, laid.seen, "round")
    add_entry(store, match.id, {"entry": "play", "player": "Bo", "tile": "6-6"}, match.seen, "first")
    page = devices.open(f"/m/{match.id}/sheet", PHONE)
    page.click("#to-replay")
    page.evaluate("window.same = true")
    lying = page.locator(".replay-tile:not(.later)")
    expect(lying).to_have_count(1)
    page.click("#next-move")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#move-3")).to_be_visible()
    expect(page.locator("#move-1")).to_be_hidden()
    expect(lying).to_have_count(3)
    assert page.url.endswith("?move=3")
    page.keyboard.press("End")
    expect(page.locator("#move-6")).to_be_visible()  # the first move of the next round
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#move-5")).to_be_visible()
    expect(lying).to_have_count(4)
    assert page.evaluate("window.same")
