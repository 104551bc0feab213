"""The place that a tile takes in a picture, and how much of it another one takes too."""

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Vector = NDArray[Any]


@dataclass(frozen=True, slots=True, eq=False)
class Footprint:
    """A convex outline (N×2), its area, and the box about it: left, top, right, bottom."""

    outline: Vector
    area: float
    box: tuple[float, float, float, float]

    def measure_shared(self, other: "Footprint") -> float:
        """The share of the smaller of the two that lies on the other."""
        left, top, right, bottom = self.box
        if right < other.box[0] or bottom < other.box[1] or other.box[2] < left or other.box[3] < top:
            return 0.0
        return self._measure_common(other) / max(min(self.area, other.area), 1e-6)

    def measure_within(self, other: "Footprint") -> float:
        """The share of this one that lies on the other."""
        return self._measure_common(other) / max(self.area, 1e-6)

    def _measure_common(self, other: "Footprint") -> float:
        """The area, in pixels, that both take."""
        return float(cv2.intersectConvexConvex(self.outline, other.outline)[0])


def make_footprint(corners: Vector) -> Footprint:
    """The place of a tile with these corners (4×2)."""
    outline = np.asarray(cv2.convexHull(corners.astype(np.float32))).reshape(-1, 2)
    left, top = outline.min(axis=0).tolist()
    right, bottom = outline.max(axis=0).tolist()
    return Footprint(outline, float(cv2.contourArea(outline)), (left, top, right, bottom))
