"""A camera over a table, and a tile as a solid.

The table is the plane z = 0; x goes right, y towards the player, z up; the unit is the length of a tile.
"""

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from .looks import TileLook

Points = NDArray[Any]
"""Points, N×2 in the picture or N×3 on the table."""


@dataclass(frozen=True, slots=True)
class Camera:
    """A camera; `matrix` (3×4) takes table coordinates (x, y, z, 1) to homogeneous pixels; `place` is its position."""

    matrix: Points
    place: Points
    size: tuple[int, int]  # width, height of the picture

    def see(self, points: Points) -> Points:
        """Project N×3 table points into the picture, N×2 pixels."""
        seen = points @ self.matrix[:, :3].T + self.matrix[:, 3]
        depth = np.maximum(seen[:, 2:], 1e-6)
        return np.asarray(seen[:, :2] / depth)

    def depth(self, points: Points) -> Points:
        """Return how far the points are before the camera; not positive if they are behind it."""
        return np.asarray(points @ self.matrix[2, :3] + self.matrix[2, 3])

    def ground(self) -> Points:
        """The 3×3 homography from (x, y) on the table to the picture."""
        return self.matrix[:, [0, 1, 3]]


def look_down(
    size: tuple[int, int], length: float, tilt: float, roll: float, focal: float, aim: tuple[float, float] = (0.5, 0.5)
) -> Camera:
    """Return a camera in whose picture a tile at (0, 0), seen from straight above, is `length` pixels long.

    `tilt` and `roll` are in radians (tilt 0 looks straight down), `focal` in picture widths; `aim` is where (0, 0) and
    the axis of the lens are, in fractions of the picture.
    """
    width, height = size
    f = focal * width
    distance = f / length
    ct, st, cr, sr = np.cos(tilt), np.sin(tilt), np.cos(roll), np.sin(roll)
    turn = np.array([[cr, -sr, 0], [sr, cr, 0], [0, 0, 1.0]])
    lean = np.array([[1, 0, 0], [0, ct, st], [0, -st, ct]])
    rotation = lean @ turn @ np.diag([1.0, 1.0, -1.0])
    shift = np.array([0, 0, distance])
    inner = np.array([[f, 0, aim[0] * width], [0, f, aim[1] * height], [0, 0, 1.0]])
    matrix = inner @ np.hstack([rotation, shift[:, None]])
    return Camera(matrix, -rotation.T @ shift, size)


@dataclass(frozen=True, slots=True)
class Solid:
    """A solid in space: its middle, its axes (along, across, out of the face; unit vectors), and half its sizes."""

    middle: Points
    along: Points
    across: Points
    out: Points
    half: tuple[float, float, float]
    corner: float

    def at(self, points: Points) -> Points:
        """Return the table coordinates of points in the tile's own frame (lengths along, across, out of its middle)."""
        return np.asarray(self.middle + points @ np.stack([self.along, self.across, self.out]))


def stand_up(
    look: TileLook, x: float, y: float, angle: float, z: float = 0, pose: str = "flat", lean: float = 0
) -> Solid:
    """Return a tile on the table at (x, y), with its lowest point at height z.

    `pose` flat is face up; edge is turned up about its length by `lean` (pi/2: standing on a long side, with the face
    towards its player); end is turned up about its width; back is face down.
    """
    c, s = np.cos(angle), np.sin(angle)
    along, across, out = np.array([c, s, 0.0]), np.array([-s, c, 0.0]), np.array([0, 0, 1.0])
    cl, sl = np.cos(lean), np.sin(lean)
    if pose == "edge":
        across, out = across * cl - out * sl, across * sl + out * cl
    elif pose == "end":
        along, out = along * cl - out * sl, along * sl + out * cl
    elif pose == "back":
        across, out = -across, -out
    half = (0.5, look.width / 2, look.thickness / 2)
    low = sum(abs(axis[2]) * size for axis, size in zip((along, across, out), half, strict=True))
    return Solid(np.array([x, y, z + low]), along, across, out, half, look.corner)


_ARC = np.linspace(0, np.pi / 2, 4)


def draw_outline(solid: Solid, level: float, shrink: float = 0) -> Points:
    """Return the rounded outline of the face (level 1) or the back (level -1), N×3 on the table."""
    a, b, t = solid.half
    r = max(solid.corner, 0.012)
    a, b = a - shrink, b - shrink
    ring = []
    for sx, sy, start in ((1, 1, 0), (-1, 1, np.pi / 2), (-1, -1, np.pi), (1, -1, 1.5 * np.pi)):
        turn = _ARC + start
        ring.append(np.stack([sx * (a - r) + r * np.cos(turn), sy * (b - r) + r * np.sin(turn)], axis=1))
    flat = np.concatenate(ring)
    return solid.at(np.hstack([flat, np.full((len(flat), 1), level * t)]))


def cut_rectangle(solid: Solid, x0: float, x1: float, level: float = 1) -> Points:
    """Return the corners of the face from x0 to x1 along its length, clockwise as seen from outside, 4×3."""
    b, t = solid.half[1], solid.half[2] * level
    return solid.at(np.array([[x0, b, t], [x0, -b, t], [x1, -b, t], [x1, b, t]]))


def wrap_hull(points: Points) -> Points:
    """Return the convex hull of N×2 picture points."""
    return cv2.convexHull(points.astype(np.float32)).reshape(-1, 2).astype(np.float64)
