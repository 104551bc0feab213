"""Where a map is highest: the places on it that stand out, to a fraction of a place."""

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Vector = NDArray[Any]


def find_peaks(heat: Vector, least: float) -> tuple[Vector, Vector]:
    """The local maxima of a map above `least`: N×2 whole (x, y), and N×2 with fractions; highest first."""
    top = cv2.dilate(heat, np.ones((3, 3), np.uint8))
    ys, xs = np.nonzero((heat >= top) & (heat > least))
    order = np.argsort(-heat[ys, xs])
    ys, xs = ys[order], xs[order]
    here = _log(heat[ys, xs])
    whole = np.stack([xs, ys], axis=1)
    last_x, last_y = heat.shape[1] - 1, heat.shape[0] - 1
    aside = _find_fraction(_log(heat[ys, np.maximum(xs - 1, 0)]), here, _log(heat[ys, np.minimum(xs + 1, last_x)]))
    along = _find_fraction(_log(heat[np.maximum(ys - 1, 0), xs]), here, _log(heat[np.minimum(ys + 1, last_y), xs]))
    return whole, whole + np.stack([aside, along], axis=1)


def _log(heat: Vector) -> Vector:
    return np.asarray(np.log(np.maximum(heat, 1e-6)))


def _find_fraction(before: Vector, here: Vector, after: Vector) -> Vector:
    """Where between the places before and after it the top of a bend through the three lies: -½ to ½."""
    bend = np.minimum(before + after - 2 * here, -1e-3)
    return np.asarray(np.clip((before - after) / (2 * bend), -0.5, 0.5))
