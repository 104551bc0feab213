"""Numerals printed on tiles instead of pips, as on many sets for Mexican Train.

On such sets the numerals of both halves are either the same way up, or each is upright to its own short end. They are
printed along or across the tile. A half of 0 has a "0" or nothing. A 6 and a 9 are distinguished by a line or a dot
below them, or not at all. Each set uses one typeface.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

OWN_FONTS = ("sans", "italic")
"""The typefaces that OpenCV has. Files of other ones can be named by their path."""
DRAWN = 120
"""The size in pixels in which numerals are drawn before they are resized."""
WIDEST = 0.74
"""The largest width of a numeral, as a fraction of the half's side."""


@dataclass(frozen=True, slots=True)
class Numerals:
    """How the numerals of one set look.

    `font`: one of OWN_FONTS or a TrueType file; `weight`: 100 (thin) to 900 (black), for OWN_FONTS; `size`: the height
    of a digit, as a fraction of the half's side; `turns`: by how many quarter turns counter-clockwise the numeral of
    half 0 and of half 1 is turned, each seen with its short end above; `mark`: what is below a 6 and a 9, "line", "dot"
    or ""; `zero`: what is on a half of 0, "0" or ""; `stretch`: the factor by which digits are wider than in the
    typeface; `slant`: by how much of its height the top of a digit is moved to the right of its foot.
    """

    font: str
    weight: int
    size: float
    turns: tuple[int, int]
    mark: str
    zero: str
    stretch: float = 1.0
    slant: float = 0.0


def pick_numerals(rng: np.random.Generator, fonts: Sequence[str] = OWN_FONTS, *, distorted: bool = False) -> Numerals:
    """Pick how the numerals of a set look, in one of `fonts`; `distorted`: made wider or narrower and slanted, too."""
    turn = int(rng.integers(4))
    picked = Numerals(
        font=str(rng.choice(list(fonts))),
        weight=int(rng.integers(4, 10)) * 100,
        size=float(rng.uniform(0.42, 0.72)),
        turns=(turn, (turn + 2 * int(rng.random() < 0.6)) % 4),
        mark=str(rng.choice(["line", "dot", ""], p=[0.5, 0.15, 0.35])),
        zero=str(rng.choice(["0", ""])),
    )
    if not distorted:
        return picked
    return replace(picked, stretch=float(np.exp(rng.normal(0, 0.15))), slant=float(rng.normal(0, 0.1)))


def draw_numeral(numerals: Numerals, number: int, half: int, side: int) -> NDArray[Any]:
    """Return the ink of the numeral on half 0 or 1, `side`×`side` float32, 0 to 1, its short end above."""
    digits = str(number) if number else numerals.zero
    if not digits:
        return np.zeros((side, side), np.float32)
    ink = _draw_digits(numerals.font, numerals.weight, digits, numerals.mark if number in {6, 9} else "")
    if (numerals.stretch, numerals.slant) != (1.0, 0.0):
        ink = _distort(ink, numerals.stretch, numerals.slant)
    upright = _draw_digits(numerals.font, numerals.weight, digits, "")
    by = min(numerals.size * side / len(upright), WIDEST * side / ink.shape[1], 0.9 * side / len(ink))
    size = (max(2, round(ink.shape[1] * by)), max(2, round(len(ink) * by)))
    small = cv2.resize(ink, size, interpolation=cv2.INTER_AREA if by < 1 else cv2.INTER_LINEAR)
    sheet = np.zeros((side, side), np.float32)
    left, top = (side - size[0]) // 2, (side - size[1]) // 2
    sheet[top : top + size[1], left : left + size[0]] = small
    return np.rot90(sheet, numerals.turns[half])


@cache
def _draw_digits(font: str, weight: int, digits: str, mark: str) -> NDArray[Any]:
    """Return the ink of digits and of the mark below them, float32, 0 to 1, with no margin; `DRAWN` pixels in size."""
    sheet = np.zeros((2 * DRAWN, 3 * DRAWN), np.uint8)
    cv2.putText(sheet, digits, (DRAWN // 2, DRAWN * 3 // 2), (255,), cv2.FontFace(font), DRAWN, weight)
    left, top, wide, high = cv2.boundingRect(sheet)
    low = top + high
    if mark == "line":
        thick = max(3, high // 9)
        cv2.rectangle(sheet, (left, low + thick), (left + wide - 1, low + 2 * thick), (255,), -1)
    elif mark == "dot":
        radius = max(3, high // 12)
        cv2.circle(sheet, (left + wide + 2 * radius, low - radius), radius, (255,), -1, cv2.LINE_AA)
    left, top, wide, high = cv2.boundingRect(sheet)
    return sheet[top : top + high, left : left + wide].astype(np.float32) / 255


def _distort(ink: NDArray[Any], stretch: float, slant: float) -> NDArray[Any]:
    """Return ink made wider by the factor `stretch` and slanted, its foot at the same place."""
    high, wide = ink.shape
    shift = slant * high
    matrix = np.array([[stretch, -slant, max(shift, 0.0)], [0, 1, 0]], np.float32)
    return cv2.warpAffine(ink, matrix, (int(np.ceil(wide * stretch + abs(shift))), high))
