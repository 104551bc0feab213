"""Prints on objects that are not tiles: dice, mahjong and letter tiles, keys, bricks, cards, chips, lids.

Each is a face with cover as in `faces`, its longer side along x; `kin` is a second stream of random numbers that the
objects of one row share, so that they look alike.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from .faces import Pixels, make_blotches
from .looks import Rng, pick, vary_colour
from .patterns import place_spots

N = 96
Ink = tuple[float, float, float]


def pick_colours(rng: Rng, count: int = 2, apart: float = 0.3) -> list[Ink]:
    """Return colours, 0 to 255, each of which differs from the first by `apart` (of 1) in a channel."""
    light = rng.random() < 0.6
    level = rng.uniform(0.6, 0.96) if light else rng.uniform(0.03, 0.4)
    found = [vary_colour(rng, (level, level, level), 0.03 if rng.random() < 0.6 else 0.18)]
    while len(found) < count:
        other = rng.uniform(0.02, 0.97, 3) if rng.random() < 0.6 else np.full(3, rng.choice([0.05, 0.95]))
        if np.abs(other - found[0]).max() > apart:
            found.append(vary_colour(rng, other.tolist(), 0.02))
    return [(255 * b, 255 * g, 255 * r) for b, g, r in found]


def make_blank(colour: Ink, wide: int, high: int) -> NDArray[np.uint8]:
    """Return a sheet of one colour to draw on."""
    return np.full((high, wide, 3), np.rint(colour), np.uint8)


def draw_face(sheet: NDArray[np.uint8], corner: float = 0.0) -> Pixels:
    """Return the sheet as a face, its corners rounded by `corner` of its height."""
    high, wide = sheet.shape[:2]
    found = np.ones((high, wide, 4), np.float32)
    found[..., :3] = sheet.astype(np.float32) / 255
    r = round(corner * high)
    if r > 1:
        mask = np.zeros((high, wide), np.uint8)
        cv2.rectangle(mask, (r, 0), (wide - 1 - r, high - 1), 255, -1)
        cv2.rectangle(mask, (0, r), (wide - 1, high - 1 - r), 255, -1)
        for x, y in ((r, r), (wide - 1 - r, r), (r, high - 1 - r), (wide - 1 - r, high - 1 - r)):
            cv2.circle(mask, (x, y), r, 255, -1, cv2.LINE_AA)
        found[..., 3] = mask.astype(np.float32) / 255
    return found


def _word(rng: Rng, least: int, most: int) -> str:
    return "".join(rng.choice(list("ABCDEFGHIJKLMNOPRSTUVWXYZ0123456789&?"), int(rng.integers(least, most + 1))))


def write(rng: Rng, sheet: NDArray[np.uint8], word: str, place: tuple[float, float], high: float, ink: Ink) -> None:
    """Write a word, its middle at `place`, `high` pixels high."""
    font = int(rng.choice([cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_TRIPLEX]))
    scale, thick = high / 22, max(1, round(high / float(rng.uniform(6, 14))))
    (wide, tall), _ = cv2.getTextSize(word, font, scale, thick)
    cv2.putText(
        sheet, word, (round(place[0] - wide / 2), round(place[1] + tall / 2)), font, scale, ink, thick, cv2.LINE_AA
    )


def place_ring(place: tuple[float, float], radius: float, count: int, turn: float = 0) -> list[tuple[int, int]]:
    """Return `count` points on a circle around a place."""
    angles = np.arange(count) * 2 * np.pi / max(count, 1) + turn
    return [(round(place[0] + radius * np.cos(a)), round(place[1] + radius * np.sin(a))) for a in angles]


def draw_flower(rng: Rng, sheet: NDArray[np.uint8], place: tuple[float, float], size: float, inks: list[Ink]) -> None:
    """Draw petals around a middle."""
    count, turn = int(rng.integers(4, 9)), rng.uniform(0, 2 * np.pi)
    long = rng.random() < 0.5
    for k, point in enumerate(place_ring(place, size * 0.6, count, turn)):
        if long:
            angle = float(np.degrees(turn + k * 2 * np.pi / count))
            axes = (max(1, round(size * 0.42)), max(1, round(size * 0.2)))
            cv2.ellipse(sheet, point, axes, angle, 0, 360, inks[0], -1, cv2.LINE_AA)
        else:
            cv2.circle(sheet, point, max(1, round(size * rng.uniform(0.2, 0.34))), inks[0], -1, cv2.LINE_AA)
    if rng.random() < 0.8:
        middle = (round(place[0]), round(place[1]))
        cv2.circle(sheet, middle, max(1, round(size * 0.25)), inks[-1], -1, cv2.LINE_AA)


def place_dots(rng: Rng, wide: int, high: int, step: float) -> list[tuple[float, float]]:
    """Return the points of a straight or staggered grid over a sheet."""
    staggered = rng.random() < 0.5
    return [
        (x + (step / 2 if staggered and row % 2 else 0), y)
        for row, y in enumerate(np.arange(step / 2, high, step * (0.87 if staggered else 1)))
        for x in np.arange(step / 2, wide + step / 2, step)
    ]


def draw_dimple(
    sheet: NDArray[np.uint8], place: tuple[float, float], radius: float, ink: Ink, body: Ink, raised: bool
) -> None:
    """Draw a hole or a stud: a disc with a lit and a dark rim."""
    middle, r = (round(place[0]), round(place[1])), max(1, round(radius))
    bright, dark = (tuple(min(255.0, c * f + 255 * g) for c in body) for f, g in ((1.0, 0.25), (0.45, 0.0)))
    off = max(1, round(radius * 0.15))
    for sign, colour in ((-1, bright if raised else dark), (1, dark if raised else bright)):
        cv2.circle(sheet, (middle[0] + sign * off, middle[1] + sign * off), r, colour, -1, cv2.LINE_AA)
    cv2.circle(sheet, middle, max(1, r - off // 2), ink, -1, cv2.LINE_AA)


def pick_die_style(rng: Rng) -> tuple[Ink, Ink, float]:
    """Return the body, the pips and their size (as a fraction of the die) for some dice."""
    body, ink = pick_colours(rng, 2, 0.4)
    return body, ink, float(rng.uniform(0.07, 0.13))


def draw_die_face(style: tuple[Ink, Ink, float], number: int) -> Pixels:
    """Draw one side of a die."""
    body, ink, radius = style
    sheet = make_blank(body, 64, 64)
    for x, y in place_spots(number):
        cv2.circle(sheet, (round(32 + 16 * x), round(32 + 16 * y)), max(2, round(64 * radius)), ink, -1, cv2.LINE_AA)
    return draw_face(sheet, 0.12)


def draw_mahjong(rng: Rng, kin: Rng, share: float) -> Pixels:
    """Draw circles, bamboos, a sign or nothing on a light tile."""
    high = max(24, round(N * min(share, 1.2)))
    body = tuple(255 * c for c in vary_colour(kin, (0.8, 0.88, 0.9), 0.04))
    sheet = make_blank(body, N, high)  # type: ignore[arg-type]  # three
    inks = [(40.0, 110.0, 30.0), (40.0, 40.0, 190.0), (120.0, 60.0, 30.0)]
    rows = int(rng.integers(1, 4))
    kind = pick(rng, ("circles", "bamboo", "sign", "empty"), (4, 3, 3, 1))
    columns = int(rng.integers(1, 4))
    for row in range(rows if kind in {"circles", "bamboo"} else 0):
        for column in range(columns):
            x, y = (column + 0.5) * N / columns, (row + 0.5) * high / rows
            size = 0.36 * min(N / columns, high / rows)
            ink = inks[int(rng.integers(0, 3))]
            if kind == "circles":
                cv2.circle(sheet, (round(x), round(y)), round(size), ink, max(1, round(size / 3)), cv2.LINE_AA)
                cv2.circle(sheet, (round(x), round(y)), max(1, round(size / 3)), inks[int(rng.integers(0, 3))], -1)
            else:
                cv2.line(sheet, (round(x - size), round(y)), (round(x + size), round(y)), ink, max(2, round(size / 2)))
    if kind == "sign":
        ink = inks[int(rng.integers(0, 3))]
        for _ in range(int(rng.integers(5, 12))):
            one, two = rng.uniform(0.2, 0.8, 2) * (N, high), rng.uniform(0.2, 0.8, 2) * (N, high)
            if rng.random() < 0.6:
                two = np.array([two[0], one[1]]) if rng.random() < 0.5 else np.array([one[0], two[1]])
            cv2.line(
                sheet, tuple(int(c) for c in one), tuple(int(c) for c in two), ink, int(rng.integers(2, 6)), cv2.LINE_AA
            )
    return draw_face(sheet, 0.08)


def draw_letter(rng: Rng, kin: Rng, share: float) -> Pixels:
    """Draw a key or a letter tile: a rim, and a letter or two or nothing."""
    high = max(16, round(N * min(share, 1.2)))
    body, ink, rim = pick_colours(kin, 3, 0.25)
    sheet = make_blank(body, N, high)
    inset = kin.uniform(0.03, 0.16) * high
    if kin.random() < 0.6:
        cv2.rectangle(sheet, (0, 0), (N - 1, high - 1), rim if kin.random() < 0.4 else tuple(0.7 * c for c in body), -1)
        low, far = (round(inset), round(inset)), (round(N - inset), round(high - inset))
        cv2.rectangle(sheet, low, far, body, -1)
    if rng.random() < 0.85:
        place = (N * kin.uniform(0.25, 0.7), high * kin.uniform(0.3, 0.6))
        write(rng, sheet, _word(rng, 1, int(kin.choice([1, 1, 3]))), place, high * kin.uniform(0.25, 0.7), ink)
    if kin.random() < 0.4:
        write(rng, sheet, _word(rng, 1, 1), (N * 0.82, high * 0.8), high * 0.2, ink)
    return draw_face(np.asarray(np.rot90(sheet) if share > 0.9 and kin.random() < 0.5 else sheet), 0.08)


def draw_studs(rng: Rng, kin: Rng, share: float) -> Pixels:
    """Draw a brick with studs, or a plate with holes, in one or more rows."""
    high = max(16, round(N * min(share, 1.2)))
    body, ink = pick_colours(kin, 2, 0.2)
    rows = int(kin.integers(1, 5))
    columns = max(1, round(rows * N / high))
    raised = kin.random() < 0.6
    sheet = make_blank(body, N, high)
    radius = min(N / columns, high / rows) * kin.uniform(0.2, 0.42)
    colour = body if raised else (ink if kin.random() < 0.5 else tuple(0.25 * c for c in body))
    for row in range(rows):
        for column in range(columns):
            if rng.random() < 0.97:
                place = ((column + 0.5) * N / columns, (row + 0.5) * high / rows)
                draw_dimple(sheet, place, radius, colour, body, raised)  # type: ignore[arg-type]  # three
    return draw_face(sheet, 0.05)


def speckle(rng: Rng, sheet: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return the sheet with slightly uneven brightness."""
    high, wide = sheet.shape[:2]
    uneven = 1 + rng.uniform(0, 0.08) * make_blotches(rng, high, wide, 6)
    return np.clip(sheet * uneven[..., None], 0, 255).astype(np.uint8)
