"""Below a path of a proxy the score pad works as at the root: scripts, saving, and the pages that a phone caches."""

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from flask import Flask
from playwright.sync_api import Browser, expect

from scorekeeper.play.scoring.writing import start_match
from tests.browser.devices import PHONE, Devices, kept
from tests.browser.server import Switch
from tests.browser.thumb import Thumb
from tests.web.test_below_a_path import BELOW, Proxy

pytestmark = pytest.mark.slow

INSTALLED = replace(PHONE, installed=True)


@pytest.fixture
def switch(app: Flask) -> Iterator[Switch]:
    """Yield the score pad behind a proxy, served by one process."""
    from werkzeug.middleware.proxy_fix import ProxyFix

    from scorekeeper.web.http.url_prefix import UrlPrefixMiddleware

    app.wsgi_app = Proxy(ProxyFix(UrlPrefixMiddleware(app.wsgi_app), x_prefix=1))  # type: ignore[method-assign, assignment]  # Flask's documented way
    with Switch(app, 1) as switch:
        yield switch


@pytest.fixture
def devices(app: Flask, browser: Browser, address: str) -> Iterator[Devices]:
    devices = Devices(browser, address, owners_link=f"{BELOW}/in/{app.config['OWNER_KEY']}")
    yield devices
    assert devices.close() == []


def test_a_match_is_scored_and_looked_at_without_connection(
    app: Flask, devices: Devices, offline: Callable[[], None]
) -> None:
    match = start_match(app.extensions["scorekeeper"], "spansk", ("Anna", "Bo", "Carl", "Dora"), None, "Anna")
    pad = f"{BELOW}/m/{match.id}"
    page = devices.open(pad, INSTALLED)
    Thumb(page).tap("label:has(#tile-5-0)", "#save")
    expect(page.locator("#line-1")).to_be_visible()
    kept(page, pad, f"{pad}/sheet", f"{pad}/unsent", f"{BELOW}/offline")
    page.goto(f"{pad}/sheet")
    expect(page.locator("#entry-1")).to_be_visible()
    page.goto(f"{pad}?kind=ends")
    offline()
    page.tap("#pass")
    page.wait_for_url(f"**{pad}/unsent**")
    expect(page.locator("#waiting li")).to_have_count(1)
    page.goto(f"{pad}/sheet")
    expect(page.locator("#entry-1")).to_contain_text("5 + 0 = 5")
    page.goto(f"{BELOW}/new")
    expect(page.locator("h1")).to_have_text("Not connected")
