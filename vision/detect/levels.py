"""The photo as it is, half as large, a quarter and so on: each made once, and looked at wherever it is large enough.

Halving a picture costs a fifth of bringing it to any other size, and every look brings a part of it to some size.
"""

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

SMALLEST = 320
"""Pixels: a level whose longer side has no more is not halved again."""

Picture = NDArray[Any]


@dataclass(frozen=True, slots=True, eq=False)
class Levels:
    """A picture at its full size (`pictures[0]`) and halved again and again; the odd last row and column left out."""

    pictures: tuple[Picture, ...]

    @property
    def shape(self) -> tuple[int, ...]:
        """Height and width at full size, and channels."""
        return self.pictures[0].shape

    @property
    def longer(self) -> int:
        """The longer side at full size."""
        return max(self.shape[:2])

    def pick(self, scale: float) -> tuple[Picture, int]:
        """The smallest level at which nothing is lost that a picture `scale` times as large shows, and its step.

        A level's pixel covers step × step pixels of the picture at its full size.
        """
        place = 0
        while place + 1 < len(self.pictures) and scale * 2 ** (place + 1) <= 1:
            place += 1
        return self.pictures[place], 2**place


def make_levels(image: Picture) -> Levels:
    """The levels of a picture."""
    pictures = [image]
    while max(pictures[-1].shape[:2]) // 2 >= SMALLEST and min(pictures[-1].shape[:2]) >= 2:
        high, wide = (side // 2 for side in pictures[-1].shape[:2])
        even = pictures[-1][: 2 * high, : 2 * wide]
        pictures.append(np.asarray(cv2.resize(even, (wide, high), interpolation=cv2.INTER_AREA)))
    return Levels(tuple(pictures))
