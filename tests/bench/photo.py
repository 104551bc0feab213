"""Reading a photo, against just decoding the same file with OpenCV."""

from collections.abc import Iterator

import cv2
import numpy as np

from tests.bench.rows import Row, ratio
from vision import read
from vision.render import photo

TILES = "6-5 5-5 5-2 2-2 2-0 0-4 4-4 4-1 1-6 6-6 6-3 3-3"


def twelve_megapixels() -> bytes:
    """A JPEG of 4032 × 3024 pixels, as a phone takes it, of a line of twelve tiles."""
    picture = cv2.resize(photo(TILES.split(), "chain", size=(2016, 1512)).image, (4032, 3024))
    grain = np.random.default_rng(1).normal(0, 4, picture.shape)
    _, encoded = cv2.imencode(".jpg", np.clip(picture + grain, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, 92])
    return encoded.tobytes()


def rows() -> Iterator[Row]:
    """What a photo costs in time."""
    data = twelve_megapixels()
    pixels = np.frombuffer(data, np.uint8)
    value = ratio(lambda: read(data), lambda: cv2.imdecode(pixels, cv2.IMREAD_COLOR), times=10)
    yield Row("reading a 12-megapixel JPEG ÷ decoding it with OpenCV", value, 3)
