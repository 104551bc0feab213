"""The devices of the browser tests report the errors that they are meant to report."""

import pytest
from flask import Flask
from playwright.sync_api import Browser

from tests.browser.access import barriers
from tests.browser.devices import DARK_PHONE, PLAIN_PHONE, Device, Devices
from tests.browser.server import served

PAGE = """<!doctype html><html lang="en"><head><title>Score pad</title>
<meta name="viewport" content="width=device-width">
<link rel="icon" href="/icon.svg"></head><body><main><h1>Score pad</h1>{}</main></body></html>"""


FILES = {
    "icon.svg": ("image/svg+xml", '<svg xmlns="http://www.w3.org/2000/svg"/>'),
    "throw.js": ("text/javascript", "throw new Error('no sheet')"),
    "complain.js": ("text/javascript", "console.error('no lead')"),
    "note.js": ("text/javascript", "console.info('fine')"),
    "score.js": ("text/javascript", "score.textContent = '5'"),
}


@pytest.fixture
def app() -> Flask:
    """Return a score pad with one page, whose HTML the test chooses."""
    app = Flask(__name__)
    app.config.update(MAX_CONTENT_LENGTH=1_000_000, PROXIES=0, SECRET_KEY="devices", OWNER_KEY="devices")

    @app.get("/<path:body>")
    def page(body: str) -> tuple[str, int, dict[str, str]]:
        kind, text = FILES.get(body) or ("text/html; charset=utf-8", PAGE.format(body))
        return text, 500 if body == "fault" else 422 if body == "again" else 200, {"Content-Type": kind}

    return app


def complaints(browser: Browser, address: str, body: str, device: Device) -> list[str]:
    """Return the errors of a device that shows this body."""
    devices = Devices(browser, address)
    devices.open("/plain", device).goto(f"/{body}", wait_until="networkidle")
    return devices.close()


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("<script src='/throw.js'></script>", "no sheet"),
        ("<script src='/complain.js'></script>", "no lead"),
        ("<img alt='felt' src='http://felt.invalid/felt.png'>", "felt.invalid"),
        ("fault", "500"),
    ],
)
def test_a_fault_on_a_device_is_a_complaint(browser: Browser, address: str, body: str, expected: str) -> None:
    assert expected in "\n".join(complaints(browser, address, body, DARK_PHONE))


@pytest.mark.parametrize("body", ["a sheet", "again", "<script src='/note.js'></script>"])
def test_a_page_without_fault_is_no_complaint(browser: Browser, address: str, body: str) -> None:
    assert complaints(browser, address, body, DARK_PHONE) == []


def test_a_plain_phone_runs_no_script(devices: Devices) -> None:
    path = "/<p id='score'>0</p><script src='/score.js'></script>"
    assert devices.open(path, DARK_PHONE).text_content("#score") == "5"
    assert devices.open(path, PLAIN_PHONE).text_content("#score") == "0"


def test_each_device_has_its_own_size_and_theme(devices: Devices) -> None:
    page = devices.open("/sheet", DARK_PHONE)
    assert page.evaluate("[innerWidth, innerHeight, matchMedia('(prefers-color-scheme: dark)').matches]") == [
        390,
        844,
        True,
    ]


def test_a_barrier_is_told_with_its_place(devices: Devices) -> None:
    page = devices.open("/<button id='undo'></button>")
    assert [line for line in barriers(page) if line.startswith("button-name") and line.endswith("#undo")]


def test_a_page_without_barrier_is_for_everyone(devices: Devices) -> None:
    assert barriers(devices.open("/<button>Undo</button>")) == []


def test_the_server_stops_when_it_is_no_longer_needed(app: Flask, browser: Browser) -> None:
    with served(app) as address:
        devices = Devices(browser, address)
        page = devices.open("/sheet")
    devices.tolerate("ERR_CONNECTION_REFUSED|Failed to fetch")
    assert page.evaluate("fetch('/sheet').then(() => 'answered', () => 'silent')") == "silent"
    assert devices.close() == []
