"""Whether a page is for everyone: axe-core's rules for WCAG 2.2 AA and its best practices."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
AXE: str = Axe().axe_script
FIND = """async tags => {
    const found = await axe.run({ runOnly: { type: "tag", values: tags }, resultTypes: ["violations"] });
    return found.violations.flatMap(({ id, impact, help, nodes }) =>
        nodes.map(node => `${id} (${impact}): ${help}, at ${node.target.join(" ")}`));
}"""


def barriers(page: Page) -> list[str]:
    """What keeps somebody from using the page as it stands now, a line for each element; empty when nothing does."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    found: list[str] = page.evaluate(FIND, RULES)
    return found
