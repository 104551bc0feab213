"""A whole evening by scripted phones: every table writes and confirms its results over HTTP, and the desk draws."""

from concurrent.futures import ThreadPoolExecutor
from itertools import combinations
from pathlib import Path
from random import Random

from flask import Flask

from scorekeeper.play.events.club_event import TableReport
from scorekeeper.play.events.links import list_links_of_event
from scorekeeper.play.events.record import load_event
from scorekeeper.store import Store
from scorekeeper.web import create_app
from tests.long import LONG
from tests.web.pages import Page, Phone

TABLES, ROUNDS = (60, 7) if LONG else (8, 4)
KEY = "key-of-this-table"
DISPUTED, ON_PAPER = 10, 7  # one table in this number


def test_a_club_plays_its_rounds_by_phones_without_a_rematch_and_with_three_taps_of_the_desk(tmp_path: Path) -> None:
    app = create_app({"DATA": tmp_path, "OWNER_KEY": KEY, "TESTING": True})
    chance = Random(35)
    desk = Phone(app.test_client(), KEY)
    names = "\n".join(f"Anna {number} & Bo {number}" for number in range(2 * TABLES - 1))
    path = desk.send(desk.open("/events/new"), "new-event", names=names, rounds=str(ROUNDS)).path
    store, event_id = app.extensions["scorekeeper"], path.rpartition("/")[2]
    phones = {link.what: _join(app, link.key) for link in list_links_of_event(store, event_id) if link.doing == "play"}
    for number in range(1, ROUNDS + 1):
        page = desk.open(path)
        assert page.has("draw")
        preview = desk.open(f"{path}/draw")  # the first tap
        page = desk.send(preview, "draw", "publish")  # the second
        desk.send(page, path, "start-clock")  # the third
        tables = list(load_event(store, event_id).now)
        assert len(tables) == TABLES - 1
        chance.shuffle(tables)
        results = [(chance.choice(((200, other), (other, 200))), table) for table in tables for other in [60 + number]]
        with ThreadPoolExecutor(4) as threads:
            list(threads.map(lambda each: _play(phones, path, *each), results))
        _settle(desk, path, store, event_id)
    record = load_event(store, event_id)
    met = [frozenset(report.names) for report in record.reports.values()]
    assert len(met) == len(set(met)), "no rematch while one can be avoided"
    byes = [name for drawn in record.sheet.rounds for name in drawn.byes]
    assert len(byes) == len(set(byes)) == ROUNDS
    assert all(report.progress == "done" and report.result for report in record.reports.values())
    assert not desk.open(path).has("draw")
    rows = desk.client.get(f"{path}/standings.json").get_json()["standings"]
    assert sum(row["won"] for row in rows) == ROUNDS * TABLES
    assert all(one["won"] >= other["won"] for one, other in combinations(rows, 2))


def _join(app: Flask, key: str) -> Phone:
    """Return the phone of a pair, which has scanned the code on its slip."""
    phone = Phone(app.test_client(), "no key")
    phone.open(f"/join/{key}")
    return phone


def _play(phones: dict[str, Phone], path: str, points: tuple[int, int], table: TableReport) -> None:
    """Write the result on the phone of one side, and confirm or dispute it on that of the other."""
    if table.number % ON_PAPER == 0:
        return
    address = f"{path}/table/{table.number}"
    one, other = (phones[side[0]] for side in table.sides)
    written = {f"points-{side}": str(points[side]) for side in (0, 1)}
    _send(one, one.open(address), "report", **written)
    _send(other, other.open(address), "dispute" if table.number % DISPUTED == 0 else "confirm")


def _send(phone: Phone, page: Page, button: str, **written: str) -> None:
    """Send the form of a table, and again while other phones write for too long, as the page that says so offers."""
    page = phone.send(page, "entry", button, **written)
    while page.has("send-again"):
        page = phone.send(page, "resent")
    assert page.status == 200


def _settle(desk: Phone, path: str, store: Store, event_id: str) -> None:
    """Write at the desk what is on paper, and decide what is disputed."""
    for report in load_event(store, event_id).now:
        if report.progress == "missing":
            points = {"points-0": "200", "points-1": "90", "table": str(report.number)}
            desk.send(desk.open(path), "on-paper", "write", **points)
        elif report.progress == "disputed":
            form = desk.open(f"{path}/round/{report.round}/table/{report.number}")
            desk.send(form, "entry", "save", **{"points-0": "200", "points-1": "80"})
