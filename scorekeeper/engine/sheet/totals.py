"""Points and totals by side, and whether they decide the match."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from scorekeeper.engine.seating import Seating
from scorekeeper.engine.sheet.line import Sheet


def judge(sheet: Sheet, between_rounds: bool, taken_by: tuple[str, ...] = ()) -> Sheet:
    """Return the sheet with the winners and the reason that the match is over if its totals decide it, else unchanged.

    `between_rounds` says whether no round is being played. `taken_by` is the side that has won, whatever the totals.
    """
    game = sheet.game
    winners = taken_by or game.goal.winners(sheet.totals, sheet.round - 1, between_rounds)
    return replace(sheet, winners=winners, why_over=game.goal.explain(sheet.totals, winners)) if winners else sheet


def share_out_points(seating: Seating, points: Mapping[str, int]) -> Mapping[str, int]:
    """Return the points of every side, 0 for the sides that are not in `points`."""
    return MappingProxyType({side: points.get(side, 0) for side in seating.sides})


def add_points(totals: Mapping[str, int], points: Mapping[str, int]) -> Mapping[str, int]:
    """Return the `totals` with `points` added, by side."""
    return MappingProxyType({side: total + points.get(side, 0) for side, total in totals.items()})
