"""Compare the reading of a photo with just decoding the same file with OpenCV, in time and in memory."""

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import combinations_with_replacement
from pathlib import Path
from statistics import median
from typing import NamedTuple

import cv2
import numpy as np

from tests.bench.rows import Row
from vision import read
from vision.lab.render import render_photo

LINE = ("6-5", "5-5", "5-2", "2-2", "2-0", "0-4", "4-4", "4-1", "1-6", "6-6", "6-3", "3-3")
SET = tuple(f"{high}-{low}" for low, high in combinations_with_replacement(range(13), 2))


class Table(NamedTuple):
    """The tiles on a photo, and how many times as long as its decoding its reading may take."""

    what: str
    tiles: Sequence[str]
    layout: str
    ground: str
    goal: float


TABLES = (
    Table("a hand of 14 tiles", SET[:70:5], "apart", "wood", 2),
    Table("a line of 12 tiles", LINE, "chain", "wood", 2),
    Table("60 tiles", SET[:60], "apart", "wood", 5),
    Table("nothing on wood", (), "apart", "wood", 3),
    Table("nothing on cloth", (), "apart", "cloth", 3),
    Table("nothing on a pattern", (), "apart", "damask", 3),
)


def take_twelve_megapixels(table: Table) -> bytes:
    """Return a JPEG of 4032 × 3024 pixels, the size of a phone's photo."""
    drawn = render_photo(table.tiles, table.layout, seed=5, size=(2016, 1512), ground=table.ground)
    picture = cv2.resize(drawn.image, (4032, 3024))
    grain = np.random.default_rng(1).normal(0, 4, picture.shape)
    _, encoded = cv2.imencode(".jpg", np.clip(picture + grain, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, 92])
    return encoded.tobytes()


def measure_ratio(job: Callable[[], object], measure: Callable[[], object], times: int = 7) -> float:
    """Return how many times as much processor time `job` takes as `measure` with one thread; they take turns."""

    def take(what: Callable[[], object]) -> float:
        start = time.process_time()
        what()
        return time.process_time() - start

    before = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        job()
        pairs = [(take(job), take(measure)) for _ in range(times)]
    finally:
        cv2.setNumThreads(before)
    return median(mine for mine, _ in pairs) / median(bare for _, bare in pairs)


READ_ALONE = """
import pathlib, re, sys
from vision import read
read(pathlib.Path(sys.argv[1]).read_bytes())
print(re.search("VmHWM:\\s*(\\d+)", pathlib.Path("/proc/self/status").read_text())[1])
"""
"""A program that reads one photo and prints the most memory it took, in KiB.

`resource.getrusage` would report the maximum of the parent process, if that was more.
"""


def megabytes_to_read(data: bytes) -> float:
    """Return the most memory that a process takes that only reads this photo."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "photo.jpg"
        path.write_bytes(data)
        said = subprocess.run([sys.executable, "-c", READ_ALONE, str(path)], check=True, capture_output=True, text=True)
    return int(said.stdout) * 1024 / 1e6


def rows() -> Iterator[Row]:
    """Yield the time and the memory that the reading of a photo takes."""
    for table in TABLES:
        data = take_twelve_megapixels(table)
        value = measure_ratio(
            partial(read, data), partial(cv2.imdecode, np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
        )
        yield Row(f"reading 12 megapixels ÷ decoding, processor time: {table.what}", value, table.goal)
        if len(table.tiles) == 60 and Path("/proc/self/status").exists():
            yield Row("memory of a process that reads it", megabytes_to_read(data), 600, "MB")
