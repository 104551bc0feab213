"""Browser tests: a score pad with an empty store, opened on devices; an error on a device fails its test."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask
from playwright.sync_api import Browser, expect

from scorekeeper.store import SqliteStore, Store
from scorekeeper.store.postgresql.pool import Pool
from tests.browser.chromium import started
from tests.browser.devices import NO_ANSWER, PATIENCE, Devices
from tests.browser.server import PROCESSES, Switch
from tests.in_database import IN_DATABASE, SETTING, close_database, create_in_database, make_setting

HERE = Path(__file__).parent
NEWS_EVERY = 200  # ms, so that no test waits long for the entries of another device
# Two processes serve the tests of several phones at once, and of a tap sent twice, so that a state which only one
# process has fails a test. Tests of other files are marked with `@pytest.mark.two`.
SERVED_BY_TWO = ("at_once", "hosting", "join_and_watch", "own_hands", "undo", "unsent")
assert all((HERE / f"test_{name}.py").exists() for name in SERVED_BY_TWO)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark all tests of this folder as browser tests for `-m`, and some as served by two processes."""
    for item in items:
        if item.path.parent == HERE:
            item.add_marker(pytest.mark.browser)
            if IN_DATABASE and item.get_closest_marker("sqlite"):
                item.add_marker(pytest.mark.skip(reason="this is about the file of a book"))
            if item.path.stem.removeprefix("test_") in SERVED_BY_TWO:
                item.add_marker(pytest.mark.two)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Yield one chromium for all tests; each device in it has its own cookies."""
    expect.set_options(timeout=PATIENCE)
    with started() as browser:
        yield browser


@pytest.fixture(scope="session")
def family_matches(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """Yield the matches of `history`, which score pads copy because playing them takes seconds."""
    from tests.browser.history import fill

    with SqliteStore(tmp_path_factory.mktemp("family") / "matches.db") as store:
        fill(store)
        yield store


@pytest.fixture
def app(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Flask]:
    """Yield a score pad with a new store, which is deleted after the test."""
    from scorekeeper.web import create_app  # here, so that an error in it fails the tests, not the collection

    settings = {"DATA": tmp_path, "OWNER_KEY": "key-of-this-table", "TESTING": True, "NEWS_EVERY": NEWS_EVERY}
    if IN_DATABASE:
        pool: Pool = request.getfixturevalue("pool")
        app = create_in_database({**settings, SETTING: make_setting(pool)})
    else:
        app = create_app(settings)
    yield app
    app.extensions["scorekeeper"].close()
    if IN_DATABASE:
        close_database(app)


@pytest.fixture
def seldom_news(app: Flask) -> None:
    """Let pages request news as rarely as at a table, and load nothing for half a second in between."""
    app.config["NEWS_EVERY"] = 1500


@pytest.fixture
def switch(app: Flask, request: pytest.FixtureRequest) -> Iterator[Switch]:
    """Yield the running score pad, which can be stopped; two processes serve a test that is marked `two`."""
    with Switch(app, 2 if request.node.get_closest_marker("two") else PROCESSES) as switch:
        yield switch


@pytest.fixture
def address(switch: Switch) -> str:
    """Return the URL of the score pad."""
    return switch.address


@pytest.fixture
def devices(app: Flask, browser: Browser, address: str) -> Iterator[Devices]:
    """Yield devices that open pages. At the end no script may have failed or sent a request to another host."""
    key = app.config.get("OWNER_KEY")
    devices = Devices(browser, address, owners_link=f"/in/{key}" if key else None)
    yield devices
    complaints = devices.close()
    assert not complaints, "\n".join(["the devices complained:", *complaints])


@pytest.fixture
def offline(devices: Devices, switch: Switch) -> Callable[[], None]:
    """Stop the score pad, and expect the devices to complain about it."""
    devices.tolerate(NO_ANSWER)
    return switch.off
