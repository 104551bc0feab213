"""Flat objects on a table that are not tiles: coins, buttons, counters, pens, cards, leaves, and those of `flats`.

Each is a flat picture with cover (like a tile's face, see `faces`) and its length and width in tile lengths.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from .faces import Pixels, make_blotches
from .flats import draw_flat
from .looks import Rng, pick, vary_colour

N = 96


def _colour(rng: Rng) -> tuple[float, float, float]:
    return vary_colour(rng, rng.uniform(0.02, 0.95, 3).tolist(), 0.02)


def _ink(rng: Rng) -> tuple[float, ...]:
    return tuple(255 * c for c in _colour(rng))


def _drawable(sheet: Pixels) -> NDArray[np.uint8]:
    return np.ascontiguousarray(np.clip(sheet[..., :3], 0, 1) * 255).astype(np.uint8)


def _blank(rng: Rng, high: int) -> Pixels:
    sheet = np.zeros((high, N, 4), np.float32)
    sheet[..., :3] = _colour(rng)
    return sheet


def _covered(sheet: Pixels, mask: np.ndarray) -> Pixels:
    sheet[..., 3] = mask.astype(np.float32) / 255
    return sheet


def _disc(rng: Rng) -> Pixels:
    """Draw a coin, a counter, a button or a bottle cap."""
    sheet = _blank(rng, N)
    mask = np.zeros((N, N), np.uint8)
    cv2.circle(mask, (N // 2, N // 2), N // 2 - 3, 255, -1, cv2.LINE_AA)
    colours = [_ink(rng) for _ in range(3)]
    ink = _drawable(sheet)
    for k in range(int(rng.integers(0, 4))):
        cv2.circle(ink, (N // 2, N // 2), int(rng.integers(4, N // 2)), colours[k % 3], int(rng.integers(1, 6)))
    kind = rng.random()
    if kind < 0.3:
        for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))[: int(rng.choice([2, 4]))]:
            cv2.circle(ink, (N // 2 + x * N // 9, N // 2 + y * N // 9), N // 14, colours[0], -1)
    elif kind < 0.6:
        cv2.putText(
            ink, str(int(rng.integers(1, 100))), (N // 4, 2 * N // 3), cv2.FONT_HERSHEY_SIMPLEX, 1.3, colours[1], 3
        )
    sheet[..., :3] = ink.astype(np.float32) / 255
    return _covered(sheet, mask)


def _bar(rng: Rng) -> Pixels:
    """Draw a pen, a stick, a finger or a cable."""
    sheet = _blank(rng, N // 6)
    mask = np.zeros((N // 6, N), np.uint8)
    cv2.line(mask, (N // 12 + 1, N // 12), (N - N // 12 - 2, N // 12), 255, N // 6 - 4, cv2.LINE_AA)
    sheet[..., :3] *= (1 - 0.5 * np.abs(np.linspace(-1, 1, N // 6)))[:, None, None].astype(np.float32)
    return _covered(sheet, mask)


def _card(rng: Rng) -> Pixels:
    """Draw a box or a card of about a tile's shape, with words, lines or spots that are not pips."""
    high = int(rng.integers(N // 3, N))
    sheet = _blank(rng, high)
    mask = np.zeros((high, N), np.uint8)
    cv2.rectangle(mask, (2, 2), (N - 3, high - 3), 255, -1)
    ink = _drawable(sheet)
    colour = _ink(rng)
    kind = pick(rng, ("empty", "words", "lines", "blobs", "frame"), (3, 3, 2, 2, 1))
    if kind == "words":
        for y in range(12, high, int(rng.integers(12, 30))):
            word = "".join(rng.choice(list("abcdeghiklmnoprstuvwABDEGKLOPRS0123456789 "), int(rng.integers(3, 12))))
            cv2.putText(ink, word, (6, y), cv2.FONT_HERSHEY_SIMPLEX, rng.uniform(0.3, 0.8), colour, 1, cv2.LINE_AA)
    elif kind == "lines":
        for _ in range(int(rng.integers(1, 5))):
            x, y = int(rng.integers(0, N)), int(rng.integers(0, high))
            cv2.line(ink, (x, 0), (x, high), colour, int(rng.integers(1, 5))) if rng.random() < 0.5 else cv2.line(
                ink, (0, y), (N, y), colour, int(rng.integers(1, 5))
            )
    elif kind == "blobs":
        ink[make_blotches(rng, high, N, 9) > 0.8] = colour
    elif kind == "frame":
        cv2.rectangle(ink, (8, 8), (N - 9, high - 9), colour, int(rng.integers(1, 6)))
    sheet[..., :3] = ink.astype(np.float32) / 255
    return _covered(sheet, mask)


def _leaf(rng: Rng) -> Pixels:
    """Draw an object of irregular shape: a leaf, a toy, a stain or a crumb."""
    sheet = _blank(rng, N)
    turn = np.linspace(0, 2 * np.pi, 14, endpoint=False)
    radius = N * (0.3 + 0.09 * rng.standard_normal(14)).clip(0.08, 0.48)
    points = np.stack([N / 2 + radius * np.cos(turn), N / 2 + radius * np.sin(turn)], axis=1)
    mask = np.zeros((N, N), np.uint8)
    cv2.fillPoly(mask, [points.astype(np.int32)], 255, cv2.LINE_AA)
    sheet[..., :3] *= (1 + 0.3 * make_blotches(rng, N, N, 6))[..., None]
    return _covered(sheet, mask)


Thing = tuple[Pixels, float, float]
"""A flat object: its picture, its length and its width in tile lengths."""


def draw_thing(rng: Rng) -> Thing:
    """Draw any flat object; return its picture, its length and its width in tile lengths."""
    kind = pick(rng, ("disc", "bar", "card", "leaf", "printed"), (4, 2, 4, 2, 6))
    if kind == "printed":
        return draw_flat(rng)
    sheet = {"disc": _disc, "bar": _bar, "card": _card, "leaf": _leaf}[kind](rng)
    length = {
        "disc": rng.uniform(0.12, 0.9), "bar": rng.uniform(0.8, 4), "card": rng.uniform(0.5, 2.5),
        "leaf": rng.uniform(0.1, 1.5),
    }[kind]  # fmt: skip
    return np.clip(sheet, 0, 1), float(length), float(length * sheet.shape[0] / sheet.shape[1])
