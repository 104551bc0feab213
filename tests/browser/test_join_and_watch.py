"""Several phones at one table: a phone that scans a code shows the sheet live, until the owner closes the link."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from scorekeeper.play.access import close_link, list_match_links, make_link
from scorekeeper.play.scoring.match import Match, load_match
from scorekeeper.play.scoring.writing import add_entry, play_again, start_match
from tests.browser.access import barriers
from tests.browser.devices import BIG_BOARD, DARK_PHONE, PHONE, TABLET, Device, Devices
from tests.browser.server import served
from tests.browser.thumb import Thumb, picture, small_targets
from tests.long import mark_slow

# The elements that are not completely inside the window or inside their own box.
FITS = """[document.documentElement, ...document.querySelectorAll('.big-side, .big-last, .big-name, .big-total')]
    .filter(each => (each.clientWidth && each.scrollWidth > each.clientWidth + 1)
        || (each.clientHeight && each.scrollHeight > each.clientHeight + 4 && !each.matches('.big-total'))
        || (each !== document.documentElement && each.getBoundingClientRect().bottom > innerHeight))
    .map(each => each.className || 'page')"""
FOUR = ("Anna", "Bo", "Carl", "Dora")


@pytest.fixture
def match(app: Flask) -> Match:
    """Start a match in which Anna has led with the 5-0 and Bo is to move."""
    store = app.extensions["scorekeeper"]
    match = start_match(store, "spansk", FOUR, None, "Anna")
    return add_entry(store, match.id, {"entry": "play", "player": "Anna", "tile": "5-0"}, 0, "first")


def ends(app: Flask, match: Match, player: str, *shown: str) -> Match:
    """Write a move on another device."""
    store = app.extensions["scorekeeper"]
    seen = load_match(store, match.id).seen
    return add_entry(
        store, match.id, {"entry": "ends", "player": player, "ends": list(shown)}, seen, f"elsewhere {seen}"
    )


def guest(devices: Devices, app: Flask, match: Match, doing: str, device: Device = PHONE) -> Page:
    """Return a phone that has scanned a code of the match."""
    links = list_match_links(app.extensions["scorekeeper"], match.id)
    return devices.open(f"/join/{links.score if doing == 'score' else links.watch}", device, stranger=True)


@pytest.mark.parametrize("device", [PHONE, *mark_slow(DARK_PHONE, TABLET)], ids=["light", "dark", "tablet"])
def test_the_owner_shows_the_codes_to_everybody(devices: Devices, match: Match, device: Device) -> None:
    page = devices.open(f"/m/{match.id}", device)
    page.click("#share")
    expect(page.locator(".code")).to_have_count(2)
    assert barriers(page) == []
    assert small_targets(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    name = "dark" if device.dark else "light" if device is PHONE else "tablet"
    picture(page, f"share-{name}")
    page.click("#close-watch")
    expect(page.locator("#watch .closed")).to_be_visible()
    assert barriers(page) == []
    page.click("#new-watch")
    expect(page.locator(".code")).to_have_count(2)


def test_what_one_phone_writes_the_others_see(devices: Devices, app: Flask, match: Match) -> None:
    watching = guest(devices, app, match, "watch", DARK_PHONE)
    board = guest(devices, app, match, "watch", BIG_BOARD)
    board.click("#to-board")
    board.wait_for_url("**/board")
    owner = devices.open(f"/m/{match.id}")
    scoring = Thumb(guest(devices, app, match, "score"))
    scoring.tap("#hint-1")
    expect(watching.locator("#entry-2")).to_contain_text("10 ÷ 5 = 2")
    expect(watching.locator("#said")).to_contain_text("10 ÷ 5 = 2. Anna & Carl: 1. Bo & Dora: 2.")
    expect(board.locator(".big-total")).to_have_text(["1", "2"])
    expect(owner.locator(".total")).to_have_text(["1", "2"])
    expect(owner.locator("#round-line")).to_have_count(1)
    assert barriers(watching) == barriers(board) == []
    Thumb(owner).tap("#undo-2")
    expect(watching.locator("#entry-2.struck")).to_be_visible()
    expect(board.locator(".big-total")).to_have_text(["1", "0"])


@pytest.mark.slow
def test_who_came_in_by_a_link_is_out_when_it_is_closed(devices: Devices, app: Flask, match: Match) -> None:
    devices.tolerate(" 403 ")
    watching, scoring = (guest(devices, app, match, doing) for doing in ("watch", "score"))
    expect(scoring.locator(".total")).to_have_count(2)
    close_link(app.extensions["scorekeeper"], match.id, "watch")
    expect(watching.locator("h1")).to_have_text("This link was closed")
    expect(watching.locator("body")).not_to_contain_text("Anna")
    assert barriers(watching) == []
    make_link(app.extensions["scorekeeper"], match.id, "score")
    expect(scoring.locator("h1")).to_have_text("This link was closed")


def test_what_was_typed_stays_while_a_phone_is_shut_out_and_is_saved_when_it_is_let_in_again(
    devices: Devices, app: Flask, match: Match
) -> None:
    store = app.extensions["scorekeeper"]
    devices.tolerate("status of 403")
    guest = devices.open(f"/join/{list_match_links(store, match.id).score}", stranger=True)
    thumb = Thumb(guest)
    thumb.tap("#tab-round", "label:has(#ended-1)", "#key-1", "#key-3")
    close_link(store, match.id, "score")
    expect(guest.locator("#trouble")).to_contain_text("What was typed is still here")
    thumb.tap("#save")
    expect(guest.locator("#trouble")).to_contain_text("What was typed is still here")
    assert guest.input_value("#hand-2") == "13"
    guest.request.get(f"/join/{make_link(store, match.id, 'score')}")
    guest.evaluate("dispatchEvent(new Event('online'))")
    expect(guest.locator("#trouble")).to_be_hidden()
    assert guest.input_value("#hand-2") == "13"
    thumb.tap("#save")
    expect(guest.locator("#line-1")).to_be_visible()


def test_news_leaves_a_half_filled_form_and_the_focus_alone(devices: Devices, app: Flask, match: Match) -> None:
    page = devices.open(f"/m/{match.id}")
    thumb = Thumb(page)
    thumb.tap("#tab-round", "label:has(#ended-1)", "#key-1", "#key-3")
    page.focus("#hand-4")
    ends(app, match, "Bo", "5-5", "0")
    expect(page.locator(".total")).to_have_text(["1", "2"])
    expect(page.locator("#line-2")).to_have_count(1)
    expect(page.locator("#hand-4")).to_be_focused()
    assert page.input_value("#hand-2") == "13"
    thumb.tap("#key-8", "#save")
    expect(page.locator("#stale")).to_be_visible()
    assert [page.input_value(f"#hand-{seat}") for seat in (2, 4)] == ["13", "8"]


@pytest.fixture
def no_polling(app: Flask) -> None:
    """Let pages request news only when an event tells them to."""
    app.config["NEWS_EVERY"] = 3_600_000


@pytest.mark.usefixtures("no_polling")
def test_a_stream_tells_a_watcher_of_entries_after_a_pause_too_and_of_the_closed_link(
    app: Flask, match: Match, devices: Devices
) -> None:
    page = guest(devices, app, match, "watch")
    with page.expect_request("**/stream"):
        page.evaluate("dispatchEvent(new Event('online'))")
    ends(app, match, "Bo", "4", "0")
    expect(page.locator("#entry-2")).to_be_visible()
    ends(app, match, "Carl", "4", "4")
    expect(page.locator("#entry-3")).to_be_visible()
    page.evaluate("Object.defineProperty(document, 'hidden', { get: () => window.away, configurable: true })")
    page.evaluate("window.away = true; document.dispatchEvent(new Event('visibilitychange'))")
    ends(app, match, "Dora", "4", "6")
    page.evaluate("window.away = false; document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator("#entry-4")).to_be_visible()
    with page.expect_request("**/stream"):
        page.evaluate("dispatchEvent(new Event('online'))")
    devices.tolerate(" 403 ")
    close_link(app.extensions["scorekeeper"], match.id, "watch")
    expect(page.locator("h1")).to_have_text("This link was closed")


def test_a_pad_that_nobody_uses_goes_on_with_the_others(devices: Devices, app: Flask, match: Match) -> None:
    thumb = Thumb(devices.open(f"/m/{match.id}"))
    expect(thumb.page.locator(".end:not(.add)")).to_have_count(2)
    ends(app, match, "Bo", "4", "0")
    expect(thumb.page.locator("#line-2")).to_be_visible()
    thumb.tap("#end-0", "#to-5", "#save")
    expect(thumb.page.locator("#line-3")).to_contain_text("5 + 0 = 5")
    ends(app, match, "Dora", "5", "4")
    expect(thumb.page.locator("#line-4")).to_be_visible()
    expect(thumb.page.locator("#fill input[name=seen]")).to_have_value("4")


def test_a_board_goes_along_when_the_table_plays_again(devices: Devices, app: Flask) -> None:
    store = app.extensions["scorekeeper"]
    match = start_match(store, "dk_almindelig", FOUR, options={"target": 5})
    watching, board = (guest(devices, app, match, "watch") for _ in range(2))
    board.goto(f"/m/{match.id}/board")
    hands = {"Bo": {"pips": 13}, "Carl": {"pips": 8}, "Dora": {"pips": 5}}
    add_entry(store, match.id, {"entry": "round", "out": "Anna", "hands": hands}, 0, "only")
    expect(board.locator(".winner")).to_have_count(1)
    expect(watching.locator(".verdict")).to_be_visible()
    after = play_again(store, match.id)
    board.wait_for_url(f"**/m/{after.id}/board")
    watching.click("#onward")
    watching.wait_for_url(f"**/m/{after.id}/sheet")


@contextmanager
def stopped_and_started(app: Flask) -> Iterator[tuple[str, ExitStack]]:
    """Yield the URL of another score pad, and the stack that stops it."""
    with ExitStack() as running:
        yield running.enter_context(served(app)), running


def test_a_score_pad_that_stops_says_so_and_goes_on_where_it_was(devices: Devices, app: Flask, match: Match) -> None:
    devices.tolerate("ERR_CONNECTION|ERR_EMPTY_RESPONSE|ERR_SOCKET|htmx:error|Failed to fetch")
    with stopped_and_started(app) as (address, running):
        port = int(address.rpartition(":")[2])
        page = devices.browser.new_page(viewport={"width": 390, "height": 844}, has_touch=True)
        page.goto(f"{address}/in/key-of-this-table")
        page.goto(f"{address}/m/{match.id}")
        thumb = Thumb(page)
        thumb.tap("#tab-round", "label:has(#ended-1)", "#key-1", "#key-3")
        running.close()
        expect(page.locator("#trouble")).to_contain_text("Not connected to the score pad.")
        thumb.tap("#key-8")
        with served(app, port):
            expect(page.locator("#trouble")).to_be_hidden(timeout=30_000)
            assert [page.input_value(f"#hand-{seat}") for seat in (2, 4)] == ["13", "8"]
            thumb.tap("#save")
            assert thumb.totals == ["5", "0"]
            page.close()


@pytest.mark.slow
def test_a_page_that_nobody_sees_asks_for_nothing(devices: Devices, match: Match) -> None:
    page = devices.open(f"/m/{match.id}")
    asked: list[str] = []
    with page.expect_request("**/news?*"):
        pass
    page.evaluate("Object.defineProperty(document, 'hidden', { get: () => window.away, configurable: true })")
    page.evaluate("window.away = true; document.dispatchEvent(new Event('visibilitychange'))")
    page.wait_for_load_state("networkidle")
    page.on("request", lambda request: asked.append(request.url))
    page.wait_for_timeout(4000)
    assert asked == []
    with page.expect_request("**/news?*"):
        page.evaluate("window.away = false; document.dispatchEvent(new Event('visibilitychange'))")


@pytest.mark.slow
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize(("width", "height"), [(1180, 820), (1024, 600), (820, 1180), (390, 844)])
@pytest.mark.parametrize("game", ["spansk", "dk_almindelig"])
def test_the_big_board_shows_everything_without_scrolling(
    devices: Devices, app: Flask, width: int, height: int, dark: bool, game: str
) -> None:
    store = app.extensions["scorekeeper"]
    match = start_match(store, game, ("Annemarie", "Bo", "Carl-Gustaf", "Dorothea"), options={"target": 300})
    hands = {"Annemarie": ["6-6", "5-1"], "Carl-Gustaf": {"pips": 43}, "Dorothea": {"pips": 5}}
    for seen in range(3):  # up to a total of three digits in games in which pips are points
        match = add_entry(store, match.id, {"entry": "round", "out": "Bo", "hands": hands}, seen, str(seen))
    page = devices.open(f"/m/{match.id}/board", Device(width, height, dark=dark))
    expect(page.locator(".big-why")).to_be_visible()
    assert page.evaluate(FITS) == []
    assert barriers(page) == []
    picture(page, f"board-{game}-{width}-{'dark' if dark else 'light'}")
