"""The ground under the tiles, the fingers and shadows over them, and lamps mirrored in them."""

import cv2
import numpy as np
from numpy.typing import NDArray

from .camera import Camera, Points, Solid, draw_outline
from .clutter import Thing, draw_thing
from .faces import Pixels
from .grounds import Grounds
from .looks import Rng
from .paint import fill, paint_face


def lay_ground(rng: Rng, camera: Camera, grounds: Grounds) -> NDArray[np.uint8]:
    """Return a picture of the bare table, H×W×3 uint8."""
    width, height = camera.size
    sheet = grounds.one()
    across = float(np.exp(rng.uniform(np.log(1.2), np.log(9))))  # the side of the sheet in tile lengths
    turn = rng.uniform(0, 2 * np.pi)
    c, s, k = np.cos(turn) * across / sheet.shape[0], np.sin(turn) * across / sheet.shape[0], sheet.shape[0] / 2
    lay = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]]) @ np.array([[1, 0, -k], [0, 1, -k], [0, 0, 1.0]])
    to_picture = camera.ground() @ lay
    image = cv2.warpPerspective(
        sheet, to_picture, (width, height), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT
    )
    back = np.linalg.inv(camera.ground())
    corners = back @ np.array([[0, width, width, 0], [0, 0, height, height], [1, 1, 1, 1.0]])
    if (corners[2] <= 1e-4).any():  # the horizon is in the picture, with a wall above it
        x, y = np.meshgrid(np.arange(width), np.arange(height))
        beyond = (back[2, 0] * x + back[2, 1] * y + back[2, 2]) <= 1e-3
        wall = cv2.resize(cv2.GaussianBlur(grounds.one(), (0, 0), 6), (width, height))
        image[beyond] = wall[beyond]
    return np.clip(image * 255, 0, 255).astype(np.uint8)


def lay_thing(rng: Rng, canvas: NDArray[np.uint8], camera: Camera, spread: float, what: Thing | None = None) -> None:
    """Lay `what` (its picture, length and width), or anything flat that is no tile, within about `spread` lengths."""
    sheet, length, width = what or draw_thing(rng)
    x, y, turn = rng.normal(0, spread), rng.normal(0, spread), rng.uniform(0, 2 * np.pi)
    along, across = (
        np.array([np.cos(turn), np.sin(turn), 0]) * length / 2,
        np.array([-np.sin(turn), np.cos(turn), 0]) * width / 2,
    )
    middle = np.array([x, y, 0.0])
    corners = np.stack(
        [middle - along + across, middle - along - across, middle + along - across, middle + along + across]
    )
    if camera.depth(corners).min() > 0.15 * camera.depth(np.zeros((1, 3)))[0]:
        seen = camera.see(corners)
        if np.abs(seen).max() < 4000:
            paint_face(canvas, seen, sheet)


def draw_fingers(rng: Rng, image: Pixels, ids: NDArray[np.uint8]) -> None:
    """Draw a hand that reaches in from the border, over everything in the picture."""
    high, wide = ids.shape
    skin = np.array((0.42, 0.55, 0.78)) * rng.uniform(0.35, 1.1)
    start = rng.uniform(0, 1, 2) * (wide, high)
    side = int(rng.integers(0, 4))
    start = np.array([(0, start[1]), (wide, start[1]), (start[0], 0), (start[0], high)][side])
    tip = start + (np.array([wide / 2, high / 2]) - start) * rng.uniform(0.1, 0.6)
    mask = np.zeros((high, wide), np.uint8)
    thick = int(rng.integers(wide // 25, wide // 8))
    cv2.line(mask, tuple(int(c) for c in start), tuple(int(c) for c in tip), 255, thick, cv2.LINE_AA)
    ids[mask > 127] = 0
    image += (mask.astype(np.float32) / 255)[..., None] * (skin.astype(np.float32) - image)


def lay_shadows(
    rng: Rng, canvas: NDArray[np.uint8], camera: Camera, solids: list[Solid], light: Points, length: float
) -> None:
    """Darken the ground in the shadows of the solids, and along the line where they touch the table."""
    cast_ = np.zeros(canvas.shape[:2], np.uint8)
    under = np.zeros(canvas.shape[:2], np.uint8)
    for solid in solids:
        ring = np.concatenate([draw_outline(solid, 1), draw_outline(solid, -1)])
        fallen = ring - light * (ring[:, 2:] / max(light[2], 0.3))
        fallen[:, 2] = 0
        for points, mask in ((fallen, cast_), (ring * (1.04, 1.04, 0) - solid.middle * (0.04, 0.04, 0), under)):
            if camera.depth(points).min() > 0.05:
                shape = cv2.convexHull(camera.see(points).astype(np.float32)).reshape(-1, 2).astype(np.float64)
                if np.abs(shape).max() < 4000:
                    fill(mask, shape, 255)
    soft = rng.uniform(0.5, 1.5) if rng.random() < 0.35 else rng.uniform(0.02, 0.12) * length
    deep = rng.uniform(0.1, 0.75)
    shade = cv2.GaussianBlur(cast_, (0, 0), soft).astype(np.float32) * (deep / 255)
    contact = cv2.GaussianBlur(under, (0, 0), max(0.6, 0.03 * length)).astype(np.float32) * (rng.uniform(0, 0.5) / 255)
    np.copyto(canvas, canvas * ((1 - shade) * (1 - contact))[..., None], casting="unsafe")


def draw_glare(rng: Rng, face: Pixels, gloss: float) -> None:
    """Draw a lamp mirrored in this face: a spot or a streak that does not look like a pip."""
    height, width = face.shape[:2]
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    turn = rng.uniform(0, np.pi)
    dx, dy = x - rng.uniform(0, width), y - rng.uniform(0, height)
    u, v = dx * np.cos(turn) + dy * np.sin(turn), dy * np.cos(turn) - dx * np.sin(turn)
    a, b = width * rng.uniform(0.02, 0.3), width * rng.uniform(0.02, 0.12)
    distance = (u / a) ** 2 + (v / b) ** 2
    spot = 1 / (1 + np.exp(np.minimum((distance - 1) * 6, 30))) if rng.random() < 0.4 else np.exp(-distance / 2)
    tint = rng.uniform(0.85, 1, 3).astype(np.float32)
    face[..., :3] += (spot * rng.uniform(0.15, 0.5 + 1.2 * gloss))[..., None] * tint
