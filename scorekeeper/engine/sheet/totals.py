"""Points by side, the totals that they make, and whether these decide the match."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from scorekeeper.engine.seating import Seating
from scorekeeper.engine.sheet.line import Sheet


def judge(sheet: Sheet, between_rounds: bool) -> Sheet:
    """The sheet with its winners, if the match is over now."""
    game = sheet.game
    winners = game.goal.winners(sheet.totals, sheet.round - 1, between_rounds)
    return replace(sheet, winners=winners, why_over=game.goal.explain(sheet.totals, winners)) if winners else sheet


def share_out_points(seating: Seating, points: Mapping[str, int]) -> Mapping[str, int]:
    """The `points` of every side, nothing for those that made none."""
    return MappingProxyType({side: points.get(side, 0) for side in seating.sides})


def add_points(totals: Mapping[str, int], points: Mapping[str, int]) -> Mapping[str, int]:
    """The `totals` with these points."""
    return MappingProxyType({side: total + points.get(side, 0) for side, total in totals.items()})
