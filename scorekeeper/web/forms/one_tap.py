"""The taps that write a move at once, in whatever form they are made: `lay 5-0 5-5 5`, `all 6 4-4* 4` and `pass`.

`lay` lays a tile. Its words are the tile and, unless it is the first, the tile that it joins, the half of that tile,
and its own half that touches it. `all` sets all open ends, with a star at the end of the tile just laid. `pass` says
that the player of the form could neither play nor draw.

A phone without a connection knows these taps, too. `QUEUED_TAPS` is put at the head of `static/js/worker.js`, which
stores the forms of such taps until there is a connection. `FORM_OF` is in the page of stored entries, for
`static/js/unsent.js`.
"""

from collections.abc import Iterable

LAY, ALL, PASS = "lay", "all", "pass"
FORM_OF = {LAY: "play", ALL: "ends", PASS: "pass"}  # the name of the form that each tap fills in
JUST_LAID = "*"
SAVE = "save"  # the tap that saves any form of the pad
GIVE, OUT, BLOCKED = "give", "out", "blocked"  # taps on a player's page of their hand: send it, go out, nobody can play
QUEUED_TAPS = (SAVE, *FORM_OF, GIVE, OUT, BLOCKED)


def write_lay(*where: object) -> str:
    """Return the tap that lays a tile. `where` has tile, at, pip and join in this order, as far as they are known."""
    return " ".join(map(str, (LAY, *where)))


def write_all(ends: Iterable[object], laid: object) -> str:
    """Return the tap that sets all open ends, with a star at `laid`, the end that the new tile makes."""
    words = [str(end) for end in ends]
    if str(laid) in words:
        words[words.index(str(laid))] += JUST_LAID
    return " ".join((ALL, *words))


def find_form_of(do: str) -> str | None:
    """Return the name of the form that the tap `do` fills in and saves at once; None for any other tap."""
    return FORM_OF.get(do.partition(" ")[0])


def read_lay(do: str) -> tuple[str, str, str, str] | None:
    """Return the tile, at, pip and join of a `lay` tap, empty where it has none; None for any other tap."""
    what, *where = do.split() or [""]
    if what != LAY or not where:
        return None
    tile, at, pip, join = (*where, "", "", "")[:4]
    return tile, at, pip, join


def read_all(do: str) -> tuple[tuple[str, ...], str] | None:
    """Return the ends of an `all` tap, and the one with a star (or empty); None for any other tap."""
    what, *words = do.split() or [""]
    if what != ALL:
        return None
    ends = tuple(end.removesuffix(JUST_LAID) for end in words)
    return ends, next((end for end, word in zip(ends, words, strict=True) if word != end), "")
