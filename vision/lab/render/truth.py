"""The reading that a rendered line should have."""

from collections import Counter
from collections.abc import Sequence

from vision.reading import Half, Join, Reading, ReadTile

from .layouts import Touch
from .scene import TrueTile


def tell_true_reading(true: Sequence[TrueTile], touches: Sequence[Touch]) -> Reading:
    """Return the true reading of a line: its tiles, and what touches, with the end as the side of every join."""
    tiles = tuple(
        ReadTile(
            tile.corners, (Half(tile.pips[0], 1, tile.centres[0]), Half(tile.pips[1], 1, tile.centres[1])), 1, True
        )
        for tile in true
    )
    joins = tuple(
        Join(touch.a, touch.a_part, "end", touch.b, touch.b_part, "end", "joint")  # type: ignore[arg-type]  # parts
        for touch in touches
    )
    return Reading((1, 1), tiles, joins)


def is_all_read(tiles: Sequence[ReadTile], true: Reading) -> bool:
    """Return whether every tile was read right and none was invented."""
    return Counter(tile.name for tile in tiles) == Counter(tile.name for tile in true.tiles)
