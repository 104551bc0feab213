"""Photos with faults of thirteen kinds that phones and tables cause; the same photo always gets the same fault.

A fault maps an upright picture (H×W×3 uint8) to another; all lengths are fractions of its longer side.
"""

from collections.abc import Callable
from typing import Any

import cv2
import numpy as np

from vision.photo.decoding import Photo, Picture

Light = Any
"""H×W or H×W×1 float32, a factor or a summand for a picture."""


def _bytes(values: Any) -> Picture:
    return np.asarray(np.clip(values, 0, 255), np.uint8)


def _grid(picture: Picture) -> tuple[Light, Light]:
    """Return x and y of every pixel, from 0 to 1."""
    high, wide = picture.shape[:2]
    y, x = np.mgrid[0 : 1 : high * 1j, 0 : 1 : wide * 1j].astype(np.float32)
    return x, y


def _turned(picture: Picture) -> Picture:
    return np.ascontiguousarray(np.rot90(picture))


def _askew(picture: Picture) -> Picture:
    """Turn the picture by 20 degrees without cutting it."""
    high, wide = picture.shape[:2]
    turn = cv2.getRotationMatrix2D((wide / 2, high / 2), 20, 1)
    c, s = abs(turn[0, 0]), abs(turn[0, 1])
    size = (round(high * s + wide * c), round(high * c + wide * s))
    turn[:, 2] += (size[0] - wide) / 2, (size[1] - high) / 2
    return _bytes(cv2.warpAffine(picture, turn, size, borderMode=cv2.BORDER_REPLICATE))


def _moved(picture: Picture) -> Picture:
    """Blur the picture along a slanted line of 0.6 % of the longer side, as if the phone had moved."""
    reach = max(3, round(max(picture.shape) * 0.006) | 1)
    smear = np.zeros((reach, reach), np.float32)
    cv2.line(smear, (0, reach - 1), (reach - 1, reach // 4), 1, 1, cv2.LINE_AA)
    return _bytes(cv2.filter2D(picture, -1, smear / smear.sum()))


def _soft(picture: Picture) -> Picture:
    return _bytes(cv2.GaussianBlur(picture, (0, 0), max(picture.shape) * 0.002))


def _noisy(picture: Picture) -> Picture:
    grain = np.random.default_rng(7).normal(0, 22, picture.shape).astype(np.float32)
    return _bytes(picture + grain)


def _dark(picture: Picture) -> Picture:
    grain = np.random.default_rng(8).normal(0, 4, picture.shape).astype(np.float32)
    return _bytes(picture.astype(np.float32) * 0.22 + grain)


def _tungsten(picture: Picture) -> Picture:
    return _bytes(picture * np.array([0.4, 0.78, 1.1], np.float32))


def _shaded(picture: Picture) -> Picture:
    """Add a hard, slanted shadow over half of the picture."""
    x, y = _grid(picture)
    shadow = np.clip((x + 0.6 * y - 0.8) * 40 + 0.5, 0, 1)
    return _bytes(picture * (1 - 0.62 * shadow)[..., None])


def _glaring(picture: Picture) -> Picture:
    """Add the reflections of a lamp at three points."""
    x, y = _grid(picture)
    spots = sum(
        np.exp(-(((x - u) / 0.06) ** 2 + ((y - v) / 0.05) ** 2)) for u, v in ((0.3, 0.35), (0.55, 0.6), (0.75, 0.3))
    )
    return _bytes(picture + 150 * np.asarray(spots)[..., None])


def _squeezed(picture: Picture) -> Picture:
    _, stored = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 12])
    return np.asarray(cv2.imdecode(stored, cv2.IMREAD_COLOR), np.uint8)


def _small(picture: Picture) -> Picture:
    """Shrink the picture to at most 800 pixels."""
    scale = min(1.0, 800 / max(picture.shape[:2]))
    return _bytes(cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA))


def _tilted(picture: Picture) -> Picture:
    """Tilt the picture: the far edge is 0.7 times as long as the near one."""
    high, wide = picture.shape[:2]
    seen = np.array([[0.15 * wide, 0.12 * high], [0.85 * wide, 0.12 * high], [wide, high], [0, high]], np.float32)
    whole = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32)
    turn = cv2.getPerspectiveTransform(whole, seen)
    return _bytes(cv2.warpPerspective(picture, turn, (wide, high), borderMode=cv2.BORDER_REPLICATE))


def _grey(picture: Picture) -> Picture:
    return _bytes(cv2.cvtColor(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR))


WAYS: dict[str, Callable[[Picture], Picture]] = {
    "turned": _turned, "askew": _askew, "motion blur": _moved, "out of focus": _soft, "noise": _noisy, "dark": _dark,
    "tungsten": _tungsten, "shadow": _shaded, "glare": _glaring, "JPEG 12": _squeezed, "800 pixels": _small,
    "tilted": _tilted, "grey": _grey,
}  # fmt: skip
"""Every kind of fault by its name."""


def corrupt_photo(photo: Photo, way: str) -> Photo:
    """Return the photo with the fault `way` of WAYS, at the size at which the reader reads it."""
    image = WAYS[way](photo.image)
    return Photo(image, (image.shape[1], image.shape[0]))
