"""Flat objects that no training scene has, to evaluate the reader on objects that it was not trained on.

`vision.lab.evaluate --clutter` lays them on tables of their own. Each is a face (see `faces`), its longer side along x.
The training must not import this module.
"""

import cv2
import numpy as np

from .faces import Pixels
from .looks import Rng
from .prints import draw_dimple, draw_face, make_blank, pick_colours, place_ring, speckle

N = 160


def draw_remote(rng: Rng) -> Pixels:
    """Draw a remote control: rows of round or square buttons under a display."""
    body, ink, other = pick_colours(rng, 3)
    sheet = make_blank(body, N, N // 3)
    cv2.rectangle(sheet, (N // 12, N // 16), (N // 4, N // 3 - N // 16), other, -1)
    for column in range(int(rng.integers(4, 8))):
        for row in range(3):
            place = (round(N * (0.34 + 0.08 * column)), round(N / 3 * (row + 0.5) / 3))
            if rng.random() < 0.6:
                cv2.circle(sheet, place, N // 36, ink, -1, cv2.LINE_AA)
            else:
                cv2.rectangle(sheet, (place[0] - 4, place[1] - 4), (place[0] + 4, place[1] + 4), ink, -1)
    return draw_face(sheet, 0.3)


def draw_blister(rng: Rng) -> Pixels:
    """Draw pills in foil, in two rows."""
    body, ink = pick_colours(rng, 2)
    sheet = make_blank(body, N, round(N * 0.45))
    for column in range(int(rng.integers(3, 6))):
        for row in range(2):
            place = (N * (0.12 + 0.19 * column), N * 0.45 * (row + 0.5) / 2)
            draw_dimple(sheet, place, N * 0.07, ink, body, raised=True)
    return draw_face(sheet, 0.1)


def draw_biscuit(rng: Rng) -> Pixels:
    """Draw a biscuit with holes."""
    sheet = make_blank((100.0, 165.0, 215.0), N, round(N * rng.uniform(0.5, 0.9)))
    high = sheet.shape[0]
    rows, columns = int(rng.integers(2, 5)), int(rng.integers(3, 7))
    for column in range(columns):
        for row in range(rows):
            place = ((column + 0.5) * N / columns, (row + 0.5) * high / rows)
            draw_dimple(sheet, place, N * 0.018, (40.0, 80.0, 120.0), (100.0, 165.0, 215.0), raised=False)
    return draw_face(speckle(rng, sheet), 0.12)


def draw_chocolate(rng: Rng) -> Pixels:
    """Draw a bar of chocolate in squares."""
    sheet = make_blank((30.0, 45.0, 80.0), N, N // 2)
    for column in range(6):
        for row in range(3):
            x, y = column * N // 6, row * N // 6
            cv2.rectangle(sheet, (x + 2, y + 2), (x + N // 6 - 3, y + N // 6 - 3), (45, 65, 105), -1)
            cv2.rectangle(sheet, (x + 5, y + 5), (x + N // 6 - 6, y + N // 6 - 6), (35, 52, 90), 1)
    return draw_face(speckle(rng, sheet))


def draw_piano(rng: Rng) -> Pixels:
    """Draw white and black piano keys."""
    sheet = make_blank((235.0, 238.0, 240.0), N, round(N * 0.4))
    high = sheet.shape[0]
    for k in range(1, 11):
        cv2.line(sheet, (k * N // 11, 0), (k * N // 11, high), (60, 60, 60), 1)
        if k % 7 not in {3, 0}:
            cv2.rectangle(sheet, (k * N // 11 - 4, 0), (k * N // 11 + 4, round(high * 0.6)), (20, 20, 20), -1)
    return draw_face(sheet)


def draw_socket(rng: Rng) -> Pixels:
    """Draw one to three power sockets in a frame: a square, a disc, two holes."""
    count = int(rng.integers(1, 4))
    body, ink = pick_colours(rng, 2)
    sheet = make_blank(body, N, N // count)
    for k in range(count):
        x, y = round(N * (k + 0.5) / count), N // count // 2
        cv2.circle(sheet, (x, y), round(N / count * 0.36), tuple(0.8 * c for c in body), 3, cv2.LINE_AA)
        for sign in (-1, 1):
            cv2.circle(sheet, (x + sign * N // count // 7, y), max(2, N // count // 18), ink, -1, cv2.LINE_AA)
    return draw_face(sheet, 0.08)


def draw_ladybird(rng: Rng) -> Pixels:
    """Draw a red ladybird with black spots and a line down its back."""
    sheet = make_blank((40.0, 40.0, 205.0), N, round(N * 0.8))
    high = sheet.shape[0]
    cv2.line(sheet, (0, high // 2), (N, high // 2), (15, 15, 15), 3)
    for x, y in ((0.3, 0.25), (0.5, 0.2), (0.7, 0.27), (0.3, 0.75), (0.5, 0.8), (0.7, 0.73)):
        if rng.random() < 0.85:
            cv2.circle(sheet, (round(x * N), round(y * high)), N // 16, (15, 15, 15), -1, cv2.LINE_AA)
    cv2.rectangle(sheet, (0, 0), (N // 6, high), (15, 15, 15), -1)
    return draw_face(sheet, 0.5)


def draw_target(rng: Rng) -> Pixels:
    """Draw a clock, a dial or a target: rings and marks around a middle."""
    body, ink, other = pick_colours(rng, 3)
    sheet = make_blank(body, N, N)
    for k in range(int(rng.integers(0, 4))):
        cv2.circle(sheet, (N // 2, N // 2), N // 2 - 8 - 18 * k, other, 3, cv2.LINE_AA)
    for place in place_ring((N / 2, N / 2), N * 0.4, 12):
        cv2.circle(sheet, place, N // 40, ink, -1, cv2.LINE_AA)
    cv2.line(sheet, (N // 2, N // 2), place_ring((N / 2, N / 2), N * 0.3, 1, rng.uniform(0, 6))[0], ink, 3, cv2.LINE_AA)
    return draw_face(sheet, 0.5)


ODDMENTS = {
    "remote control": draw_remote, "pills in foil": draw_blister, "biscuit": draw_biscuit, "chocolate": draw_chocolate,
    "piano": draw_piano, "socket": draw_socket, "ladybird": draw_ladybird, "dial": draw_target,
}  # fmt: skip


def draw_oddment(rng: Rng, kind: str) -> tuple[Pixels, float, float]:
    """Draw one of ODDMENTS, and return its picture, its length and its width in tile lengths."""
    found = ODDMENTS[kind](rng)
    length = float(np.exp(rng.uniform(np.log(0.7), np.log(2.5))))
    return found, length, length * found.shape[0] / found.shape[1]
