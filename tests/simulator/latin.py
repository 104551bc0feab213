"""Second rules of the Latin games, from the rule sheets alone (docs/rules.md §9.3, §9.4)."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from tests.simulator.layout import Tile
from tests.simulator.pips_left import BlockRules
from tests.simulator.rules import Dealing, Finish, Hands, Rules, Side, Worth

PAID: Mapping[str, tuple[Any, ...]] = {
    "capicua": (0, 25, 30, 100),
    "capicua_doubles": (False, True),
    "capicua_blank": (True, False),
    "capicua_same_ends": (True, False),
    "chuchazo": (0, 25, 30, 100),
    "chuchazo_both_ends": (True, False),
    "pase_salida": (0, 25, 30),
    "pase_salida_single": (0, 50),
    "pase_corrido": (0, 25, 30),
    "false_pass": (0, 50),
    "tranque": (0, 25, 100),
    "early_rounds": ("none", "100_75_50_25"),
    "shutout": ("off", "counts_two"),
}


class LatinRules(BlockRules):
    """Dominó in pairs."""

    players = (4,)
    pairs = (True,)
    each: ClassVar[int] = 7
    taught: ClassVar[Mapping[str, tuple[Any, ...]]] = {
        "target": (100, 75, 150, 200, 300, 500, 1),
        "first_lead": ("double_six", "highest_drawn"),
        "next_lead": ("rotate", "winner"),
        "pairs_count": ("opponents_only", "all_hands"),
        "blocked_by": ("side", "single", "duel", "duel_before"),
        "tie": ("none", "lead", "last_to_play"),
        **PAID,
    }

    def __init__(self, seats: Sequence[str], in_pairs: bool, options: Mapping[str, Any]) -> None:
        super().__init__(seats, in_pairs, {"blocked_score": "opponents_sum", **options})
        self.won = 0  # rounds that somebody has won so far
        self.leads = ""  # who leads the next round if the winners do

    def name_first_rule(self) -> str:
        return "double_6" if self.first_rule == "double_six" else self.first_rule

    def deal(self) -> Dealing:
        left = len(self.tiles) - 4 * self.each
        return Dealing(self.each, left, left)

    def find_lead(self, hands: Hands) -> str | None:
        if self.first_rule == "double_six":
            return next((player for player, held in hands.items() if (6, 6) in held), None)
        return super().find_lead(hands)

    # -- bonuses -----------------------------------------------------------------------------------------------------

    def call(self, tile: Tile, ends: Sequence[int]) -> str:
        """Return the bonus that this table pays for a last tile laid at these ends; else an empty string."""
        high, low = tile
        if tile == (0, 0):
            true = self["chuchazo_both_ends"] or set(ends) != {0}
            return "chuchazo" if self["chuchazo"] and true else ""
        blank = low == 0 and not self["capicua_blank"]
        both = {high, low} == {*ends} or (self["capicua_same_ends"] and ends[0] == ends[1] and ends[0] in tile)
        played = self["capicua"] or self["capicua_doubles"]
        return "capicua" if played and both and high != low and not blank else ""

    def list_calls(self) -> list[str]:
        played = {"capicua": self["capicua"] or self["capicua_doubles"], "chuchazo": self["chuchazo"]}
        return [call for call, pays in played.items() if pays]

    def pay_passes(self, laid: Sequence[Tile], passed: int) -> str:
        """Return the bonus for this number of passes in a row after these tiles; empty if there is none."""
        single = self["pase_salida_single"] and laid[0][0] != laid[0][1]
        first = "pase_salida_single" if single else "pase_salida"
        found = "pase_corrido" if passed == 3 else first if passed == 1 and len(laid) == 1 else ""
        return found if found and self[found] else ""

    # -- the end of a round ------------------------------------------------------------------------------------------

    def score_round(self, finish: Finish) -> Worth:
        winners = self.find_locked(finish)
        self.leads = self._choose_lead(finish, winners)
        if not winners:
            return Worth({})
        points = self.score_hands(winners[0], finish)
        if finish.out is not None:
            points *= 2 if finish.call == "capicua" and self["capicua_doubles"] else 1
            points += self[finish.call] if finish.call else 0
        elif finish.last in winners[0]:
            points += self["tranque"]
        if self["early_rounds"] != "none" and self.won < 4:
            points += 100 - 25 * self.won
        self.won += 1
        return Worth({winners[0]: points}, winners)

    def find_locked(self, finish: Finish) -> tuple[Side, ...]:
        by = self["blocked_by"]
        if finish.out is not None or by == "side":
            return self.find_winners(finish, self["tie"])
        held = [(finish.pips[player], player) for player in self.find_rivals(finish.last)]
        best = {self.side_of(player) for pips, player in held if pips == min(held)[0]}
        if len(best) == 1:
            return tuple(best)
        decides = {"none": None, "lead": finish.led, "last_to_play": finish.last}[self["tie"]]
        return () if decides is None else (self.side_of(decides),)

    def find_rivals(self, locked_by: str) -> Sequence[str]:
        """Return the players whose hands decide a blocked round that is not decided by sides."""
        before = self.seats[self.seats.index(locked_by) - 1]
        two = {"duel": self.after(locked_by), "duel_before": before}.get(self["blocked_by"])
        return self.seats if two is None else (locked_by, two)

    def _choose_lead(self, finish: Finish, winners: Sequence[Side]) -> str:
        if finish.out is not None:
            return finish.out
        if not winners:
            return finish.led
        return finish.last if finish.last in winners[0] else self.after(finish.last)

    def next_lead(self, led: str, winners: Sequence[Side], out: str | None) -> str | None:
        return self.leads if self["next_lead"] == "winner" else self.after(led)


class CubanRules(LatinRules):
    each = 10
    taught: ClassVar[Mapping[str, tuple[Any, ...]]] = {
        **LatinRules.taught,
        "target": (150, 100, 200, 1),
        "first_lead": ("highest_drawn", "highest_double"),
        "blocked_by": ("side", "single"),
    }

    def __init__(self, seats: Sequence[str], in_pairs: bool, options: Mapping[str, Any]) -> None:
        super().__init__(seats, in_pairs, options)
        self.largest = 9


class BatidaRules(LatinRules):
    taught: ClassVar[Mapping[str, tuple[Any, ...]]] = {
        "target": (6, 7, 10, 1),
        "tiles_each": ("seven", "six"),
        "first_lead": ("highest_double", "highest_drawn"),
        "next_lead": ("rotate", "winner", "first_rule"),
        "points_plain": (1, 2),
        "points_double": (2, 1, 3),
        "points_both_ends": (3, 2),
        "points_both_ends_double": (4, 6),
        "same_ends_count": (False, True),
        "closed": ("count", "carry"),
        "points_closed": (1, 2),
        "blocked_by": ("side", "single"),
        "tie": ("carried", "none"),
        "six_doubles": (0, 1),
        "shutout": ("off", "counts_two"),
    }

    def __init__(self, seats: Sequence[str], in_pairs: bool, options: Mapping[str, Any]) -> None:
        super().__init__(seats, in_pairs, {"early_rounds": "none", "pairs_count": "opponents_only", **options})
        self.waiting = 0  # points for the winner of the next round
        self.found_anew = False  # the tiles decide who leads the next round

    def deal(self) -> Dealing:
        each = {"seven": 7, "six": 6}[self["tiles_each"]]
        return Dealing(each, 28 - 4 * each, 28 - 4 * each)

    def name_first_rule(self) -> str:
        six_dealt = self.first_rule == "highest_double" and self["tiles_each"] == "seven"
        return "double_6" if six_dealt else self.first_rule

    def counted(self, out: str | None) -> list[str]:
        return list(self.seats) if out is None and self["closed"] == "count" else []

    def call(self, tile: Tile, ends: Sequence[int]) -> str:
        if tile[0] == tile[1]:
            return "both_ends_double" if {*ends} == {tile[0]} else "double"
        one_number = ends[0] == ends[1]
        both = self["same_ends_count"] if one_number else {*tile} == {*ends}
        return "both_ends" if both else "plain"

    def list_calls(self) -> list[str]:
        return ["plain", "double", "both_ends", "both_ends_double"]

    def pay_passes(self, laid: Sequence[Tile], passed: int) -> str:
        return ""

    def score_round(self, finish: Finish) -> Worth:
        self.found_anew = finish.out is None and (self["closed"] == "carry" or self["next_lead"] == "winner")
        self.leads = finish.out or ""
        carry = finish.out is None and self["closed"] == "carry"
        winners = () if carry else self.find_locked(finish)
        if not winners:
            self.waiting += carry or self["tie"] == "carried"
            return Worth({})
        points = self["points_closed"] if finish.out is None else self[f"points_{finish.call or 'plain'}"]
        points, self.waiting = points + self.waiting, 0
        return Worth({winners[0]: points}, winners)

    def find_locked(self, finish: Finish) -> tuple[Side, ...]:
        tied = BatidaRules(self.seats, self.in_pairs, {**self.options, "tie": "none"})
        return LatinRules.find_locked(tied, finish)

    def next_lead(self, led: str, winners: Sequence[Side], out: str | None) -> str | None:
        if self.found_anew or self["next_lead"] == "first_rule":
            return None
        return self.leads if self["next_lead"] == "winner" else self.after(led)


class OrienteRules(LatinRules):
    taught: ClassVar[Mapping[str, tuple[Any, ...]]] = {
        "target": (20, 10, 30, 1),
        "first_lead": ("highest_drawn", "double_six"),
        "tie": ("lead", "none"),
        "capicua_doubles": (False, True),
        "first_pass": (2, 0),
        "below_from": (3, 2, 4),
        "shutout": ("off", "counts_two"),
    }

    def __init__(self, seats: Sequence[str], in_pairs: bool, options: Mapping[str, Any]) -> None:
        fixed = {"pairs_count": "all_hands", "blocked_by": "single", "early_rounds": "none"}
        super().__init__(seats, in_pairs, {**fixed, **options})
        self.passed = False  # whether somebody has passed in this match
        self.below = 0

    def counted(self, out: str | None) -> list[str]:
        return [player for player in self.seats if player != out]

    def call(self, tile: Tile, ends: Sequence[int]) -> str:
        both = {*tile} == {*ends} or (ends[0] == ends[1] and ends[0] in tile)
        return "capicua" if self["capicua_doubles"] and both and tile[0] != tile[1] else ""

    def list_calls(self) -> list[str]:
        return ["capicua"] if self["capicua_doubles"] else []

    def pay_passes(self, laid: Sequence[Tile], passed: int) -> str:
        first, self.passed = not self.passed, True
        return "first_pass" if first and self["first_pass"] else ""

    def count_move(self, total: int, points: int) -> int:
        if total == 0:
            self.below += points
        return points if total else 0

    def score_round(self, finish: Finish) -> Worth:
        winners = self.find_locked(finish)
        self.leads = finish.out or self._find_lowest(finish, winners)
        if not winners:
            return Worth({})
        left = sum(finish.pips[player] for player in self.seats)
        steps = [step for step in range(2, 17) if left <= 10 * step]
        return Worth({winners[0]: steps[0] * (2 if finish.call else 1)}, winners)

    def _find_lowest(self, finish: Finish, winners: Sequence[Side]) -> str:
        around = [player for player in self.from_lead(finish.led) if winners and player in winners[0]]
        return min(around, key=lambda player: finish.pips[player], default=finish.led)

    def set_back(
        self, totals: Mapping[Side, int], scored: Mapping[Side, int], winners: Sequence[Side]
    ) -> Mapping[Side, int]:
        if not winners or scored[winners[0]] < self["below_from"]:
            return scored
        lifted, self.below = self.below, 0
        return {side: points + lifted for side, points in scored.items()}

    def next_lead(self, led: str, winners: Sequence[Side], out: str | None) -> str | None:
        return self.leads


LATIN: Mapping[str, type[Rules]] = {
    "latin_partner": LatinRules,
    "cuban_d9": CubanRules,
    "batida": BatidaRules,
    "oriente": OrienteRules,
}
