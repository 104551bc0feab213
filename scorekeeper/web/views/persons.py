"""The mark of every player: a colour with a shape and initials, the same on each page and for ever.

`scorekeeper.store.profiles` stores the marks; `static/css/base.css` draws the colours (`m1` …) and the shapes (`s1` …),
so that nobody has to tell colours apart.

Templates write `persons[name]` for the mark with the name, `drawn_marks[name]` for the mark alone, and `marks[name]`
for its CSS classes. They know the players of the request's match, and `persons` also its sides: `persons["Anna &
Carl"]`. A page that names players of other matches, or has no match, calls `load_persons` first; in a list of matches
`persons_at(players)` has the players of one of them.
"""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from flask import g
from markupsafe import Markup

from scorekeeper.engine.seating import Seating
from scorekeeper.play import Profile, Profiles
from scorekeeper.play.player_names import map_profiles
from scorekeeper.web.http.book_middleware import get_store
from scorekeeper.web.http.this_match import get_match, get_match_id
from scorekeeper.web.picture import PicturedMark

MOST_CACHED = 1_000  # tables whose marks are cached
BETWEEN = Markup(" &amp; ")
DRAWN = Markup('<i class="mark {}" data-initials="{}" aria-hidden="true"></i>')
NAMED = Markup("{}<bdi>{}</bdi>")


class MarkedNames(dict[str, Markup]):
    """Names with their marks before them; a name that is not in it is printed without a mark."""

    def __missing__(self, name: str) -> Markup:
        """Return the escaped name without a mark."""
        return NAMED.format("", name)


class NamesOfRequest:
    """A mapping from the players of the request's match to their marks or names; `kind` chooses which.

    After `load_persons` it also has everybody in the book.
    """

    def __init__(self, kind: str) -> None:
        self._kind = kind

    def __getitem__(self, name: str) -> object:
        """Return the CSS classes of a player's mark (`marks`), the mark (`drawn`) or the name with it (`persons`).

        `persons` knows sides, too.
        """
        table: Mapping[str, object] = _find_table()[self._kind]
        if name in table or "everybody" not in g:
            return table[name]
        return g.everybody[self._kind][name]


MARKS, DRAWN_MARKS, PERSONS = NamesOfRequest("marks"), NamesOfRequest("drawn"), NamesOfRequest("persons")


def load_persons() -> Profiles:
    """Look up the profiles of all players in the book, once a request, and return them by name.

    A view whose page names players of other matches calls this before it renders.
    """
    if "everybody" not in g:
        g.profiles = map_profiles(get_store())
        g.everybody = _mark(g.profiles)
    profiles: Profiles = g.profiles
    return profiles


def mark_table(players: Sequence[str]) -> Mapping[str, Markup]:
    """Return by name the HTML of each player: the mark, then the name. `load_persons` has to be called before."""
    named: Mapping[str, Markup] = _mark({each: g.profiles[each] for each in players})["persons"]
    return named


def make_initials(name: str) -> str:
    """Return the first letters of the first two words of a name: `A` of Anna, `WA` of Wolfgang-Amadé."""
    return "".join(word[0] for word in re.split(r"[\W_]+", name) if word)[:2].upper()


def picture_mark(name: str, profile: Profile) -> PicturedMark:
    """Return the mark of a player for a picture."""
    return PicturedMark(profile.colour, profile.shape, profile.initials or make_initials(name))


def _mark(profiles: Mapping[str, Profile]) -> Mapping[str, Any]:
    """Return three tables of these players by name: `marks`, `drawn` and `persons`.

    They have the CSS classes of each mark, the mark itself, and the name with its mark before it.
    """
    marks = {name: f"m{profile.colour} s{profile.shape}" for name, profile in profiles.items()}
    named, drawn = MarkedNames(), {}
    for name, profile in profiles.items():
        initials = profile.initials or make_initials(name)
        drawn[name] = DRAWN.format(marks[name] + " two" * (len(initials) > 1), initials)
        named[name] = NAMED.format(drawn[name], name)
    return {"marks": marks, "drawn": drawn, "persons": named}


def _find_table() -> Mapping[str, Any]:
    """Return the tables of `_mark` for the players of the request's match; empty tables for a page without a match."""
    tables: Mapping[str, Any] | None = g.get("table")
    if tables is None:
        match = get_match() if get_match_id() else None
        g.table = tables = (
            _mark_match(match.seating.players, match.seating.partners, match.profiles) if match else _mark({})
        )
    return tables


@lru_cache(MOST_CACHED)
def _mark_match(players: tuple[str, ...], partners: bool, profiles: tuple[Profile, ...]) -> Mapping[str, Any]:
    """Return the tables of `_mark` for `players`, and in `persons` also for their sides if they play in pairs."""
    marked = _mark(dict(zip(players, profiles, strict=True)))
    named, seating = marked["persons"], Seating(players, partners)
    for side in seating.sides if partners else ():
        named[side] = BETWEEN.join(named[player] for player in seating.members(side))
    return marked
