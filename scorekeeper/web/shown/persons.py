"""A colour and a mark for every person: the same on each page, and two at one table never the same.

There are eight looks, each a colour with a shape of its own (`static/css/persons.css`), so that nobody needs to tell
colours apart. Whoever came first to the book has the first one; it stays theirs, however they are called later.

Templates write `persons[name]` for the mark and the name, `marks[name]` for the look's number, of the match that the
page is about (else of everybody in the book); its sides are known by their names, too: `persons["Anna & Carl"]`. In a
list of matches `persons_at(players)` has those of one of them.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from flask import Flask, g
from markupsafe import Markup, escape

from scorekeeper.engine.seating import Seating
from scorekeeper.play.player_names import number_players
from scorekeeper.web.app.database import get_store
from scorekeeper.web.app.this_match import get_match, get_match_id

LOOKS = 8
MOST_KEPT = 1_000  # tables
BETWEEN = Markup(" &amp; ")
MARKED = Markup('<i class="mark m{}"></i>{}')


class MarkedNames(dict[str, Markup]):
    """Names with their marks before them; who is not known here stands there without one."""

    def __missing__(self, name: str) -> Markup:
        return escape(name)


class OfRequest:
    """What those at the match of the request have; whoever else is asked for, which is rare, is found in the book."""

    def __init__(
        self, at_match: Callable[[], Mapping[str, object]], in_book: Callable[[], Mapping[str, object]]
    ) -> None:
        self._at_match, self._in_book = at_match, in_book

    def __getitem__(self, name: str) -> object:
        here = self._at_match()
        return here[name] if name in here else self._in_book()[name]


def add_persons(app: Flask) -> None:
    """Let the templates of `app` show persons with their marks."""
    here = {
        "marks": OfRequest(lambda: _look_at_match()[0], _find_marks),
        "persons": OfRequest(lambda: _look_at_match()[1], _find_persons),
    }
    app.jinja_env.globals.update(here, persons_at=lambda players: _mark(give_marks(players, _get_numbers())))


def give_marks(players: Sequence[str], numbers: Mapping[str, int]) -> dict[str, int]:
    """The look of each, from 1. `numbers` says in which order people came to the book; who is new comes after them.

    At a table of two with one look, who came later has the next one that is free.
    """
    newest = max(numbers.values(), default=0)
    came = {player: numbers.get(player, newest + place) for place, player in enumerate(players, 1)}
    given: dict[str, int] = {}
    for player in sorted(players, key=came.__getitem__):
        look = (came[player] - 1) % LOOKS + 1
        while look in given.values() and len(given) < LOOKS:
            look = look % LOOKS + 1
        given[player] = look
    return given


def _mark(marks: Mapping[str, int]) -> MarkedNames:
    """Each name with its mark before it."""
    return MarkedNames({player: MARKED.format(look, player) for player, look in marks.items()})


def _look_at_match() -> tuple[Mapping[str, int], Mapping[str, Markup]]:
    """The looks of those at the match of the request, and their names with the marks."""
    found: tuple[Mapping[str, int], Mapping[str, Markup]] | None = g.get("looks")
    if found is None:
        match = get_match() if get_match_id() else None
        g.looks = found = (
            _look_at_table(match.seating.players, match.seating.partners, match.player_numbers) if match else ({}, {})
        )
    return found


@lru_cache(MOST_KEPT)
def _look_at_table(
    players: tuple[str, ...], partners: bool, came: tuple[int, ...]
) -> tuple[Mapping[str, int], Mapping[str, Markup]]:
    """The same of those who sit there, who `came` to the book in that order; and of their sides."""
    marks = give_marks(players, dict(zip(players, came, strict=True)))
    named = _mark(marks)
    seating = Seating(players, partners)
    for side in seating.sides if partners else ():
        named[side] = BETWEEN.join(named[player] for player in seating.members(side))
    return marks, named


def _find_marks() -> dict[str, int]:
    """The look of everybody in the book."""
    return {player: (number - 1) % LOOKS + 1 for player, number in _get_numbers().items()}


def _find_persons() -> MarkedNames:
    """Everybody in the book with their marks."""
    found: MarkedNames | None = g.get("persons")
    if found is None:
        g.persons = found = _mark(_find_marks())
    return found


def _get_numbers() -> dict[str, int]:
    if "newcomers" not in g:
        g.newcomers = number_players(get_store())
    found: dict[str, int] = g.newcomers
    return found
