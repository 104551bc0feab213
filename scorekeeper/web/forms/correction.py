"""Correct an entry: its form is filled in from the entry, uses the sheet before the entry, and writes a replacement.

A correction may make later entries impossible. Nothing impossible gets on the sheet: the players see which entries and
why, and correct or void them together with it. The form carries the decisions made so far, in its field `along`.
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
    """A correction of entry `number` of a match, together with the linked corrections of later entries, `along`."""

    match: Match
    number: int
    along: tuple[LinkedCorrection, ...] = ()

    @classmethod
    def read(cls, match: Match, fields: Fields) -> "Correction | None":
        """Return the correction that the fields of a form or the parameters of a URL ask for.

        Return None if they ask for none, or for an entry that does not exist or is struck out.
        """
        correction = cls(match, read_number(fields.get("replaces", fields.get("correct", ""))) or 0)
        if not correction.number:
            return None
        correction = correction.together(*_along(fields.get("along", "")))
        return correction if correction.line else None

    def together(self, *more: LinkedCorrection) -> "Correction":
        """Return this correction with `more` linked corrections added; invalid ones are left out."""
        return Correction(
            self.match, self.number, (*self.along, *(each for each in more if is_correction(self.match.sheet, each)))
        )

    def of(self, number: int) -> "Correction | None":
        """Return the correction of the entry `number` with the same linked corrections.

        Return None if that entry does not exist or is struck out.
        """
        other = Correction(self.match, number, self.along)
        return other if other.line else None

    @cached_property
    def sheet(self) -> Sheet:
        """Return the sheet with the linked corrections applied."""
        return append_corrections(self.match.sheet, self.along) if self.along else self.match.sheet

    @property
    def line(self) -> Line | None:
        """Return the line (scored entry) that is corrected; None if it does not exist or is struck out."""
        lines = self.sheet.lines
        line = lines[self.number - 1] if 0 < self.number <= len(lines) else None
        return None if line is None or line.struck or not line.entry.has_line else line

    @cached_property
    def base(self) -> Sheet:
        """Return the sheet as it stood before the corrected entry, which the form is filled in for."""
        return rewind_sheet(self.sheet, self.number)

    @property
    def own(self) -> int:
        """Return the number that the corrected entry will have."""
        return len(self.sheet.lines) + 1

    @property
    def carried(self) -> str:
        """Return the linked corrections as the text of the form's field `along`; empty if there are none."""
        return (
            json.dumps([[each.entry, each.photo] for each in self.along], separators=(",", ":")) if self.along else ""
        )

    @property
    def struck_along(self) -> tuple[int, ...]:
        """Return the numbers of the entries that are voided together with this correction."""
        return tuple(int(each.entry["of"]) for each in self.along if "of" in each.entry)

    @property
    def corrected_along(self) -> tuple[int, ...]:
        """Return the numbers of the entries that are corrected together with this correction."""
        return tuple(int(each.entry["replaces"]) for each in self.along if "replaces" in each.entry)

    def fields(self) -> Fields:
        """Return the fields of the form that would write the corrected entry once more, in its own place.

        Return no fields if that entry is struck out.
        """
        if self.line is None:
            return MultiDict()
        entry = self.line.entry
        filled = find_form(entry.kind, self.sheet).fill_fields(self.sheet, entry.to_json())
        return MultiDict({"kind": entry.kind, "replaces": str(self.number), **filled})

    def entry(self, entry_json: Mapping[str, Any]) -> dict[str, Any]:
        """Return the form's entry `entry_json` as the correction to write.

        Values that no form asks for are copied from the corrected entry if they still apply.
        """
        merged = self.line.entry.complete_correction(entry_json) if self.line else dict(entry_json)
        return {**merged, "replaces": self.number}

    def later(self, entry: Mapping[str, Any]) -> tuple[ImpossibleLine, ...]:
        """Return the lines that become impossible once the corrected entry is `entry`.

        Empty if `entry` is not possible itself.
        """
        return list_impossible_after(self.match.sheet, self.sheet, entry)


def _along(value: str) -> tuple[LinkedCorrection, ...]:
    """Return the linked corrections in the text of the field `along`; empty if it is not in our format."""
    try:
        pairs = [(entry, photo) for entry, photo in json.loads(value or "[]")]
    except (ValueError, TypeError, RecursionError):
        return ()
    return tuple(
        LinkedCorrection(entry, photo if isinstance(photo, str) else None)
        for entry, photo in pairs[:MOST_ALONG]
        if isinstance(entry, dict)
    )
