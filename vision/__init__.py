"""A photo of dominoes -> the tiles on it and how they touch.

`read` reads a photo. Nothing here knows a rule of any game: what an open end is, and what it counts, is a question for
the engine. The package imports no other part of the project; OpenCV, NumPy and ONNX Runtime do the work, and Pillow
opens files in `photo` alone. Its modules import each other relatively, as the wheel installs the package as
`scorekeeper.vision`. What renders, trains and evaluates lies in `lab` and is not installed.
"""

from .joins.touching import find_joins_and_groups
from .photo import MOST_BYTES, Photo, PhotoError, is_whole, open_photo, tidy_photo
from .photo.jpeg import measure_jpeg
from .reader import TileFinder, read
from .reading import Doubt, Half, Join, Point, Reading, ReadTile, is_reading
from .reading.groups import find_groups
from .words import SENTENCES, say_sentence
from .worker import serve_photos

__all__ = [
    "MOST_BYTES", "SENTENCES", "Doubt", "Half", "Join", "Photo", "PhotoError", "Point", "ReadTile", "Reading",
    "TileFinder", "find_groups", "find_joins_and_groups", "is_reading", "is_whole", "measure_jpeg",
    "open_photo", "read", "say_sentence", "serve_photos", "tidy_photo",
]  # fmt: skip
