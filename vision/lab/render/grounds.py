"""The grounds under the tiles: wood, cloth, paper, stone, boards and prints, as square pictures of a plane.

Each is an N×N×3 float32 picture, 0 to 1, made from random numbers; none is a copy of a real ground.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from .faces import Pixels, make_blotches
from .looks import Rng, pick, vary_colour
from .prints import draw_dimple, draw_flower, make_blank, pick_colours, place_dots, speckle

SIZE = 384


def _tone(rng: Rng) -> Pixels:
    """Return a ground's main colour: any brightness, mostly of little saturation."""
    level = rng.uniform(0.02, 0.95)
    spread = 0.03 if rng.random() < 0.6 else 0.16
    return np.clip(np.array(vary_colour(rng, (level, level, level), spread), np.float32), 0.01, 0.98)


def _drawable(sheet: Pixels) -> NDArray[np.uint8]:
    """Return the sheet as uint8, which OpenCV needs to write text and smooth lines."""
    return np.ascontiguousarray(np.clip(sheet, 0, 1) * 255).astype(np.uint8)


def _ink(rng: Rng) -> tuple[float, ...]:
    return tuple(float(c) * 255 for c in _tone(rng))


def _wood(rng: Rng) -> Pixels:
    base = np.array(vary_colour(rng, (0.3, 0.48, 0.65), 0.06), np.float32) * rng.uniform(0.25, 1.25)
    grain = cv2.resize(make_blotches(rng, SIZE, SIZE // 16, 90), (SIZE, SIZE), interpolation=cv2.INTER_CUBIC)
    fine = cv2.resize(
        rng.standard_normal((SIZE, SIZE // 12), dtype=np.float32), (SIZE, SIZE), interpolation=cv2.INTER_LINEAR
    )
    rings = np.sin((np.arange(SIZE, dtype=np.float32)[:, None] / SIZE + 0.06 * make_blotches(rng, SIZE, SIZE, 4)) * 60)
    shade = 1 + rng.uniform(0.03, 0.14) * grain + rng.uniform(0.01, 0.06) * fine + rng.uniform(0, 0.07) * rings
    board = shade[..., None] * base
    if rng.random() < 0.4:
        step = SIZE // int(rng.integers(2, 7))
        for row in range(0, SIZE, step):
            board[row : row + step] *= rng.uniform(0.85, 1.12)
            board[row : row + 2] *= rng.uniform(0.2, 0.7)
    return board


def _cloth(rng: Rng) -> Pixels:
    base = _tone(rng)
    axis = np.arange(SIZE, dtype=np.float32)
    pitch = rng.uniform(3, 9)
    weave = np.sin(axis[None, :] * 2 * np.pi / pitch) * np.sin(axis[:, None] * 2 * np.pi / pitch)
    noise = rng.standard_normal((SIZE, SIZE), dtype=np.float32)
    shade = 1 + rng.uniform(0, 0.2) * weave + rng.uniform(0.02, 0.12) * noise + 0.05 * make_blotches(rng, SIZE, SIZE, 5)
    return np.asarray(shade[..., None] * base)


def _stripes(rng: Rng) -> Pixels:
    colours = [_tone(rng) for _ in range(int(rng.integers(2, 5)))]
    cloth: Pixels = np.empty((SIZE, SIZE, 3), np.float32)
    row = 0
    while row < SIZE:
        high = int(rng.integers(3, 45))
        cloth[row : row + high] = colours[int(rng.integers(0, len(colours)))]
        row += high
    if rng.random() < 0.4:
        cloth = (cloth + cloth.transpose(1, 0, 2)) / 2
    cloth += 0.03 * rng.standard_normal((SIZE, SIZE, 1), dtype=np.float32)
    return cloth


def _damask(rng: Rng) -> Pixels:
    first, second, third = _tone(rng), _tone(rng), _tone(rng)
    cells = int(rng.integers(8, 40))
    tile = SIZE // int(rng.integers(1, 4))
    field = make_blotches(rng, tile, tile, cells)
    field = np.tile(np.concatenate([field, field[:, ::-1]], axis=1), (4, 4))[:SIZE, :SIZE]
    sharp = rng.uniform(2, 12)
    mask = 1 / (1 + np.exp(-sharp * field))[..., None]
    edge = np.exp(-((field * 6) ** 2))[..., None] * (rng.random() < 0.5)
    return np.asarray((first * mask + second * (1 - mask)) * (1 - edge) + third * edge)


def _squares(rng: Rng) -> Pixels:
    first, second, line = _tone(rng), _tone(rng), _tone(rng)
    step = int(rng.integers(16, 90))
    sheet = np.empty((SIZE, SIZE, 3), np.float32)
    sheet[:] = first
    if rng.random() < 0.5:
        rows, columns = np.indices((SIZE, SIZE)) // step
        sheet[(rows + columns) % 2 == 1] = second
    if rng.random() < 0.7:
        wide = int(rng.integers(1, 4))
        for k in range(0, SIZE, step):
            sheet[k : k + wide] = line
            sheet[:, k : k + wide] = line
    return sheet * (1 + 0.04 * make_blotches(rng, SIZE, SIZE, 10))[..., None]


def _board(rng: Rng) -> Pixels:
    """Draw a printed game board: a grid of fields with dots, stars and diamonds."""
    sheet = _squares(rng) if rng.random() < 0.6 else np.tile(_tone(rng), (SIZE, SIZE, 1))
    sheet = _drawable(sheet)
    step = int(rng.integers(14, 60))
    colours = [_ink(rng) for _ in range(3)]
    dense = rng.uniform(0.05, 0.9)
    kind = pick(rng, ("dots", "stars", "rings", "mixed", "digits"), (4, 3, 2, 3, 2))
    size = step * rng.uniform(0.12, 0.42)
    for x in range(step // 2, SIZE, step):
        for y in range(step // 2, SIZE, step):
            if rng.random() > dense:
                continue
            colour = colours[int(rng.integers(0, 3))]
            this = pick(rng, ("dots", "stars", "rings", "digits"), (1, 1, 1, 1)) if kind == "mixed" else kind
            if this == "dots":
                cv2.circle(sheet, (x, y), int(max(size * 0.6, 1)), colour, -1, cv2.LINE_AA)
            elif this == "rings":
                cv2.circle(sheet, (x, y), int(max(size, 2)), colour, max(1, int(size / 4)), cv2.LINE_AA)
            elif this == "digits":
                cv2.putText(
                    sheet, str(int(rng.integers(0, 99))), (x, y), cv2.FONT_HERSHEY_SIMPLEX, size / 16, colour, 1,
                    cv2.LINE_AA,
                )  # fmt: skip
            else:
                turn = np.arange(8) * np.pi / 4
                radius = np.where(np.arange(8) % 2 == 0, size, size * 0.4)
                star = np.stack([x + radius * np.cos(turn), y + radius * np.sin(turn)], axis=1)
                cv2.fillPoly(sheet, [star.astype(np.int32)], colour, cv2.LINE_AA)
                if rng.random() < 0.3:
                    cv2.circle(sheet, (x, y), max(1, int(size / 5)), colours[0], -1, cv2.LINE_AA)
    return sheet.astype(np.float32) / 255


def _text(rng: Rng) -> Pixels:
    """Draw a printed page, a magazine or a box with words."""
    sheet = _drawable(np.tile(_tone(rng), (SIZE, SIZE, 1)))
    ink = _ink(rng)
    y = 0
    letters = list("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.:;o o o")
    while y < SIZE:
        scale = float(rng.choice([0.35, 0.4, 0.5, 0.8, 1.5], p=[0.3, 0.3, 0.2, 0.12, 0.08]))
        y += int(28 * scale + 6)
        line = "".join(rng.choice(letters, int(rng.integers(5, 60))))
        cv2.putText(
            sheet, line, (int(rng.integers(-20, 60)), y), cv2.FONT_HERSHEY_SIMPLEX, scale,
            ink, max(1, int(scale * 2)), cv2.LINE_AA,
        )  # fmt: skip
    return sheet.astype(np.float32) / 255


def _keys(rng: Rng) -> Pixels:
    """Draw a keyboard, or rounded boxes in rows."""
    sheet = _drawable(np.tile(_tone(rng), (SIZE, SIZE, 1)))
    key, ink = _ink(rng), _ink(rng)
    high = int(rng.integers(18, 50))
    for y in range(2, SIZE, high):
        x = -int(rng.integers(0, high))
        while x < SIZE:
            wide = int(high * rng.choice([1, 1, 1, 1, 1.5, 2]))
            cv2.rectangle(sheet, (x + 2, y + 2), (x + wide - 2, y + high - 2), key, -1)
            if rng.random() < 0.8:
                cv2.putText(
                    sheet, str(rng.choice(list("QWERTYUIOPASDFGHJKLZXCVBNM123456.,"))), (x + high // 3, y + high // 2),
                    cv2.FONT_HERSHEY_SIMPLEX, high / 60, ink, 1, cv2.LINE_AA,
                )  # fmt: skip
            x += wide
    return sheet.astype(np.float32) / 255


def _spotted(rng: Rng) -> Pixels:
    """Draw cloth with spots or flowers, or a plate with holes: a straight or staggered grid, full or with gaps."""
    body, ink, other = pick_colours(rng, 3, 0.2)
    sheet = make_blank(body, SIZE, SIZE)
    step = SIZE / rng.uniform(5, 26)
    size, least = step * rng.uniform(0.12, 0.4), rng.uniform(0.5, 1)
    kind = pick(rng, ("spots", "flowers", "holes"), (4, 3, 4))
    for place in place_dots(rng, SIZE, SIZE, step):
        if rng.random() > least:
            continue
        if kind == "flowers":
            draw_flower(rng, sheet, place, size * 1.2, [ink, other])
        elif kind == "holes":
            draw_dimple(sheet, place, size, ink, body, raised=False)
        else:
            cv2.circle(sheet, (round(place[0]), round(place[1])), max(1, round(size)), ink, -1, cv2.LINE_AA)
    return speckle(rng, sheet).astype(np.float32) / 255


def _stone(rng: Rng) -> Pixels:
    base, other = _tone(rng), _tone(rng)
    field = make_blotches(rng, SIZE, SIZE, int(rng.integers(4, 60))) + 0.4 * make_blotches(rng, SIZE, SIZE, 90)
    mask = (np.clip(np.abs(field) if rng.random() < 0.5 else field, 0, 1) * rng.uniform(0.1, 0.9))[..., None]
    return base * (1 - mask) + other * mask


def _plain(rng: Rng) -> Pixels:
    sheet = np.tile(_tone(rng), (SIZE, SIZE, 1))
    return sheet * (1 + rng.uniform(0, 0.05) * make_blotches(rng, SIZE, SIZE, 6))[..., None]


_KINDS = {
    "plain": (_plain, 20), "wood": (_wood, 18), "cloth": (_cloth, 14), "stone": (_stone, 8), "damask": (_damask, 8),
    "stripes": (_stripes, 5), "squares": (_squares, 6), "board": (_board, 10), "text": (_text, 6), "keys": (_keys, 4),
    "spotted": (_spotted, 8),
}  # fmt: skip


def make_ground(rng: Rng, kind: str | None = None) -> Pixels:
    """Make a ground of `kind` (a key of _KINDS), or of any kind."""
    kind = kind or pick(rng, tuple(_KINDS), [weight for _, weight in _KINDS.values()])
    return np.asarray(np.clip(_KINDS[kind][0](rng), 0, 1).astype(np.float32))


class Grounds:
    """A stock of grounds, which are replaced slowly because making one takes as long as the rest of a scene."""

    def __init__(self, rng: Rng, stock: int = 48, fresh: float = 0.12, kind: str | None = None) -> None:
        """Make `stock` grounds of one `kind` or of any; each use replaces one with probability `fresh`."""
        self._rng = rng
        self._stock = [make_ground(rng, kind) for _ in range(stock)]
        self._fresh = fresh

    def one(self) -> Pixels:
        """Return a ground of the stock, recoloured at random."""
        rng = self._rng
        place = int(rng.integers(0, len(self._stock)))
        if rng.random() < self._fresh:
            self._stock[place] = make_ground(rng)
        found = self._stock[place]
        if rng.random() < 0.5:
            tint = rng.uniform(0.5, 1.4, 3) if rng.random() < 0.3 else rng.uniform(0.4, 1.3) * rng.uniform(0.9, 1.1, 3)
            found = np.clip(found[..., rng.permutation(3)] * tint.astype(np.float32), 0, 1)
        return found
