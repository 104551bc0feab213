"""A computer whose clock goes back, or was far ahead: nobody is let out by it, and nothing changes its order."""

import re

import pytest
from flask import Flask

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


def _links(html: str) -> list[str]:
    """The addresses of the two codes."""
    return sorted({f"/join/{key}" for key in re.findall(r"/join/(\w+)", html)})
