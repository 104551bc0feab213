"""The wall of a club's evening is open for hours: its requests and its memory do not grow."""

import pytest
from flask import Flask
from playwright.sync_api import CDPSession, Page, expect

from scorekeeper.play.events.club_event import DESK
from scorekeeper.play.events.event import Entrant, Event
from scorekeeper.play.events.record import load_event
from scorekeeper.play.events.results import report_result
from scorekeeper.play.events.rounds import TableResult
from scorekeeper.play.events.writing import publish_draw, start_event
from scorekeeper.store import Store
from tests.browser.devices import DESK as SCREEN
from tests.browser.devices import NO_ANSWER, Devices
from tests.browser.server import Switch
from tests.long import LONG

pytestmark = pytest.mark.slow

MINUTES = 12 * 60 if LONG else 6
RESULTS = 6  # results that arrive while the wall is open
EVERY = 1500  # ms between two requests
A_MINUTE = 60_000 // EVERY  # requests


@pytest.fixture
def evening(app: Flask) -> str:
    """Return the path of an evening of 24 pairs with a drawn first round."""
    store = app.extensions["scorekeeper"]
    entrants = tuple(Entrant(f"Wolfgang-Amadé & Margareta {number}") for number in range(24))
    event_id = start_event(store, "Thursday", "latin_partner", {"target": 200}, Event(entrants, 200, rounds=5), "made")
    publish_draw(store, event_id, 1, 1, [], "drawn")
    return event_id


def write_result(store: Store, event_id: str, table: int) -> str:
    """Write the result of a table at the desk, and return how the wall shows it."""
    seen = load_event(store, event_id).reports[1, table].seen
    report_result(store, event_id, 1, table, TableResult((200, 100 + table)), DESK, seen, f"table {table}")
    return f"200 : {100 + table}"


def look(wall: Page, times: int) -> None:
    """Advance the wall's clock until it has requested news this many times."""
    for _ in range(times):
        with wall.expect_response("**/news?**"):
            wall.clock.run_for(EVERY)


def weigh(session: CDPSession) -> dict[str, float]:
    """Return the numbers of nodes and listeners of the page, and the memory of its scripts in bytes."""
    session.send("HeapProfiler.collectGarbage")
    metrics = {each["name"]: each["value"] for each in session.send("Performance.getMetrics")["metrics"]}
    return {name: metrics[name] for name in ("Nodes", "JSEventListeners", "JSHeapUsedSize")}


@pytest.mark.usefixtures("seldom_news")
def test_a_wall_that_hangs_for_hours_asks_and_holds_no_more_and_comes_back_after_a_restart(
    app: Flask, devices: Devices, switch: Switch, evening: str
) -> None:
    devices.tolerate(NO_ANSWER)
    store: Store = app.extensions["scorekeeper"]
    wall = devices.open(f"/event/{evening}/wall", SCREEN)
    wall.clock.install()
    wall.reload()
    session = wall.context.new_cdp_session(wall)
    session.send("Performance.enable")
    asked: list[str] = []
    wall.on("request", lambda request: asked.append(request.url))
    shown = write_result(store, evening, 1)
    look(wall, A_MINUTE)
    expect(wall.locator(".wall-results")).to_contain_text(shown)
    first = weigh(session)
    for table in range(2, RESULTS + 1):
        shown = write_result(store, evening, table)
        look(wall, MINUTES * A_MINUTE // (RESULTS - 1))
        expect(wall.locator(".wall-results")).to_contain_text(shown)
    last = weigh(session)
    print(f"{MINUTES} minutes, {len(asked)} requests, {first} at first, {last} at last")
    assert len(asked) <= (MINUTES + 1) * A_MINUTE + 2 * RESULTS, "one look each time, and one page for each result"
    assert last["Nodes"] < first["Nodes"] * 1.5
    assert last["JSEventListeners"] <= first["JSEventListeners"] + 2
    assert last["JSHeapUsedSize"] < first["JSHeapUsedSize"] * 1.2 + 100_000
    switch.off()
    shown = write_result(store, evening, RESULTS + 1)
    wall.clock.run_for(20 * EVERY)
    switch.on()
    wall.clock.run_for(20 * EVERY)
    expect(wall.locator(".wall-results")).to_contain_text(shown)
