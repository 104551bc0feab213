"""Check whether everybody can use a page: axe-core's rules for WCAG 2.2 AA and its best practices."""

from collections.abc import Sequence

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
AXE: str = Axe().axe_script
COLOURS = ["color-contrast", "link-in-text-block"]
"""The rules that depend on colours alone."""
FIND = """async runOnly => {
    const found = await axe.run({ runOnly, resultTypes: ["violations"], preload: false });
    return found.violations.flatMap(({ id, impact, help, nodes }) =>
        nodes.map(node => `${id} (${impact}): ${help}, at ${node.target.join(" ")}`));
}"""


def barriers(page: Page, rules: Sequence[str] = ()) -> list[str]:
    """Return a line for each element that breaks one of these rules, or any rule, on the page as it is now."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    found: list[str] = page.evaluate(FIND, list(rules) or RULES)
    return found
