"""Nothing moves under a thumb while a page loads, somebody writes, the connection fails, or a sum grows."""

from collections.abc import Callable

import pytest
from flask import Flask
from playwright.sync_api import Page, Route, expect

from scorekeeper.play.scoring.match import Match
from scorekeeper.play.scoring.writing import add_entry, start_match
from tests.browser.devices import PHONE, TABLET, Device, Devices
from tests.browser.history import fill
from tests.browser.test_photo_review import picture, table
from tests.browser.thumb import Thumb
from tests.long import mark_slow

pytestmark = pytest.mark.usefixtures("seldom_news")

FOUR = ("Anna", "Bo", "Carl", "Dora")
# What moved by itself, half a second or more after the last touch: how far, and which element.
WATCH = """
    window.moved = [];
    const told = source => source.node?.id || source.node?.className || source.node?.nodeName;
    new PerformanceObserver(found => found.getEntries().filter(shift => !shift.hadRecentInput)
        .forEach(shift => moved.push([shift.value, ...shift.sources.map(told)].join(" "))))
        .observe({ type: "layout-shift", buffered: true });
"""
PLACES = """what => Object.fromEntries(what.map(each => {
    const box = document.querySelector(each)?.getBoundingClientRect();
    return [each, box && [box.left, box.top, box.width, box.height].map(Math.round)];
}))"""
PIECES = ["#board", ".turn", "#last", "#entry", ".tabs", "#who", ".ends-row", "#tab-round"]
TAPPED = ["#entry", ".tabs", "#who"]
KEYS = ["#board", "#out", "#key-1", "#key-0", "#key-plus", "#next", "#save"]
PAGES = [
    "/",
    "/new",
    "/m/{id}",
    "/m/{id}?kind=play",
    "/m/{id}?kind=round",
    "/m/{id}?kind=round&ended=out+3",
    "/m/{id}?kind=round&ended=out+3&by=tiles",
    "/m/{id}/sheet",
    "/m/{id}/board",
    "/m/{id}/share",
    "/m/{id}/unsent",
    "/rules/spansk?match={id}",
    "/history",
    "/history?variant=spansk",
    "/players",
    "/players/Anna",
    "/keeping",
]

both = pytest.mark.parametrize("device", [PHONE, *mark_slow(TABLET)], ids=["phone", "tablet"])
low = pytest.mark.parametrize(
    "device", [Device(375, 553), *mark_slow(PHONE, TABLET, Device(390, 664))], ids=lambda it: it.height
)


@pytest.fixture
def match(app: Flask) -> Match:
    """Start a match in which Anna has led with the 5-0 and Bo is to move."""
    store = app.extensions["scorekeeper"]
    match = start_match(store, "spansk", FOUR, None, "Anna")
    return add_entry(store, match.id, {"entry": "play", "player": "Anna", "tile": "5-0"}, 0, "first")


def watched(devices: Devices, path: str, device: Device) -> Page:
    """Return a page on a device that records which elements move."""
    page = devices.open("/new", device)
    page.add_init_script(WATCH)
    page.goto(path)
    return page


def moved(page: Page) -> list[str]:
    page.evaluate("() => new Promise(seen => requestAnimationFrame(() => requestAnimationFrame(seen)))")
    found: list[str] = page.evaluate("moved")
    return found


def places(page: Page, pieces: list[str]) -> dict[str, list[int] | None]:
    found: dict[str, list[int] | None] = page.evaluate(PLACES, pieces)
    return found


def written(app: Flask, match: Match, seen: int, player: str, *ends: str) -> None:
    entry = {"entry": "ends", "player": player, "ends": list(ends)}
    add_entry(app.extensions["scorekeeper"], match.id, entry, seen, f"{player} {seen}")


@pytest.mark.slow
@both
def test_nothing_moves_while_a_page_loads(app: Flask, devices: Devices, match: Match, device: Device) -> None:
    fill(app.extensions["scorekeeper"], matches=30)
    page = watched(devices, "/", device)
    for path in PAGES:
        page.goto(path.format(id=match.id), wait_until="networkidle")
        assert moved(page) == [], path


@both
def test_everything_is_in_its_place_after_an_entry(devices: Devices, match: Match, device: Device) -> None:
    thumb = Thumb(watched(devices, f"/m/{match.id}?kind=ends", device))
    before = places(thumb.page, PIECES)
    thumb.tap("#end-0", "#to-4", "#save")
    expect(thumb.page.locator("#line-2")).to_be_visible()
    assert places(thumb.page, PIECES) == before
    thumb.tap("#undo-2")
    expect(thumb.page.locator("#line-2")).to_have_count(0)
    assert places(thumb.page, PIECES) == before
    assert moved(thumb.page) == []


@both
@pytest.mark.parametrize("used", [False, True], ids=["looked at", "in use"])
def test_everything_is_in_its_place_when_somebody_else_writes(
    app: Flask, devices: Devices, match: Match, device: Device, used: bool
) -> None:
    page = watched(devices, f"/m/{match.id}", device)
    if used:
        Thumb(page).tap("#end-0")
    before = places(page, PIECES)
    written(app, match, 1, "Bo", "4", "0")
    expect(page.locator("#line-2")).to_be_visible()
    written(app, match, 2, "Carl", "4-4", "0")
    expect(page.locator("#line-3")).to_be_visible()
    assert places(page, PIECES) == before
    assert moved(page) == []


@low
def test_the_first_entry_of_a_match_moves_nothing(app: Flask, devices: Devices, device: Device) -> None:
    store = app.extensions["scorekeeper"]
    match = start_match(store, "dk_almindelig", FOUR, None, "Anna")
    page = watched(devices, f"/m/{match.id}", device)
    pieces = KEYS[:2] + PIECES[:5] if device.height >= 760 else TAPPED  # on a small screen the entry has reserved room
    before = places(page, pieces)
    add_entry(store, match.id, {"entry": "play", "player": "Anna", "tile": "6-6"}, 0, "first")
    expect(page.locator("#line-1")).to_be_visible()
    assert places(page, pieces) == before
    assert moved(page) == []


@pytest.mark.slow
@both
def test_the_keys_stand_still_however_long_the_sum_is(
    app: Flask, devices: Devices, match: Match, device: Device
) -> None:
    page = watched(devices, f"/m/{match.id}?kind=round&ended=out+1", device)
    before = places(page, KEYS)
    thumb = Thumb(page)
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        thumb.tap("#key-1", "#key-3")
    thumb.settle()
    assert places(page, KEYS[2:]) == {key: before[key] for key in KEYS[2:]}
    thumb.tap("#key-plus", "#key-1", "#key-7", "#next", "#key-1", "#key-5")
    expect(page.locator("#sum")).to_contain_text("Bo 30, Dora 15")
    assert places(page, KEYS[2:5]) == {key: before[key] for key in KEYS[2:5]}
    written(app, match, 1, "Bo", "4", "0")
    expect(page.locator("#last #line-2")).to_have_count(1)
    assert places(page, KEYS[2:5]) == {key: before[key] for key in KEYS[2:5]}
    assert moved(page) == []


@both
def test_a_lost_connection_is_told_over_the_page(
    devices: Devices, match: Match, device: Device, offline: Callable[[], None]
) -> None:
    page = watched(devices, f"/m/{match.id}", device)
    before = places(page, PIECES)
    offline()
    expect(page.locator("#trouble")).to_contain_text("Not connected")
    assert places(page, PIECES) == before
    assert moved(page) == []


@pytest.mark.slow
@both
def test_a_photo_stays_where_it_is_while_its_tiles_are_looked_over(
    app: Flask, devices: Devices, match: Match, device: Device
) -> None:
    data, found = table()
    app.config["READER"] = lambda photo, largest: found
    page = watched(devices, f"/m/{match.id}?kind=round&ended=out+4", device)
    page.set_input_files("#camera", picture(data))
    page.wait_for_url("**/photo/*", wait_until="networkidle")
    assert moved(page) == []
    before = places(page, [".photo-frame", "#look"])
    page.tap("#right")
    expect(page.locator("#undo")).to_be_visible()
    assert places(page, [".photo-frame"]) == {".photo-frame": before[".photo-frame"]}
    assert moved(page) == []


@both
def test_the_sheet_of_a_match_stays_in_its_place_when_somebody_writes(
    app: Flask, devices: Devices, match: Match, device: Device
) -> None:
    page = watched(devices, f"/m/{match.id}/sheet", device)
    before = places(page, ["#sheet thead", "#entry-1 th"])
    written(app, match, 1, "Bo", "4", "0")
    expect(page.locator("#entry-2")).to_be_visible()
    assert places(page, ["#sheet thead", "#entry-1 th"]) == before


@pytest.mark.slow
def test_what_a_phone_wrote_itself_is_no_news_to_it(app: Flask, devices: Devices) -> None:
    """A request for news was pending when a tap wrote: its late answer changes no page under the next tap."""
    match = start_match(app.extensions["scorekeeper"], "dk_blinde", ["Anna", "Bo", "Carl"])
    page = devices.open(f"/m/{match.id}", PHONE)
    late: list[Route] = []

    def hold(look: Route) -> None:
        late.append(look)

    with page.expect_request("**/news?*"):
        page.route("**/news?*", hold, times=1)
    page.locator("#ended-1").tap()
    expect(page.locator(".over h2")).to_have_text("Anna won")
    page.locator("#main").evaluate("main => main.dataset.old = ''")
    answered = late[0].fetch()
    assert answered.status == 200, "the score pad has something new since that look"
    with page.expect_request("**/news?*"):  # the next request, after the late answer
        late[0].fulfill(response=answered)
    page.wait_for_timeout(1000)  # a page that it requests would arrive now
    expect(page.locator("#main[data-old]")).to_have_count(1)
