"""How doubles behave in the six kinds of layout (docs/rules.md §0.4).

The kinds differ in how many tiles a double takes and how many of its halves are open:

- LINE: the layout has two ends.
- SPIN_ALL: every double takes four tiles, at its short ends only after both long sides.
- SPIN_ONE: as SPIN_ALL, but only the first double of the round.
- ENDWISE: a double lies in line, as any tile does.
- FORK: a double that lies crosswise opens both of its halves.
- CROSS: the double that is led gets four tiles before any tile is laid elsewhere.
"""

from collections.abc import Sequence
from typing import Literal, Protocol


class Model(Protocol):
    """How doubles behave in a layout.

    `joined` is the number of tiles joined to a double, `first` says whether it is the spinner. `spinner` says which
    double that is: the first tile of the round, or the first double laid in it. `most_ends` limits the number of open
    ends; None is no limit.
    """

    most_ends: int | None
    spinner: Literal["first_tile", "first_double"]

    def __hash__(self) -> int: ...

    def room(self, joined: int, first: bool) -> int:
        """Return how many more tiles can be joined to the double; 0 or less if none can."""
        ...

    def open_halves(self, joined: int, first: bool) -> int:
        """Return how many of its halves count as open: 2, 1 or 0."""
        ...

    def incomplete(self, joined: int, first: bool) -> bool:
        """Return whether more tiles must be joined to the double before one may be laid elsewhere."""
        ...

    def open_on_photo(self, parts: Sequence[str], first: bool) -> int:
        """Return how many halves of a double on a photo are open.

        `parts` are the parts at which tiles touch it: `half0`, `half1`, or the `middle` of a long side. `first` says
        that it is known to be the first tile of the round.
        """
        ...


class _Line:
    """A layout with two ends: a double lies crosswise, and its two halves count while it is an end."""

    most_ends: int | None = 2
    spinner: Literal["first_tile", "first_double"] = "first_tile"

    def room(self, joined: int, first: bool) -> int:
        return 2 - joined

    def open_halves(self, joined: int, first: bool) -> int:
        return 2 if joined < 2 else 0

    def incomplete(self, joined: int, first: bool) -> bool:
        return False

    def open_on_photo(self, parts: Sequence[str], first: bool) -> int:
        return self.open_halves(len(parts), first)


class _SpinAll(_Line):
    """A layout in which every double takes four tiles."""

    most_ends: int | None = None

    def room(self, joined: int, first: bool) -> int:
        return 4 - joined


class _SpinOne(_Line):
    """A layout in which only the first double of the round takes four tiles."""

    most_ends: int | None = 4
    spinner: Literal["first_tile", "first_double"] = "first_double"

    def room(self, joined: int, first: bool) -> int:
        return 4 - joined if first else 2 - joined


class _Endwise(_Line):
    """A layout in which a double lies in line, so that it has a free half for each tile that it can still take."""

    def open_halves(self, joined: int, first: bool) -> int:
        return 2 - joined

    def open_on_photo(self, parts: Sequence[str], first: bool) -> int:
        return max(0, 2 - len(set(parts)))


class _Cross(_Line):
    """A layout in which the double that is led takes four tiles, before any tile is laid elsewhere."""

    most_ends: int | None = 4

    def room(self, joined: int, first: bool) -> int:
        return 4 - joined if first else 2 - joined

    def open_halves(self, joined: int, first: bool) -> int:
        return 2 if joined < (4 if first else 2) else 0

    def incomplete(self, joined: int, first: bool) -> bool:
        return first and joined < 4

    def open_on_photo(self, parts: Sequence[str], first: bool) -> int:
        return self.open_halves(len(parts), first)


class _Fork:
    """A layout in which a double lies crosswise and takes three tiles, or two if it is the first tile."""

    most_ends: int | None = None
    spinner: Literal["first_tile", "first_double"] = "first_tile"

    def room(self, joined: int, first: bool) -> int:
        return 2 - joined if first else 3 - joined

    def open_halves(self, joined: int, first: bool) -> int:
        return self.room(joined, first)

    def incomplete(self, joined: int, first: bool) -> bool:
        return False

    def open_on_photo(self, parts: Sequence[str], first: bool) -> int:
        # A later double is joined at the middle of a long side and continues at its two halves.
        return max(0, 2 - len(parts)) if first else 2 - len(set(parts) - {"middle"})


LINE: Model = _Line()
SPIN_ALL: Model = _SpinAll()
SPIN_ONE: Model = _SpinOne()
ENDWISE: Model = _Endwise()
CROSS: Model = _Cross()
FORK: Model = _Fork()


def count_joined(model: Model, halves: int, alone: bool) -> int:
    """Return the least number of tiles joined to a double with `halves` open halves; 0 only if it lies `alone`."""
    return next((joined for joined in range(4) if model.open_halves(joined, alone) == halves and (alone or joined)), 1)


def may_hide_place(model: Model) -> bool:
    """Return whether a double with two tiles joined to it can take more although none of its halves counts as open."""
    return any(model.room(2, first) > 0 and not model.open_halves(2, first) for first in (False, True))
