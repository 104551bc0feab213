"""Second rules of Block, Draw and related games, from the rule sheets alone (docs/rules.md §9)."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from tests.simulator.layout import Tile
from tests.simulator.rules import (
    Dealing,
    Finish,
    GermanRules,
    Hands,
    Rules,
    Side,
    SpanskRules,
    Worth,
    leave_blank_out,
)

# How many tiles each player gets, with two, three and four players.
SHARES = {"seven": (7, 7, 7), "by_number": (7, 5, 5), "eight_minus": (6, 5, 4), "all_dealt": (14, 9, 7)}


class BlockRules(Rules):
    """Block; the other games of this family are subclasses with the differences."""

    pairs: ClassVar[tuple[bool, ...]] = (False, True)
    shares: ClassVar[Mapping[str, tuple[int, ...]]] = SHARES
    taught: ClassVar[Mapping[str, tuple[Any, ...]]] = {
        "target": (100, 61, 150, 200, 30, 1),
        "set": (6, 9, 12),
        "tiles_each": ("seven", "by_number", "eight_minus", "all_dealt"),
        "first_lead": ("highest_double", "highest_drawn"),
        "blocked_score": ("difference", "opponents_sum", "each_difference"),
        "tie": ("none", "rotation"),
        "pairs_count": ("opponents_only", "all_hands"),
    }

    def __init__(self, seats: Sequence[str], in_pairs: bool, options: Mapping[str, Any]) -> None:
        super().__init__(seats, in_pairs, options)
        self.first_rule = options["first_lead"]  # type: ignore[misc]  # of this table

    @property
    def tiles(self) -> tuple[Tile, ...]:
        return leave_blank_out(super().tiles, len(self.seats), self.options.get("tiles_each") == "all_dealt")

    def deal(self) -> Dealing:
        each = self.shares[self["tiles_each"]][len(self.seats) - 2]
        left = len(self.tiles) - each * len(self.seats)
        return Dealing(each, left, min(left, int(self.options.get("boneyard_keeps", left))))

    def find_lead(self, hands: Hands) -> str | None:
        rules = SpanskRules if self.first_rule == "highest_drawn" else GermanRules
        return rules(self.seats, self.in_pairs, {"first_lead": "highest_double"}).find_lead(hands)

    def counted(self, out: str | None) -> list[str]:
        if out is None or (self.in_pairs and self["pairs_count"] == "all_hands"):
            return super().counted(out)
        return self.others(self.side_of(out))

    def score_round(self, finish: Finish) -> Worth:
        winners = self.find_winners(finish, self["tie"])
        return Worth({side: self.score_hands(side, finish) for side in winners}, winners)

    def score_hands(self, winners: Side, finish: Finish) -> int:
        theirs = sum(finish.pips[player] for player in self.others(winners))
        own = sum(finish.pips[player] for player in winners)
        if finish.out is None and self["blocked_score"] != "opponents_sum":
            each = self["blocked_score"] == "each_difference" and not self.in_pairs
            return theirs - own * (len(self.others(winners)) if each else 1)
        return theirs + (own if self.in_pairs and self["pairs_count"] == "all_hands" else 0)


class DrawRules(BlockRules):
    taught: ClassVar[Mapping[str, tuple[Any, ...]]] = {
        **BlockRules.taught,
        "tiles_each": ("by_number", "seven"),
        "boneyard_keeps": ("2", "1", "0"),
    }


class MatadorRules(BlockRules):
    kind = "endwise"
    shares: ClassVar[Mapping[str, tuple[int, ...]]] = {**SHARES, "by_number": (7, 6, 5), "five": (5, 5, 5)}
    taught: ClassVar[Mapping[str, tuple[Any, ...]]] = {
        "target": (100, 61, 150, 200, 30, 1),
        "set": (6, 9, 12),
        "tiles_each": ("by_number", "seven", "five"),
        "draw": ("until_playable", "one", "none"),
        "boneyard_keeps": ("2", "0"),
        "next_lead": ("first_rule", "rotate"),
        "blocked_score": ("difference", "opponents_sum"),
    }

    def __init__(self, seats: Sequence[str], in_pairs: bool, options: Mapping[str, Any]) -> None:
        fixed = {"first_lead": "highest_double", "tie": "none", "pairs_count": "opponents_only"}
        super().__init__(seats, in_pairs, {**fixed, **options})

    def deal(self) -> Dealing:
        dealing = super().deal()
        return Dealing(dealing.each, dealing.boneyard, dealing.boneyard) if self["draw"] == "none" else dealing

    def most_drawn(self) -> int | None:
        return {"until_playable": None, "one": 1, "none": 0}[self["draw"]]

    def fits(self, tile: Tile, join: int, pip: int, total: Callable[[], int]) -> bool:
        return join + pip == self.largest + 1 or sum(tile) in (0, self.largest + 1)

    def next_lead(self, led: str, winners: Sequence[Side], out: str | None) -> str | None:
        return None if self["next_lead"] == "first_rule" else self.after(led)


class SebastopolRules(BlockRules):
    kind = "cross"
    tile_leads = True
    players = (4,)
    pairs: ClassVar[tuple[bool, ...]] = (False,)
    taught: ClassVar[Mapping[str, tuple[Any, ...]]] = {
        "target": (100, 50, 60, 1),
        "blocked_score": ("difference", "opponents_sum"),
    }

    def __init__(self, seats: Sequence[str], in_pairs: bool, options: Mapping[str, Any]) -> None:
        fixed = {"first_lead": "double_6", "tie": "none", "pairs_count": "opponents_only", "tiles_each": "seven"}
        super().__init__(seats, in_pairs, {**fixed, **options})

    def find_lead(self, hands: Hands) -> str | None:
        return next((player for player, held in hands.items() if (6, 6) in held), None)

    def pick_first(self, held: Sequence[Tile], by_rule: bool) -> list[Tile]:
        return [(6, 6)]

    def next_lead(self, led: str, winners: Sequence[Side], out: str | None) -> str | None:
        return None


class HughieRules(BlockRules):
    players = (2, 3, 4, 5)
    pairs: ClassVar[tuple[bool, ...]] = (False,)
    shares: ClassVar[Mapping[str, tuple[int, ...]]] = {"all": (14, 9, 7, 5), "seven_five": (7, 7, 5, 5)}
    taught: ClassVar[Mapping[str, tuple[Any, ...]]] = {
        "target": (100, 61, 150, 200, 1),
        "tiles_each": ("all", "seven_five"),
        "turns": ("while_it_fits", "one"),
        "blocked_score": ("difference", "each_difference"),
    }

    def __init__(self, seats: Sequence[str], in_pairs: bool, options: Mapping[str, Any]) -> None:
        fixed = {"first_lead": "highest_drawn", "tie": "none", "pairs_count": "opponents_only"}
        super().__init__(seats, in_pairs, {**fixed, **options})

    def goes_on(self, points: int, double: bool) -> bool:
        return bool(self["turns"] == "while_it_fits")


PIPS_LEFT: Mapping[str, type[Rules]] = {
    "block": BlockRules,
    "draw": DrawRules,
    "matador": MatadorRules,
    "sebastopol": SebastopolRules,
    "blind_hughie": HughieRules,
}
