"""Take a picture of every page, English light and dark, Swedish light: `python -m tests.browser.gallery FOLDER`."""

import sys
from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import cv2
from flask import Flask
from PIL import Image
from playwright.sync_api import Browser, Page

from scorekeeper.hosting.app import create_host
from scorekeeper.play.scoring.writing import add_entry, start_match
from scorekeeper.web import create_app
from tests.browser import every_host_page
from tests.browser.chromium import started
from tests.browser.devices import BIG_BOARD, PHONE, Device, Devices
from tests.browser.history import fill
from tests.browser.server import served
from tests.play.match_files import import_matches
from vision.lab.render import render_photo

LOOKS = {"light": (False, "en-GB"), "dark": (True, "en-GB"), "svenska": (False, "sv-SE")}
PLAYERS = ["Anna", "Bo", "Carl", "Dora"]
ENTRIES = [
    {"entry": "play", "player": "Anna", "tile": "5-0"},
    {"entry": "play", "player": "Bo", "tile": "5-5", "at": "5-0", "pip": 5},
    {"entry": "round", "out": "Bo", "hands": {"Anna": ["5-1", "6-4"], "Carl": {"pips": 13}, "Dora": ["6-6", "2-0"]}},
    {"entry": "play", "player": "Bo", "tile": "6-4"},
    {"entry": "play", "player": "Carl", "tile": "4-4", "at": "6-4", "pip": 4},
    {"entry": "ends", "player": "Dora", "ends": ["6", "5"]},
    {"entry": "void", "of": 6},
]
WON: list[dict[str, Any]] = [
    {"entry": "play", "player": "Anna", "tile": "5-5"},
    {"entry": "round", "out": "Carl", "hands": {"Bo": ["6-4", "6-3"], "Dora": ["5-4"]}},
]
LOST: list[dict[str, Any]] = [
    {"entry": "round", "out": "Dora", "hands": {"Anna": ["6-6", "5-0"], "Carl": ["6-4", "3-1"]}}
]
PAGES = {
    "matches": "/",
    "new": "/new",
    "own-game": "/own-games/new?like=all_fives",
    "pad": "/m/{match}",
    "round": "/m/{match}?kind=round&ended=out+3&hand-1=13&hand-2=8",
    "lead": "/m/{new}?kind=lead&shown-1=6-4&shown-2=5-3&seat=3",
    "won": "/m/{won}",
    "evening": "/m/{won}/evening",
    "sheet": "/m/{match}/sheet",
    "unsent": "/m/{match}/unsent",
    "share": "/m/{match}/share",
    "solitaire": "/m/{solitaire}/solitaire?table=6-2+3-1+5-5+4-1+2-1+6-0&boneyard=22",
    "rules": "/rules/spansk?match={match}",
    "all-rules": "/rules",
    "history": "/history",
    "delete": "/history/{match}/delete",
    "players": "/players",
    "player": "/players/Anna",
    "keeping": "/keeping",
}
# A photo has to be sent first, a board is on a tablet, and the third is the page for a stranger.
TAKEN_APART = {"photo": "/m/{match}/photo/{photo}", "board": "/m/{match}/board", "join": "/m/{match}"}
OF_HOST = ("books", "key", "full", "delete-book", "away")  # and its first page


def seated(app: Flask) -> dict[str, str]:
    """Store a family's matches, among them a running one and a solitaire, and return their ids."""
    store = app.extensions["scorekeeper"]
    fill(store, matches=120)
    solitaire = start_match(store, "dk_tolveren", ("Anna",))
    document = {"format": 1, "variant": "spansk", "players": PLAYERS, "partners": True, "lead": "Anna"}
    for entries in (WON, LOST, WON):
        won = start_match(store, "spansk", PLAYERS, True, "Anna", {"target": 6})
        for entry in entries:
            won = add_entry(store, won.id, entry, won.seen, f"{won.id} {won.seen}")
    match = import_matches(store, [{**document, "entries": ENTRIES}])[0]
    new = start_match(store, "spansk", PLAYERS)
    return {"match": match.id, "solitaire": solitaire.id, "new": new.id, "won": won.id}


def taken(browser: Browser, address: str, ids: dict[str, str], device: Device) -> Iterator[tuple[str, bytes]]:
    """Yield every page's name and its picture on such a device."""
    devices = Devices(browser, address, owners_link="/in/gallery")
    page = devices.open("/", device)
    for name, path in PAGES.items():
        page.goto(path.format(**ids))
        yield name, shot(page)
    page.goto(f"/m/{ids['match']}?kind=round&ended=out+3")
    page.set_input_files("#camera", {"name": "hands.jpg", "mimeType": "image/jpeg", "buffer": hands()})
    page.wait_for_url("**/photo/*")
    yield "photo", shot(page)
    board = devices.open(
        TAKEN_APART["board"].format(**ids), replace(BIG_BOARD, dark=device.dark, language=device.language)
    )
    yield "board", shot(board)
    devices.tolerate(" 403 ")
    yield "join", shot(devices.open(TAKEN_APART["join"].format(**ids), device, stranger=True))
    complaints = devices.close()
    if complaints:
        raise SystemExit("\n".join(complaints))


def taken_of_host(browser: Browser, address: str, ids: dict[str, str], device: Device) -> Iterator[tuple[str, bytes]]:
    """Yield the names and pictures of the pages that only a host has."""
    devices = Devices(browser, address)
    devices.tolerate(every_host_page.REFUSED)
    page = devices.open("/books", device)
    yield "host", shot(page)
    for link in every_host_page.list_owners_links(ids):
        page.goto(link)
    for name in OF_HOST:
        page.goto(every_host_page.PAGES[name].format(**ids))
        yield name, shot(page)
    complaints = devices.close()
    if complaints:
        raise SystemExit("\n".join(complaints))


def shot(page: Page) -> bytes:
    page.evaluate("document.activeElement?.blur()")
    return page.screenshot()


def hands() -> bytes:
    """Render a photo of three tiles in a hand."""
    _, jpeg = cv2.imencode(".jpg", render_photo(["5-1", "6-2", "3-3"], "row", 2, (900, 1200)).image)
    return jpeg.tobytes()


def main(folder: Path) -> None:
    """Take all pictures and write them into `folder`."""
    with TemporaryDirectory() as data, started() as browser:
        app = create_app({"DATA": Path(data) / "house", "OWNER_KEY": "gallery", "TESTING": True})
        host = create_host({"DATA": Path(data) / "host", "MOST_MATCHES": every_host_page.MOST_MATCHES})
        ids, ids_of_host = seated(app), every_host_page.filled(host)
        with served(app) as address, served(host) as address_of_host:
            for look, (dark, language) in LOOKS.items():
                device = replace(PHONE, dark=dark, language=language, scale=1)
                pictures = taken(browser, address, ids, device)
                for name, png in (*pictures, *taken_of_host(browser, address_of_host, ids_of_host, device)):
                    with Image.open(BytesIO(png)) as image:
                        image.save(folder / f"{name}-{look}.webp", quality=80, method=6)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
