"""Second rules of your own game, on any of its axes (docs/rules.md §11)."""

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from random import Random
from typing import Any, ClassVar

from tests.simulator.kozel import KozelAloneRules
from tests.simulator.latin import PAID, LatinRules
from tests.simulator.layout import Tile, list_tiles
from tests.simulator.matches import NAMES, Seated, simulate_match
from tests.simulator.rules import Dealing, Finish, GermanRules, Hands, Side, SpanskRules, Worth, near5
from tests.simulator.tried import Tried

PAID_IN_PAIRS: Mapping[str, tuple[Any, ...]] = {
    **PAID,
    "last_double": (0, 1, 25),
    "double_both_ends": (0, 3, 50),
    "first_pass": (0, 2),
    "six_doubles": (0, 1),
}
TAUGHT: Mapping[str, tuple[Any, ...]] = {
    "set": (6, 9, 12, 15, 18),
    "taken_out": ("none", "of_three", "double_blank"),
    "players_from": (2, 3, 4),
    "players_to": (4, 2, 6, 8),
    "partners": ("never", "optional", "always_with_four"),
    **{f"tiles_{players}": (7, 5, 6) for players in range(2, 9)},
    "tiles_3": (7, 5, 6, 9),
    "start_tile": (0, 1),
    "draw": ("until_playable", "one", "none"),
    "boneyard_keeps": (0, 1, 2),
    "doubles": ("line", "spin_one", "spin_all", "fork", "cross", "endwise"),
    "joins": ("equal", "sum"),
    "two_doubles": ("off", "on"),
    "first_tile": ("any", "double", "no_double"),
    "in_play": ("nothing", "fives_sum", "fives_fifth", "fives_threes", "headers", "equal_ends"),
    "first_lead": (
        *("highest_drawn", "highest_double", "double_only", "lowest_double"),
        *("double_six", "heaviest_tile", "youngest", "first_seat", "named_double", "double_one"),
    ),
    "lead_double": (1, 6),
    "blank_leads": (True, False),
    "next_lead": (
        *("rotate", "winner", "first_rule"),
        *("lowest_hand", "lowest_hand_again", "locker", "locker_or_next"),
    ),
    "round_gives": ("points", "penalties"),
    "winner_gets": ("opponents", "all_hands", "differences", "fixed", "nothing"),
    "fixed_points": (1, 2, 3),
    "hand_rounding": ("none", "total", "each"),
    "divide_by": (1, 5),
    "hand_steps": ("none", "tens"),
    "double_blank_points": (0, 10, 25),
    "blocked_gets": ("same", "minus_own", "nothing", "carried"),
    "blocked_extra": (0, 1),
    "blocked_by": ("side", "single", "duel", "duel_before"),
    "tie": ("none", "each", "rotation", "seat", "last_to_play", "carried", "carried_once"),
    "pair_out": ("first", "both"),
    "penalty_bonus": (0, 5, 10),
    "double_blank": (0, 25, 50),
    "blank_half": (0, 25),
    "lone_double_blank": (0, 25),
    "lone_double_six": (12, 50),
    "blocked_penalty": ("all_own", "fewest_free"),
    "boneyard_end": (False, True),
    "goal": ("target", "rounds", "limit"),
    "target": (100, 50, 61, 150, 200, 5),
    "rounds": (4, 2, 6, 1),
    "limit": (100, 50, 150, 200, 250, 5),
    "below_from": (3, 2, 4),
    "exact": (False, True),
    "first_tile_wins": (True, False),
    "to_open": (0, 2, 10, 13),
    "others_back": (False, True, "all_after_last", "all_after_any"),
    "one_all": ("break", "play_two"),
    "end_when": ("at_once", "after_round"),
    "going_out_is": ("own_score", "with_move"),
    **PAID_IN_PAIRS,
}
DOUBLE_LEADS = ("double_only", "lowest_double", "double_six", "named_double")


class OwnRules(LatinRules):
    """Your own game at one table."""

    taught: ClassVar[Mapping[str, tuple[Any, ...]]] = TAUGHT

    def __init__(self, seats: Sequence[str], in_pairs: bool, options: Mapping[str, Any]) -> None:
        super().__init__(seats, in_pairs, options)
        facts: dict[str, Any] = {
            "kind": {"spin_all": "spin"}.get(self["doubles"], self["doubles"]),
            "in_play": self["in_play"] != "nothing",
            "asks_placed": self["in_play"] == "equal_ends",
            "asks_last": self["going_out_is"] == "with_move" and self["winner_gets"] == "fixed" and not self.penal,
            "out_points": self["fixed_points"],
            "tile_leads": self["first_lead"] in DOUBLE_LEADS,
            "ends_at_boneyard": self["boneyard_end"] and self["draw"] != "none",
            "first_rule": {"double_only": "highest_double", "double_one": "lowest_double"}.get(
                self["first_lead"], self["first_lead"]
            ),
        }
        vars(self).update(facts)
        self.carried = 0
        self.run_broken = False  # whether this round set all points back to 0
        self.passed = False  # whether somebody has passed in this match
        self.below = 0
        self.after_block: str | None = None  # who leads after a blocked round

    @property
    def tiles(self) -> tuple[Tile, ...]:
        out = {"none": False, "of_three": len(self.seats) == 3, "double_blank": True}[self["taken_out"]]
        return tuple(tile for tile in list_tiles(self.largest) if not out or tile != (0, 0))

    @property
    def certain(self) -> Tile | None:
        """The one tile that leads; None if no single tile does."""
        pip = {"double_six": self.largest, "named_double": self["lead_double"]}.get(self["first_lead"])
        return None if pip is None else (pip, pip)

    def name_first_rule(self) -> str:
        return f"double_{self.certain[0]}" if self.certain else self.first_rule

    @property
    def penal(self) -> bool:
        return bool(self["round_gives"] == "penalties")

    @property
    def plays_on(self) -> bool:
        return self.in_pairs and bool(self["pair_out"] == "both")

    @property
    def hits_exactly(self) -> bool:
        return bool(self["exact"] and self["goal"] == "target" and not self.penal)

    def deal(self) -> Dealing:
        each, start = self[f"tiles_{len(self.seats)}"], self["start_tile"]
        left = len(self.tiles) - start - each * len(self.seats)
        return Dealing(each, left, left if self["draw"] == "none" else min(left, self["boneyard_keeps"]), start)

    def most_drawn(self) -> int | None:
        return {"until_playable": None, "one": 1, "none": 0}[self["draw"]]

    def find_lead(self, hands: Hands) -> str | None:
        rule, doubles = self["first_lead"], self._list_doubles(hands)
        if rule == "first_seat":
            return self.seats[0]
        if rule == "highest_drawn":
            return SpanskRules(self.seats, False, {}).find_lead(hands)
        if rule == "double_one" or (rule == "highest_double" and not self["blank_leads"]):
            return KozelAloneRules.find_lead(self, hands)  # type: ignore[arg-type]  # it asks for no more than these
        if rule in ("highest_double", "heaviest_tile"):
            return GermanRules(self.seats, False, {"first_lead": rule}).find_lead(hands)
        if self.certain:
            doubles = [each for each in doubles if each[0] == self.certain]
        return (min if rule == "lowest_double" else max)(doubles)[1] if doubles else None

    @staticmethod
    def _list_doubles(hands: Hands) -> list[tuple[Tile, str]]:
        return [(tile, player) for player, held in hands.items() for tile in held if tile[0] == tile[1]]

    def pick_first(self, held: Sequence[Tile], by_rule: bool) -> list[Tile]:
        double = self["first_tile"] == "double"
        if double and self.certain:
            return [self.certain]
        return [tile for tile in held if self["first_tile"] == "any" or (tile[0] == tile[1]) == double]

    def fits(self, tile: Tile, join: int, pip: int, total: Callable[[], int]) -> bool:
        if self["joins"] == "equal":
            return join == pip
        return join + pip == self.largest + 1 or sum(tile) in (0, self.largest + 1)

    def score_play(self, open_halves: Sequence[int], shown: Sequence[int]) -> int:
        total, way = sum(open_halves), self["in_play"]
        if way == "headers":
            return len(open_halves) if len(set(open_halves)) == 1 else 0
        if way == "equal_ends":
            equal = list(open_halves).count(shown[0])
            return equal if equal > 1 else 0
        if way == "fives_threes":
            return sum(total // each for each in (3, 5) if total % each == 0)
        return 0 if way == "nothing" or total % 5 else total if way == "fives_sum" else total // 5

    # -- bonuses, of pairs alone -------------------------------------------------------------------------------------

    def call(self, tile: Tile, ends: Sequence[int]) -> str:
        if not self.in_pairs or self.penal:
            return ""
        two = len(ends) == 2
        latin = super().call(tile, ends) if two or tile == (0, 0) else ""  # a double blank counts at either end
        if latin or tile[0] != tile[1]:
            return latin
        if self["double_both_ends"] and two and {*ends} == {tile[0]}:
            return "double_both_ends"
        return "last_double" if self["last_double"] else ""

    def list_calls(self) -> list[str]:
        of_doubles = [call for call in ("last_double", "double_both_ends") if self[call]]
        return [*super().list_calls(), *of_doubles] if self.in_pairs and not self.penal else []

    def pay_passes(self, laid: Sequence[Tile], passed: int) -> str:
        if not self.in_pairs:
            return ""
        first, self.passed = not self.passed and self.pays_first_pass, True
        return super().pay_passes(laid, passed) or ("first_pass" if first else "")

    @property
    def pays_first_pass(self) -> bool:
        """Whether the first pass of the match is paid, with points below zero for a side without any."""
        fits = self["in_play"] == "nothing" and "carried" not in (self["blocked_gets"], self["tie"][:7])
        plain = not isinstance(self["others_back"], str) and self["goal"] == "target" and not self.penal
        return bool(self["first_pass"] and self.in_pairs and fits and plain)

    def count_move(self, total: int, points: int) -> int:
        if total or not self.pays_first_pass:
            return points
        self.below += points
        return 0

    # -- the end of a round ------------------------------------------------------------------------------------------

    def wants_faces(self, out: str | None) -> bool:
        if not self.penal:
            return bool(self["double_blank_points"]) and self["winner_gets"] not in ("fixed", "nothing")
        return bool(self["double_blank"] or self["blank_half"] or self["lone_double_blank"] or self._six_costs)

    @property
    def _six_costs(self) -> bool:
        return bool(self["lone_double_six"] != 12 and self.largest == 6)

    def score_round(self, finish: Finish) -> Worth:
        if self.penal:
            points = {side: sum(self._count_penalty(player, finish) for player in side) for side in self.sides}
            winners: tuple[Side, ...] = (self.side_of(finish.out),) if finish.out else self._list_free(finish)
            self.after_block = self._lead_after_block(finish, winners)
        else:
            idle = self["winner_gets"] == "nothing" and not (self.in_pairs and self["tranque"])
            if finish.out is None and (idle or self["blocked_gets"] in ("nothing", "carried")):
                self.carried += self["fixed_points"] if self["blocked_gets"] == "carried" else 0
                self.after_block = self._lead_after_block(finish, ())
                return Worth({})
            winners = self.find_locked(finish)
            self.after_block = self._lead_after_block(finish, winners)
            if not winners and self["tie"] == "carried":
                tied = min(self.sides, key=lambda side: sum(finish.pips[player] for player in side))
                self.carried += self._count_hands(tied, finish)
            if not winners and self["tie"] == "carried_once":
                self.carried = self["fixed_points"]
            points = {side: self._count_points(side, finish) for side in winners}
        if winners and self.in_pairs:
            if self["early_rounds"] != "none" and self.won < 4:
                points |= {side: points[side] + 100 - 25 * self.won for side in winners}
            self.won += 1
        if winners and max(points.values()) >= self["below_from"]:
            points |= {side: points[side] + self.below for side in winners}
            self.below = 0
        if winners and self.carried:
            points |= {side: points[side] + self.carried for side in winners}
            self.carried = 0
        return Worth(points, winners)

    def _count_penalty(self, player: str, finish: Finish) -> int:
        if player == finish.out:
            return 0
        if finish.out is None and self["blocked_penalty"] == "fewest_free":
            sums = self._add_up(finish)
            if sums[self.side_of(player)] == min(sums.values()):
                return 0
        held = finish.hands[player]
        more = sum(self["double_blank"] if tile == (0, 0) else self["blank_half"] * (tile[1] == 0) for tile in held)
        if [*held] == [(0, 0)] and self["lone_double_blank"]:
            more = self["lone_double_blank"]
        if [*held] == [(6, 6)] and self._six_costs:
            more = self["lone_double_six"] - 12
        return int(finish.pips[player] + more + (self["penalty_bonus"] if finish.out else 0))

    def _add_up(self, finish: Finish) -> dict[Side, int]:
        return {side: sum(finish.pips[member] for member in side) for side in self.sides}

    def _list_free(self, finish: Finish) -> tuple[Side, ...]:
        """Return the side with the fewest pips, if it is alone and writes no penalty, and so has won."""
        sums = self._add_up(finish)
        best = [side for side in self.sides if sums[side] == min(sums.values())]
        return tuple(best) if len(best) == 1 and self["blocked_penalty"] == "fewest_free" else ()

    def _count_points(self, side: Side, finish: Finish) -> int:
        bonus = 0
        if self.in_pairs and finish.out is not None:
            bonus = self[finish.call] if finish.call else 0
            if finish.call == "capicua" and self["capicua_doubles"]:
                bonus += self._count_hands(side, finish)
        elif self.in_pairs and finish.last in side and not self.ends_at_boneyard:
            bonus = self["tranque"]
        if finish.out is None and self["winner_gets"] != "nothing":
            bonus += self["blocked_extra"]
        return int(bonus + self._count_hands(side, finish))

    def _count_hands(self, side: Side, finish: Finish) -> int:
        gets = self["winner_gets"]
        if gets in ("fixed", "nothing"):
            return int(self["fixed_points"]) if gets == "fixed" else 0
        hand = near5 if self["hand_rounding"] == "each" else int
        blank = self["double_blank_points"]
        worth = {
            player: hand(pips + blank * ((0, 0) in finish.hands.get(player, ())))
            for player, pips in finish.pips.items()
        }
        theirs, own = (sum(worth[player] for player in players) for players in (self.others(side), side))
        total = theirs + (own if gets == "all_hands" and self.in_pairs else 0)
        if gets == "differences":
            total -= own if self.in_pairs else own * len(self.others(side))
        if finish.out is None and self["blocked_gets"] == "minus_own":
            total -= own
        total = max(0, total)
        total = near5(total) if self["hand_rounding"] == "total" else total
        if self["hand_steps"] == "tens" and self["hand_rounding"] == "none":
            return next(points for points in range(999) if total <= 10 * points and points != 1)
        return int(total // self["divide_by"])

    def find_locked(self, finish: Finish) -> tuple[Side, ...]:
        by, tie = (
            self["blocked_by"],
            {"rotation": "lead", "carried": "none", "carried_once": "none"}.get(self["tie"], self["tie"]),
        )
        if finish.out is not None or by == "side":
            return self.find_winners(finish, tie)
        held = {player: finish.pips[player] for player in self.find_rivals(finish.last)}
        best = {player for player, pips in held.items() if pips == min(held.values())}
        sides = [side for side in self.sides if best & {*side}]
        if len(sides) == 1:
            return tuple(sides)
        alike = {player: int(self.side_of(player) not in sides) for player in self.seats}
        one_each = {player: alike[player] if player == self.side_of(player)[0] else 0 for player in self.seats}
        return self.find_winners(Finish(None, one_each, {}, finish.led, finish.last), tie)

    def next_lead(self, led: str, winners: Sequence[Side], out: str | None) -> str | None:
        rule = self["next_lead"]
        if rule == "rotate":
            return self.after(led)
        if self.run_broken and (rule.startswith("lowest_hand") or (rule == "locker_or_next" and out is None)):
            return None if rule == "lowest_hand" else led  # like a round without a winner
        if rule != "first_rule" and out is not None:
            return out
        found = None if rule in ("first_rule", "winner") else self.after_block
        return found or (self.seats[0] if self["first_lead"] == "first_seat" else None)

    def _lead_after_block(self, finish: Finish, winners: Sequence[Side]) -> str | None:
        """Return who leads after a blocked round, unless that is found as in the first round."""
        rule, alone = self["next_lead"], winners[0] if len(winners) == 1 else ()
        if rule == "locker" and finish.last:
            return finish.last
        if not winners:
            return None if rule == "lowest_hand" else finish.led
        if rule == "locker_or_next" and finish.last:
            return finish.last if finish.last in alone else self.after(finish.last)
        order = [player for player in self.from_lead(finish.led) if player in alone]
        return min(order, key=lambda player: finish.pips[player], default=None)

    # -- the match ---------------------------------------------------------------------------------------------------

    def count_for(self, total: int, points: int) -> int:
        opens = total or points >= self["to_open"] or not (self.penal or self["goal"] == "target")
        beyond = self.hits_exactly and total + points > self["target"]
        return points if opens and not beyond else 0

    def count_first(self, total: int, points: int) -> int:
        return super().count_first(total, points) if self["goal"] == "target" else points

    def set_back(
        self, totals: Mapping[Side, int], scored: Mapping[Side, int], winners: Sequence[Side]
    ) -> Mapping[Side, int]:
        if self["others_back"] is not True or self.penal or self["goal"] != "target" or self.asks_last:
            return scored
        lost = {side: -total for side, total in totals.items() if side not in winners}
        return {**scored, **lost} if any(scored.values()) else scored

    def clears(self, totals: Mapping[Side, int], scored: Mapping[Side, int]) -> bool:
        self.run_broken = False
        who, now = self["others_back"], {side for side, points in scored.items() if points}
        if not isinstance(who, str) or self.penal or self["goal"] != "target" or self.asks_last:
            return False
        before = {side for side, total in totals.items() if total}
        if who == "all_after_any":
            broken = any(before - {side} for side in now)
        else:
            broken = bool(now - before) and len(now | before) == len(self.sides)
        self.run_broken = broken
        if broken:
            others = {total for side, total in totals.items() if side not in now}
            twos = self["one_all"] == "play_two" and self["winner_gets"] == "fixed" and self["fixed_points"] == 1
            self.carried = 1 if twos and others == {1} else 0
        return broken

    def ends_in_play(self) -> bool:
        return bool(self["end_when"] == "at_once")

    def find_match_winners(self, totals: Mapping[Side, int], rounds: int, between: bool) -> tuple[Side, ...]:
        best = (min if self.penal else max)(totals.values())
        leaders = tuple(side for side in self.sides if totals[side] == best)
        most = max(totals.values())
        if self["goal"] == "rounds":
            return leaders if rounds >= self["rounds"] else ()
        if self["goal"] == "limit":
            return leaders if between and most >= self["limit"] else ()
        may_end = between or (self.ends_in_play() and not self.penal)
        return leaders if may_end and most >= self["target"] and len(leaders) == 1 else ()


def agree(options: dict[str, Any]) -> dict[str, Any]:
    """Return the settings with those changed that exclude each other, or depend on unknown hands."""
    fixes: list[tuple[bool, dict[str, Any]]] = [
        (options["players_from"] > options["players_to"], {"players_from": 2, "players_to": 4}),
        (options["hand_rounding"] == "none", {"divide_by": 1}),
        (options["in_play"] == "headers" and options["doubles"] not in ("line", "endwise"), {"in_play": "equal_ends"}),
        (
            options["round_gives"] == "penalties",
            {"in_play": "nothing", **{key: paid[0] for key, paid in PAID_IN_PAIRS.items()}},
        ),
        (options["doubles"] == "cross", {"start_tile": 0, "first_tile": "double", "first_lead": "double_six"}),
        (options["blocked_gets"] == "carried", {"round_gives": "points", "winner_gets": "fixed"}),
        (
            "carried" in (options["blocked_gets"], options["tie"][:7]),
            {"going_out_is": "own_score"},
        ),
        (options["tie"] == "carried" and options["winner_gets"] != "fixed", {"blocked_by": "side"}),
        (options["tie"] == "carried_once", {"round_gives": "points", "winner_gets": "fixed", "goal": "target"}),
    ]
    fixes += [(options["set"] > 9, {"draw": "none"})]  # otherwise rounds take long
    for wrong, right in fixes:
        options = options | right if wrong else options
    if options["start_tile"] and options["first_tile"] == "double":
        options |= {"first_tile": "no_double"}
    if options["first_lead"] in DOUBLE_LEADS and options["first_tile"] == "double":
        options |= {"next_lead": "first_rule"}
    elif options["first_tile"] == "double" or options["first_lead"] in DOUBLE_LEADS:
        options |= {"first_tile": "any"}
    return options | ({"next_lead": "rotate"} if options["first_lead"] == "youngest" else {})


def list_own(random: Random, wanted: Set[tuple[str, Any]]) -> Iterator[Seated]:
    """Yield tables without end: of 60 random ones the one with the most settings that are still `wanted`."""
    while True:
        made = [agree({key: random.choice(values) for key, values in TAUGHT.items()}) for _ in range(60)]
        options = max(made, key=lambda each: len(wanted & set(each.items())))
        count = random.randint(options["players_from"], min(5, options["players_to"]))
        fours = {"never": [False], "optional": [False, True], "always_with_four": [True]}[options["partners"]]
        removed = options["taken_out"] == "double_blank" or (options["taken_out"] == "of_three" and count == 3)
        needed = (
            count * options[f"tiles_{count}"] + 8 * options["start_tile"] + removed
        )  # so that the remaining tiles are not all doubles
        if len(list_tiles(options["set"])) >= needed:
            yield Seated(NAMES[:count], random.choice(fours) if count == 4 else False, options)


def simulate_own(rounds: int, most_in_match: int) -> Tried:
    """Simulate at least this number of rounds, with each setting of every axis at a table."""
    random, tried = Random("own"), Tried()
    wanted = {(key, value) for key, values in TAUGHT.items() for value in values}
    for seated in list_own(random, wanted):
        if tried.rounds >= rounds and not wanted:
            break
        simulate_match("own", seated, random, tried, most_in_match, OwnRules)
        wanted -= tried.settings
    return tried
