"""Checks of photos if no library is installed that decodes them; they replace those of `decoding`.

A photo is judged by its segments alone: it is stored unchanged if it is a JPEG file as the photo reader writes it, with
one scan, without metadata, complete to its end, and no larger than STORED_SIDE. Any other file is refused, because its
metadata cannot be removed.
"""

from . import MOST_BYTES, STORED_SIDE
from .headers import is_bare, measure_jpeg


def tidy_photo(data: bytes) -> bytes | None:
    """Return a photo's bytes unchanged if they may be stored as they are; None for any other photo."""
    return data if is_whole(data) else None


def is_whole(data: bytes) -> bool:
    """Return whether a photo is a JPEG file as the photo reader writes it, judged by its segments."""
    size = measure_jpeg(data)
    return len(data) <= MOST_BYTES and is_bare(data) and size is not None and 0 < min(size) <= max(size) <= STORED_SIDE
