"""The taps that write a move at once, from whatever form they are on: `lay 5-0 5-5 5` and `all 6 4 4-4`.

`lay` lays a tile: the tile, and unless it is the first the tile that it is joined to, the half of that one, and its own
half where another one touches. `all` says all open ends, that of the tile just laid last. `static/js/unsent.js` reads
the same words on a phone without connection.
"""

from collections.abc import Iterable

LAY, ALL = "lay", "all"
FORM_OF = {LAY: "play", ALL: "ends"}  # the form that a tap fills in


def write_lay(*where: object) -> str:
    """The tap that lays a tile: as much as is known of tile, at, pip and join, in this order."""
    return " ".join(map(str, (LAY, *where)))


def write_all(ends: Iterable[object]) -> str:
    """The tap that says all open ends."""
    return " ".join(map(str, (ALL, *ends)))


def find_form_of(do: str) -> str | None:
    """The name of the form that a tap fills in and writes at once; None where it writes nothing."""
    return FORM_OF.get(do.partition(" ")[0])


def read_lay(do: str) -> tuple[str, str, str, str] | None:
    """The tile, at, pip and join that a `lay` says, empty where it leaves one out; None for any other tap."""
    what, *where = do.split() or [""]
    if what != LAY or not where:
        return None
    tile, at, pip, join = (*where, "", "", "")[:4]
    return tile, at, pip, join


def read_all(do: str) -> str | None:
    """The ends that an `all` says, as they are typed; None for any other tap."""
    what, _, typed = do.partition(" ")
    return typed if what == ALL else None
