"""Words in a picture, written with the font of OpenCV, so that no machine needs a font of its own.

The font has the alphabets of Europe and Asia, but OpenCV writes those of right to left the other way round, and joins
no letters. Other characters, such as emojis, are left out.

Sizes and places are in pixels, colours are (red, green, blue).
"""

import unicodedata
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

Canvas = NDArray[np.uint8]  # rows × columns × (red, green, blue)
Colour = tuple[int, int, int]
Align = Literal["left", "middle", "right"]

ELLIPSIS = "…"
LEAST = 22  # px; smaller letters nobody reads on a phone


def tidy_words(text: str) -> str:
    """Return the text without characters that cannot be written in one line, such as control characters and emojis."""
    signs = (sign if unicodedata.category(sign)[0] not in "CS" or sign in "+<=>|~×÷−→°" else "" for sign in text)
    return " ".join("".join(signs).split())


def measure_words(text: str, size: int, weight: int) -> int:
    """Return the width of the text in pixels, with letters of this size in pixels and this weight (400 is regular)."""
    box = cv2.getTextSize((1, 1), _unslash(text), (0, 0), cv2.FontFace("sans"), size, weight)
    return int(box[2])


def write_words(
    canvas: Canvas, text: str, at: tuple[int, int], size: int, colour: Colour, weight: int = 400, align: Align = "left"
) -> None:
    """Write one line on the canvas; `at` is the left end, middle or right end of its base line, as `align` says."""
    width = measure_words(text, size, weight)
    left = at[0] - {"left": 0, "middle": width // 2, "right": width}[align]
    cv2.putText(canvas, _unslash(text), (left, at[1]), colour, cv2.FontFace("sans"), size, weight)


def _unslash(text: str) -> str:
    """Return the text with a capital O for each zero: the zero of the font has a slash, as no digit of the pad has."""
    return text.replace("0", "O")


def fit_size(text: str, width: int, size: int, weight: int, least: int = LEAST) -> int:
    """Return the largest size, from `size` down to `least`, in which the text is at most `width` pixels wide.

    The smallest size may still be too large.
    """
    while size > least and measure_words(text, size, weight) > width:
        size -= 2
    return size


def cut_words(text: str, width: int, size: int, weight: int) -> str:
    """Return the text, or its beginning with an ellipsis if it is wider than `width` pixels.

    `size` is that of the letters in pixels, `weight` their boldness (400 is regular).
    """
    if measure_words(text, size, weight) <= width:
        return text
    while text and measure_words(text + ELLIPSIS, size, weight) > width:
        text = text[:-1].rstrip()
    return text + ELLIPSIS


def wrap_words(text: str, width: int, size: int, weight: int, most: int) -> tuple[str, ...]:
    """Return the text in at most `most` lines, each at most `width` pixels wide; the rest is cut off."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and measure_words(longer, size, weight) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    if len(lines) > most:
        lines[most - 1 :] = [" ".join(lines[most - 1 :])]
    return tuple(cut_words(line, width, size, weight) for line in lines)
