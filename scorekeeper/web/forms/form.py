"""What the pad's forms have in common: reading a field, saying what the entry would score, and where a problem belongs.

A form holds what was tapped and typed, as text. `entry()` is the entry in the match file's words; the engine alone says
whether it can be and what it is worth.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from werkzeug.datastructures import MultiDict

from scorekeeper.engine.entries import Void
from scorekeeper.engine.problems import Problem
from scorekeeper.engine.sheet.fold import Line, Sheet
from scorekeeper.engine.sheet.moves import list_next_moves
from scorekeeper.engine.tiles import End, Tile
from scorekeeper.play import reckon_entry

Fields = MultiDict[str, str]
BETWEEN = re.compile(r"[\s,;+]+")
NUMBER = re.compile(r"[0-9]{1,9}")


def list_problems(sheet: Sheet, entry: Mapping[str, Any], found: tuple[Problem, ...]) -> tuple[Problem, ...]:
    """What was `found` wrong with an entry, and what else is, as far as the hands that can be read tell."""
    unread = {problem.place[1] for problem in found if problem.place[:1] == ("hands",) and len(problem.place) > 1}
    if not unread or "hands" not in entry:
        return found
    rest = {player: hand for player, hand in entry["hands"].items() if player not in unread}
    more = reckon_entry(sheet, {**entry, "hands": rest}).problems
    return found + tuple(each for each in more if each not in found and not unread & set(each.place))


def rename_in_fields(given: Fields, players: Iterable[str], names: Callable[[], Mapping[str, str]]) -> Fields:
    """A form as it was sent; where it names somebody who is called otherwise by now, with today's name."""
    old = {field: name for field in ("player", "lead") if (name := given.get(field)) and name not in players}
    if not old:
        return given
    known, changed = names(), MultiDict(given)
    for field, name in old.items():
        changed[field] = known.get(name, name)
    return changed


@dataclass(frozen=True, slots=True)
class Hint:
    """A move that may come next: the tile with its half `join` at an open `pip` (none: as the first), what it makes.

    `do` is the tap that writes it: a tile laid where its place is known, else the ends it leaves.
    """

    tile: Tile
    join: int | None
    pip: int | None
    at: Tile | None
    ends: tuple[End, ...]
    sum: int
    points: int

    @property
    def halves(self) -> tuple[int, int]:
        """The halves as they are drawn, the joined one first."""
        first = self.tile.high if self.join is None else self.join
        return first, self.tile.other(first)

    @property
    def do(self) -> str:
        if self.at is None and self.pip is not None:
            return f"all {' '.join(map(str, self.ends))}"
        if self.at is None:
            return f"lay {self.tile}"
        joined = f" {self.join}" if self.join not in (None, self.pip) else ""
        return f"lay {self.tile} {self.at} {self.pip}{joined}"


def list_hints(sheet: Sheet, tiles: Iterable[Tile] | None = None) -> tuple[Hint, ...]:
    """Every next move with one of `tiles` (None: of all not known to lie); of those that leave the same one."""
    found: dict[object, Hint] = {}
    for move in list_next_moves(sheet.variant, sheet.seating, sheet.layout, tiles):
        pip, at = (move.place.pip, move.place.at) if move.place else (None, None)
        hint = Hint(move.tile, move.join, pip, at, move.ends, move.sum, move.score.points)
        found.setdefault((move.tile, at, tuple(sorted(move.ends))), hint)
    return tuple(found.values())


def split_words(typed: str) -> tuple[str, ...]:
    """`5-5 0, 4` as its parts."""
    return tuple(word for word in BETWEEN.split(typed.strip()) if word)


def read_number(typed: str) -> int | None:
    """`12` as the number it is; None for what no button of ours sends, be it a digit elsewhere (`²`) or endless."""
    return int(typed) if NUMBER.fullmatch(typed) else None


def sort_lines(sheet: Sheet) -> tuple[Line, ...]:
    """The lines in the order in which they count: a correction stands right after what it corrects."""

    def place(line: Line) -> int:
        corrected = None if isinstance(line.entry, Void) else line.entry.replaces
        return place(sheet.lines[corrected - 1]) if corrected and corrected < line.number else line.number

    return tuple(sorted(sheet.lines, key=lambda line: (place(line), line.number)))


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
