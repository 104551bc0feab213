"""Second rules of the games in which multiples of five score: deal, moves and points (docs/rules.md §8)."""

from collections.abc import Mapping, Sequence
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
    near5,
)


class FivesRules(Rules):
    """Muggins; the other games of this family are subclasses with the differences."""

    pairs = (False, True)
    in_play = True
    taught: ClassVar[Mapping[str, tuple[Any, ...]]] = {
        "target": (100, 61, 200, 20, 1),
        "end_when": ("at_once", "after_round"),
        "set": (6, 9),
        "score_as": ("pips", "fives"),
        "first_lead": ("highest_double", "highest_drawn"),
        "next_lead": ("winner", "rotate"),
        "hand_rounding": ("total", "each", "none"),
        "blocked_score": ("opponents_sum", "difference", "none"),
        "tie": ("none", "rotation"),
        "tiles_each": ("by_number", "five", "seven", "nine_for_three"),
        "boneyard_keeps": ("0", "2"),
    }

    def __init__(self, seats: Sequence[str], in_pairs: bool, options: Mapping[str, Any]) -> None:
        super().__init__(seats, in_pairs, options)
        self.first_rule = options.get("first_lead", "highest_drawn")  # type: ignore[misc]  # of this table

    @classmethod
    def may_agree(cls, options: Mapping[str, Any]) -> bool:
        return bool(options.get("score_as") != "fives" or options["hand_rounding"] != "none")

    @property
    def tiles(self) -> tuple[Tile, ...]:
        return leave_blank_out(super().tiles, len(self.seats), self.options.get("tiles_each") == "nine_for_three")

    @property
    def fifth(self) -> bool:
        return bool(self.options.get("score_as", "fives") == "fives")

    def deal(self) -> Dealing:
        by_number = 7 if len(self.seats) == 2 else 5
        nine = 9 if len(self.seats) == 3 else 7
        each = {"by_number": by_number, "five": 5, "seven": 7, "nine_for_three": nine}[self["tiles_each"]]
        left = len(self.tiles) - each * len(self.seats)
        return Dealing(each, left, min(left, int(self["boneyard_keeps"])))

    def find_lead(self, hands: Hands) -> str | None:
        rules = SpanskRules if self.first_rule == "highest_drawn" else GermanRules
        return rules(self.seats, self.in_pairs, {"first_lead": "highest_double"}).find_lead(hands)

    def score_play(self, open_halves: Sequence[int], shown: Sequence[int]) -> int:
        total = sum(open_halves)
        return 0 if total % 5 else total // 5 if self.fifth else total

    def counted(self, out: str | None) -> list[str]:
        if out is not None:
            return self.others(self.side_of(out))
        return [] if self["blocked_score"] == "none" else list(self.seats)

    def score_round(self, finish: Finish) -> Worth:
        if finish.out is None and self["blocked_score"] == "none":
            return Worth({})
        winners = self.find_winners(finish, self["tie"])
        return Worth({side: self.score_hands(side, finish) for side in winners}, winners)

    def score_hands(self, winners: Side, finish: Finish) -> int:
        rounding = self.options.get("hand_rounding", "total")
        less = winners if finish.out is None and self["blocked_score"] == "difference" else ()
        theirs, own = ([finish.pips[player] for player in players] for players in (self.others(winners), less))
        hand = near5 if rounding == "each" else int
        left = max(0, sum(map(hand, theirs)) - sum(map(hand, own)))
        left = near5(left) if rounding == "total" else left
        return left // 5 if self.fifth else left

    def next_lead(self, led: str, winners: Sequence[Side], out: str | None) -> str | None:
        return self.after(led) if self["next_lead"] == "rotate" else out

    def ends_in_play(self) -> bool:
        return bool(self["end_when"] == "at_once")


class MugginsRules(FivesRules):
    taught: ClassVar[Mapping[str, tuple[Any, ...]]] = {**FivesRules.taught, "muggins_call": ("off", "on")}

    @property
    def may_claim(self) -> bool:
        return bool(self["muggins_call"] == "on")


class AllFivesRules(FivesRules):
    kind = "spin_one"
    taught: ClassVar[Mapping[str, tuple[Any, ...]]] = {
        **FivesRules.taught,
        "target": (100, 61, 150, 200, 250, 20, 1),
        "first_lead": ("highest_drawn", "highest_double"),
        "boneyard_keeps": ("0", "1", "2"),
    }


class FiveUpRules(FivesRules):
    kind = "spin"
    taught: ClassVar[Mapping[str, tuple[Any, ...]]] = {
        "target": (61, 51, 100, 20, 1),
        "end_when": ("at_once", "after_round"),
        "exact": (False, True),
        "next_lead": ("winner", "rotate"),
        "blocked_score": ("opponents_sum", "difference", "none"),
        "tie": ("none", "rotation"),
        "boneyard_keeps": ("0", "1"),
    }

    def deal(self) -> Dealing:
        left = 28 - 5 * len(self.seats)
        return Dealing(5, left, int(self["boneyard_keeps"]))

    @property
    def hits_exactly(self) -> bool:
        return bool(self["exact"])


class FivesAndThreesRules(Rules):
    pairs = (False, True)
    in_play = True
    asks_last = True
    first_rule = "highest_drawn"
    taught: ClassVar[Mapping[str, tuple[Any, ...]]] = {
        "target": (61, 31, 121, 12, 1),
        "exact": (True, False),
        "first_tile_wins": (True, False),
        "tiles_each": ("7_5", "9_6", "7_6"),
        "pair_out": ("both", "first"),
    }

    def deal(self) -> Dealing:
        two, more = {"7_5": (7, 5), "9_6": (9, 6), "7_6": (7, 6)}[self["tiles_each"]]
        each = two if len(self.seats) == 2 else more
        left = 28 - each * len(self.seats)
        return Dealing(each, left, left)

    @property
    def plays_on(self) -> bool:
        return self.in_pairs and bool(self["pair_out"] == "both")

    @property
    def hits_exactly(self) -> bool:
        return bool(self["exact"])

    def find_lead(self, hands: Hands) -> str | None:
        return SpanskRules(self.seats, False, {}).find_lead(hands)

    def score_play(self, open_halves: Sequence[int], shown: Sequence[int]) -> int:
        total = sum(open_halves)
        return sum(total // each for each in (3, 5) if total % each == 0)

    def counted(self, out: str | None) -> list[str]:
        return []

    def score_round(self, finish: Finish) -> Worth:
        if finish.out is None:
            return Worth({})
        return Worth({self.side_of(finish.out): 1}, (self.side_of(finish.out),))


class BergenRules(Rules):
    in_play = True
    tile_leads = True
    taught: ClassVar[Mapping[str, tuple[Any, ...]]] = {
        "target": (15, 10, 25, 3, 1),
        "end_when": ("at_once", "after_round"),
        "near_target": ("off", "on"),
        "out_points": (1, 2),
        "blocked_rule": ("fewest", "no_doubles_first"),
        "first_lead": ("double_only", "lowest_double"),
        "boneyard_keeps": ("0", "2"),
    }

    def __init__(self, seats: Sequence[str], in_pairs: bool, options: Mapping[str, Any]) -> None:
        super().__init__(seats, in_pairs, options)
        self.lowest = options["first_lead"] == "lowest_double"
        self.first_rule = "lowest_double" if self.lowest else "highest_double"  # type: ignore[misc]  # of this table

    def deal(self) -> Dealing:
        each = 5 if len(self.seats) == 4 else 6
        return Dealing(each, 28 - each * len(self.seats), int(self["boneyard_keeps"]))

    def find_lead(self, hands: Hands) -> str | None:
        doubles = [(tile, player) for player, held in hands.items() for tile in held if tile[0] == tile[1]]
        return (min(doubles) if self.lowest else max(doubles))[1] if doubles else None

    def pick_first(self, held: Sequence[Tile], by_rule: bool) -> list[Tile]:
        doubles = [tile for tile in held if tile[0] == tile[1]]
        return [min(doubles) if self.lowest else max(doubles)] if by_rule else doubles

    def score_play(self, open_halves: Sequence[int], shown: Sequence[int]) -> int:
        """Return 2 if two ends show one number (a header), 3 if one of them is a double, else 0."""
        return len(open_halves) if len(set(open_halves)) == 1 else 0

    def count_move(self, total: int, points: int) -> int:
        most = max(1, self["target"] - 1 - total)
        return min(points, most) if self["near_target"] == "on" else points

    def counted(self, out: str | None) -> list[str]:
        return [] if out is not None else list(self.seats)

    def wants_faces(self, out: str | None) -> bool:
        return out is None and bool(self["blocked_rule"] == "no_doubles_first")

    def score_round(self, finish: Finish) -> Worth:
        counted = dict(finish.pips)
        if self.wants_faces(finish.out):
            doubles = {player: [tile for tile in held if tile[0] == tile[1]] for player, held in finish.hands.items()}
            if all(doubles.values()):
                counted = {player: pips - sum(map(sum, doubles[player])) for player, pips in counted.items()}
            counted = {player: pips for player, pips in counted.items() if all(doubles.values()) or not doubles[player]}
        fewest = [player for player, pips in counted.items() if pips == min(counted.values())]
        won = finish.out or (fewest[0] if len(fewest) == 1 else None)
        return Worth({(won,): self["out_points"]}, ((won,),)) if won else Worth({})

    def next_lead(self, led: str, winners: Sequence[Side], out: str | None) -> str | None:
        return None

    def ends_in_play(self) -> bool:
        return bool(self["end_when"] == "at_once")


class DoubleBergenRules(BergenRules):
    kind = "cross"
    asks_placed = True
    tile_leads = False
    taught: ClassVar[Mapping[str, tuple[Any, ...]]] = {
        "target": (0, 10, 15, 3, 1),
        "end_when": ("at_once", "after_round"),
        "out_points": (1, 2),
        "blocked_rule": ("fewest", "no_doubles_first"),
        "boneyard_keeps": ("0", "2"),
    }

    def __init__(self, seats: Sequence[str], in_pairs: bool, options: Mapping[str, Any]) -> None:
        target = options["target"] or (15 if len(seats) == 2 else 10)
        fixed = {"near_target": "off", "first_lead": "highest_drawn"}
        super().__init__(seats, in_pairs, {**fixed, **options, "target": target})
        self.first_rule = "highest_drawn"  # type: ignore[misc]  # of this table

    def find_lead(self, hands: Hands) -> str | None:
        drawn = {player: sum(held[0]) for player, held in hands.items()}
        best = [player for player, pips in drawn.items() if pips == max(drawn.values())]
        return best[0] if len(best) == 1 else None

    def may_lead(self, held: Sequence[Tile]) -> bool:
        return any(tile[0] == tile[1] for tile in held)

    def pick_first(self, held: Sequence[Tile], by_rule: bool) -> list[Tile]:
        return [tile for tile in held if tile[0] == tile[1]]

    def score_play(self, open_halves: Sequence[int], shown: Sequence[int]) -> int:
        equal = sum(half == shown[0] for half in open_halves)
        return equal if equal > 1 else 0

    def next_lead(self, led: str, winners: Sequence[Side], out: str | None) -> str | None:
        return self.after(led)


FIVES: Mapping[str, type[Rules]] = {
    "muggins": MugginsRules,
    "all_fives": AllFivesRules,
    "five_up": FiveUpRules,
    "fives_threes": FivesAndThreesRules,
    "bergen": BergenRules,
    "double_bergen": DoubleBergenRules,
}
