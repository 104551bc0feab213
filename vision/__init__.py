"""A photo of dominoes -> the tiles on it and how they touch.

`read` reads a photo. Nothing here knows a rule of any game: what an open end is, and what it counts, is a question for
the engine. The package imports no other part of the project; OpenCV, NumPy and ONNX Runtime do the work, and Pillow
opens files in `photo.decoding` alone. Its modules import each other relatively, as the wheel installs the package as
`scorekeeper.vision`. What renders, trains and evaluates lies in `lab` and is not installed.

Those libraries are an extra. The names in `DECODING` are imported when they are first used, so that a process that
reads no photo loads none of them, and a score pad without them runs (`can_read_photos`): of photos that are kept
already it judges the segments alone (`photo.undecoded`).
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from .joins.touching import find_joins_and_groups
from .photo import MOST_BYTES, PhotoError, can_read_photos
from .photo.jpeg import measure_jpeg
from .reader import TileFinder, read
from .reading import Doubt, Half, Join, Point, Reading, ReadTile, is_reading
from .reading.groups import find_groups
from .words import SENTENCES, say_sentence
from .worker import serve_photos

if TYPE_CHECKING:
    from .photo.decoding import Photo, is_whole, open_photo, tidy_photo

__all__ = [
    "MOST_BYTES", "SENTENCES", "Doubt", "Half", "Join", "Photo", "PhotoError", "Point", "ReadTile", "Reading",
    "TileFinder", "can_read_photos", "find_groups", "find_joins_and_groups", "is_reading", "is_whole", "measure_jpeg",
    "open_photo", "read", "say_sentence", "serve_photos", "tidy_photo",
]  # fmt: skip

DECODING = ("Photo", "is_whole", "open_photo", "tidy_photo")


def __getattr__(name: str) -> Any:
    """Return a name of `photo.decoding`, or where its libraries are not installed that of `photo.undecoded`."""
    if name not in DECODING:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = "decoding" if can_read_photos() else "undecoded"
    return getattr(import_module(f".photo.{module}", __name__), name)
