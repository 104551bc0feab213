"""Whether a page is for everyone: axe-core's rules for WCAG 2.2 AA and its best practices."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


def barriers(page: Page) -> list[str]:
    """What keeps somebody from using the page as it stands now, a line for each element; empty when nothing does."""
    found = Axe().run(page, options={"runOnly": {"type": "tag", "values": RULES}, "resultTypes": ["violations"]})
    return [
        f"{barrier['id']} ({barrier['impact']}): {barrier['help']}, at {' '.join(map(str, node['target']))}"
        for barrier in found.response["violations"]
        for node in barrier["nodes"]
    ]
