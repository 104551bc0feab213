"""Correcting an entry: its form is filled with what it says, looks at the table as it was then, and is written anew.

Where a correction leaves later entries that cannot be any more, nothing impossible comes on the sheet: the players see
which and why, and correct or strike them out together with it. What is decided so far goes along in the form.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from werkzeug.datastructures import MultiDict

from scorekeeper.engine.entries import Ends, Entry, Hand, Play, Result, Round, Void
from scorekeeper.engine.file.match import parse_entry, write_entry_json
from scorekeeper.engine.problems import Problem, RuleError
from scorekeeper.engine.sheet.fold import Line, Sheet, append_entries, find_new_problems, rewind_to
from scorekeeper.play import Along, Match
from scorekeeper.web.forms.form import Fields, read_number

MOST_ALONG = 200


@dataclass(frozen=True, slots=True)
class Later:
    """A line that cannot be any more after the correction, and every reason."""

    line: Line
    problems: tuple[Problem, ...]


@dataclass(frozen=True)
class Correction:
    """Entry `number` of the match is written anew, together with what goes `along`."""

    match: Match
    number: int
    along: tuple[Along, ...] = ()

    @classmethod
    def read(cls, match: Match, given: Fields) -> "Correction | None":
        """The correction that a form or an address asks for; None if none, or of an entry that does not stand."""
        found = cls(match, read_number(given.get("replaces", given.get("correct", ""))) or 0)
        found = found.together(*_along(given.get("along", "")))
        return found if found.line else None

    def together(self, *more: Along) -> "Correction":
        """With more that goes along, so far as it can be read."""
        return Correction(self.match, self.number, (*self.along, *(each for each in more if _entry(self.match, each))))

    def of(self, number: int) -> "Correction | None":
        """The correction of another entry, with all that goes along with this one."""
        other = Correction(self.match, number, self.along)
        return other if other.line else None

    @cached_property
    def sheet(self) -> Sheet:
        """The sheet as it will be with what goes along."""
        entries = [entry for each in self.along if (entry := _entry(self.match, each))]
        return append_entries(self.match.sheet, *entries)

    @property
    def line(self) -> Line | None:
        """The line that is corrected, if it stands."""
        lines = self.sheet.lines
        line = lines[self.number - 1] if 0 < self.number <= len(lines) else None
        return None if line is None or line.struck or isinstance(line.entry, Void) else line

    @cached_property
    def base(self) -> Sheet:
        """The sheet as it stood where the entry counts: the form goes by what lay on the table then."""
        return rewind_to(self.sheet, self.number)

    @property
    def own(self) -> int:
        """The number that the corrected entry will have."""
        return len(self.sheet.lines) + 1

    @property
    def carried(self) -> str:
        """What goes along, as a form carries it."""
        return (
            json.dumps([[each.entry, each.photo] for each in self.along], separators=(",", ":")) if self.along else ""
        )

    @property
    def struck_along(self) -> tuple[int, ...]:
        """The entries that are struck out with it."""
        return tuple(int(each.entry["of"]) for each in self.along if each.entry["entry"] == "void")

    @property
    def corrected_along(self) -> tuple[int, ...]:
        """The entries that are corrected with it."""
        return tuple(int(each.entry["replaces"]) for each in self.along if each.entry["entry"] != "void")

    def fields(self) -> Fields:
        """The fields of the form that would write this entry once more, in its own place."""
        return MultiDict() if self.line is None else fill_fields(self.sheet, self.line)

    def entry(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """The form's entry with what no form asks for: as the corrected entry had it, where that is still so."""
        was = write_entry_json(self.line.entry) if self.line else {}
        entry = {**given, "replaces": self.number}
        if entry["entry"] != "round" or was.get("entry") != "round":
            return entry
        if "boneyard_tiles" in was and all(entry.get(how) == was.get(how) for how in ("out", "blocked", "boneyard")):
            entry["boneyard_tiles"] = was["boneyard_tiles"]
        known = {player: hand for player, hand in was["hands"].items() if isinstance(hand, dict) and len(hand) > 1}
        same = {player for player, hand in known.items() if entry["hands"].get(player, {0: 0}).items() <= hand.items()}
        return {**entry, "hands": entry["hands"] | {player: known[player] for player in same}}

    def later(self, entry: Mapping[str, Any]) -> tuple[Later, ...]:
        """What cannot be any more once the entry says this; nothing where it cannot be itself."""
        try:
            written = parse_entry(entry, self.sheet.variant, self.sheet.seating)
        except RuleError:
            return ()
        return _later(self.match.sheet, append_entries(self.sheet, written))


def find_impossible_without(match: Match, number: int, others: Sequence[int]) -> tuple[Later, ...]:
    """What cannot be any more without the entry and these others; nothing where it cannot be struck out at all."""
    return _later(match.sheet, append_entries(match.sheet, *(Void(of=each) for each in (*others, number))))


def _later(sheet: Sheet, after: Sheet) -> tuple[Later, ...]:
    """What cannot be any more, where the last entry itself can be."""
    wrong = {str(problem.place[0]) for problem in find_new_problems(sheet, after)}
    lines = [line for line in after.lines if f"entry {line.number}" in wrong]
    return () if after.lines[-1] in lines else tuple(Later(line, line.problems) for line in lines)


def fill_fields(sheet: Sheet, line: Line) -> Fields:
    """The form's fields for an entry that stands."""
    entry = line.entry
    fields = {"kind": entry.kind, "replaces": str(line.number)}
    if isinstance(entry, Ends):
        fields |= {"player": entry.player, "ends": " ".join(map(str, entry.ends)), "placed": str(entry.placed or "")}
    elif isinstance(entry, Play):
        told = write_entry_json(entry)
        fields |= {name: str(told.get(name, "")) for name in ("player", "tile", "at", "pip", "join", "side")}
    elif isinstance(entry, Round):
        seats = {player: seat for seat, player in enumerate(sheet.seating.players, 1)}
        fields |= {"ended": f"out {seats[entry.out]}" if entry.out else entry.how, "lead": entry.lead or ""}
        counted = sheet.round_game.hands_wanted == "tiles"
        fields |= {f"hand-{seats[player]}": _typed(hand, counted) for player, hand in entry.hands if player in seats}
    elif isinstance(entry, Result):
        counts = {"passes": entry.passes, "boneyard": entry.boneyard_tiles}
        fields |= {"won": "yes" if entry.won else "no", "left": _typed(entry.left, counted=True)}
        fields |= {name: str(count) for name, count in counts.items() if count is not None}
    return MultiDict(fields)


def _typed(hand: Hand, counted: bool) -> str:
    """What to type for a hand: its tiles, else its pips, or where tiles are `counted` how many."""
    if hand.tiles is not None:
        return " ".join(map(str, hand.tiles))
    number = hand.count if counted or hand.pips is None else hand.pips
    return "" if number is None else str(number)


def _along(given: str) -> tuple[Along, ...]:
    """What a form carries, as far as it is what we wrote into it."""
    try:
        pairs = [(entry, photo) for entry, photo in json.loads(given or "[]")]
    except (ValueError, TypeError, RecursionError):
        return ()
    return tuple(
        Along(entry, photo if isinstance(photo, str) else None)
        for entry, photo in pairs[:MOST_ALONG]
        if isinstance(entry, dict)
    )


def _entry(match: Match, along: Along) -> Entry | None:
    """The entry that goes along; None for what is no correction of ours."""
    try:
        entry = parse_entry(along.entry, match.variant, match.seating)
    except RuleError:
        return None
    return entry if isinstance(entry, Void) or entry.replaces is not None else None
