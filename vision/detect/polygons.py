"""Convex outlines in a picture and their overlaps."""

from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np

from .arrays import Array

MAX_OVERLAP = 0.3
"""The overlap from which two tiles, or a half and a tile, cannot both be there."""


@dataclass(frozen=True, slots=True, eq=False)
class Polygon:
    """A convex outline (N×2 float32), its area, and its bounding box: left, top, right, bottom; pixels."""

    outline: Array
    area: float
    box: tuple[float, float, float, float]

    def overlap(self, other: "Polygon") -> float:
        """Return the overlap coefficient: the area of the intersection divided by the smaller of both areas.

        Intersection over union (IoU) would let a small outline hide in a large one.
        """
        left, top, right, bottom = self.box
        if right < other.box[0] or bottom < other.box[1] or other.box[2] < left or other.box[3] < top:
            return 0.0
        return self._intersect(other) / max(min(self.area, other.area), 1e-6)

    def share_within(self, other: "Polygon") -> float:
        """Return the share of this polygon's area that is within the other one."""
        return self._intersect(other) / max(self.area, 1e-6)

    def _intersect(self, other: "Polygon") -> float:
        """Return the area of the intersection."""
        return float(cv2.intersectConvexConvex(self.outline, other.outline)[0])

    def contains(self, point: Array) -> bool:
        """Return whether a point (x, y) is inside the polygon."""
        return cv2.pointPolygonTest(self.outline, (float(point[0]), float(point[1])), measureDist=False) > 0

    def is_free(self, others: Iterable["Polygon"]) -> bool:
        """Return whether this polygon overlaps each of the others by less than MAX_OVERLAP."""
        return all(self.overlap(other) < MAX_OVERLAP for other in others)


def make_polygon(corners: Array) -> Polygon:
    """Return the convex hull of N points (N×2) as a polygon."""
    outline = np.asarray(cv2.convexHull(corners.astype(np.float32))).reshape(-1, 2)
    left, top = outline.min(axis=0).tolist()
    right, bottom = outline.max(axis=0).tolist()
    return Polygon(outline, float(cv2.contourArea(outline)), (left, top, right, bottom))


def make_frame(shape: tuple[int, ...]) -> Polygon:
    """Return the border of a picture of `shape` (height, width) as a polygon."""
    return make_polygon(np.array([[0, 0], [shape[1], 0], [shape[1], shape[0]], [0, shape[0]]]))
