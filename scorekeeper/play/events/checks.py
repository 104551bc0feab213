"""What may be done about an event: each function raises EventError when it may not."""

from scorekeeper.play.events.event import Event
from scorekeeper.play.events.rounds import EventSheet, EventTable, TableResult


def check_result(event: Event, table: EventTable, result: TableResult) -> None:
    """Check a result for a table."""
    raise NotImplementedError


def check_posted_result(sheet: EventSheet, round_: int, table: int, result: TableResult) -> None:
    """Check a result for the table with this number in the round with this number."""
    raise NotImplementedError


def check_correction(sheet: EventSheet, round_: int, table: int, result: TableResult, reason: str) -> None:
    """Check a result that replaces another one."""
    raise NotImplementedError


def check_draw(sheet: EventSheet) -> None:
    """Check whether the next round can be drawn."""
    raise NotImplementedError


def check_bye(sheet: EventSheet, name: str) -> None:
    """Check whether an entrant may have the bye of the next round."""
    raise NotImplementedError


def check_entry(sheet: EventSheet, first_round: int) -> None:
    """Check whether somebody may still enter and play from the round `first_round` on."""
    raise NotImplementedError


def check_swap(sheet: EventSheet, names: tuple[str, str]) -> None:
    """Check whether two seats of the last drawn round may be swapped."""
    raise NotImplementedError


def check_redraw(sheet: EventSheet, round_: int) -> None:
    """Check whether the round with this number may be drawn anew."""
    raise NotImplementedError
