"""Two looks at the same tiles as one reading."""

from dataclasses import replace
from typing import Any

import numpy as np

from .decode import Found

ALONE = 0.6
"""What only one of the two looks saw counts so much."""


def merge_looks(one: list[Found], other: list[Found]) -> list[Found]:
    """Two looks at the same tiles as one: each counts as much as its score, what only one saw counts less."""
    left = list(other)
    found = []
    for tile in one:
        near = [k for k, t in enumerate(left) if is_same_tile(t, tile)]
        if not near:
            found.append(replace(tile, score=tile.score * ALONE))
            continue
        twin = left.pop(near[0])
        order, sign = ([0, 1], 1) if float(twin.along @ tile.along) > 0 else ([1, 0], -1)
        share = twin.score / (tile.score + twin.score)
        found.append(
            Found(
                _mixed(tile.score, twin.score, share),
                _mixed(tile.centre, twin.centre, share),
                _mixed(tile.halves, twin.halves[order], share),
                _mixed(tile.along, sign * twin.along, share),
                _mixed(tile.across, sign * twin.across[order], share),
                _mixed(tile.named, twin.named[order], share),
                _mixed(tile.counted, twin.counted[order], share),
                _mixed(tile.strange, twin.strange, share),
                _mixed(tile.claimed, twin.claimed, share),
            )
        )
    return found + [replace(tile, score=tile.score * ALONE) for tile in left]


def _mixed(one: Any, other: Any, share: float) -> Any:
    return one * (1 - share) + other * share


def is_same_tile(one: Found, other: Found) -> bool:
    """Two tiles found are one: their middles are closer than any two tiles' can be."""
    return bool(np.hypot(*(one.centre - other.centre)) < 0.25 * min(one.length, other.length))
