"""A colour and a mark for every player: the same on each page, and never the same for two at one table.

There are eight looks, each a colour with a shape (`static/css/base.css`), so that nobody needs to tell colours
apart. The first player of the book has the first look; it stays theirs if they are renamed.

Templates write `persons[name]` for the mark with the name and `marks[name]` for the number of the look. Both know the
players of the request's match, and `persons` its sides, too: `persons["Anna & Carl"]`. In a list of matches
`persons_at(players)` has the players of one of them. A page that names players of other matches, or has no match,
calls `load_persons` first.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from flask import g
from markupsafe import Markup, escape

from scorekeeper.engine.seating import Seating
from scorekeeper.play.player_names import number_players
from scorekeeper.web.http.book_middleware import get_store
from scorekeeper.web.http.this_match import get_match, get_match_id

LOOKS = 8
MOST_KEPT = 1_000  # tables whose marks are cached
BETWEEN = Markup(" &amp; ")
MARKED = Markup('<i class="mark m{}"></i>{}')


class MarkedNames(dict[str, Markup]):
    """Names with their marks before them; a name that is not in it is printed without a mark."""

    def __missing__(self, name: str) -> Markup:
        """Return the escaped name without a mark."""
        return escape(name)


class NamesOfRequest:
    """The marks or names of the players of the request's match, as `kind` says.

    After `load_persons` it also knows everybody in the book.
    """

    def __init__(self, kind: str) -> None:
        self._kind = kind

    def __getitem__(self, name: str) -> object:
        """Return the number of the look (`marks`) or the name with its mark (`persons`) of a player or side."""
        table: Mapping[str, object] = _find_table()[self._kind]
        if name in table or "everybody" not in g:
            return table[name]
        return g.everybody[self._kind][name]


MARKS, PERSONS = NamesOfRequest("marks"), NamesOfRequest("persons")


def load_persons() -> None:
    """Look up the marks (colour and shape) of all players in the book, once a request.

    A view whose page names players of other matches calls this before it renders.
    """
    if "everybody" not in g:
        numbers = number_players(get_store())
        marks = {player: (number - 1) % LOOKS + 1 for player, number in numbers.items()}
        g.numbers, g.everybody = numbers, {"marks": marks, "persons": _mark(marks)}


def mark_table(players: Sequence[str]) -> Mapping[str, Markup]:
    """Return the names of the players of one table with their marks, for a page that called `load_persons`."""
    return _mark(give_marks(players, g.numbers))


def give_marks(players: Sequence[str], numbers: Mapping[str, int]) -> dict[str, int]:
    """Return the look of each player, from 1. `numbers` is the order in which players came to the book.

    New players come last. Of two players at a table with the same look, the later one has the next free one.
    """
    newest = max(numbers.values(), default=0)
    came = {player: numbers.get(player, newest + place) for place, player in enumerate(players, 1)}
    marks: dict[str, int] = {}
    for player in sorted(players, key=came.__getitem__):
        look = (came[player] - 1) % LOOKS + 1
        while look in marks.values() and len(marks) < LOOKS:
            look = look % LOOKS + 1
        marks[player] = look
    return marks


def _mark(marks: Mapping[str, int]) -> MarkedNames:
    """Return each name with its mark before it."""
    return MarkedNames({player: MARKED.format(look, player) for player, look in marks.items()})


def _find_table() -> Mapping[str, Any]:
    """Return the marks and names of the players of the request's match; empty for a page without a match."""
    found: Mapping[str, Any] | None = g.get("table")
    if found is None:
        match = get_match() if get_match_id() else None
        g.table = found = (
            _mark_match(match.seating.players, match.seating.partners, match.player_numbers)
            if match
            else {"marks": {}, "persons": MarkedNames()}
        )
    return found


@lru_cache(MOST_KEPT)
def _mark_match(players: tuple[str, ...], partners: bool, came: tuple[int, ...]) -> Mapping[str, Any]:
    """Return the marks and names of `players`, and of their sides if they play in pairs.

    `came` has the order in which each player came to the book.
    """
    marks = give_marks(players, dict(zip(players, came, strict=True)))
    named = _mark(marks)
    seating = Seating(players, partners)
    for side in seating.sides if partners else ():
        named[side] = BETWEEN.join(named[player] for player in seating.members(side))
    return {"marks": marks, "persons": named}
