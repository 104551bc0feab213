"""What every form of the pad answers, and what they share: reading a field, and where a problem belongs.

A form holds what was tapped and typed, as text. `entry()` is the entry in the match file's words; the engine alone says
whether it can be and what it is worth.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar, Protocol, Self

from werkzeug.datastructures import MultiDict

from scorekeeper.engine.problems import Problem
from scorekeeper.engine.sheet.line import Sheet
from scorekeeper.engine.text import Text
from scorekeeper.play.scoring.preview import Preview, preview_entry

Fields = MultiDict[str, str]
BETWEEN = re.compile(r"[\s,;+]+")
NUMBER = re.compile(r"[0-9]{1,9}")
SENT_ALONG = ("along", "seen", "post", "instead", "photo", "accepted")
"""What a form of the pad sends besides its own fields: with which entries it is written, what it saw, which attempt it
is, the refused entry of this phone that it replaces, its photo, and the doubts that the players have seen."""


class Form(Protocol):
    """The interface of a form of the pad: what was tapped and typed for one entry, as an immutable value.

    `name` is the form's name, sent as the field `kind`; `template` draws its fields. `photo_of` is what a photo can
    fill in: `ends`, `hands` or nothing. `fields` are the names that `read` asks for; one that ends with a hyphen exists
    once for each seat: `hand-` is `hand-1`, `hand-2` and so on.
    """

    name: ClassVar[str]
    template: ClassVar[str]
    photo_of: ClassVar[str]
    fields: ClassVar[tuple[str, ...]]


class Form(FormFacts, Protocol):
    """What was tapped and typed for one entry on `sheet`: a value, which a tap answers with another one."""

    @property
    def sheet(self) -> Sheet:
        """Return the sheet to which the entry is added; for a correction, as it stood before the corrected entry."""
        ...

    @property
    def replaces(self) -> int | None:
        """Return the number of the entry that is corrected; None for a new entry."""
        ...

    @classmethod
    def read(cls, sheet: Sheet, given: Fields) -> Self:
        """Return the form with the fields `given` that were sent; missing fields have their usual values."""
        ...

    @classmethod
    def fill_fields(cls, sheet: Sheet, entry: Mapping[str, Any]) -> dict[str, str]:
        """Return the fields of a form that would write `entry`, which is in the words of the match file, once more."""
        ...

    def tapped(self, do: str) -> Self:
        """Return the form after the tap `do`, such as `end 2`; an unknown tap changes nothing."""
        ...

    def entry(self) -> dict[str, Any]:
        """Return the entry in the words of the match file, as far as it is filled in."""
        ...

    @property
    def ready(self) -> bool:
        """Return whether the form can be saved.

        A form that shows what is missing beside each field can always be.
        """
        ...

    def so_far(self) -> Text:
        """Return the text to show while the entry cannot be scored yet: `Tap who passes.`"""
        ...

    def reckoned(self) -> Preview:
        """Return the entry as it would be scored, or the problems with it."""
        ...

    def show(self) -> object:
        """Return what the template draws besides the fields, computed once; the template calls it `shown`."""
        ...


def list_problems(sheet: Sheet, entry: Mapping[str, Any], found: tuple[Problem, ...]) -> tuple[Problem, ...]:
    """Return the problems `found` with an entry, and further ones.

    If some hands cannot be read, the entry is also checked without them. A missing player is a problem, too.
    """
    if "player" in entry and entry["player"] is None and "player_missing" not in {problem.key for problem in found}:
        # The engine finds a missing player only once the rest can be read.
        found = (Problem("player_missing", ("player",)), *found)
    unread = {problem.place[1] for problem in found if problem.place[:1] == ("hands",) and len(problem.place) > 1}
    if not unread or "hands" not in entry:
        return found
    rest = {player: hand for player, hand in entry["hands"].items() if player not in unread}
    more = preview_entry(sheet, {**entry, "hands": rest}).problems
    return found + tuple(each for each in more if each not in found and not unread & set(each.place))


def rename_in_fields(given: Fields, players: Iterable[str], names: Callable[[], Mapping[str, str]]) -> Fields:
    """Return the form `given` with today's names where a player in it has been renamed since it was drawn.

    `players` are the present names; `names`, called only if needed, returns today's name by each former one.
    """
    fields = ("player", "lead", "locked_by", "claimed")
    old = {field: name for field in fields if (name := given.get(field)) and name not in players}
    if not old:
        return given
    known, changed = names(), MultiDict(given)
    for field, name in old.items():
        changed[field] = known.get(name, name)
    return changed


def list_fields(names: Iterable[str], seats: int) -> tuple[str, ...]:
    """Return the field names for a table of `seats` players: a name that ends with a hyphen, once for each seat."""
    numbers = range(1, seats + 1)
    return tuple(each for name in names for each in ([f"{name}{n}" for n in numbers] if name[-1] == "-" else [name]))


def split_words(typed: str) -> tuple[str, ...]:
    """Return the parts of a typed list: `5-5 0, 4` gives `("5-5", "0", "4")`."""
    return tuple(word for word in BETWEEN.split(typed.strip()) if word)


def read_number(typed: str) -> int | None:
    """Return `12` as the int 12.

    None for anything but one to nine ASCII digits, since no form of ours sends it.
    """
    return int(typed) if NUMBER.fullmatch(typed) else None


def sort_by_field(problems: Iterable[Problem], sheet: Sheet, number: int | None = None) -> dict[str, list[Problem]]:
    """Return the problems by the field at which to show them.

    That is `hand-2` for the hand of the second player, else the outermost place, else `form`. `number` is the number
    that the entry will have; by default the next one on `sheet`.
    """
    found: dict[str, list[Problem]] = {}
    own = f"entry {number or len(sheet.lines) + 1}"
    for each in problems:
        problem = Problem(each.key, each.place[1:], each.values) if each.place[:1] == (own,) else each
        place = [str(part) for part in problem.place]
        # A problem with a later entry belongs to no field of this form.
        field = place[0] if place and not place[0].startswith("entry ") else "form"
        if field == "hands":
            names = sheet.seating.players
            field = f"hand-{names.index(place[1]) + 1}" if len(place) > 1 and place[1] in names else "hands"
        found.setdefault({"at": "tile", "pip": "tile", "side": "tile"}.get(field, field), []).append(problem)
    return found
