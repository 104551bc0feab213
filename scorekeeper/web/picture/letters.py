"""Words in a picture: written with the letters that OpenCV brings along, so that no machine needs a font of its own.

They know the alphabets of Europe and Asia, right-to-left ones among them; what they do not know (an emoji, say) is left
out. Sizes and places are pixels, colours are red, green and blue.
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
    """The text without what cannot be written in a line: signs that steer, pictures, half characters."""
    kept = (sign if unicodedata.category(sign)[0] not in "CS" or sign in "+<=>|~×÷−→°" else "" for sign in text)
    return " ".join("".join(kept).split())


def measure_words(text: str, size: int, weight: int) -> int:
    """Return the width of the text."""
    box = cv2.getTextSize((1, 1), text, (0, 0), cv2.FontFace("sans"), size, weight)
    return int(box[2])


def write_words(
    canvas: Canvas, text: str, at: tuple[int, int], size: int, colour: Colour, weight: int = 400, align: Align = "left"
) -> None:
    """Write one line on the canvas; `at` is where its base line begins, has its middle, or ends."""
    width = measure_words(text, size, weight)
    left = at[0] - {"left": 0, "middle": width // 2, "right": width}[align]
    cv2.putText(canvas, text, (left, at[1]), colour, cv2.FontFace("sans"), size, weight)


def fit_size(text: str, width: int, size: int, weight: int, least: int = LEAST) -> int:
    """The size, not larger than `size`, in which the text is no wider than `width`."""
    while size > least and measure_words(text, size, weight) > width:
        size -= 2
    return size


def cut_words(text: str, width: int, size: int, weight: int) -> str:
    """The text, or as much of its beginning as has room."""
    if measure_words(text, size, weight) <= width:
        return text
    while text and measure_words(text + ELLIPSIS, size, weight) > width:
        text = text[:-1].rstrip()
    return text + ELLIPSIS


def wrap_words(text: str, width: int, size: int, weight: int, most: int) -> tuple[str, ...]:
    """The text in lines no wider than `width`, at `most` so many; what has no room is cut off."""
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
