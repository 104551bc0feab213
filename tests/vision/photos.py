"""Photos and readers for tests that are not about them: a picture's bytes, and a reader with a fixed result."""

import cv2
import numpy as np

from vision import ReadTile
from vision.photo.decoding import Picture


def plain_photo(width: int = 400, height: int = 300, grey: int = 90) -> bytes:
    """Return a PNG of one grey."""
    _, encoded = cv2.imencode(".png", np.full((height, width, 3), grey, np.uint8))
    return encoded.tobytes()


class FakeFinder:
    """A reader that finds the same tiles on every picture, and records the pictures."""

    def __init__(self, *tiles: ReadTile) -> None:
        self.tiles = tiles
        self.shown: list[tuple[tuple[int, ...], int | None]] = []

    def __call__(self, image: Picture, largest: int | None) -> tuple[ReadTile, ...]:
        self.shown.append((image.shape, largest))
        return self.tiles
