"""Objects that lie over tiles and hide some of them: flat objects, and the hand of a player."""

import numpy as np
from numpy.typing import NDArray

from .around import lay_thing
from .camera import Camera
from .looks import Rng

Canvas = NDArray[np.uint8]
SKINS = ((0.80, 0.67, 0.58), (0.66, 0.49, 0.38), (0.45, 0.31, 0.23), (0.27, 0.18, 0.14))
"""Red, green, blue of skin in plain light, from the palest to the darkest."""
TIP = 0.75
"""The width of a finger at its tip, as a fraction of that at its root."""


def lay_over(rng: Rng, canvas: Canvas, ids: Canvas, camera: Camera, count: int, spread: float) -> None:
    """Lay so many things over the tiles, within about `spread` lengths; `ids` forgets what is hidden then.

    Half of the time a hand reaches over them, too.
    """
    before = canvas.copy()
    for _ in range(count):
        lay_thing(rng, canvas, camera, spread)
    if rng.random() < 0.5:
        draw_hand(rng, canvas)
    ids[(canvas != before).any(axis=2)] = 0


def draw_hand(rng: Rng, canvas: Canvas) -> None:
    """Draw one to four fingers that reach in from the border, side by side."""
    high, wide = canvas.shape[:2]
    skin = np.array(SKINS[int(rng.integers(0, len(SKINS)))][::-1]) * rng.uniform(0.6, 1.15)
    thick = float(rng.uniform(0.05, 0.14)) * wide
    turn = rng.uniform(0, 2 * np.pi)
    inwards, aside = np.array([np.cos(turn), np.sin(turn)]), np.array([-np.sin(turn), np.cos(turn)])
    tip = np.array([wide, high]) * rng.uniform(0.2, 0.8, 2)
    for number in range(int(rng.integers(1, 5))):
        end = tip + aside * thick * 1.05 * number - inwards * thick * rng.uniform(0, 1.2)
        _draw_finger(rng, canvas, end, inwards, thick, skin)


def _draw_finger(
    rng: Rng,
    canvas: Canvas,
    tip: NDArray[np.float64],
    inwards: NDArray[np.float64],
    thick: float,
    skin: NDArray[np.float64],
) -> None:
    """Draw a finger with its tip at `tip`, pointing `inwards`, `thick` pixels wide, and darker at its sides."""
    high, wide = canvas.shape[:2]
    y, x = np.mgrid[0:high, 0:wide].astype(np.float32)
    back = (tip[0] - x) * inwards[0] + (tip[1] - y) * inwards[1]  # pixels from the tip towards the root
    off = np.abs((x - tip[0]) * -inwards[1] + (y - tip[1]) * inwards[0])
    half = thick / 2 * np.clip(TIP + (1 - TIP) * back / (4 * thick), TIP, 1)
    round_off = np.hypot(off, np.minimum(back - half, 0))
    inside = np.clip(half - round_off + 0.5, 0, 1)
    shade = np.sqrt(np.clip(1 - 0.8 * (round_off / np.maximum(half, 1)) ** 2, 0.05, 1))
    ink = np.clip(skin * 255 * shade[..., None] * rng.uniform(0.9, 1.1), 0, 255)
    if rng.random() < 0.5:  # its nail faces the camera
        nail = ((back - 0.45 * half) / (0.5 * half)) ** 2 + (off / (0.6 * half)) ** 2 < 1
        ink[nail] = np.clip(ink[nail] * 1.12 + 10, 0, 255)
    np.copyto(canvas, canvas * (1 - inside[..., None]) + ink * inside[..., None], casting="unsafe")
