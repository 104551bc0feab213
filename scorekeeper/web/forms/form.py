"""The protocol of the forms of the pad, and functions that forms share for fields and problems.

A form holds tapped and typed values as text. `entry()` returns the entry in the words of the match file; the engine
alone decides whether it is possible and how many points it scores.
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
ARABIC = str.maketrans("٠١٢٣٤٥٦٧٨٩،؛", "0123456789,;")  # as Arabic keyboards type them
SENT_ALONG = ("along", "seen", "post", "instead", "photo", "accepted")
"""The fields that every form of the pad sends in addition to its own: linked corrections, the last entry it has seen,
the id of the post, the refused entry of this phone that it replaces, its photo, and the doubts that were accepted."""


class FormFacts(Protocol):
    """The declared facts of a kind of form.

    `name` is the value of the field `kind`, and `template` draws the fields. `photo_of` says which values a photo fills
    in: `ends` or `hands`, or empty for none. `fields` are the names that `read` looks up; a name that ends with a
    hyphen stands for one field per seat: `hand-` is `hand-1`, `hand-2` and so on.
    """

    name: ClassVar[str]
    template: ClassVar[str]
    photo_of: ClassVar[str]
    fields: ClassVar[tuple[str, ...]]


class Form(FormFacts, Protocol):
    """The tapped and typed values of one entry on `sheet`. A form is immutable: a tap returns another form."""

    @property
    def sheet(self) -> Sheet:
        """The sheet to which the entry is added; for a correction, the sheet as it stood before the corrected entry."""
        ...

    @property
    def replaces(self) -> int | None:
        """The number of the entry that is corrected; None for a new entry."""
        ...

    @classmethod
    def read(cls, sheet: Sheet, fields: Fields) -> Self:
        """Return the form with the submitted `fields`; missing fields have their initial values."""
        ...

    @classmethod
    def fill_fields(cls, sheet: Sheet, entry: Mapping[str, Any]) -> dict[str, str]:
        """Return the fields of a form that would write `entry`, in the words of the match file, once more."""
        ...

    def tapped(self, do: str) -> Self:
        """Return the form after the tap `do`; an unknown tap changes nothing."""
        ...

    def entry(self) -> dict[str, Any]:
        """Return the entry in the words of the match file, as far as it is filled in."""
        ...

    @property
    def ready(self) -> bool:
        """Whether the save button works.

        It always does in a form that, when it is saved, reports what is missing at the fields.
        """
        ...

    def so_far(self) -> Text:
        """Return the sentence to show while nothing can be scored yet."""
        ...

    def preview(self) -> Preview:
        """Return the preview of the entry's score."""
        ...

    def show(self) -> object:
        """Return the values that the template prints in addition to the fields; it calls them `shown`."""
        ...


def list_problems(sheet: Sheet, entry: Mapping[str, Any], problems: tuple[Problem, ...]) -> tuple[Problem, ...]:
    """Return the problems `problems` with `entry`, and those that an entry without its unreadable hands has.

    If the player is missing, that is the first problem.
    """
    if "player" in entry and entry["player"] is None and "player_missing" not in {problem.key for problem in problems}:
        # Without a player the engine does not report it if other values cannot be read.
        problems = (Problem("player_missing", ("player",)), *problems)
    unread = {problem.place[1] for problem in problems if problem.place[:1] == ("hands",) and len(problem.place) > 1}
    if not unread or "hands" not in entry:
        return problems
    rest = {player: hand for player, hand in entry["hands"].items() if player not in unread}
    more = preview_entry(sheet, {**entry, "hands": rest}).problems
    return problems + tuple(each for each in more if each not in problems and not unread & set(each.place))


def rename_in_fields(sent: Fields, players: Iterable[str], names: Callable[[], Mapping[str, str]]) -> Fields:
    """Return the fields `sent`, in which players who were renamed since have their present names.

    `players` are the present names, and `names` returns the present name of each former one.
    """
    fields = ("player", "lead", "locked_by", "claimed")
    old = {field: name for field in fields if (name := sent.get(field)) and name not in players}
    if not old:
        return sent
    known, changed = names(), MultiDict(sent)
    for field, name in old.items():
        changed[field] = known.get(name, name)
    return changed


def list_fields(names: Iterable[str], seats: int) -> tuple[str, ...]:
    """Return the field names `names` at a table of `seats` seats; each that ends with a hyphen becomes one per seat.

    For two seats `hand-` becomes `hand-1` and `hand-2`.
    """
    numbers = range(1, seats + 1)
    return tuple(each for name in names for each in ([f"{name}{n}" for n in numbers] if name[-1] == "-" else [name]))


def split_words(typed: str) -> tuple[str, ...]:
    """Return the parts of typed text, split at spaces, commas, semicolons and plus signs: `5-5 0, 4` gives three."""
    return tuple(word for word in BETWEEN.split(typed.translate(ARABIC).strip()) if word)


def read_number(typed: str) -> int | None:
    """Return the number typed, such as 12; None unless it has one to nine digits, Latin or Arabic."""
    typed = typed.translate(ARABIC)
    return int(typed) if NUMBER.fullmatch(typed) else None


def group_by_field(problems: Iterable[Problem]) -> dict[str, list[Problem]]:
    """Return the problems by the first part of their place, which is the name of a field."""
    by_field: dict[str, list[Problem]] = {}
    for problem in problems:
        by_field.setdefault(str(problem.place[0]), []).append(problem)
    return by_field


def sort_by_field(problems: Iterable[Problem], sheet: Sheet, number: int | None = None) -> dict[str, list[Problem]]:
    """Return the problems by the field next to which they are displayed.

    That is `hand-2` for the hand of seat 2, else the first part of the problem's place, and `form` for a problem with
    another entry. `number` is the number that the entry will have; None for the next one.
    """
    by_field: dict[str, list[Problem]] = {}
    own = f"entry {number or len(sheet.lines) + 1}"
    for each in problems:
        problem = Problem(each.key, each.place[1:], each.values) if each.place[:1] == (own,) else each
        place = [str(part) for part in problem.place]
        # A problem that a correction causes in a later entry belongs to no field.
        field = place[0] if place and not place[0].startswith("entry ") else "form"
        if field == "hands":
            names = sheet.seating.players
            field = f"hand-{names.index(place[1]) + 1}" if len(place) > 1 and place[1] in names else "hands"
        by_field.setdefault({"at": "tile", "pip": "tile", "side": "tile"}.get(field, field), []).append(problem)
    return by_field
