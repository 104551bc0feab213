"""Visible faults of a page's layout: text that is broken, cut, covered by other text or off the page."""

from collections.abc import Iterable

from playwright.sync_api import Page

Size = tuple[int, int, int]  # width, height, percent of the usual text size
USUAL_TEXT: tuple[Size, ...] = (
    (390, 664, 100),
    (375, 553, 100),
    (360, 640, 100),
    (320, 568, 100),
    (664, 390, 100),
    (844, 390, 100),
    (820, 1180, 100),
    (1180, 820, 100),
)
SIZES = (*USUAL_TEXT, (390, 664, 200))

FIND = r"""() => {
    const root = document.documentElement, wide = root.clientWidth;
    const boxes = [], found = new Set();
    const looks = new Map();
    const look = each => looks.get(each) ?? (looks.set(each, getComputedStyle(each)), looks.get(each));
    const isUnseen = each => each.closest("[hidden], .hidden, svg, select, script, style, noscript, template")
        || !each.checkVisibility({ visibilityProperty: true });
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let text; (text = texts.nextNode());) {
        if (!text.data.trim() || isUnseen(text.parentElement)) continue;
        let clipped = null, layer = null, scroller = null;
        for (let up = text.parentElement; up && up !== root; up = up.parentElement) {
            const { overflowX, overflowY, textOverflow, webkitLineClamp, position, clipPath } = look(up);
            if (clipPath !== "none") { clipped = "unseen"; break; }
            if (position === "sticky" || position === "fixed") layer ??= up;
            if (/auto|scroll/.test(overflowX + overflowY)) scroller ??= up;
            const ellipsis = textOverflow === "ellipsis" || webkitLineClamp !== "none";
            if (/hidden|clip/.test(overflowX) && !scroller) clipped ??= { up, ellipsis };
        }
        if (clipped === "unseen") continue;
        range.selectNodeContents(text);
        const rects = [...range.getClientRects()].filter(each => each.width > 0.5);
        if (!rects.length) continue;
        const what = text.data.trim().replace(/\s+/g, " ").slice(0, 40);
        if (rects.length > 1 && !text.data.includes("://")) { // an address breaks anywhere
            for (const { 0: word, index } of text.data.matchAll(/[\p{L}\p{N}\u00ad]+/gu)) {
                if (word.includes("\u00ad")) continue;
                range.setStart(text, index);
                range.setEnd(text, index + word.length);
                const parts = [...range.getClientRects()].filter(each => each.width > 0.5);
                if (new Set(parts.map(each => Math.round(each.top))).size > 1) found.add(`"${word}" is broken`);
            }
        }
        for (const { left, right, top, bottom } of rects) {
            const bound = clipped?.up.getBoundingClientRect();
            if (bound && (top > bound.bottom - 1 || bottom < bound.top + 1)) {
                if (!clipped.ellipsis) found.add(`"${what}" is cut`);
                continue;
            }
            const view = scroller?.getBoundingClientRect(); // what lies outside is scrolled to
            if (view && (top > view.bottom - 1 || bottom < view.top + 1)) continue;
            if (!scroller && !clipped && (left < -1 || right > wide + 1)) found.add(`"${what}" leaves the page`);
            if (clipped && !clipped.ellipsis) {
                if (left < bound.left - 1 || right > bound.right + 1) found.add(`"${what}" is cut`);
            }
            const edge = (bottom - top) / 4;
            const from = Math.max(left, bound?.left ?? left) + 2, to = Math.min(right, bound?.right ?? right) - 2;
            const end = Math.min(bottom - edge, view?.bottom ?? bottom);
            boxes.push({ text, what, layer, left: from, right: to, top: top + edge, bottom: end });
        }
    }
    boxes.sort((one, other) => one.top - other.top);
    for (let here = 0; here < boxes.length; here++) {
        const one = boxes[here];
        for (let next = here + 1; next < boxes.length && boxes[next].top < one.bottom; next++) {
            const other = boxes[next];
            if (one.text === other.text || one.layer !== other.layer) continue;
            if (one.left < other.right && other.left < one.right)
                found.add(`"${one.what}" and "${other.what}" overlap`);
        }
    }
    if (root.scrollWidth > wide) found.add("the page scrolls sideways");
    return [...found];
}"""


def list_layout_faults(page: Page, sizes: Iterable[Size] = SIZES) -> list[str]:
    """Return the layout faults of the page at each size, such as '320×568: "Christina" is broken'."""
    found = []
    for width, height, percent in sizes:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("percent => { document.documentElement.style.fontSize = `${percent}%` }", percent)
        at = f"{width}×{height}" + (f" at {percent} %" if percent != 100 else "")
        found += [f"{at}: {fault}" for fault in page.evaluate(FIND)]
    page.evaluate("document.documentElement.style.fontSize = ''")
    return found
