"""The totals of a sheet before and after entries were taken back or put back, as text."""

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
    """Return what taking back and putting back has changed on the sheet, by the numbers of the affected entries."""
    changes = list_changes(sheet).items()
    return {number: ChangeLine(each, write_change(each.before, each.after)) for number, each in changes}
