"""The open ends of a reading, as the judge has them."""

from collections import Counter

from vision.joins.open_ends import find_open_ends
from vision.reading import Reading


def open_ends(reading: Reading) -> Counter[int]:
    """The values at the open ends of the largest set of tiles connected by joints; empty without any tile."""
    return find_open_ends(reading.tiles, reading.joins)
