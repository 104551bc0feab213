"""How taking back and putting back has changed the totals of a sheet, as text."""

from dataclasses import dataclass

from scorekeeper.engine.sheet.line import Sheet
from scorekeeper.play.scoring.changes import Change, list_changes
from scorekeeper.web.views.figures import write_change


@dataclass(frozen=True, slots=True)
class ChangeLine:
    """A change, and the totals before and after it in one line; empty if they are the same."""

    change: Change
    figures: str


def tell_changes(sheet: Sheet) -> dict[int, ChangeLine]:
    """Return the changes made to entries of the sheet, by the numbers of those entries."""
    changes = list_changes(sheet).items()
    return {number: ChangeLine(each, write_change(each.before, each.after)) for number, each in changes}
