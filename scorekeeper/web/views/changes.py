"""The changes on a sheet by undo and redo, with the figures as the sheet prints them."""

from dataclasses import dataclass

from scorekeeper.engine.sheet.line import Sheet
from scorekeeper.play.scoring.changes import Change, list_changes
from scorekeeper.web.views.figures import write_change


@dataclass(frozen=True, slots=True)
class ToldChange:
    """A change, and its totals before and after in one line; empty where they are the same."""

    change: Change
    figures: str


def tell_changes(sheet: Sheet) -> dict[int, ToldChange]:
    """The changes of entries, by their numbers."""
    changes = list_changes(sheet).items()
    return {number: ToldChange(each, write_change(each.before, each.after)) for number, each in changes}
