"""Second rules of Six-love, from the rule sheet alone (docs/rules.md §12.3)."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from tests.simulator.layout import Tile, list_tiles
from tests.simulator.rules import Dealing, Finish, GermanRules, Hands, Rules, Side, Worth, leave_blank_out


class SixLoveRules(Rules):
    """Six-love, in pairs or each alone."""

    pairs = (True, False)
    first_rule = "double_6"
    taught: ClassVar[Mapping[str, tuple[Any, ...]]] = {
        "target": (6, 10, 2),
        "form": ("six_love", "straight_six"),
        "love": ("one_other", "all_others"),
        "one_all": ("break", "play_two"),
        "two_players": ("fourteen", "seven", "seven_draw"),
        "sporting": (False, True),
        "blocked_by": ("single", "side"),
        "tied_hand": ("two", "grows", "one"),
        "key": (1, 2),
        "key_when": ("both_ends", "both_hard"),
    }

    def __init__(self, seats: Sequence[str], in_pairs: bool, options: Mapping[str, Any]) -> None:
        super().__init__(seats, in_pairs, options)
        self.few = len(seats) == 2 and options["two_players"] != "fourteen"
        self.worth = 1  # points of the next round
        self.leads: str | None = None

    @property
    def tiles(self) -> tuple[Tile, ...]:
        return leave_blank_out(list_tiles(6), len(self.seats), agreed=True)

    def deal(self) -> Dealing:
        each = 7 if self.few else {2: 14, 3: 9, 4: 7}[len(self.seats)]
        left = len(self.tiles) - each * len(self.seats)
        return Dealing(each, left, 0 if self["two_players"] == "seven_draw" else left)

    def name_first_rule(self) -> str:
        return "highest_double" if self.few else "double_6"

    def find_lead(self, hands: Hands) -> str | None:
        if self.few:
            return GermanRules(self.seats, False, {"first_lead": "highest_double"}).find_lead(hands)
        return next((player for player, held in hands.items() if (6, 6) in held), None)

    def call(self, tile: Tile, ends: Sequence[int]) -> str:
        key = self["key"] == 2 and self["key_when"] == "both_ends"
        return "key" if key and tile[0] != tile[1] and sorted(tile) == sorted(ends) else ""

    def list_calls(self) -> list[str]:
        return ["key"] if self["key"] == 2 else []

    def counted(self, out: str | None) -> list[str]:
        return [] if out else list(self.seats)

    def score_round(self, finish: Finish) -> Worth:
        if finish.out is not None:
            self.leads, winner = finish.out, self.side_of(finish.out)
        else:
            one_hand = self["blocked_by"] == "single" or not self.in_pairs
            sums = {side: (min if one_hand else sum)([finish.pips[each] for each in side]) for side in self.sides}
            tied = [side for side in self.sides if sums[side] == min(sums.values())]
            if len(tied) > 1:
                self.leads = None
                self.worth = {"two": 2, "grows": self.worth + 1, "one": self.worth}[self["tied_hand"]]
                return Worth({})
            winner = tied[0]
            order = [player for player in self.from_lead(finish.led) if player in winner]
            self.leads = min(order, key=lambda player: finish.pips[player])
        points, self.worth = max(self.worth, 2 if finish.call == "key" else 1), 1
        return Worth({winner: points}, (winner,))

    def clears(self, totals: Mapping[Side, int], scored: Mapping[Side, int]) -> bool:
        if not scored or self["form"] == "straight_six":
            return False
        (winner,) = scored
        others = [total for side, total in totals.items() if side != winner]
        broken = max(others) > 0 if self["love"] == "all_others" else min(others) > 0 and totals[winner] == 0
        if broken:
            self.leads = None
            self.worth = 2 if self["one_all"] == "play_two" and {*others} == {1} else 1
        return broken

    def next_lead(self, led: str, winners: Sequence[Side], out: str | None) -> str | None:
        return self.leads
