"""Paint solids into a picture, the farthest first, and record which pixels of each stay visible."""

from collections.abc import Sequence
from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from .camera import Camera, Points, Solid, cut_rectangle, draw_outline, wrap_hull
from .faces import Pixels
from .looks import Colour

Canvas = NDArray[np.uint8]
_SHIFT = 4


def round_for_opencv(points: Points) -> NDArray[np.int32]:
    """Return picture points as OpenCV's fixed-point numbers, for drawing at fractions of a pixel."""
    return np.asarray(np.clip(np.rint(points * (1 << _SHIFT)), -(1 << 20), 1 << 20).astype(np.int32))


def fill(canvas: Canvas, points: Points, colour: Sequence[float] | int) -> None:
    """Fill a convex polygon of N×2 picture points, smooth at its edge."""
    value = (colour,) if isinstance(colour, int) else tuple(colour)
    cv2.fillConvexPoly(canvas, round_for_opencv(points), cast(tuple[float, ...], value), cv2.LINE_AA, _SHIFT)


def mark(ids: Canvas, points: Points, number: int) -> None:
    """Write a number into every pixel of a convex polygon."""
    cv2.fillConvexPoly(ids, round_for_opencv(points), (number,), cv2.LINE_8, _SHIFT)


def measure_area(points: Points) -> float:
    """Return the signed area of a polygon; positive if it is clockwise as seen."""
    x, y = points[:, 0], points[:, 1]
    return float((x * np.roll(y, -1) - np.roll(x, -1) * y).sum() / 2)


def _lit(colour: Colour, normal: Points, light: Points, ambient: float) -> tuple[float, ...]:
    strength = ambient + (1 - ambient) * max(0.0, float(normal @ light)) * 1.15
    return tuple(min(255.0, 255 * c * strength) for c in colour)


def paint_sides(
    canvas: Canvas, camera: Camera, solid: Solid, colours: tuple[Colour, Colour], light: Points, ambient: float
) -> Points:
    """Paint the sides of a solid, `colours` (near the face, near the back); returns its outline in the picture."""
    levels = (1.0, -1.0) if colours[0] == colours[1] else (1.0, 0.0, -1.0)
    rings = [draw_outline(solid, level) for level in levels]
    seen = [camera.see(ring) for ring in rings]
    shape = wrap_hull(np.concatenate([seen[0], seen[-1]]))
    fill(canvas, shape, _lit(colours[-1], solid.out, light, ambient))
    middle = solid.at(np.zeros((1, 3)))[0]
    for k in range(len(rings[0])):
        n = (k + 1) % len(rings[0])
        outward = (rings[0][k] + rings[0][n]) / 2 - middle
        outward = outward - solid.out * (outward @ solid.out)
        # The long sides' pieces lean outwards across the tile, whatever their place along it.
        step = rings[0][n] - rings[0][k]
        normal = outward - step * (outward @ step) / max(float(step @ step), 1e-12)
        normal = normal / (np.linalg.norm(normal) + 1e-9)
        for upper, lower, colour in zip(seen[:-1], seen[1:], colours, strict=False):
            quad = np.stack([upper[n], upper[k], lower[k], lower[n]])
            if measure_area(quad) > 0:
                fill(canvas, quad, _lit(colour, normal, light, ambient))
    return shape


def paint_face(canvas: Canvas, corners: Points, face: Pixels) -> None:
    """Lay a face (H×W×4, see `faces`) on the picture: `corners` are where its lower left, upper left, upper right
    and lower right go, 4×2."""
    long = max(float(np.linalg.norm(corners[2] - corners[1])), float(np.linalg.norm(corners[3] - corners[0])))
    wide = max(float(np.linalg.norm(corners[1] - corners[0])), float(np.linalg.norm(corners[2] - corners[3])))
    columns, rows = face.shape[1], face.shape[0]
    if long < columns * 0.8 or wide < rows * 0.8:
        columns, rows = min(columns, max(3, round(long))), min(rows, max(3, round(wide)))
        face = cv2.resize(face, (columns, rows), interpolation=cv2.INTER_AREA)
    low = np.floor(corners.min(axis=0)).astype(int) - 1
    high = np.ceil(corners.max(axis=0)).astype(int) + 2
    x0, y0 = max(low[0], 0), max(low[1], 0)
    x1, y1 = min(high[0], canvas.shape[1]), min(high[1], canvas.shape[0])
    if x1 <= x0 or y1 <= y0:
        return
    a, b = columns - 0.5, rows - 0.5
    source = np.array([[-0.5, b], [-0.5, -0.5], [a, -0.5], [a, b]], np.float32)
    turn = cv2.getPerspectiveTransform(source, (corners - (x0, y0)).astype(np.float32))
    face = np.concatenate([face[..., :3] * face[..., 3:], face[..., 3:]], axis=2)
    laid = cv2.warpPerspective(face, turn, (int(x1 - x0), int(y1 - y0)), flags=cv2.INTER_LINEAR)
    part = canvas[y0:y1, x0:x1]
    mixed = part * (1 - laid[..., 3:]) + laid[..., :3] * 255
    np.copyto(part, np.clip(mixed, 0, 255), casting="unsafe")


def find_halves(camera: Camera, solid: Solid) -> tuple[Points, Points]:
    """Return the outlines of the two halves of the face in the picture, each 4×2."""
    return camera.see(cut_rectangle(solid, -0.5, 0.0)), camera.see(cut_rectangle(solid, 0.0, 0.5))
