"""Tiles in a picture: ivory with dark pips, upright or leaning. Lengths are pixels, angles degrees clockwise."""

from math import cos, radians, sin

import cv2
import numpy as np

from scorekeeper.web.picture.letters import Canvas, Colour

IVORY: Colour = (252, 246, 230)
SIDE: Colour = (189, 168, 119)
PIP: Colour = (34, 29, 23)
BRASS: Colour = (217, 164, 65)

# Where the pips of a half lie, in thirds of its width from its middle.
SPOTS: dict[int, tuple[tuple[int, int], ...]] = {
    0: (),
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
    7: ((-1, -1), (-1, 0), (-1, 1), (0, 0), (1, -1), (1, 0), (1, 1)),
    8: ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)),
    9: ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 0), (0, 1), (1, -1), (1, 0), (1, 1)),
}
FINE = 16  # parts of a pixel, for smooth edges
BITS = 4


def draw_tile(canvas: Canvas, foot: tuple[float, float], half: float, lean: float, top: int, bottom: int) -> None:
    """Draw a tile that is `half` wide and twice as high, with the pips `top` and `bottom`.

    It is turned by `lean` degrees about its lower right corner, which stands at `foot`.
    """
    turn = radians(lean)

    def place(x: float, y: float) -> tuple[int, int]:
        """Return the canvas point, in parts of a pixel, of the point (x, y) relative to the foot."""
        across, up = foot[0] + x * cos(turn) - y * sin(turn), foot[1] + x * sin(turn) + y * cos(turn)
        return round(across * FINE), round(up * FINE)

    def board(inset: float, colour: Colour, down: float = 0) -> None:
        """Fill the tile's outline with round corners, made smaller by `inset` and moved `down`."""
        edge = half * 0.16
        left, right, upper, lower = -half + inset, -inset, -2 * half + inset, -inset
        middles = (
            *((right - edge, lower - edge, 0), (left + edge, lower - edge, 90)),
            *((left + edge, upper + edge, 180), (right - edge, upper + edge, 270)),
        )
        corners = [
            place(x + edge * cos(radians(start + step)), y + down + edge * sin(radians(start + step)))
            for x, y, start in middles
            for step in range(0, 91, 15)
        ]
        cv2.fillPoly(canvas, [np.array(corners, np.int32)], colour, cv2.LINE_AA, BITS)

    board(0, SIDE, half * 0.07)
    board(0, IVORY)
    cv2.line(
        canvas,
        place(-half * 0.88, -half),
        place(-half * 0.12, -half),
        SIDE,
        max(1, round(half / 22)),
        cv2.LINE_AA,
        BITS,
    )
    for number, middle in ((top, -1.5 * half), (bottom, -0.5 * half)):
        for x, y in SPOTS[number]:
            where = place(-half / 2 + x * half * 0.27, middle + y * half * 0.27)
            cv2.circle(canvas, where, round(half * 0.095 * FINE), PIP, cv2.FILLED, cv2.LINE_AA, BITS)
    cv2.circle(canvas, place(-half / 2, -half), round(half * 0.07 * FINE), BRASS, cv2.FILLED, cv2.LINE_AA, BITS)
