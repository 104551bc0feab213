"""An image pyramid: a picture at its full size, at half, a quarter and so on, each level made once.

Halving a picture costs a fifth of resizing it by any other factor, and every stage resizes some region.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from .arrays import Array

SMALLEST = 320
"""Pixels: a level whose longer side is no longer than this is not halved again."""


@dataclass(frozen=True, slots=True, eq=False)
class ImagePyramid:
    """`levels[0]` is the picture (H×W×3 uint8), each next level half as large, an odd last row or column left out."""

    levels: tuple[Array, ...]

    @property
    def shape(self) -> tuple[int, ...]:
        """Height, width and channels at full size."""
        return self.levels[0].shape

    @property
    def longer_side(self) -> int:
        """Pixels at full size."""
        return max(self.shape[:2])

    def pick_level(self, scale: float) -> tuple[Array, int]:
        """Return the smallest level that still has all detail of the picture resized by `scale`, and its step.

        One pixel of the level covers step × step pixels at full size.
        """
        place = 0
        while place + 1 < len(self.levels) and scale * 2 ** (place + 1) <= 1:
            place += 1
        return self.levels[place], 2**place


def build_pyramid(image: Array) -> ImagePyramid:
    """Build the pyramid of a picture."""
    levels = [image]
    while max(levels[-1].shape[:2]) // 2 >= SMALLEST and min(levels[-1].shape[:2]) >= 2:
        height, width = (side // 2 for side in levels[-1].shape[:2])
        even = levels[-1][: 2 * height, : 2 * width]
        levels.append(np.asarray(cv2.resize(even, (width, height), interpolation=cv2.INTER_AREA)))
    return ImagePyramid(tuple(levels))
