"""Photos that are kept already, where nothing is installed that decodes them.

A photo is judged by its segments alone: it is kept unchanged if it is a JPEG file as the photo reader writes it, with
one scan, without metadata, complete to its end, and no larger than KEPT_SIDE. Any other file is refused, as what else
it carries cannot be removed.
"""

from . import KEPT_SIDE, MOST_BYTES
from .jpeg import is_bare, measure_jpeg


def tidy_photo(data: bytes) -> bytes | None:
    """Return a photo unchanged if it may be kept as it is; None for any other."""
    return data if is_whole(data) else None


def is_whole(data: bytes) -> bool:
    """Return whether the segments of a photo are those of one that the photo reader has written."""
    size = measure_jpeg(data)
    return len(data) <= MOST_BYTES and is_bare(data) and size is not None and 0 < min(size) <= max(size) <= KEPT_SIDE
