"""Finding the local maxima of a map, to a fraction of a cell."""

import cv2
import numpy as np

from .arrays import Array


def find_peaks(heat: Array, least: float) -> tuple[Array, Array]:
    """Return the local maxima of a map (h×w) above `least`, highest first, as two arrays of positions (x, y).

    The first is N×2 in whole cells; the second N×2 with fractions, from a parabola through the logarithms of three
    neighbours.
    """
    top = cv2.dilate(heat, np.ones((3, 3), np.uint8))
    ys, xs = np.nonzero((heat >= top) & (heat > least))
    order = np.argsort(-heat[ys, xs])
    ys, xs = ys[order], xs[order]
    here = _log(heat[ys, xs])
    whole = np.stack([xs, ys], axis=1)
    last_x, last_y = heat.shape[1] - 1, heat.shape[0] - 1
    dx = _find_vertex(_log(heat[ys, np.maximum(xs - 1, 0)]), here, _log(heat[ys, np.minimum(xs + 1, last_x)]))
    dy = _find_vertex(_log(heat[np.maximum(ys - 1, 0), xs]), here, _log(heat[np.minimum(ys + 1, last_y), xs]))
    return whole, whole + np.stack([dx, dy], axis=1)


def _log(heat: Array) -> Array:
    """Return the logarithms of the values, of which those below 10⁻⁶ are raised to it."""
    return np.asarray(np.log(np.maximum(heat, 1e-6)))


def _find_vertex(before: Array, here: Array, after: Array) -> Array:
    """Return where the parabola through three neighbouring values is highest: -½ to ½ cells from the middle one."""
    curvature = np.minimum(before + after - 2 * here, -1e-3)
    return np.asarray(np.clip((before - after) / (2 * curvature), -0.5, 0.5))
