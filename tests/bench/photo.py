"""Reading a photo, against just decoding the same file with OpenCV."""

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from tests.bench.rows import Row, ratio
from vision import read
from vision.render import render_photo

TILES = "6-5 5-5 5-2 2-2 2-0 0-4 4-4 4-1 1-6 6-6 6-3 3-3"


def twelve_megapixels() -> bytes:
    """A JPEG of 4032 × 3024 pixels, as a phone takes it, of a line of twelve tiles."""
    picture = cv2.resize(render_photo(TILES.split(), "chain", size=(2016, 1512)).image, (4032, 3024))
    grain = np.random.default_rng(1).normal(0, 4, picture.shape)
    _, encoded = cv2.imencode(".jpg", np.clip(picture + grain, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, 92])
    return encoded.tobytes()


READ_ALONE = """
import pathlib, re, sys
from vision import read
read(pathlib.Path(sys.argv[1]).read_bytes())
print(re.search("VmHWM:\\s*(\\d+)", pathlib.Path("/proc/self/status").read_text())[1])
"""
"""A program that reads one photo and prints the most memory it took, in KiB.

`resource.getrusage` would tell the most of whoever started it, if that was more.
"""


def megabytes_to_read(data: bytes) -> float:
    """The most memory that a process takes that does nothing but read this photo."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "photo.jpg"
        path.write_bytes(data)
        said = subprocess.run([sys.executable, "-c", READ_ALONE, str(path)], check=True, capture_output=True, text=True)
    return int(said.stdout) * 1024 / 1e6


def rows() -> Iterator[Row]:
    """What a photo costs in time and in memory."""
    data = twelve_megapixels()
    pixels = np.frombuffer(data, np.uint8)
    value = ratio(lambda: read(data), lambda: cv2.imdecode(pixels, cv2.IMREAD_COLOR), times=10)
    yield Row("reading a 12-megapixel JPEG ÷ decoding it with OpenCV", value, 3)
    if Path("/proc/self/status").exists():
        yield Row("memory of a process that reads it", megabytes_to_read(data), 600, "MB")
