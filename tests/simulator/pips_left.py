"""What Block, Draw and their relatives deal, allow and count, once more, from their rules alone (docs/rules.md §9)."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from tests.simulator.rules import Dealing, Finish, GermanRules, Hands, Rules, Side, SpanskRules, Worth

# How many tiles each of two, three and four players gets.
SHARES = {"seven": (7, 7, 7), "by_number": (7, 5, 5), "eight_minus": (6, 5, 4)}


class BlockRules(Rules):
    """Block, as the others have it but for what they say."""

    pairs = (False, True)
    shares: ClassVar[Mapping[str, tuple[int, ...]]] = SHARES
    taught: ClassVar[Mapping[str, tuple[Any, ...]]] = {
        "target": (100, 61, 150, 200, 30, 1),
        "set": (6, 9, 12),
        "tiles_each": ("seven", "by_number", "eight_minus"),
        "first_lead": ("highest_double", "highest_drawn"),
        "blocked_score": ("difference", "opponents_sum", "each_difference"),
        "tie": ("none", "rotation"),
        "pairs_count": ("opponents_only", "all_hands"),
    }

    def __init__(self, seats: Sequence[str], in_pairs: bool, options: Mapping[str, Any]) -> None:
        super().__init__(seats, in_pairs, options)
        self.first_rule = options["first_lead"]  # type: ignore[misc]  # of this table

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


PIPS_LEFT: Mapping[str, type[Rules]] = {"block": BlockRules, "draw": DrawRules}
