"""Small pictures that take much time or memory to read, each made by few lines of code."""

import io
from typing import Any

import cv2
import numpy as np
import pillow_heif
from PIL import Image

from vision.lab.render import render_photo

pillow_heif.register_heif_opener()
PLAIN = (120, 130, 140)


def many_pixels(kind: str, size: tuple[int, int] = (4000, 4000)) -> bytes:
    """Return a picture of one colour with many megapixels in a small file; `kind` is a format of Pillow."""
    file = io.BytesIO()
    how: dict[str, Any] = {"quality": 10, "method": 0} if kind == "WEBP" else {"quality": 10}
    Image.new("RGB", size, PLAIN).save(file, kind, **how)
    return file.getvalue()


def that_claims(kind: str, width: int, height: int) -> bytes:
    """Return a small picture whose file says that it is a large one."""
    data = bytearray(many_pixels(kind, (64, 64)))
    if kind == "HEIF":
        at = data.find(b"ispe") + 8
        while at > 8:
            data[at : at + 8] = width.to_bytes(4) + height.to_bytes(4)
            at = data.find(b"ispe", at) + 8
    else:
        data[26:30] = width.to_bytes(2, "little") + height.to_bytes(2, "little")
    return bytes(data)


def many_scans(scans: int = 2_000, size: tuple[int, int] = (8000, 7900)) -> bytes:
    """Return a JPEG whose last scan is repeated thousands of times: for each a decoder processes all pixels."""
    file = io.BytesIO()
    Image.new("L", size, 128).save(file, "JPEG", quality=30, progressive=True)
    data = file.getvalue()
    last = data.rfind(b"\xff\xda")
    return data[:-2] + data[last:-2] * scans + data[-2:]


def many_dots(across: int = 88) -> bytes:
    """Return a picture of 7,700 dots in rows, each of which could be a pip."""
    picture = np.full((1500, 1500, 3), 235, np.uint8)
    for place in range(across * across):
        at = 10 + 17 * (place % across), 10 + 17 * (place // across)
        cv2.circle(picture, at, 5, (20, 20, 20), -1, cv2.LINE_AA)
    return _jpeg(picture)


def many_tiles(times: int = 7) -> bytes:
    """Return a photo of a line of tiles, repeated `times` by `times`."""
    line = ["6-5", "5-5", "5-2", "2-2", "2-0", "0-4", "4-4", "4-1"]
    return _jpeg(np.tile(cv2.resize(render_photo(line, "chain", size=(800, 600)).image, (400, 300)), (times, times, 1)))


def _jpeg(picture: Any) -> bytes:
    _, encoded = cv2.imencode(".jpg", picture)
    return encoded.tobytes()
