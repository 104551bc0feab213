"""The effects of lamp and camera on a picture: uneven light, shadows, glare, blur, colour cast, noise, JPEG."""

import math

import cv2
import numpy as np

from .faces import Pixels, make_blotches
from .looks import Rng


def light_unevenly(rng: Rng, height: int, width: int) -> Pixels:
    """Return factors of brightness, about 1, H×W: a slope, a pool of light, the shadow of a hand or a window frame."""
    y, x = np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j].astype(np.float32)
    turn = rng.uniform(0, 2 * math.pi)
    light = 1 + rng.uniform(0, 0.35) * (x * math.cos(turn) + y * math.sin(turn))
    if rng.random() < 0.3:
        cx, cy, reach = rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(0.5, 2)
        pool = np.exp(-((x - cx) ** 2 + (y - cy) ** 2) / (2 * reach**2))
        light *= 0.45 + 0.65 * pool
    if rng.random() < 0.4:
        mask = np.zeros((height, width), np.uint8)
        middle = rng.uniform(0, 1, 2) * (width, height)
        points = middle + rng.normal(0, 0.45, (int(rng.integers(3, 7)), 2)) * (width, height)
        cv2.fillConvexPoly(mask, cv2.convexHull(points.astype(np.int32)), 255)
        soft = rng.uniform(0.5, 2) if rng.random() < 0.4 else rng.uniform(2, 25)
        shade = cv2.GaussianBlur(mask, (0, 0), soft).astype(np.float32) / 255
        deep = rng.uniform(0.2, 0.7)
        light *= 1 - deep * shade if rng.random() < 0.6 else 1 - deep * (1 - shade)
    return np.asarray(np.maximum(light, 0.12).astype(np.float32))


def mirror_lamps(rng: Rng, height: int, width: int) -> Pixels:
    """Return lamps and windows as mirrored in a glossy surface, H×W, 0 to 1."""
    field = np.zeros((height, width), np.uint8)
    for _ in range(int(rng.integers(1, 4))):
        middle = (int(rng.integers(0, width)), int(rng.integers(0, height)))
        if rng.random() < 0.6:
            size = (int(rng.integers(3, width // 5)), int(rng.integers(3, width // 7)))
            cv2.ellipse(field, middle, size, rng.uniform(0, 180), 0, 360, 255, -1)
        else:
            box = cv2.boxPoints((middle, rng.uniform(8, width / 2, 2).tolist(), rng.uniform(0, 180)))
            cv2.fillConvexPoly(field, box.astype(np.int32), 255)
    soft = rng.uniform(0.6, 3) if rng.random() < 0.4 else rng.uniform(3, 16)
    return cv2.GaussianBlur(field, (0, 0), soft).astype(np.float32) / 255


def _blur(rng: Rng, image: Pixels, most: float) -> Pixels:
    kind = rng.random()
    if kind < 0.55:
        return image
    if kind < 0.85:
        return cv2.GaussianBlur(image, (0, 0), rng.uniform(0.4, most))
    reach = int(rng.integers(3, max(4, int(most * 4))))
    kernel = np.zeros((reach, reach), np.float32)
    turn, half = rng.uniform(0, np.pi), reach / 2
    tip = (round(half + half * np.cos(turn)), round(half + half * np.sin(turn)))
    tail = (round(half - half * np.cos(turn)), round(half - half * np.sin(turn)))
    cv2.line(kernel, tail, tip, 1)
    return cv2.filter2D(image, -1, kernel / max(kernel.sum(), 1))


def _tint(rng: Rng) -> np.ndarray:
    """Return factors of blue, green and red for the lamp and the exposure, mostly near 1."""
    cast_ = np.exp(rng.normal(0, 0.09, 3)) if rng.random() < 0.85 else np.exp(rng.normal(0, 0.3, 3))
    if rng.random() < 0.05:
        cast_ = cast_ * np.array([rng.uniform(0.2, 1), rng.uniform(0.5, 1), 1.0])
    exposure = np.exp(rng.normal(-0.05, 0.3)) if rng.random() < 0.88 else rng.uniform(0.2, 1.7)
    return np.asarray(cast_ * exposure)


def take_photo(rng: Rng, image: Pixels, sharp: float, *, mild: bool = False) -> np.ndarray:
    """Return the picture as a phone stores it (uint8); small tiles, of `sharp` pixels length, are blurred less.

    If `mild`, it is lit well enough, as people make sure before they take a photo.
    """
    height, width = image.shape[:2]
    tint = np.exp(rng.normal(-0.05, 0.15) + rng.normal(0, 0.08, 3)) if mild else _tint(rng)
    image = image * tint.astype(np.float32)
    if rng.random() < 0.3:
        gamma = rng.uniform(0.7, 1.5)
        image = np.power(np.maximum(image, 0), np.float32(gamma))
    if rng.random() < 0.15:
        haze = rng.uniform(0.02, 0.25)
        image = image * (1 - haze) + np.float32(haze * rng.uniform(0.3, 1))
    if rng.random() < 0.12:
        over = np.maximum(image - 0.9, 0)
        image = image + cv2.GaussianBlur(over, (0, 0), rng.uniform(2, 9)) * rng.uniform(0.5, 2)
    image = np.minimum(image, 1.25)
    image = _blur(rng, image, float(np.clip(sharp / 45, 0.7, 2.6)))
    small = rng.random() < 0.25
    if small:
        factor = rng.uniform(1.1, float(np.clip(sharp / 38, 1.15, 2.6)))
        image = cv2.resize(image, (int(width / factor), int(height / factor)), interpolation=cv2.INTER_AREA)
    rows, columns = image.shape[:2]
    if rng.random() < 0.75:
        grain = rng.standard_normal((rows, columns, 3), dtype=np.float32)
        if rng.random() < 0.5:
            grain = cv2.blur(grain, (2, 2)) * 1.6
        level = abs(rng.normal(0, 0.018)) + (rng.uniform(0, 0.06) if rng.random() < 0.1 else 0)
        image = image + grain * np.float32(level)
    if rng.random() < 0.3:
        soft = cv2.GaussianBlur(image, (0, 0), rng.uniform(0.8, 2))
        image = image + (image - soft) * np.float32(rng.uniform(0.3, 1.3))
    if rng.random() < 0.05:
        image = np.repeat(image.mean(axis=2, keepdims=True), 3, axis=2)
    if rng.random() < 0.2:
        image = image * (1 + 0.02 * make_blotches(rng, rows, columns, 4))[..., None]
    stored = (np.clip(image, 0, 1) * 255).astype(np.uint8)
    if rng.random() < 0.5:
        quality = int(rng.integers(28, 96))
        packed = cv2.imencode(".jpg", stored, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
        stored = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR))
    if small:
        how = cv2.INTER_LINEAR if rng.random() < 0.5 else cv2.INTER_CUBIC
        stored = cv2.resize(stored, (width, height), interpolation=how)
    return stored
