"""Correcting an entry: its form is filled with what it says, looks at the table as it was then, and is written anew.

Where a correction leaves later entries that cannot be any more, nothing impossible comes on the sheet: the players see
which and why, and correct or strike them out together with it. What is decided so far goes along in the form.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from werkzeug.datastructures import MultiDict

from scorekeeper.engine.sheet.line import Line, Sheet
from scorekeeper.play.scoring.correcting import (
    ImpossibleLine,
    append_corrections,
    is_correction,
    list_impossible_after,
    rewind_sheet,
)
from scorekeeper.play.scoring.match import Match
from scorekeeper.play.scoring.writing import LinkedCorrection
from scorekeeper.web.forms import find_form
from scorekeeper.web.forms.form import Fields, read_number

MOST_ALONG = 200


@dataclass(frozen=True)
class Correction:
    """Entry `number` of the match is written anew, together with what goes `along`."""

    match: Match
    number: int
    along: tuple[LinkedCorrection, ...] = ()

    @classmethod
    def read(cls, match: Match, given: Fields) -> "Correction | None":
        """The correction that a form or an address asks for; None if none, or of an entry that does not stand."""
        found = cls(match, read_number(given.get("replaces", given.get("correct", ""))) or 0)
        if not found.number:
            return None
        found = found.together(*_along(given.get("along", "")))
        return found if found.line else None

    def together(self, *more: LinkedCorrection) -> "Correction":
        """With more that goes along, so far as it can be read."""
        return Correction(
            self.match, self.number, (*self.along, *(each for each in more if is_correction(self.match.sheet, each)))
        )

    def of(self, number: int) -> "Correction | None":
        """The correction of another entry, with all that goes along with this one."""
        other = Correction(self.match, number, self.along)
        return other if other.line else None

    @cached_property
    def sheet(self) -> Sheet:
        """The sheet as it will be with what goes along."""
        return append_corrections(self.match.sheet, self.along) if self.along else self.match.sheet

    @property
    def line(self) -> Line | None:
        """The line that is corrected, if it stands."""
        lines = self.sheet.lines
        line = lines[self.number - 1] if 0 < self.number <= len(lines) else None
        return None if line is None or line.struck or not line.entry.has_line else line

    @cached_property
    def base(self) -> Sheet:
        """The sheet as it stood where the entry counts: the form goes by what lay on the table then."""
        return rewind_sheet(self.sheet, self.number)

    @property
    def own(self) -> int:
        """The number that the corrected entry will have."""
        return len(self.sheet.lines) + 1

    @property
    def carried(self) -> str:
        """Return the fields as a form carries them."""
        return (
            json.dumps([[each.entry, each.photo] for each in self.along], separators=(",", ":")) if self.along else ""
        )

    @property
    def struck_along(self) -> tuple[int, ...]:
        """The entries that are struck out with it."""
        return tuple(int(each.entry["of"]) for each in self.along if "of" in each.entry)

    @property
    def corrected_along(self) -> tuple[int, ...]:
        """The entries that are corrected with it."""
        return tuple(int(each.entry["replaces"]) for each in self.along if "replaces" in each.entry)

    def fields(self) -> Fields:
        """The fields of the form that would write this entry once more, in its own place."""
        if self.line is None:
            return MultiDict()
        entry = self.line.entry
        filled = find_form(entry.kind, self.sheet).fill_fields(self.sheet, entry.to_json())
        return MultiDict({"kind": entry.kind, "replaces": str(self.number), **filled})

    def entry(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """The form's entry with what no form asks for: as the corrected entry had it, where that is still so."""
        kept = self.line.entry.keep_unasked(given) if self.line else dict(given)
        return {**kept, "replaces": self.number}

    def later(self, entry: Mapping[str, Any]) -> tuple[ImpossibleLine, ...]:
        """What cannot be any more once the entry says this; nothing where it cannot be itself."""
        return list_impossible_after(self.match.sheet, self.sheet, entry)


def _along(given: str) -> tuple[LinkedCorrection, ...]:
    """What a form carries, as far as it is what we wrote into it."""
    try:
        pairs = [(entry, photo) for entry, photo in json.loads(given or "[]")]
    except (ValueError, TypeError, RecursionError):
        return ()
    return tuple(
        LinkedCorrection(entry, photo if isinstance(photo, str) else None)
        for entry, photo in pairs[:MOST_ALONG]
        if isinstance(entry, dict)
    )
