"""The tiles of a set to pick from: which of them are picked, used, or fit no open end."""

from collections.abc import Collection
from functools import cache
from typing import NamedTuple


class PickableTile(NamedTuple):
    """A tile to pick: `here` it is picked, `gone` it lies elsewhere, `dimmed` it can be laid nowhere."""

    key: str
    high: int
    low: int
    here: bool
    gone: bool
    dimmed: bool


def list_picks(
    largest: int, picked: Collection[str], used: Collection[str], unfit: Collection[str] = ()
) -> list[list[PickableTile]]:
    """A row for each higher half, the highest first. `picked` may hold a tile either way, and what is none."""
    return [
        [
            PickableTile(
                key, high, low, here := key in picked or turned in picked, key in used and not here, key in unfit
            )
            for key, turned, high, low in row
        ]
        for row in _name_tiles(largest)
    ]


@cache
def _name_tiles(largest: int) -> tuple[tuple[tuple[str, str, int, int], ...], ...]:
    """Each tile of a set, `6-4` and `4-6`, in such rows."""
    return tuple(
        tuple((f"{high}-{low}", f"{low}-{high}", high, low) for low in range(high + 1))
        for high in range(largest, -1, -1)
    )
