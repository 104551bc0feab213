"""How doubles behave (docs/rules.md §0.4): the six ways in which layouts grow.

They differ only in what a double takes and what it shows: LINE always has two ends; in SPIN_ALL every double takes four
tiles, its short ends only when both long sides are built on, in SPIN_ONE only the first double of the round; in ENDWISE
a double lies in line as any tile does; in FORK one laid crosswise opens both of its halves; in CROSS the double that is
led wants four tiles before anything else is laid.
"""

from collections.abc import Sequence
from typing import Literal, Protocol


class Model(Protocol):
    """How doubles behave. `joined` counts the tiles joined to the double, `first` says that it is the `one` apart.

    That is the double with which the round began, or the first one laid in it (`one`), whatever tile the round began
    with.
    """

    most_ends: int | None
    one: Literal["first_tile", "first_double"]

    def __hash__(self) -> int: ...

    def room(self, joined: int, first: bool) -> int:
        """How many more tiles the double takes."""
        ...

    def shown(self, joined: int, first: bool) -> int:
        """How many of its halves count as open: 2, 1 or 0."""
        ...

    def wants(self, joined: int, first: bool) -> bool:
        """Whether nothing may be laid elsewhere yet."""
        ...

    def pictured(self, parts: Sequence[str], first: bool) -> int:
        """The same, of a double on a photo that is touched at `parts`: `half0`, `half1`, `middle` of a long side.

        `first` says that it is known to be the one that the round began with.
        """
        ...


class _Line:
    most_ends: int | None = 2
    one: Literal["first_tile", "first_double"] = "first_tile"

    def room(self, joined: int, first: bool) -> int:
        return 2 - joined

    def shown(self, joined: int, first: bool) -> int:
        return 2 if joined < 2 else 0

    def wants(self, joined: int, first: bool) -> bool:
        return False

    def pictured(self, parts: Sequence[str], first: bool) -> int:
        return self.shown(len(parts), first=False)


class _SpinAll(_Line):
    most_ends: int | None = None

    def room(self, joined: int, first: bool) -> int:
        return 4 - joined


class _SpinOne(_Line):
    most_ends: int | None = 4
    one: Literal["first_tile", "first_double"] = "first_double"

    def room(self, joined: int, first: bool) -> int:
        return 4 - joined if first else 2 - joined


class _Endwise(_Line):
    def shown(self, joined: int, first: bool) -> int:
        return 2 - joined

    def pictured(self, parts: Sequence[str], first: bool) -> int:
        return max(0, 2 - len(set(parts)))


class _Cross(_Line):
    most_ends: int | None = 4

    def room(self, joined: int, first: bool) -> int:
        return 4 - joined if first else 2 - joined

    def shown(self, joined: int, first: bool) -> int:
        return 2 if joined < (4 if first else 2) else 0

    def wants(self, joined: int, first: bool) -> bool:
        return first and joined < 4

    def pictured(self, parts: Sequence[str], first: bool) -> int:
        return self.shown(len(parts), first)


class _Fork:
    most_ends: int | None = None
    one: Literal["first_tile", "first_double"] = "first_tile"

    def room(self, joined: int, first: bool) -> int:
        return 2 - joined if first else 3 - joined

    def shown(self, joined: int, first: bool) -> int:
        return self.room(joined, first)

    def wants(self, joined: int, first: bool) -> bool:
        return False

    def pictured(self, parts: Sequence[str], first: bool) -> int:
        # A later double is joined by one of its long sides, and goes on at its two halves.
        return max(0, 2 - len(parts)) if first else 2 - len(set(parts) - {"middle"})


LINE: Model = _Line()
SPIN_ALL: Model = _SpinAll()
SPIN_ONE: Model = _SpinOne()
ENDWISE: Model = _Endwise()
CROSS: Model = _Cross()
FORK: Model = _Fork()


def count_joined(model: Model, shown: int, alone: bool) -> int:
    """How many tiles at least are joined to a double that shows so many halves; none only where it lies `alone`."""
    return next((joined for joined in range(4) if model.shown(joined, alone) == shown and (alone or joined)), 1)


def may_hide_place(model: Model) -> bool:
    """Whether a double with a tile at either end takes one more and shows none: then not every place is an open end."""
    return any(model.room(2, first) > 0 and not model.shown(2, first) for first in (False, True))
