"""Photos as files: their limits, their errors, and the parsing of their segments before they are decoded.

`decoding` opens a file with OpenCV, NumPy and Pillow. Where those are not installed, `undecoded` takes its place for
photos that are stored already. Nothing else here needs a library; `headers` parses the segments of a file.
"""

from functools import cache
from importlib.util import find_spec
from typing import Any

from ..reading.words import say_sentence

LIBRARIES = ("cv2", "numpy", "onnxruntime", "PIL", "pillow_heif")
"""The modules that the extra `photos` installs."""
MOST_BYTES = 32_000_000
"""The most bytes of a file with a photo."""
STORED_SIDE = 1600
"""The most pixels of the longer side of the picture that is stored."""


class PhotoError(Exception):
    """The bytes cannot be read as a photo.

    `key` is that of a sentence in `vision.reading.words`, and `values` fill its placeholders.
    """

    def __init__(self, key: str, **values: Any) -> None:
        self.key = key
        self.values = values
        super().__init__(say_sentence(key, values))


@cache
def can_read_photos() -> bool:
    """Return whether all libraries that reading photos needs are installed; none of them is imported."""
    return all(find_spec(name) is not None for name in LIBRARIES)
