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
ARABIC = str.maketrans("٠١٢٣٤٥٦٧٨٩،؛", "0123456789,;")  # as Arabic keyboards type them
SENT_ALONG = ("along", "seen", "post", "instead", "photo", "accepted")
"""What a form of the pad sends besides its own fields: with which entries it is written, what it saw, which attempt it
is, the refused entry of this phone that it replaces, its photo, and the doubts that the players have seen."""


class FormFacts(Protocol):
    """What is known of a kind of form.

    `name` is the field `kind` that says which form is sent, `template` draws its fields. `photo_of` says what a photo
    fills in: `ends` or `hands`; empty where none does. `fields` are the names that `read` asks for; one that ends with
    a hyphen is there once for each seat: `hand-` is `hand-1`, `hand-2` and so on.
    """

    name: ClassVar[str]
    template: ClassVar[str]
    photo_of: ClassVar[str]
    fields: ClassVar[tuple[str, ...]]


class Form(FormFacts, Protocol):
    """What was tapped and typed for one entry on `sheet`: a value, which a tap answers with another one."""

    @property
    def sheet(self) -> Sheet:
        """The sheet that the entry comes next on; of a correction the sheet as it stood where the entry counts."""
        ...

    @property
    def replaces(self) -> int | None:
        """The number of the entry that is corrected."""
        ...

    @classmethod
    def read(cls, sheet: Sheet, fields: Fields) -> Self:
        """The form as it was sent, or a fresh one where nothing was."""
        ...

    @classmethod
    def fill_fields(cls, sheet: Sheet, entry: Mapping[str, Any]) -> dict[str, str]:
        """The fields that would write an entry of its kind once more, given as the match file says it."""
        ...

    def tapped(self, do: str) -> Self:
        """The form after one tap; what it does not know changes nothing."""
        ...

    def entry(self) -> dict[str, Any]:
        """The entry as the match file says it, as far as it was entered."""
        ...

    @property
    def ready(self) -> bool:
        """Whether the form can be saved; always true if it reports missing values at their fields."""
        ...

    def so_far(self) -> Text:
        """Return the sentence to show while nothing can be scored yet."""
        ...

    def reckoned(self) -> Preview:
        """Return the preview of the entry's score."""
        ...

    def show(self) -> object:
        """What the template prints besides the fields themselves, worked out once: `shown` in the template."""
        ...


def list_problems(sheet: Sheet, entry: Mapping[str, Any], found: tuple[Problem, ...]) -> tuple[Problem, ...]:
    """What was `found` wrong with an entry, and what else is, as far as the hands that can be read tell."""
    if "player" in entry and entry["player"] is None and "player_missing" not in {problem.key for problem in found}:
        # Asked for only once the rest could be read.
        found = (Problem("player_missing", ("player",)), *found)
    unread = {problem.place[1] for problem in found if problem.place[:1] == ("hands",) and len(problem.place) > 1}
    if not unread or "hands" not in entry:
        return found
    rest = {player: hand for player, hand in entry["hands"].items() if player not in unread}
    more = preview_entry(sheet, {**entry, "hands": rest}).problems
    return found + tuple(each for each in more if each not in found and not unread & set(each.place))


def rename_in_fields(given: Fields, players: Iterable[str], names: Callable[[], Mapping[str, str]]) -> Fields:
    """A form as it was sent; where it names somebody who is called otherwise by now, with today's name."""
    fields = ("player", "lead", "locked_by", "claimed")
    old = {field: name for field in fields if (name := given.get(field)) and name not in players}
    if not old:
        return given
    known, changed = names(), MultiDict(given)
    for field, name in old.items():
        changed[field] = known.get(name, name)
    return changed


def list_fields(names: Iterable[str], seats: int) -> tuple[str, ...]:
    """Return these fields of a form at a table of so many seats, each that ends with a hyphen once for each seat."""
    numbers = range(1, seats + 1)
    return tuple(each for name in names for each in ([f"{name}{n}" for n in numbers] if name[-1] == "-" else [name]))


def split_words(typed: str) -> tuple[str, ...]:
    """`5-5 0, 4` as its parts."""
    return tuple(word for word in BETWEEN.split(typed.translate(ARABIC).strip()) if word)


def read_number(typed: str) -> int | None:
    """`12` as the number it is; None for what no button of ours sends, be it a digit elsewhere (`²`) or endless."""
    typed = typed.translate(ARABIC)
    return int(typed) if NUMBER.fullmatch(typed) else None


def group_by_field(problems: Iterable[Problem]) -> dict[str, list[Problem]]:
    """Return the problems by their outermost place, which is the name of a field."""
    found: dict[str, list[Problem]] = {}
    for problem in problems:
        found.setdefault(str(problem.place[0]), []).append(problem)
    return found


def sort_by_field(problems: Iterable[Problem], sheet: Sheet, number: int | None = None) -> dict[str, list[Problem]]:
    """Problems by the field they are shown at: `hand-2` for a player's hand, else the outermost place, else `form`.

    `number` is the one that the entry will have: usually the next.
    """
    found: dict[str, list[Problem]] = {}
    own = f"entry {number or len(sheet.lines) + 1}"
    for each in problems:
        problem = Problem(each.key, each.place[1:], each.values) if each.place[:1] == (own,) else each
        place = [str(part) for part in problem.place]
        # What a correction makes of a later entry is no fault of a field here.
        field = place[0] if place and not place[0].startswith("entry ") else "form"
        if field == "hands":
            names = sheet.seating.players
            field = f"hand-{names.index(place[1]) + 1}" if len(place) > 1 and place[1] in names else "hands"
        found.setdefault({"at": "tile", "pip": "tile", "side": "tile"}.get(field, field), []).append(problem)
    return found
