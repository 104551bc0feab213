"""The look of one set of tiles: its size, its material, its pips, its divider."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from .numerals import Numerals, pick_numerals

Colour = tuple[float, float, float]
"""A colour as blue, green, red, each 0 to 1 (the reflected light, before the camera)."""
Rng = np.random.Generator
NUMBERS = 19
"""The numbers 0 to 18 of the largest set."""


@dataclass(frozen=True, slots=True)
class TileLook:
    """The look of a set; lengths are fractions of a tile's length, except `pip`, `spread_x`, `spread_y` (of a half)."""

    largest: int
    width: float
    thickness: float
    corner: float
    body: Colour
    back: Colour
    sides: Colour
    material: str  # plain, wood, marble or waffle
    pips: tuple[Colour, ...]  # the colour of each number
    pip: float  # the radius of a pip, as a fraction of the half's width
    spread_x: float  # as a fraction of half the half's width
    spread_y: float
    engraved: float  # from 0 (flat paint) to 1 (deep cup)
    ring: float  # 0 for filled pips, else the radius of the hole of a ring
    divider: str  # none, line, groove or double
    divider_length: float  # as a fraction of the width
    divider_thickness: float  # as a fraction of the length
    divider_colour: Colour
    spinner: float  # the radius of the pin as a fraction of the width; 0 for none
    spinner_colour: Colour
    bevel: float  # width of the rounded edge
    gloss: float
    turned: bool  # rows of the 6 lie across
    mirrored: bool
    frame: bool  # a line along the edge
    print_on_back: str
    wear: float = 0.0  # from 0 (new) to 1 (scratched, with paint partly gone)
    way: int = 0  # how numbers above 12 are laid, see `patterns.OTHERS`
    numerals: Numerals | None = None  # printed instead of pips


_NUMBER_HUES = (
    (0, 0, 0), (0.75, 0.55, 0.2), (0.2, 0.5, 0.1), (0.15, 0.1, 0.75), (0.25, 0.2, 0.15), (0.6, 0.25, 0.1),
    (0.05, 0.6, 0.9), (0.5, 0.1, 0.75), (0.5, 0.55, 0.1), (0.5, 0.1, 0.35), (0.1, 0.35, 0.9), (0.2, 0.1, 0.5),
    (0.5, 0.5, 0.5), (0.1, 0.3, 0.35), (0.6, 0.3, 0.3), (0.2, 0.45, 0.3),
    (0.35, 0.2, 0.6), (0.7, 0.45, 0.35), (0.15, 0.4, 0.55),
)  # fmt: skip


def pick(rng: Rng, names: Sequence[str], weights: Sequence[float]) -> str:
    """Return one of `names` at random, by its weight."""
    total = sum(weights)
    return str(rng.choice(list(names), p=[weight / total for weight in weights]))


def vary_colour(rng: Rng, colour: Sequence[float], by: float) -> Colour:
    """Return a colour near `colour`; `by` is the standard deviation of each channel."""
    b, g, r = (float(np.clip(c + rng.normal(0, by), 0.01, 0.99)) for c in colour)
    return b, g, r


def _grey(rng: Rng, low: float, high: float, tint: float = 0.02) -> Colour:
    level = rng.uniform(low, high)
    return vary_colour(rng, (level, level, level), tint)


def _hue(rng: Rng, low: float = 0.05, high: float = 0.8) -> Colour:
    """Return a saturated colour: one channel high, one low."""
    channels = [low, rng.uniform(low, high), high * rng.uniform(0.6, 1.1)]
    rng.shuffle(channels)
    return vary_colour(rng, channels, 0.03)


def _distance(one: Colour, other: Colour) -> float:
    return float(np.abs(np.subtract(one, other)).max())


def _body(rng: Rng) -> tuple[str, Colour, str]:
    kind = pick(
        rng,
        ("white", "ivory", "black", "green", "pink", "hue", "wood", "darkwood", "marble", "grey", "waffle"),
        (22, 20, 11, 9, 4, 8, 5, 3, 2, 3, 17),
    )
    if kind == "white":
        return kind, _grey(rng, 0.72, 0.95), "plain"
    if kind == "ivory":
        return (
            kind,
            vary_colour(rng, (rng.uniform(0.5, 0.72), rng.uniform(0.74, 0.86), rng.uniform(0.82, 0.93)), 0.02),
            ("plain"),
        )
    if kind == "black":
        return kind, _grey(rng, 0.02, 0.12, 0.01), "plain"
    if kind == "waffle":
        return kind, _grey(rng, 0.03, 0.14, 0.01), "waffle"
    if kind == "green":
        return kind, vary_colour(rng, (0.25, 0.38, 0.06), 0.07), "plain"
    if kind == "pink":
        return kind, vary_colour(rng, (0.65, 0.45, 0.85), 0.07), "plain"
    if kind == "hue":
        return kind, _hue(rng), "plain"
    if kind == "wood":
        return kind, vary_colour(rng, (0.35, 0.55, 0.72), 0.06), "wood"
    if kind == "darkwood":
        return kind, vary_colour(rng, (0.08, 0.14, 0.24), 0.03), "wood"
    if kind == "marble":
        return kind, _grey(rng, 0.3, 0.85, 0.05), "marble"
    return kind, _grey(rng, 0.3, 0.65), "plain"


def _pip_colours(rng: Rng, kind: str, body: Colour, largest: int) -> tuple[Colour, ...]:
    dark = float(np.dot(body, (0.11, 0.59, 0.3))) < 0.42
    if dark:
        style = pick(rng, ("white", "gold", "many", "hue"), (78, 8, 7, 7))
    else:
        style = pick(rng, ("black", "many", "hue", "brown", "white"), (50, 26 if largest <= 6 else 60, 9, 6, 2))
    if rng.random() < 0.025 and kind != "marble":  # engraved or raised without paint
        deep = tuple(c * (0.55 if not dark else 1.6) + (0.0 if not dark else 0.08) for c in body)
        return (vary_colour(rng, deep, 0.01),) * NUMBERS
    if style == "white" and not dark and kind not in {"pink", "hue", "green", "grey"}:
        style = "black"
    for _ in range(20):
        one = {
            "white": lambda: _grey(rng, 0.75, 0.97),
            "black": lambda: _grey(rng, 0.01, 0.12, 0.01),
            "gold": lambda: vary_colour(rng, (0.25, 0.6, 0.8), 0.05),
            "brown": lambda: vary_colour(rng, (0.15, 0.2, 0.3), 0.05),
            "hue": lambda: _hue(rng),
            "many": lambda: _grey(rng, 0.05, 0.3),
        }[style]()
        if _distance(one, body) > 0.35:
            break
    else:
        one = (0.9, 0.9, 0.9) if dark else (0.05, 0.05, 0.05)
    if style != "many":
        return (one,) * NUMBERS
    own = rng.random() < 0.5  # colours of no real set, so that the reader does not learn numbers by colour alone
    colours: list[Colour] = []
    for hue in _NUMBER_HUES:
        best = one
        for _ in range(8):
            found = _hue(rng) if own else vary_colour(rng, hue, 0.06)
            if dark:
                found = vary_colour(rng, [0.45 + 0.55 * c for c in found], 0.02)
            if _distance(found, body) > 0.22:
                best = found
                break
        colours.append(best)
    return tuple(colours)


def pick_look(rng: Rng, largest: int | None = None) -> TileLook:
    """Return the look of a random set; common looks are more frequent."""
    if largest is None:
        largest = int(pick(rng, ("6", "9", "12", "15", "18"), (60, 9, 20, 6, 5)))
    kind, body, material = _body(rng)
    if material == "waffle":
        largest = min(largest, 9)
    two_tone = rng.random() < 0.15
    back = _hue(rng) if two_tone and rng.random() < 0.5 else (_grey(rng, 0.02, 0.2) if two_tone else body)
    pips = _pip_colours(rng, kind, body, largest)
    small = {6: (0.085, 0.15), 9: (0.07, 0.12), 12: (0.06, 0.1), 15: (0.052, 0.075), 18: (0.042, 0.062)}[largest]
    divider = pick(rng, ("none", "line", "groove", "double"), (24 if material == "waffle" else 9, 45, 45, 2))
    if material == "waffle" and rng.random() < 0.6:
        divider = "none"
    ink = rng.random()
    divider_colour = (
        pips[1] if ink < 0.45 else _grey(rng, 0.02, 0.15) if ink < 0.85 else vary_colour(rng, (0.4, 0.6, 0.7), 0.1)
    )
    if _distance(divider_colour, body) < 0.2:
        divider_colour = pips[1]
    spread = (0.46, 0.68) if largest <= 9 else (0.6, 0.76) if largest <= 15 else (0.68, 0.8)
    metal = vary_colour(rng, (0.35, 0.6, 0.72), 0.06) if rng.random() < 0.6 else _grey(rng, 0.5, 0.8)
    return TileLook(
        largest=largest,
        width=float(np.clip(rng.normal(0.5, 0.025), 0.42, 0.58)),
        thickness=float(rng.uniform(0.08, 0.3)),
        corner=float(rng.uniform(0.005, 0.1)),
        body=body,
        back=back,
        sides=vary_colour(rng, body, 0.02),
        material=material,
        pips=pips,
        pip=float(rng.uniform(*small)),
        spread_x=float(rng.uniform(0.48, 0.68)) if largest <= 9 else float(rng.uniform(0.56, 0.74)),
        spread_y=float(rng.uniform(*spread)),
        engraved=0.0 if rng.random() < 0.3 else float(rng.uniform(0.2, 1.0)),
        ring=float(rng.uniform(0.3, 0.6)) if rng.random() < 0.04 else 0.0,
        divider=divider,
        divider_length=float(rng.uniform(0.6, 1.0)),
        divider_thickness=float(rng.uniform(0.012, 0.045)),
        divider_colour=divider_colour,
        spinner=float(rng.uniform(0.04, 0.09)) if rng.random() < 0.35 else 0.0,
        spinner_colour=metal,
        bevel=float(rng.uniform(0.01, 0.06)),
        gloss=float(rng.uniform(0, 1)),
        turned=rng.random() < 0.03,
        mirrored=rng.random() < 0.3,
        frame=rng.random() < 0.03,
        print_on_back=pick(rng, ("", "text", "star", "rings", "lines"), (70, 8, 5, 5, 5)),
        wear=float(rng.uniform(0.2, 1)) if rng.random() < 0.18 else 0.0,
        way=int(rng.integers(0, 4)) if rng.random() < 0.4 else 0,
    )


def pick_numeral_look(rng: Rng, largest: int | None, fonts: Sequence[str], *, distorted: bool = False) -> TileLook:
    """Return the look of a random set with numerals in one of the typefaces `fonts`, mostly a colour a number.

    With `distorted` the digits are wider or narrower than in the typeface, and slanted.
    """
    look = pick_look(rng, largest)
    while look.material == "waffle" or (len(set(look.pips)) == 1 and rng.random() < 0.5):
        look = pick_look(rng, largest)
    return replace(look, numerals=pick_numerals(rng, fonts, distorted=distorted))


def make_plain_look(largest: int = 6) -> TileLook:
    """Return the look of white tiles with black pips, a divider and a brass pin."""
    return TileLook(
        largest=largest, width=0.5, thickness=0.17, corner=0.05, body=(0.86, 0.9, 0.91), back=(0.86, 0.9, 0.91),
        sides=(0.84, 0.88, 0.89), material="plain", pips=((0.05, 0.05, 0.05),) * NUMBERS,
        pip={6: 0.11, 15: 0.058, 18: 0.048}.get(largest, 0.08), spread_x=0.56,
        spread_y={15: 0.66, 18: 0.7}.get(largest, 0.56), engraved=0.5, ring=0.0, divider="line",
        divider_length=0.84, divider_thickness=0.022, divider_colour=(0.06, 0.06, 0.06), spinner=0.055,
        spinner_colour=(0.4, 0.62, 0.72), bevel=0.03, gloss=0.3, turned=False, mirrored=False, frame=False,
        print_on_back="",
    )  # fmt: skip
