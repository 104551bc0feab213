"""The form for a pass: a player could neither play nor draw. In the forms for moves one tap writes it at once."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from werkzeug.datastructures import MultiDict

from scorekeeper.engine.sheet.line import Sheet
from scorekeeper.engine.text import N_, Text
from scorekeeper.play.scoring.preview import Preview, preview_entry
from scorekeeper.web.forms.form import Form


@dataclass(frozen=True, slots=True)
class PassForm:
    """The form for a pass: `player` could neither play nor draw."""

    name: ClassVar[str] = "pass"
    template: ClassVar[str] = "forms/_pass.html"
    photo_of: ClassVar[str] = ""
    fields: ClassVar[tuple[str, ...]] = ("player", "replaces")
    ready: ClassVar[bool] = True  # missing values are reported at their fields
    sheet: Sheet
    player: str = ""
    replaces: int | None = None

    @classmethod
    def read(cls, sheet: Sheet, fields: MultiDict[str, str]) -> "PassForm":
        """Return the form for a pass from the submitted `fields`; a missing player is the one to move."""
        return cls(sheet, fields.get("player", sheet.to_move or ""), fields.get("replaces", type=int))

    @classmethod
    def fill_fields(cls, sheet: Sheet, entry: Mapping[str, Any]) -> dict[str, str]:
        """Return the fields of a form that would write the pass `entry` once more."""
        return {"player": entry["player"]}

    def tapped(self, do: str) -> "PassForm":
        """Return the form unchanged: no tap changes a pass."""
        return self

    def entry(self) -> dict[str, Any]:
        """Return the pass in the words of the match file, as far as it is filled in."""
        entry: dict[str, Any] = {"entry": "pass", "player": self.player or None}
        return entry if self.replaces is None else entry | {"replaces": self.replaces}

    def so_far(self) -> Text:
        """Return the text to show while nobody is entered who passes."""
        return Text(N_("Tap who passes."))

    def preview(self) -> Preview:
        """Return the pass as the engine scores it; an empty preview while the player is missing."""
        return preview_entry(self.sheet, self.entry()) if self.player else Preview()

    def show(self) -> None:
        """Return None: the template of a pass draws nothing in addition to the fields."""


FORM: type[Form] = PassForm
