"""The devices around the table: phones and tablets, each with its own cookies and a list of its errors."""

import re
from dataclasses import dataclass, field, replace

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request


@dataclass(frozen=True)
class Device:
    """A kind of device; width and height are in CSS pixels."""

    width: int
    height: int
    dark: bool = False
    javascript: bool = True
    touch: bool = True
    language: str = "en-GB"
    scale: float = 2
    installed: bool = False  # with the service workers of https, which browsers also allow on localhost
    zone: str | None = None  # the time zone of the device; that of this computer for None


PHONE = Device(390, 844)
TABLET = Device(820, 1180)
BIG_BOARD = Device(1180, 820)
DARK_PHONE = replace(PHONE, dark=True)
PLAIN_PHONE = replace(PHONE, javascript=False)
DESK = Device(1280, 800, touch=False, scale=1)

PATIENCE = 30_000  # ms; long, as a busy machine is slow

# Chromium reports every answer from 400 up as an error. The pad sends these two when something has to be checked.
LOOK_AGAIN = r"Failed to load resource: the server responded with a status of (409|422) "
# The errors on a device if the score pad does not answer.
NO_ANSWER = (
    "ERR_CONNECTION|ERR_INCOMPLETE|ERR_EMPTY_RESPONSE|ERR_SOCKET|ERR_FAILED|ERR_INTERNET|htmx:error|Failed to fetch|"
    "FetchEvent"
)
# Returns when these pages are among those that the device has cached.
KEPT = """async paths => {
    for (;;) {
        const all = await (await caches.open("scorekeeper-1")).keys();
        const kept = all.map(each => new URL(each.url).pathname);
        if (paths.every(path => kept.includes(path))) return;
        await new Promise(later => setTimeout(later, 50));
    }
}"""


def kept(page: Page, *paths: str) -> None:
    """Wait until the device has cached these pages."""
    page.evaluate(KEPT, list(paths))


@dataclass
class Devices:
    """Opens pages of one score pad on any number of devices, and collects their errors."""

    browser: Browser
    address: str
    owners_link: str | None = None
    complaints: list[str] = field(default_factory=list)
    tolerated: list[str] = field(default_factory=lambda: [LOOK_AGAIN])
    _contexts: list[BrowserContext] = field(default_factory=list)

    def open(self, path: str = "/", device: Device = PHONE, *, stranger: bool = False) -> Page:
        """Open a page on a new device that has scanned the owner's code, unless it is a stranger's."""
        context = self.browser.new_context(
            base_url=self.address,
            viewport={"width": device.width, "height": device.height},
            color_scheme="dark" if device.dark else "light",
            java_script_enabled=device.javascript,
            has_touch=device.touch,
            is_mobile=device.touch,
            locale=device.language,
            timezone_id=device.zone,
            device_scale_factor=device.scale,
            reduced_motion="reduce",
            service_workers="allow" if device.installed else "block",
        )
        context.set_default_timeout(PATIENCE)
        self._contexts.append(context)
        context.on("console", self._heard)
        context.on("weberror", lambda error: self.complaints.append(f"script failed: {error.error}"))
        context.on("request", self._asked)
        if self.owners_link and not stranger:
            context.request.get(self.owners_link, max_redirects=0)
        page = context.new_page()
        page.goto(path)
        return page

    def tolerate(self, pattern: str) -> None:
        """Expect errors that match the pattern, as in a test that cuts the Wi-Fi."""
        self.tolerated.append(pattern)

    def close(self) -> list[str]:
        """Close all devices, and return the errors that the test did not expect."""
        for context in self._contexts:
            context.close()
        return [complaint for complaint in self.complaints if not any(re.search(p, complaint) for p in self.tolerated)]

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.complaints.append(f"console: {message.text}")

    def _asked(self, request: Request) -> None:
        if not request.url.startswith((f"{self.address}/", "data:", "blob:", "about:")):
            self.complaints.append(f"asked another host: {request.url}")
