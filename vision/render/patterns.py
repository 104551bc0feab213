"""Where the pips lie on a half, for every number from 0 to 15.

A half is seen with the divider below it: x runs along the divider from -1 to 1, y along the tile from the short
end (-1) to the divider (1). The outermost rows and columns of pips lie on ±1; the look of a set says how far from
the edge that is. Numbers up to 9 use a grid of three by three, 10 to 12 three columns of up to four pips, 13 to 15
three columns of up to five; a 10 is 4-2-4 with its middle pair in the outer rows.
"""

Spot = tuple[float, float]

_T = 1 / 3


def _columns(left: str, middle: str, right: str) -> tuple[Spot, ...]:
    """The spots of three columns, each a string of the rows it fills."""
    rows = {
        "a": -1.0, "b": -0.5, "c": 0.0, "d": 0.5, "e": 1.0,
        "p": -1.0, "q": -_T, "r": _T, "s": 1.0, "u": -0.72, "v": -0.24, "w": 0.24, "x": 0.72,
    }  # fmt: skip
    return tuple((x, rows[row]) for x, column in ((-1.0, left), (0.0, middle), (1.0, right)) for row in column)


PATTERNS: tuple[tuple[Spot, ...], ...] = (
    (),
    _columns("", "c", ""),
    _columns("a", "", "e"),
    _columns("a", "c", "e"),
    _columns("ae", "", "ae"),
    _columns("ae", "c", "ae"),
    _columns("ace", "", "ace"),
    _columns("ace", "c", "ace"),
    _columns("ace", "ae", "ace"),
    _columns("ace", "ace", "ace"),
    _columns("pqrs", "ps", "pqrs"),
    _columns("pqrs", "pcs", "pqrs"),
    _columns("pqrs", "pqrs", "pqrs"),
    _columns("pqrs", "abcde", "pqrs"),
    _columns("abcde", "pqrs", "abcde"),
    _columns("abcde", "abcde", "abcde"),
)
"""PATTERNS[n] are the n spots of the number n."""


def spots(pips: int, *, mirrored: bool = False, turned: bool = False) -> tuple[Spot, ...]:
    """The spots of a number; `mirrored` leans a 2 or 3 the other way, `turned` lays its rows across (some sets do)."""
    found = PATTERNS[pips]
    if turned:
        found = tuple((y, x) for x, y in found)
    if mirrored:
        found = tuple((-x, y) for x, y in found)
    return found
