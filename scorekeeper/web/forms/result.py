"""The form for a solitaire's end: won or not, the tiles left, and the passes or the boneyard where they matter."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from werkzeug.datastructures import MultiDict

from scorekeeper.engine.sheet.line import Sheet
from scorekeeper.engine.text import N_, Text
from scorekeeper.play.scoring.preview import Preview, preview_entry
from scorekeeper.web.forms.form import Form, read_number, split_words
from scorekeeper.web.forms.typed_hand import type_hand


@dataclass(frozen=True, slots=True)
class ResultForm:
    """The form for the end of a solitaire.

    `won` is `yes` or `no`; `left` is how many tiles are left or the tiles themselves, as typed.
    """

    name: ClassVar[str] = "result"
    template: ClassVar[str] = "forms/_result.html"
    photo_of: ClassVar[str] = ""
    fields: ClassVar[tuple[str, ...]] = ("won", "left", "passes", "boneyard", "replaces")
    ready: ClassVar[bool] = True  # missing values are reported at their fields
    sheet: Sheet
    won: str = ""
    left: str = ""
    passes: str = ""
    boneyard: str = ""
    replaces: int | None = None

    @classmethod
    def read(cls, sheet: Sheet, fields: MultiDict[str, str]) -> "ResultForm":
        """Return the form for the end of a solitaire from the submitted `fields`."""
        left = " ".join(fields.getlist("left")).strip()
        passes, boneyard = (fields.get(name, "").strip() for name in ("passes", "boneyard"))
        return cls(sheet, fields.get("won", ""), left, passes, boneyard, fields.get("replaces", type=int))

    @classmethod
    def fill_fields(cls, sheet: Sheet, entry: Mapping[str, Any]) -> dict[str, str]:
        """Return the fields of a form that would write the result `entry` once more."""
        counts = {"passes": entry.get("passes"), "boneyard": entry.get("boneyard_tiles")}
        fields = {"won": "yes" if entry["won"] else "no", "left": type_hand(entry["left"], counted=True)}
        return fields | {name: str(count) for name, count in counts.items() if count is not None}

    def tapped(self, do: str) -> "ResultForm":
        """Return the form unchanged: no tap changes a result."""
        return self

    def entry(self) -> dict[str, Any]:
        """Return the result in the words of the match file, as far as it is filled in."""
        parts = split_words(self.left)
        entry: dict[str, Any] = {"entry": "result", "won": {"yes": True, "no": False}.get(self.won)}
        if parts:
            entry["left"] = (
                {"tiles": count} if len(parts) == 1 and (count := read_number(parts[0])) is not None else list(parts)
            )
        for name, typed in (("passes", self.passes), ("boneyard_tiles", self.boneyard)):
            if typed:
                entry[name] = typed if (count := read_number(typed)) is None else count
        return entry if self.replaces is None else entry | {"replaces": self.replaces}

    def so_far(self) -> Text:
        """Return the question that stands where the points will be, until the result of the solitaire is entered."""
        return Text(N_("Won or lost?"))

    def show(self) -> "ResultForm":
        """Return this form itself: the template draws its fields as typed."""
        return self

    def preview(self) -> Preview:
        """Return the solitaire's result as the engine scores it, or the problems with it."""
        return preview_entry(self.sheet, self.entry())


FORM: type[Form] = ResultForm
