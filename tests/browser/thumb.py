"""A thumb that taps on a phone and counts its taps."""

import os
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, expect

README = Path(__file__).resolve().parents[2] / "README.md"

SMALL_TARGETS = """([least, what]) => [...document.querySelectorAll(what)]
    .filter(each => !each.closest("svg") && !each.matches(".hidden, .hidden *, .skip") && each.checkVisibility())
    .map(each => [each, (each.matches(".chip > input") ? each.parentElement : each).getBoundingClientRect()])
    .filter(([each, box]) => box.width && (box.width < least - 0.1 || box.height < least - 0.1))
    .map(([each, box]) => `${each.id || each.textContent.trim()} ${box.width}×${box.height}`)"""


@dataclass
class Thumb:
    """Taps on a page and counts the taps; nothing is typed."""

    page: Page
    taps: int = 0

    def tap(self, *selectors: str) -> None:
        """Tap one element after another, each as soon as it exists and the page has settled."""
        for selector in selectors:
            self.page.locator(selector).tap()
            self.settle()
            self.taps += 1

    def settle(self) -> None:
        """Wait until the page has every answer that it requested."""
        self.page.wait_for_load_state()
        expect(self.page.locator(".htmx-request")).to_have_count(0)

    @property
    def totals(self) -> list[str]:
        """The totals on the board."""
        return self.page.locator(".total").all_inner_texts()


def small_targets(page: Page, least: float = 44, what: str = "a[href], button, input:not([type=hidden])") -> list[str]:
    """Return the targets that are narrower or lower than this number of pixels."""
    found: list[str] = page.evaluate(SMALL_TARGETS, [least, what])
    return found


def picture(page: Page, name: str) -> None:
    """Store a picture of the page if SCREENSHOTS names a folder and the README shows the picture."""
    folder = os.environ.get("SCREENSHOTS")
    if not folder or f"screenshots/{name}.webp" not in README.read_text(encoding="utf-8"):
        return
    page.evaluate("document.activeElement?.blur()")
    with Image.open(BytesIO(page.screenshot())) as image:
        image.save(Path(folder) / f"{name}.webp", quality=82, method=6)
