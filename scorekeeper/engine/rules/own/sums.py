"""The points that the winner of a round scores for the hands in your own game (docs/rules.md §11).

These are the steps in their order: take the hands that count, round each, add them up, subtract the own pips, round the
sum, and divide it or count it by steps. A result below 0 counts as 0.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from scorekeeper.engine.rules.hand_rounding import HandRounding, write_rounded
from scorekeeper.engine.rules.hands import list_hands
from scorekeeper.engine.rules.points import count_points, round_to_five
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.text import N_, Text, Value


class WinnerGets(Enum):
    """What the winner of a round scores: the opponents' hands, all hands, the differences, a fixed sum, or nothing."""

    OPPONENTS = "opponents"
    ALL_HANDS = "all_hands"
    DIFFERENCES = "differences"
    FIXED = "fixed"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class HandSum:
    """The way in which hands become points.

    With `steps`, up to 20 pips are worth 2 points, and every further ten pips, complete or not, 1 more.
    """

    gets: WinnerGets
    rounding: HandRounding
    divide_by: int
    steps: bool = False

    def add_up(self, seating: Seating, winner: str, pips: Mapping[str, int], less_own: bool) -> tuple[int, Text]:
        """Return the points of the side `winner` for the hands, and the reason.

        `pips` are the pips by player; players without tiles may be missing. With `less_own` the pips of the winner's
        side are subtracted.
        """
        opponents, members = seating.opponents(winner), seating.members(winner)
        each = self._round_each(pips)
        own, against = sum(each.get(player, 0) for player in members), less_own * 1
        counted = opponents
        if self.gets is WinnerGets.ALL_HANDS and seating.partners:
            counted = tuple(player for player in seating.players if each.get(player))
        if self.gets is WinnerGets.DIFFERENCES:
            against += 1 if seating.partners else len(opponents)
        total = sum(each[player] for player in counted)
        left = total - own * against
        near = self._round_total(left)
        points = self._count(max(0, near))
        values: dict[str, Value] = {
            "hands": self._write_hands(counted, pips),
            "sum": total,
            "own": own,
            "against": against,
            "left": left,
            "near": near,
            "points": points,
            "by": self.divide_by,
        }
        return points, self._explain(values, left, near, counted[0] if len(counted) == 1 else None)

    def _round_each(self, pips: Mapping[str, int]) -> Mapping[str, int]:
        """Return the pips by player, each hand rounded to the nearest five if the rules round hands separately."""
        if self.rounding is not HandRounding.EACH:
            return pips
        return {player: round_to_five(held) for player, held in pips.items()}

    def _round_total(self, total: int) -> int:
        """Return `total`, rounded to the nearest five if the rules round the sum of the hands."""
        return round_to_five(total) if self.rounding is HandRounding.TOTAL else total

    def _count(self, pips: int) -> int:
        """Return the points for this number of `pips`, which are at least 0."""
        if self.steps:
            return max(2, (pips + 9) // 10) if pips else 0
        return pips // self.divide_by

    def _write_hands(self, players: tuple[str, ...], pips: Mapping[str, int]) -> str:
        """Return the hands of `players` as text, with their rounded pips if each hand is rounded."""
        held = {player: pips[player] for player in players}
        return write_rounded(players, held) if self.rounding is HandRounding.EACH else list_hands(players, held)

    def _explain(self, values: Mapping[str, Value], left: int, near: int, single: str | None) -> Text:
        """Return the reason, without the steps that have no effect; `single` is the only player whose hand counts.

        Example: `Bo 7, Carl 16: 23 − 5 = 18, rounded to 20, 20 ÷ 5 = 4`. `single` is None if several hands count.
        """
        why = Text(N_("%(hands)s: %(sum)s"), values)
        if single is not None and self.rounding is not HandRounding.EACH:
            why = Text(N_("%(player)s holds %(points)s"), {"player": single, "points": values["sum"]})
        if values["own"] and values["against"]:
            times = N_("%(hands)s: %(sum)s − %(own)s = %(left)s")
            many = N_("%(hands)s: %(sum)s − %(against)s × %(own)s = %(left)s")
            why = Text(times if values["against"] == 1 else many, values)
        if near != left:
            why = Text(N_("%(hands)s, rounded to %(points)s"), {"hands": why, "points": near})
        if near < 0:
            return Text(N_("%(why)s; less than nothing counts 0"), {"why": why})
        if self.steps:
            return Text(
                N_("%(why)s, %(points)s by steps"), {"why": why, "points": count_points(int(str(values["points"])))}
            )
        if self.divide_by == 1:
            return why
        return Text(N_("%(sum)s, %(near)s ÷ 5 = %(points)s"), {**values, "sum": why})
