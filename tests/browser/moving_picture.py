"""Make the README's animated picture of a round, from the deal to its card.

`python -m tests.browser.moving_picture FILE`
"""

import sys
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image
from playwright.sync_api import Page

from scorekeeper.play.scoring.writing import start_match
from scorekeeper.web import create_app
from tests.browser.chromium import started
from tests.browser.devices import PHONE, Devices
from tests.browser.server import served
from tests.browser.thumb import Thumb

PLAYERS = ("Christina", "Alejandro", "Margareta", "Sebastián")
LOOK, GLANCE = 1800, 500  # ms that a frame is shown: with text to read, and with a tapped key
STEPS = (
    ("label:has(#player-1)", GLANCE),
    ("label:has(#tile-5-0)", LOOK),
    ("#save", LOOK),
    ("#end-0", GLANCE),
    ("#to-5-5", LOOK),
    ("#save", LOOK),
    ("#tab-round", GLANCE),
    ("label:has(#ended-2)", LOOK),
    ("#key-1", GLANCE),
    ("#key-6", GLANCE),
    ("#key-1", GLANCE),
    ("#key-4", LOOK),
    ("#save", 2 * LOOK),
)


def main(file: Path) -> None:
    """Tap a round of Spansk domino on a phone, and write a frame after each tap."""
    with TemporaryDirectory() as data, started() as browser:
        app = create_app({"DATA": Path(data), "OWNER_KEY": "moving", "TESTING": True})
        match = start_match(app.extensions["scorekeeper"], "spansk", PLAYERS, True, PLAYERS[0])
        with served(app) as address:
            devices = Devices(browser, address, owners_link="/in/moving")
            page = devices.open(f"/m/{match.id}", replace(PHONE, scale=1))
            thumb, frames = Thumb(page), [take(page)]
            for what, _ in STEPS:
                thumb.tap(what)
                frames.append(take(page))
            if complaints := devices.close():
                raise SystemExit("\n".join(complaints))
    shown = [LOOK, *(shown for _, shown in STEPS)]
    frames[0].save(file, save_all=True, append_images=frames[1:], duration=shown, loop=0, quality=70, method=6)


def take(page: Page) -> Image.Image:
    """Return the picture of the page after its animations, when the sum of the keys has arrived."""
    page.wait_for_timeout(500)
    page.wait_for_function("document.getAnimations().every(each => each.playState !== 'running')")
    return Image.open(BytesIO(page.screenshot())).convert("RGB")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
