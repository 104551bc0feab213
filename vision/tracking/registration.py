"""Where remembered tiles lie on a new frame, after the camera, the table or the line of tiles was knocked."""

from collections.abc import Mapping
from dataclasses import replace

import cv2
import numpy as np

from ..detect.arrays import Array
from ..reading import Point, ReadTile

Name = tuple[int, int]

TOLERANCE = 0.25
"""Tile lengths that a tile may lie off and still support the estimate."""


def register(before: Mapping[Name, ReadTile], now: Mapping[Name, ReadTile]) -> Array:
    """Return the 3×3 matrix that maps pixels of the frame `before` to pixels of the frame `now`.

    Both arguments map the names of tiles to the tiles that were read. The motion is a rotation, a scale and a shift;
    tiles that were moved alone do not change it. The identity is returned if no such motion is found.
    """
    both = sorted(before.keys() & now.keys())
    if not both:
        return np.eye(3)
    length = float(np.median([measure_length(now[name]) for name in both]))
    from_points = np.array([point for name in both for point in _list_points(before[name])], np.float64)
    to_points = np.array([point for name in both for point in _list_points(now[name])], np.float64)
    if len(from_points) < 2:
        return np.eye(3)
    motion = _estimate_motion(from_points, to_points, TOLERANCE * length)
    return np.eye(3) if motion is None else np.vstack([motion, [0, 0, 1]])


def _estimate_motion(before: Array, now: Array, tolerance: float) -> Array | None:
    """Return the 2×3 matrix that maps most of the points `before` (N×2) to `now`; None if OpenCV finds none."""
    return cv2.estimateAffinePartial2D(before, now, method=cv2.RANSAC, ransacReprojThreshold=tolerance)[0]


def move_tile(tile: ReadTile, matrix: Array) -> ReadTile:
    """Return `tile` with all its points mapped by the 3×3 `matrix`."""
    points = np.array([*tile.corners, *(half.centre for half in tile.halves)], np.float64)
    moved = cv2.perspectiveTransform(points[None], matrix)[0]
    a, b, c, d, first, second = ((float(x), float(y)) for x, y in moved)
    halves = replace(tile.halves[0], centre=first), replace(tile.halves[1], centre=second)
    return replace(tile, corners=(a, b, c, d), halves=halves)


def find_middle(tile: ReadTile) -> Point:
    """Return the middle of a tile, in pixels."""
    x, y = np.mean(tile.corners, axis=0)
    return float(x), float(y)


def measure_length(tile: ReadTile) -> float:
    """Return the length of a tile in pixels: the mean of its two long sides."""
    a, b, c, d = (np.array(corner) for corner in tile.corners)
    return float(np.linalg.norm(c - b) + np.linalg.norm(a - d)) / 2


def is_same_place(one: ReadTile, other: ReadTile) -> bool:
    """Return whether the middle of each of two tiles lies on the other one.

    It never does if the tiles lie side by side, however steeply the camera looks at the table.
    """
    return _is_on(find_middle(one), other) and _is_on(find_middle(other), one)


def _is_on(point: Point, tile: ReadTile) -> bool:
    """Return whether a point of the picture lies on a tile."""
    return cv2.pointPolygonTest(np.array(tile.corners, np.float32), point, measureDist=False) >= 0


def _list_points(tile: ReadTile) -> list[Point]:
    """Return the points of a tile that are the same on every frame: its middle and, unless it is a double, its halves.

    The halves are in the order of their pips, since a reading may list them either way.
    """
    if tile.double:
        return [find_middle(tile)]
    return [find_middle(tile), *(half.centre for half in sorted(tile.halves, key=lambda half: half.pips or 0))]
