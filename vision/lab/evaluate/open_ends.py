"""The open ends of a played line as the engine finds them, for the comparison of readings."""

from collections import Counter
from collections.abc import Sequence

from scorekeeper.engine.layout.models import LINE
from scorekeeper.engine.layout.photo import find_layout_on_photo
from vision import Join, Reading, ReadTile


def find_open_ends(tiles: Sequence[ReadTile], joins: Sequence[Join]) -> Counter[int]:
    """Return how often each number is at an open end of the largest layout of `tiles`; a double counts once."""
    return Counter(end.pip for end in find_layout_on_photo(tiles, joins, LINE).ends)


def open_ends(reading: Reading) -> Counter[int]:
    """Return the numbers at the open ends of a reading."""
    return find_open_ends(reading.tiles, reading.joins)
