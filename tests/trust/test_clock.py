"""A computer whose clock goes back, or was far ahead: no device loses its access, and nothing changes its order."""

import re

import pytest
from flask import Flask

from scorekeeper.play.history.evenings import find_evening
from scorekeeper.play.history.overview import list_recent_matches
from scorekeeper.play.history.search import list_matches
from scorekeeper.play.scoring.match import load_match
from scorekeeper.play.scoring.writing import start_match
from scorekeeper.play.upkeep.checking import check_book, rebuild_match_index
from scorekeeper.store import Store
from tests.play.conftest import add, ends, out
from tests.trust.conftest import Clock
from tests.web.pages import Phone

YEAR = 365 * 86400


@pytest.mark.parametrize("seconds", [-1, -2, -5, -60, -3600, -86400, -5 * YEAR, 86400, 5 * YEAR])
def test_nobody_is_let_out_when_the_clock_jumps(app: Flask, phone: Phone, clock: Clock, seconds: int) -> None:
    pad = phone.new_match()
    share = phone.open(f"{pad.path}/share")
    guests = [app.test_client() for _ in range(2)]
    for guest, link in zip(guests, _links(share.html), strict=True):
        guest.get(link)
        guest.get(pad.path)
    clock.jump(seconds)
    for _ in range(2):
        assert phone.open("/").status == 200
        for guest in guests:
            assert guest.get(f"{pad.path}/news?seen=0").status_code in (200, 204)
        written = phone.send(phone.open(f"{pad.path}?kind=ends"), "fill", do="save", ends="5 0", player="Anna")
        assert written.status == 200
        clock.jump(-seconds)


def test_a_browser_is_told_how_long_it_keeps_the_cookie_and_not_only_until_when(app: Flask, clock: Clock) -> None:
    clock.jump(-5 * YEAR)
    cookie = app.test_client().get(f"/in/{app.config['OWNER_KEY']}").headers["Set-Cookie"]
    assert f"Max-Age={400 * 86400}" in cookie


@pytest.mark.parametrize("seconds", [-3600, -86400, 86400])
def test_what_was_written_last_stands_first_whatever_the_clock_says(store: Store, clock: Clock, seconds: int) -> None:
    matches = []
    for name in ("Bo", "Carl", "Dora"):
        matches.append(start_match(store, "spansk", ["Anna", name], options={"target": 5}))
        clock.jump(seconds)
    order = [matches[at] for at in (1, 0, 2, 0, 1)]
    for each in order:
        add(store, load_match(store, each.id), ends("Anna", "5", "0"))
        clock.jump(seconds)
        latest = list_recent_matches(store)
        assert (latest.running + latest.left)[0].id == each.id
    rebuild_match_index(store)
    latest = list_recent_matches(store)
    assert [each.id for each in latest.running + latest.left][:1] == [order[-1].id]
    for each in (order[0], order[2], order[1]):
        add(store, load_match(store, each.id), out("Anna", **{each.seating.players[1]: ["6-6", "6-5"]}))
        clock.jump(seconds)
        assert list_recent_matches(store).over[0].id == each.id
    newest = start_match(store, "spansk", ["Anna", "Bo"])
    assert list_matches(store)[0].id == newest.id
    assert check_book(store) == ()


def test_what_is_shown_of_time_is_what_the_clock_said(store: Store, clock: Clock) -> None:
    match = start_match(store, "spansk", ["Anna", "Bo"])
    first = add(store, match, ends("Anna", "5", "0"))
    clock.jump(-86400)
    second = add(store, first, ends("Bo", "5-5", "0"))
    assert 86000 < (second.written[0] - second.written[1]).total_seconds() < 86400
    [summary] = list_recent_matches(store).running
    assert summary.touched == second.written[1]
    assert find_evening(store, match.id).ended == second.written[1]


def _links(html: str) -> list[str]:
    """Return the URLs of the two QR codes."""
    return sorted({f"/join/{key}" for key in re.findall(r"/join/(\w+)", html)})
