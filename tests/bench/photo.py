"""Reading a photo, against just decoding it: a 12-megapixel JPEG as phones make them."""

from collections.abc import Iterator

import cv2
import numpy as np

import vision
from tests.bench.rows import Row, ratio
from vision.render import photo

HANDS = ("5-1", "6-4", "6-6", "2-0", "3-2", "1-0", "4-4", "0-0")


def rows() -> Iterator[Row]:
    """One figure: how many times as long a reading takes as OpenCV's decoding alone."""
    picture = photo(HANDS, "apart", size=(4000, 3000)).image
    data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 90])[1].tobytes()
    pixels = np.frombuffer(data, np.uint8)
    value = ratio(lambda: vision.read(data), lambda: cv2.imdecode(pixels, cv2.IMREAD_COLOR), times=9)
    yield Row("reading a photo of 12 megapixels ÷ decoding it", value, 3)
