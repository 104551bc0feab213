"""The colours of the pages have enough contrast in both themes (WCAG 2.2 AA), and gold is for points alone."""

import re

import pytest

from scorekeeper.folders import STATIC
from scorekeeper.store.profiles import COLOURS, SHAPES

READ = 4.5  # text
SEEN = 3.0  # drawings, and figures as large as totals
PAIRS = [
    ("ink", "card", READ),
    ("ink", "card-deep", READ),
    ("ink-soft", "card", READ),
    ("ink-soft", "card-deep", READ),
    ("ink-soft", "chosen", READ),
    ("on-felt", "felt-light", READ),
    ("on-felt-soft", "felt", READ),
    ("on-go", "go", READ),
    ("on-go", "go-deep", READ),
    ("on-go-lit", "go-lit", READ),
    ("go-lit", "felt", SEEN),
    ("go", "card", SEEN),
    ("brass-ink", "card", READ),
    ("brass-ink", "paper", READ),
    ("brass-lit", "felt-light", SEEN),
    ("bad", "bad-soft", READ),
    ("ink", "warn-soft", READ),
    ("on-warn", "warn", READ),
    ("warn", "warn-soft", SEEN),
    ("edge", "card", SEEN),
]
# These may be gold: figures of points, chips that score, the progress to the target, the winner's crown.
GOLD = re.compile(
    r"total|points|plus|won|way|target|scores|hint|makes|crown|winner|verdict|icon|final|match-side b|worked|big-who"
)


def read_css(name: str) -> str:
    return (STATIC / "css" / name).read_text(encoding="utf-8")


def read_colours(text: str) -> dict[str, str]:
    found: list[tuple[str, str]] = re.findall(r"--([\w-]+): (#[0-9a-f]{6});", text)
    return dict(found)


def read_themes() -> dict[str, dict[str, str]]:
    light, _, rest = read_css("base.css").partition("@media (prefers-color-scheme: dark)")
    usual, dark = read_colours(light), read_colours(rest.partition("*,\n")[0])
    return {"light": usual, "dark": {**usual, **dark}}


def measure_contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, from 1 to 21, as WCAG defines it."""

    def luminance(colour: str) -> float:
        parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
        light = [part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4) for part in parts]
        return 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2]

    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_what_is_read_stands_out_from_what_it_stands_on(theme: str) -> None:
    colours = read_themes()[theme]
    wrong = {
        f"{one} on {other}": round(found, 2)
        for one, other, least in PAIRS
        if (found := measure_contrast(colours[one], colours[other])) < least
    }
    assert wrong == {}


def test_everybodys_colour_is_seen_on_ivory_and_in_the_dark_and_initials_are_read_on_it() -> None:
    found = re.findall(r"\.m\d+ \{ --who: (#\w+); --lit: (#\w+);", read_css("base.css"))
    assert len(set(found)) == COLOURS
    light, dark = read_themes()["light"], read_themes()["dark"]
    for who, lit in found:
        assert min(measure_contrast(who, light[ivory]) for ivory in ("card", "card-deep", "paper")) >= SEEN
        assert measure_contrast(lit, dark["card"]) >= SEEN
        assert measure_contrast(who, light["card"]) >= READ, "the initials are ivory"


def test_every_shape_of_a_mark_is_drawn() -> None:
    assert len(set(re.findall(r"\.s\d+ \{ --shape: ([^;]+);", read_css("base.css")))) == SHAPES


def test_gold_means_points() -> None:
    rules = [
        (path.name, selector.strip())
        for path in sorted((STATIC / "css").glob("*.css"))
        for selector, body in re.findall(r"([^{};]+)\{([^{}]*var\(--brass[^{}]*)\}", read_css(path.name))
    ]
    assert rules
    assert [rule for rule in rules if not GOLD.search(rule[1])] == []
