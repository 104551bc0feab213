"""The draw of the next round. The same seed always draws the same."""

from collections.abc import Sequence

from scorekeeper.play.events.rounds import EventRound, EventSheet


def draw_round(sheet: EventSheet, seed: int, order: Sequence[str] | None = None) -> EventRound:
    """Draw the next round of an event in its mode; `order` is the ranking, which else follows from the results.

    Raises EventError.
    """
    raise NotImplementedError


def swap_seats(drawn: EventRound, first: str, second: str) -> EventRound:
    """Return a round in which two entrants have changed their seats."""
    raise NotImplementedError
