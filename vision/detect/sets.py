"""Which set the tiles on a photo are of, told by their numbers, and what that says of each of them.

A large set shows every number equally often: where none of many halves shows more than six it is a double-six set. A
number that the set has not is unlikely, and yet it is seen where it is clear: somebody may have mixed two sets.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .decode import Found
from .pips import NUMBERS

COMMON = {6: 0.62, 9: 0.1, 12: 0.2, 15: 0.05, 18: 0.03}
"""How common the sets are, by their largest half, where nothing is known."""
SAID = 0.9
"""How likely it is the match's own set that lies on the photo."""
STRANGE = 0.02
"""How likely a half is read as a number that its set has not."""
SELDOM = 0.004
"""How likely the second network reads more than twelve where there is less: so often on 240 rendered tables."""
BEYOND = 0.01
"""How much less likely a number is that the set has not."""
HEARD = 0.4
"""The least score of a tile that has a say."""
KNOWN = 12
"""The first network was taught sets up to this one; larger ones have one of their own."""

Vector = NDArray[Any]


def tell_set(tiles: Sequence[Found], said: int | None = None, strange: float = STRANGE) -> int:
    """The largest half of the set that `tiles` are likeliest of; `said`: that of the match's own set.

    `strange`: how likely a half is read as a number that its set has not.
    """
    sets = {min(largest, NUMBERS - 1): share for largest, share in COMMON.items()}
    if said is not None:
        sets = {largest: share * (1 - SAID) for largest, share in sets.items()}
        sets[said] = sets.get(said, 0.0) + SAID
    heard = [tile for tile in tiles if tile.score >= HEARD]

    def odds(largest: int) -> float:
        found = float(np.log(sets[largest]))
        for tile in heard:
            within = np.maximum(tile.named[:, : largest + 1].sum(axis=1), strange) / (largest + 1)
            found += tile.score * float(np.log(within).sum())
        return found

    return max(sets, key=odds)


def limit_to_set(chances: Vector, largest: int) -> Vector:
    """The chances of the numbers (…×N) in a set up to double-`largest`."""
    kept = chances * np.where(np.arange(chances.shape[-1]) <= largest, 1.0, BEYOND)
    return np.asarray(kept / np.maximum(kept.sum(axis=-1, keepdims=True), 1e-9))


def measure_strange(counted: Vector, largest: int) -> float:
    """How likely one of two halves (2×N, the chances of every number) shows more than a set up to `largest` has."""
    return float(1 - counted[:, : largest + 1].sum(axis=1).min())


def tell_larger_set(tiles: Sequence[Found], closer: Sequence[Vector | None], told: int, said: int | None) -> int:
    """The set, once the second network has named halves, too (`closer`: 2×19 each, whatever set they are of).

    That is the one `told` by the first network, but where this shows one whose patterns that does not know.
    """
    heard = [tile if word is None else replace(tile, named=word) for tile, word in zip(tiles, closer, strict=True)]
    larger = tell_set(heard, said, SELDOM)
    return larger if larger > max(told, KNOWN) else told


def fit_to_set(tile: Found, largest: int) -> Found:
    """The tile, as the first look saw it, as one of a set up to double-`largest`."""
    named, counted = limit_to_set(tile.named, largest), limit_to_set(tile.counted, largest)
    return replace(tile, named=named, counted=counted, strange=measure_strange(tile.counted, largest))
