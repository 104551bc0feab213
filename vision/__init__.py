"""Reading of domino photos: a photo in, the tiles on it and how they touch out.

`read` reads a photo. The package knows no rules of a game: which ends are open, and what they score, is up to the
engine. It imports no other part of the project; OpenCV, NumPy and ONNX Runtime do the work, and only `photo.decoding`
uses Pillow. Its modules import each other relatively, because the wheel installs the package as `scorekeeper.vision`.
Rendering, training and evaluation are in `lab`, which is not installed.

Those libraries are optional. The names in `DECODING` are imported when they are first used, so that a process that
reads no photo loads none of the libraries, and a score pad runs without them (see `can_read_photos`): stored photos are
then checked by their segments alone (`photo.undecoded`).
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from .joins.joins_and_groups import find_joins_and_groups
from .photo import MOST_BYTES, PhotoError, can_read_photos
from .photo.headers import measure_jpeg
from .reader import TileFinder, read
from .reading import Doubt, Half, Join, Point, Reading, ReadTile, is_reading
from .reading.groups import find_groups
from .reading.words import SENTENCES, say_sentence
from .worker import serve_photos

if TYPE_CHECKING:
    from .photo.decoding import Photo, is_whole, open_photo, tidy_photo
    from .tracking import MOST_A_SECOND, Tracker, make_picture, read_frames

__all__ = [
    "MOST_A_SECOND", "MOST_BYTES", "SENTENCES", "Doubt", "Half", "Join", "Photo", "PhotoError", "Point",
    "ReadTile", "Reading", "TileFinder", "Tracker", "can_read_photos", "find_groups", "find_joins_and_groups",
    "is_reading", "is_whole", "make_picture", "measure_jpeg", "open_photo", "read", "read_frames", "say_sentence",
    "serve_photos", "tidy_photo",
]  # fmt: skip

DECODING = ("Photo", "is_whole", "open_photo", "tidy_photo")
TRACKING = ("MOST_A_SECOND", "Tracker", "make_picture", "read_frames")


def __getattr__(name: str) -> Any:
    """Return a name of `tracking`, or one of `photo.decoding`, or of `photo.undecoded` if no libraries are installed.

    Raises AttributeError for a name that is neither in `DECODING` nor in `TRACKING`.
    """
    if name in TRACKING:
        return getattr(import_module(".tracking", __name__), name)
    if name not in DECODING:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = "decoding" if can_read_photos() else "undecoded"
    return getattr(import_module(f".photo.{module}", __name__), name)
