"""A table with a phone and the taps of its players. Each tap waits until the score pad has answered."""

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Locator, Page, expect

from tests.played.table import Table, normalize


class PhoneTable(Table):
    """The pad of one match on a phone."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def tap(self, what: str, answered: str = "main") -> None:
        with self._fresh(answered):
            self._find(what).tap()

    def choose(self, what: str) -> None:
        self._find(what).tap()

    def unfold(self, summary: str) -> None:
        self._find(summary).tap()

    def follow(self, what: str, address: str) -> None:
        """Tap, and wait until the scripts of the next page are ready."""
        self._find(what).tap()
        self.page.wait_for_url(f"**{address}")
        self.page.wait_for_load_state()

    def type(self, what: str, text: str) -> None:
        field = self._find(what)
        field.tap()
        field.fill("")
        if field.get_attribute("data-keypad") is None:
            field.fill(text)
            return
        for key in text:
            self.page.tap("#key-plus" if key == "+" else f"#key-{key}")

    def type_and_send(self, what: str, text: str, answered: str = "main") -> None:
        with self._fresh(answered):
            self._find(what).fill(text)
            self._find(what).press("Enter" if answered == "main" else "Tab")

    def select(self, what: str, label: str) -> None:
        self._find(what).select_option(label=label)

    def count(self, what: str) -> int:
        return self._find(what).count()

    def texts(self, what: str) -> list[str]:
        return [normalize(text) for text in self._find(what).all_text_contents()]

    def expect_text(self, what: str, text: str) -> None:
        expect(self._find(what)).to_have_text(text)

    def _find(self, what: str) -> Locator:
        return self.page.locator(what if what.startswith("#") else f"xpath={what}")

    @contextmanager
    def _fresh(self, part: str) -> Iterator[None]:
        self.page.evaluate("part => document.getElementById(part).setAttribute('data-old', '')", part)
        yield
        self.page.locator(f"#{part}:not([data-old])").wait_for()
