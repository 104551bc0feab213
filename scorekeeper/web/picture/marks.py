"""Marks in a picture: the same colours and shapes as in `static/css/base.css`, with initials. Lengths are pixels."""

import re

import cv2
import numpy as np

from scorekeeper.folders import STATIC
from scorekeeper.web.picture import PicturedMark
from scorekeeper.web.picture.letters import Canvas, Colour, fit_size, tidy_words, write_words

IVORY: Colour = (252, 249, 241)
STYLES = (STATIC / "css/base.css").read_text(encoding="utf-8")
FINE, BITS = 16, 4  # parts of a pixel, for smooth edges
LOW = 2  # the shape whose middle is low, a triangle


def draw_mark(canvas: Canvas, mark: PicturedMark, middle: tuple[int, int], size: int) -> None:
    """Draw the mark around `middle`, `size` high and wide: its shape with an ivory border, and the initials on it."""
    for colour, share in ((IVORY, 1.0), (read_colour(mark.colour), 0.88)):
        points = (_read_shape(mark.shape) - 0.5) * size * share + middle
        cv2.fillPoly(canvas, [np.rint(points * FINE).astype(np.int32)], colour, cv2.LINE_AA, BITS)
    initials = tidy_words(mark.initials)
    large = fit_size(initials, round(size * 0.62), round(size * 0.5), 700, 8)
    down = large * (0.6 if mark.shape == LOW else 0.35)
    write_words(canvas, initials, (middle[0], round(middle[1] + down)), large, IVORY, 700, "middle")


def read_colour(number: int) -> Colour:
    """Return the colour of marks with this number."""
    [digits] = re.findall(rf"\.m{number} {{ --who: #(\w{{6}});", STYLES)
    return int(digits[:2], 16), int(digits[2:4], 16), int(digits[4:], 16)


def _read_shape(number: int) -> "np.ndarray[tuple[int, int], np.dtype[np.float64]]":
    """Return the corners of marks with this number, in shares of their width and height."""
    [shape] = re.findall(rf"\.s{number} {{ --shape: ([^;]+);", STYLES)
    numbers = [float(each) / 100 for each in re.findall(r"([\d.]+)(?=%|[ ,)])", shape)]
    if shape.startswith("circle"):
        angles = np.linspace(0, 2 * np.pi, 48, endpoint=False)
        return 0.5 + numbers[0] * np.stack([np.cos(angles), np.sin(angles)], axis=1)
    if shape.startswith("inset"):
        low, high = numbers[0], 1 - numbers[0]
        return np.array([(low, low), (high, low), (high, high), (low, high)])
    return np.array(numbers).reshape(-1, 2)
