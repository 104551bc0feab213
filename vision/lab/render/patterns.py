"""The places of the pips on a half, for every number from 0 to 18.

A half is seen with the divider below it: x runs along the divider from -1 to 1, y along the tile from the short end
(-1) to the divider (1). The outermost rows and columns of pips lie on ±1; the look of a set says how far from the edge
that is. There are three columns: of up to three pips for numbers up to 9, up to four for 10 to 12, up to five for 13 to
15, up to six for 16 to 18. Where the middle column has two pips less than its neighbours (7, 10, 13, 16) the last rows
stay full: a 10 is 4-2-4 with its middle pair in the outer rows. Makers lay numbers above 12 in different ways; `OTHERS`
has more of these, so that a reader learns to count pips instead of one picture.
"""

Spot = tuple[float, float]

_T = 1 / 3


def _rows(count: int) -> tuple[float, ...]:
    """Return rows evenly spaced from -1 to 1; a single one lies in the middle."""
    return tuple(2 * k / (count - 1) - 1 for k in range(count)) if count > 1 else (0.0,) * count


def _even(left: int, middle: int, right: int) -> tuple[Spot, ...]:
    """Return the spots of three columns with these numbers of pips, each spread over the whole half."""
    columns = ((-1.0, left), (0.0, middle), (1.0, right))
    return tuple((x, row) for x, count in columns for row in _rows(count))


def _across(*counts: int) -> tuple[Spot, ...]:
    """Return the spots of rows with these numbers of pips, from the short end to the divider, at equal distances."""
    step = 2 / (max(counts) - 1)
    rows = zip(counts, _rows(len(counts)), strict=True)
    return tuple(((k - (count - 1) / 2) * step, y) for count, y in rows for k in range(count))


def _columns(left: str, middle: str, right: str) -> tuple[Spot, ...]:
    """Return the spots of three columns, each a string of the rows in which it has a pip."""
    rows = {
        "a": -1.0, "b": -0.5, "c": 0.0, "d": 0.5, "e": 1.0,
        "p": -1.0, "q": -_T, "r": _T, "s": 1.0,
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
    _even(5, 3, 5),
    _even(5, 4, 5),
    _even(5, 5, 5),
    _even(6, 4, 6),
    _even(6, 5, 6),
    _even(6, 6, 6),
)
"""PATTERNS[n] are the n spots of the number n."""
OTHERS: dict[int, tuple[tuple[Spot, ...], ...]] = {
    13: (_across(4, 4, 4, 1), _across(3, 2, 3, 2, 3), _even(4, 5, 4)),
    14: (_across(4, 4, 4, 2), _across(4, 3, 4, 3), tuple((x, y * 0.75 if x == 0 else y) for x, y in _even(5, 4, 5))),
    15: (_across(4, 4, 4, 3),),
    16: (_across(4, 4, 4, 4), _even(5, 6, 5), tuple((x, y * 0.6 if x == 0 else y) for x, y in _even(6, 4, 6))),
    17: (
        _across(4, 4, 1, 4, 4),
        _across(3, 4, 3, 4, 3),
        tuple((x, y * 0.8 if x == 0 else y) for x, y in _even(6, 5, 6)),
    ),
    18: (_across(4, 5, 5, 4), _across(4, 3, 4, 3, 4)),
}
"""Other patterns. 14 and 15 in rows of four are those of a real set; the others are invented."""


def place_spots(pips: int, *, mirrored: bool = False, turned: bool = False, way: int = 0) -> tuple[Spot, ...]:
    """Return the spots of a number; `mirrored` mirrors a 2 or 3, `turned` lays the rows across, as some sets do.

    `way` 1, 2 … lays a number above 12 in another of the ways in OTHERS, where it has any.
    """
    ways = (PATTERNS[pips], *OTHERS.get(pips, ()))
    found = ways[way % len(ways)]
    if turned:
        found = tuple((y, x) for x, y in found)
    if mirrored:
        found = tuple((-x, y) for x, y in found)
    return found
