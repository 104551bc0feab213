"""Flat objects with a print, on players' tables, that look similar to tiles.

Those are cards with suits, coasters with flowers, plates with holes, chips, three-cornered tiles, and boxes with tiles
drawn on the lid. Each is a face (see `faces`) with its longer side along x.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from .faces import Pixels
from .looks import Rng, pick
from .patterns import place_spots
from .prints import (
    Ink,
    draw_dimple,
    draw_face,
    draw_flower,
    make_blank,
    pick_colours,
    place_dots,
    place_ring,
    speckle,
    write,
)

N = 160


def draw_card(rng: Rng) -> Pixels:
    """Draw a playing card or a counter of some game: suits, flowers, signs or figures in columns."""
    high = round(N * rng.uniform(0.55, 0.75))
    body, ink, other = pick_colours(rng, 3)
    sheet = make_blank((235.0, 240.0, 242.0) if rng.random() < 0.6 else body, N, high)
    rows = int(rng.integers(1, 4))
    columns = int(rng.integers(1, 6))
    kind = pick(rng, ("suit", "flower", "letter", "star"), (5, 2, 3, 2))
    colour = (40.0, 30.0, 200.0) if rng.random() < 0.4 else ink
    size = 0.33 * min(N / (columns + 1), high / rows)
    for row in range(rows):
        for column in range(columns):
            place = ((column + 1) * N / (columns + 1), (row + 0.5) * high / rows)
            _sign(rng, sheet, kind, place, size, [colour, other])
    if rng.random() < 0.6:
        for x, y in ((0.07, 0.12), (0.93, 0.88)):
            write(rng, sheet, str(rng.choice(list("A23456789JQK"))), (x * N, y * high), high * 0.15, colour)
    if rng.random() < 0.3:
        cv2.rectangle(sheet, (4, 4), (N - 5, high - 5), other, int(rng.integers(1, 4)))
    return draw_face(speckle(rng, sheet), 0.07)


def _sign(
    rng: Rng, sheet: NDArray[np.uint8], kind: str, place: tuple[float, float], size: float, inks: list[Ink]
) -> None:
    x, y = place
    if kind == "flower":
        draw_flower(rng, sheet, place, size, inks)
    elif kind == "letter":
        write(rng, sheet, str(rng.choice(list("ABDGHKMNRSWX&#%8069"))), place, size * 1.6, inks[0])
    elif kind == "star":
        tips = place_ring(place, size, 5), place_ring(place, size * 0.45, 5, np.pi / 5)
        cv2.fillPoly(
            sheet, [np.array([p for pair in zip(*tips, strict=True) for p in pair], np.int32)], inks[0], cv2.LINE_AA
        )
    else:  # hearts, spades, clubs, diamonds
        suit = int(rng.integers(0, 4))
        r = max(1, round(size * 0.42))
        if suit == 0:
            cv2.fillPoly(sheet, [np.array(place_ring(place, size, 4), np.int32)], inks[0], cv2.LINE_AA)
            return
        lobes = [(-0.4, -0.35), (0.4, -0.35)] if suit < 3 else [(-0.45, 0.1), (0.45, 0.1), (0, -0.5)]
        for dx, dy in lobes:
            cv2.circle(sheet, (round(x + dx * size), round(y + dy * size)), r, inks[0], -1, cv2.LINE_AA)
        tip = [(x - 0.8 * size, y - 0.2 * size), (x + 0.8 * size, y - 0.2 * size), (x, y + size)]
        cv2.fillPoly(sheet, [np.array(tip, np.int32)], inks[0], cv2.LINE_AA)


def draw_coaster(rng: Rng) -> Pixels:
    """Draw a coaster, a lid or a napkin: round or square, with flowers or spots, few or in a ring."""
    body, ink, other = pick_colours(rng, 3, 0.2)
    sheet = make_blank(body, N, N)
    places = place_ring((N / 2, N / 2), N * rng.uniform(0.15, 0.35), int(rng.integers(1, 9)), rng.uniform(0, 6))
    if rng.random() < 0.4:
        places = [(round(x), round(y)) for x, y in place_dots(rng, N, N, N / rng.uniform(2, 6))]
    size = N * rng.uniform(0.04, 0.12)
    petals = rng.random() < 0.6
    for place in places:
        if petals:
            draw_flower(rng, sheet, place, size * 1.3, [ink, other])
        else:
            cv2.circle(sheet, place, round(size * 0.7), ink, -1, cv2.LINE_AA)
    return draw_face(speckle(rng, sheet), 0.5 if rng.random() < 0.6 else 0.05)


def draw_holes(rng: Rng) -> Pixels:
    """Draw a plate with a grid of holes, knobs or slots."""
    high = round(N * rng.uniform(0.2, 1))
    body, ink = pick_colours(rng, 2)
    sheet = make_blank(body, N, high)
    step = N / rng.uniform(2.5, 16)
    radius, raised = step * rng.uniform(0.15, 0.42), rng.random() < 0.3
    least = rng.uniform(0.5, 1)
    for place in place_dots(rng, N, high, step):
        if rng.random() < least:
            draw_dimple(sheet, place, radius, ink, body, raised)
    if rng.random() < 0.3:
        for _ in range(int(rng.integers(1, 4))):
            word = str(rng.choice(["VOL", "ON", "OUT", "8", "LEVEL", "A1"]))
            write(rng, sheet, word, (rng.uniform(0.1, 0.9) * N, rng.uniform(0.1, 0.9) * high), high * 0.1, ink)
    return draw_face(speckle(rng, sheet), 0.06)


def draw_chip(rng: Rng) -> Pixels:
    """Draw a poker chip, or a button with holes and a rim."""
    body, ink, other = pick_colours(rng, 3, 0.2)
    sheet = make_blank(body, N, N)
    if rng.random() < 0.5:
        for place in place_ring((N / 2, N / 2), N * 0.44, int(rng.integers(4, 9))):
            cv2.circle(sheet, place, N // 9, ink, -1, cv2.LINE_AA)
        cv2.circle(sheet, (N // 2, N // 2), round(N * 0.36), other if rng.random() < 0.5 else body, -1, cv2.LINE_AA)
        if rng.random() < 0.6:
            write(rng, sheet, str(int(rng.choice([1, 5, 10, 25, 100, 500]))), (N / 2, N / 2), N * 0.2, ink)
    else:
        cv2.circle(
            sheet,
            (N // 2, N // 2),
            round(N * rng.uniform(0.3, 0.45)),
            tuple(0.7 * c for c in body),
            N // 30,
            cv2.LINE_AA,
        )
        for place in place_ring(
            (N / 2, N / 2), N * rng.uniform(0.09, 0.16), int(rng.choice([2, 3, 4, 4])), rng.uniform(0, 6)
        ):
            draw_dimple(sheet, place, N * rng.uniform(0.04, 0.07), ink, body, raised=False)
    return draw_face(speckle(rng, sheet), 0.5)


def draw_triomino(rng: Rng) -> Pixels:
    """Draw a three-cornered tile with a number or pips in each corner."""
    body, ink = pick_colours(rng, 2)
    sheet = make_blank(body, N, N)
    corners = place_ring((N / 2, N * 0.6), N * 0.54, 3, -np.pi / 2)
    pips = rng.random() < 0.5
    for k in range(3):
        x, y = (0.55 * np.array(corners[k]) + 0.45 * np.array((N / 2, N * 0.6))).tolist()
        number = int(rng.integers(0, 7))
        if pips:
            for dx, dy in place_spots(number):
                cv2.circle(sheet, (round(x + dx * N * 0.08), round(y + dy * N * 0.08)), N // 32, ink, -1, cv2.LINE_AA)
        else:
            write(rng, sheet, str(number), (x, y), N * 0.17, ink)
    if rng.random() < 0.4:
        for k in range(3):
            middle = tuple((np.array(corners[k]) + np.array(corners[(k + 1) % 3])) // 2)
            cv2.line(
                sheet,
                (N // 2, round(N * 0.6)),
                (int(middle[0]), int(middle[1])),
                ink,
                int(rng.integers(1, 4)),
                cv2.LINE_AA,
            )
    found = draw_face(speckle(rng, sheet))
    mask = np.zeros((N, N), np.uint8)
    cv2.fillPoly(mask, [np.array(corners, np.int32)], 255, cv2.LINE_AA)
    found[..., 3] = mask.astype(np.float32) / 255
    return found


def draw_lid(rng: Rng) -> Pixels:
    """Draw a box with words and one or two tiles in slanted lines, as in a drawing."""
    high = round(N * rng.uniform(0.5, 0.9))
    body, ink, other = pick_colours(rng, 3)
    sheet = make_blank(body, N, high)
    write(
        rng,
        sheet,
        str(rng.choice(["DOMINO", "DOMINOES", "GAME", "TOYS", "28 TILES", "CLUB"])),
        (N / 2, high * 0.15),
        high * 0.16,
        ink,
    )
    for k in range(int(rng.integers(1, 4))):
        _drawn(
            rng, sheet, (N * (0.25 + 0.25 * k), high * rng.uniform(0.5, 0.7)), high * rng.uniform(0.28, 0.5), ink, other
        )
    return draw_face(sheet, 0.02)


def _drawn(rng: Rng, sheet: NDArray[np.uint8], place: tuple[float, float], long: float, ink: Ink, other: Ink) -> None:
    """Draw a tile in a few slanted strokes."""
    turn, lean = rng.uniform(-0.6, 0.6), rng.uniform(0.25, 0.6) * rng.choice([-1, 1])
    slant = np.array([[np.cos(turn), lean - np.sin(turn)], [np.sin(turn), np.cos(turn)]]) * long / 2

    def at(x: float, y: float) -> tuple[int, int]:
        found = np.array(place) + slant @ np.array((x, y))
        return round(found[0]), round(found[1])

    shape = np.array([at(-1, -0.5), at(1, -0.5), at(1, 0.5), at(-1, 0.5)], np.int32)
    depth = np.array((0, round(long * 0.12)))
    cv2.fillConvexPoly(sheet, cv2.convexHull(np.concatenate([shape, shape + depth])), ink, cv2.LINE_AA)
    cv2.fillConvexPoly(sheet, shape, other, cv2.LINE_AA)
    cv2.polylines(sheet, [shape], True, ink, 2, cv2.LINE_AA)
    cv2.line(sheet, at(0, -0.5), at(0, 0.5), ink, 2, cv2.LINE_AA)
    for side in (-0.5, 0.5):
        for dx, dy in place_spots(int(rng.integers(0, 7))):
            cv2.circle(sheet, at(side + dy * 0.28, dx * 0.28), max(1, round(long * 0.045)), ink, -1, cv2.LINE_AA)


FLATS = {
    "card": draw_card,
    "coaster": draw_coaster,
    "holes": draw_holes,
    "chip": draw_chip,
    "triomino": draw_triomino,
    "lid": draw_lid,
}
LENGTHS = {
    "card": (0.5, 2.2), "coaster": (0.5, 2.5), "holes": (0.5, 4), "chip": (0.25, 1), "triomino": (0.5, 1.3),
    "lid": (1.5, 4.5),
}  # fmt: skip


def draw_flat(rng: Rng) -> tuple[Pixels, float, float]:
    """Draw one of FLATS, and return its picture, its length and its width in tile lengths."""
    kind = pick(rng, tuple(FLATS), (4, 4, 4, 2, 4, 1))
    found = FLATS[kind](rng)
    length = float(np.exp(rng.uniform(*np.log(LENGTHS[kind]))))
    return found, length, length * found.shape[0] / found.shape[1]
