"""Second rules of the games of Козёл, from the rule sheets alone (docs/rules.md §12.1, §12.2)."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from tests.simulator.layout import Tile
from tests.simulator.rules import Dealing, Finish, Hands, Rules, Side, SpanskRules, Worth

COST: Mapping[str, tuple[Any, ...]] = {
    "double_blank": (0, 10, 25),
    "lone_double_blank": (0, 25),
    "lone_double_six": (12, 50),
}


def count_cost(held: Sequence[Tile], options: Mapping[str, Any]) -> int:
    """Return the pips of a hand, with the surcharges for its doubles."""
    if list(held) == [(6, 6)]:
        return int(options["lone_double_six"])
    if list(held) == [(0, 0)] and options["lone_double_blank"]:
        return int(options["lone_double_blank"])
    return int(sum(map(sum, held)) + (options["double_blank"] if (0, 0) in held else 0))


class KozelRules(Rules):
    """Козёл in pairs."""

    players = (4,)
    pairs = (True,)
    taught: ClassVar[Mapping[str, tuple[Any, ...]]] = {
        "target": (101, 51, 201, 30, 1),
        "to_open": (13, 0),
        "first_lead": ("double_one", "highest_drawn", "double_six"),
        "next_lead": ("winner", "rotate", "first_rule"),
        "pairs_count": ("opponents_only", "all_hands"),
        "blocked_by": ("side", "single"),
        "blocked_score": ("opponents_sum", "difference"),
        "tie": ("carried", "none"),
        **COST,
        "two_doubles": ("off", "on"),
        "shutout": ("off", "counts_two"),
    }

    def __init__(self, seats: Sequence[str], in_pairs: bool, options: Mapping[str, Any]) -> None:
        super().__init__(seats, in_pairs, options)
        self.first_rule = options["first_lead"]  # type: ignore[misc]  # of this table
        self.waits = 0  # pips of ties that nobody has won yet
        self.leads = ""  # who leads the next round if the winner or the player who locked this one does

    def deal(self) -> Dealing:
        return Dealing(7, 0, 0)

    def name_first_rule(self) -> str:
        return {"double_one": "double_1", "double_six": "double_6"}.get(self.first_rule, self.first_rule)

    def find_lead(self, hands: Hands) -> str | None:
        if self.first_rule == "highest_drawn":
            return SpanskRules(self.seats, False, {}).find_lead(hands)
        led = (1, 1) if self.first_rule == "double_one" else (6, 6)
        return next((player for player, held in hands.items() if led in held), None)

    def counted(self, out: str | None) -> list[str]:
        if out is None or self["pairs_count"] == "all_hands":
            return super().counted(out)
        return self.others(self.side_of(out))

    def wants_faces(self, out: str | None) -> bool:
        return any(self[key] != usual for key, (usual, *_) in COST.items())

    def score_round(self, finish: Finish) -> Worth:
        if finish.out is not None:
            winner: Side | None = self.side_of(finish.out)
        else:
            sums = {side: [finish.pips[player] for player in side] for side in self.sides}
            one, other = ((min if self["blocked_by"] == "single" else sum)(sums[side]) for side in self.sides)
            winner = None if one == other else self.sides[0] if one < other else self.sides[1]
            if winner is None and self["tie"] == "carried":
                whose = self.side_of(finish.led) if self["blocked_by"] == "single" else self.sides[1]
                self.waits += sum(sums[whose])
        self.leads = finish.out or finish.last
        if winner is None:
            return Worth({})
        cost = {player: count_cost(held, self.options) for player, held in finish.hands.items()}
        theirs, own = (sum(cost[player] for player in players) for players in (self.others(winner), winner))
        if finish.out is None and self["blocked_score"] == "difference":
            points = max(0, theirs - own)
        else:
            points = theirs + (own if self["pairs_count"] == "all_hands" else 0)
        points, self.waits = points + self.waits, 0
        return Worth({winner: points}, (winner,))

    def next_lead(self, led: str, winners: Sequence[Side], out: str | None) -> str | None:
        return {"winner": self.leads, "rotate": self.after(led), "first_rule": None}[self["next_lead"]]


class KozelAloneRules(Rules):
    """Козёл, each alone: penalties."""

    taught: ClassVar[Mapping[str, tuple[Any, ...]]] = {
        "limit": (101, 51, 201, 20),
        "to_open": (0, 13),
        "tiles_each": ("seven", "by_number"),
        "boneyard_keeps": ("0", "1", "2"),
        "first_lead": ("double_one", "highest_double"),
        "blank_leads": (True, False),
        "next_lead": ("winner", "rotate", "first_rule"),
        "blocked_penalty": ("fewest_free", "all_own"),
        **COST,
    }

    def __init__(self, seats: Sequence[str], in_pairs: bool, options: Mapping[str, Any]) -> None:
        super().__init__(seats, in_pairs, options)
        lowest = options["first_lead"] == "double_one"
        self.first_rule = "lowest_double" if lowest else "highest_double"  # type: ignore[misc]  # of this table
        self.leads = ""

    def deal(self) -> Dealing:
        each = 5 if self["tiles_each"] == "by_number" and len(self.seats) > 2 else 7
        left = 28 - each * len(self.seats)
        return Dealing(each, left, min(left, int(self["boneyard_keeps"])))

    def find_lead(self, hands: Hands) -> str | None:
        """Return who holds the tile that comes first in the order of leading tiles."""
        order = [
            (pip, pip)
            for pip in (
                range(1, self.largest + 1) if self.first_rule == "lowest_double" else range(self.largest, 0, -1)
            )
        ]
        order += [(0, 0)] if self["blank_leads"] else []
        order += sorted((tile for tile in self.tiles if tile[0] != tile[1]), key=lambda tile: (-sum(tile), -tile[0]))
        holders = {tile: player for player, held in hands.items() for tile in held}
        return next(holders[tile] for tile in order if tile in holders)

    def wants_faces(self, out: str | None) -> bool:
        return any(self[key] != usual for key, (usual, *_) in COST.items())

    def score_round(self, finish: Finish) -> Worth:
        cost = {player: count_cost(held, self.options) for player, held in finish.hands.items()}
        best = [player for player, held in finish.pips.items() if held == min(finish.pips.values())]
        if finish.out is not None:
            best = [finish.out]
            cost[finish.out] = 0
        elif self["blocked_penalty"] == "fewest_free":
            cost |= dict.fromkeys(best, 0)
        alone = len(best) == 1
        self.leads = finish.out or finish.last or (best[0] if alone else finish.led)
        return Worth({(player,): points for player, points in cost.items()}, ((best[0],),) if alone else ())

    def next_lead(self, led: str, winners: Sequence[Side], out: str | None) -> str | None:
        return {"winner": self.leads, "rotate": self.after(led), "first_rule": None}[self["next_lead"]]

    def find_match_winners(self, totals: Mapping[Side, int], rounds: int, between: bool) -> tuple[Side, ...]:
        if max(totals.values()) < self["limit"]:
            return ()
        return tuple(side for side in self.sides if totals[side] == min(totals.values()))


KOZEL: Mapping[str, type[Rules]] = {"kozel": KozelRules, "kozel_alone": KozelAloneRules}
