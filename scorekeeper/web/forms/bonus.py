"""The form for a bonus in play: its player and its kind. A bonus that the last passes earn is offered first."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from werkzeug.datastructures import MultiDict

from scorekeeper.engine.entries import Pass
from scorekeeper.engine.rules.bonuses import IN_PLAY
from scorekeeper.engine.sheet.line import Sheet
from scorekeeper.engine.text import N_, Text
from scorekeeper.play.scoring.preview import Preview, preview_entry
from scorekeeper.web.forms.form import Form


def find_offer(sheet: Sheet) -> tuple[str, str] | None:
    """Return the player and the bonus that the last passes earn.

    Return None if they earn none, or if it is written already or contradicted by the moves.
    """
    last = next(sheet.last_lines, None)
    if sheet.between_rounds or last is None or not isinstance(last.entry, Pass):
        return None
    offer = sheet.game.bonuses.offer(sheet.layout, sheet.mover, sheet.passed)
    if offer is None:
        return None
    player, bonus = offer
    return offer if preview_entry(sheet, {"entry": "bonus", "player": player, "bonus": bonus}).line else None


@dataclass(frozen=True, slots=True)
class BonusView:
    """The values that the template draws: the bonuses that this table pays, each as key, label and points."""

    paid: tuple[tuple[str, Text, int], ...]


@dataclass(frozen=True, slots=True)
class BonusForm:
    """The form for a bonus in play: `player` gets the `bonus`."""

    name: ClassVar[str] = "bonus"
    template: ClassVar[str] = "forms/_bonus.html"
    photo_of: ClassVar[str] = ""
    fields: ClassVar[tuple[str, ...]] = ("player", "bonus", "replaces")
    ready: ClassVar[bool] = True  # missing values are reported at their fields
    sheet: Sheet
    player: str = ""
    bonus: str = ""
    replaces: int | None = None

    @classmethod
    def read(cls, sheet: Sheet, fields: MultiDict[str, str]) -> "BonusForm":
        """Return the form for a bonus from the submitted `fields`.

        If fields are missing, the player and the bonus are those that the last passes earn, if they earn one.
        """
        player, bonus = find_offer(sheet) or ("", "")
        paid = tuple(sheet.game.bonuses.paid)
        bonus = bonus or (paid[0] if len(paid) == 1 else "")
        return cls(sheet, fields.get("player", player), fields.get("bonus", bonus), fields.get("replaces", type=int))

    @classmethod
    def fill_fields(cls, sheet: Sheet, entry: Mapping[str, Any]) -> dict[str, str]:
        """Return the fields of a form that would write the bonus `entry` once more."""
        return {"player": entry["player"], "bonus": entry["bonus"]}

    def tapped(self, do: str) -> "BonusForm":
        """Return the form unchanged: no tap changes a bonus."""
        return self

    def entry(self) -> dict[str, Any]:
        """Return the bonus in the words of the match file, as far as it is filled in."""
        entry: dict[str, Any] = {"entry": "bonus", "player": self.player or None, "bonus": self.bonus}
        return entry if self.replaces is None else entry | {"replaces": self.replaces}

    def so_far(self) -> Text:
        """Return the text to show while the bonus cannot be scored yet."""
        return Text(N_("Tap who gets the bonus, and which."))

    def preview(self) -> Preview:
        """Return the bonus as the engine scores it; an empty preview while the player or the bonus is missing."""
        return preview_entry(self.sheet, self.entry()) if self.player and self.bonus else Preview()

    def show(self) -> BonusView:
        """Return the bonuses that are paid at this table, with labels and points."""
        paid = self.sheet.game.bonuses.paid
        return BonusView(tuple((bonus, Text(IN_PLAY[bonus]), worth) for bonus, worth in paid.items()))


FORM: type[Form] = BonusForm
