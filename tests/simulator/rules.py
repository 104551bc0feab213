"""Second rules of each game, from the rule sheets alone (docs/rules.md §1–§5, A1–A23)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from tests.simulator.layout import Tile, list_tiles

Side = tuple[str, ...]
Hands = Mapping[str, Sequence[Tile]]


def near5(pips: int) -> int:
    """Return the nearest multiple of five: 10 for 12, 15 for 13."""
    down = pips - pips % 5
    return down if pips % 5 < 3 else down + 5


def leave_blank_out(tiles: tuple[Tile, ...], players: int, agreed: bool) -> tuple[Tile, ...]:
    """Return the tiles without the 0-0 of 28, if the table has `agreed` to remove it for three players."""
    out = agreed and players == 3 and len(tiles) == 28
    return tuple(tile for tile in tiles if not out or tile != (0, 0))


@dataclass(frozen=True)
class Finish:
    """The end of a round: who is out (None: nobody), the pips and number of tiles in each hand, who led.

    `last` laid the last tile; `call` is the key of the bonus for it.
    """

    out: str | None
    pips: Mapping[str, int]
    tiles: Mapping[str, int]
    led: str
    last: str = ""
    call: str = ""
    hands: Hands = field(default_factory=dict)


@dataclass(frozen=True)
class Worth:
    """The points of a round for each side, and the sides that have won it."""

    points: Mapping[Side, int]
    winners: tuple[Side, ...] = ()


@dataclass(frozen=True)
class Dealing:
    """How many tiles each player gets, lie in the boneyard, and are never drawn; the rest as the game has it."""

    each: int
    boneyard: int
    never_drawn: int
    start_tile: int = 0
    extra: int = 0


# How many tiles each of two players gets, and each of more players.
TILES_EACH = {"5": (5, 5), "6": (6, 6), "7": (7, 7), "7_or_5": (7, 5), "9": (9, 9)}
DRAWING = {"until_it_fits": None, "1": 1, "3": 3}


class Rules:
    """One game at one table."""

    kind: ClassVar[str] = "line"
    players: ClassVar[tuple[int, ...]] = (2, 3, 4)
    pairs: ClassVar[tuple[bool, ...]] = (False,)  # how four can sit
    in_play: ClassVar[bool] = False  # moves score points
    asks_last: ClassVar[bool] = False  # a move may be marked as a last tile, and going out then scores with it
    out_points: ClassVar[int] = 1  # the points for going out with a marked tile
    asks_placed: ClassVar[bool] = False  # typed ends name the one that the tile just laid shows
    ends_at_boneyard: ClassVar[bool] = False  # a player who cannot play ends the round when all other tiles are drawn
    tile_leads: ClassVar[bool] = False  # the tile that decides the first lead is laid first
    first_rule: ClassVar[str]  # the rule of the first lead, by the pad's name
    taught: ClassVar[Mapping[str, tuple[Any, ...]]]

    def __init__(self, seats: Sequence[str], in_pairs: bool, options: Mapping[str, Any]) -> None:
        self.seats, self.in_pairs, self.options = tuple(seats), in_pairs, options
        self.largest = int(options.get("set", 6))
        self.sides: tuple[Side, ...] = (
            ((seats[0], seats[2]), (seats[1], seats[3])) if in_pairs else tuple((player,) for player in seats)
        )

    def __getitem__(self, key: str) -> Any:
        """Return the table's choice for an option."""
        return self.options[key]

    @classmethod
    def may_agree(cls, options: Mapping[str, Any]) -> bool:
        """Return whether these house rules can be combined."""
        return True

    @property
    def may_claim(self) -> bool:
        """Whether opponents may claim the points of a move."""
        return bool(self.options.get("muggins"))

    @property
    def hits_exactly(self) -> bool:
        """Whether points that would pass the target do not count."""
        return bool(self.options.get("exact_target"))

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The set of this table."""
        return list_tiles(self.largest)

    # -- who sits where ----------------------------------------------------------------------------------------------

    def side_of(self, player: str) -> Side:
        return next(side for side in self.sides if player in side)

    def others(self, side: Side) -> list[str]:
        return [player for player in self.seats if player not in side]

    @property
    def plays_on(self) -> bool:
        """Whether a round goes on until both partners of a pair are out."""
        return False

    def ends_round(self, player: str, hands: Hands) -> bool:
        """Return whether the last tile of `player` ends the round."""
        return not self.plays_on or not any(hands[each] for each in self.side_of(player))

    def find_still_in(self, player: str, hands: Hands) -> str:
        """Return the next player in turn who still has tiles."""
        order = self.from_lead(self.after(player))
        return next(each for each in order if hands[each] or not self.plays_on)

    def after(self, player: str) -> str:
        return self.seats[(self.seats.index(player) + 1) % len(self.seats)]

    def from_lead(self, lead: str) -> list[str]:
        at = self.seats.index(lead)
        return [*self.seats[at:], *self.seats[:at]]

    # -- a round -----------------------------------------------------------------------------------------------------

    def deal(self) -> Dealing:
        raise NotImplementedError

    def share_out(self, shares: Mapping[str, tuple[int, int]] = TILES_EACH) -> Dealing:
        """Return the deal at this table; four players cannot get nine tiles each."""
        two, more = shares[self["tiles_each"]]
        each = min(two if len(self.seats) == 2 else more, 28 // len(self.seats))
        left = 28 - each * len(self.seats)
        stay = left if self["never_drawn"] == "all" else int(self["never_drawn"])
        return Dealing(each, left, min(left, stay))

    def most_drawn(self) -> int | None:
        """Return how many tiles a player draws in one turn; None: until one fits."""
        return DRAWING[self.options.get("drawing", "until_it_fits")]

    def name_first_rule(self) -> str:
        """Return the pad's name for the rule by which the first lead is found."""
        return self.first_rule

    def find_lead(self, hands: Hands) -> str | None:
        """Return who leads by the tiles dealt, drawn or shown; None if the tiles are dealt or drawn again."""
        raise NotImplementedError

    def may_lead(self, held: Sequence[Tile]) -> bool:
        """Return whether a player with these tiles can lead; if not, the simulator deals again."""
        return True

    def pick_first(self, held: Sequence[Tile], by_rule: bool) -> list[Tile]:
        """Return the tiles with which the leader can begin; `by_rule` if the tiles decided who leads."""
        return list(held)

    def fits(self, tile: Tile, join: int, pip: int, total: Callable[[], int]) -> bool:
        """Return whether the half `join` may touch an open `pip`; `total` counts all open ends afterwards."""
        return join == pip

    def score_play(self, open_halves: Sequence[int], shown: Sequence[int]) -> int:
        """Return the points of a tile just laid that shows the halves `shown`, with all open halves."""
        return 0

    def call(self, tile: Tile, ends: Sequence[int]) -> str | None:
        """Return the bonus for a last tile laid at these ends; empty if there is none, None if players do not check."""
        return None

    def list_calls(self) -> list[str]:
        """Return the bonuses for a last tile that this table pays."""
        return ["capicua"] if self.options.get("capicua") else []

    def pay_passes(self, laid: Sequence[Tile], passed: int) -> str:
        """Return the bonus for this number of passes in a row after these tiles; empty if there is none."""
        return ""

    def goes_on(self, points: int, double: bool) -> bool:
        """Return whether a player who laid this plays again."""
        return False

    # -- its end -----------------------------------------------------------------------------------------------------

    def counted(self, out: str | None) -> list[str]:
        """Return the players whose hands must be known."""
        return [player for player in self.seats if player != out]

    def wants_faces(self, out: str | None) -> bool:
        """Return whether the tiles in those hands must be known."""
        return False

    def score_round(self, finish: Finish) -> Worth:
        raise NotImplementedError

    def find_winners(self, finish: Finish, tie: str) -> tuple[Side, ...]:
        """Return the side that is out, or with the fewest pips; `tie` is the rule for equal sides."""
        if finish.out is not None:
            return (self.side_of(finish.out),)
        sums = {side: sum(finish.pips[player] for player in side) for side in self.sides}
        tied = [side for side in self.sides if sums[side] == min(sums.values())]
        if len(tied) == 1 or tie == "each":
            return tuple(tied)
        if tie == "none":
            return ()
        order = self.from_lead(finish.last if tie == "last_to_play" else finish.led)
        if tie == "seat":
            around = list(order)
            order.sort(key=lambda player: min(around.index(player), len(around) - around.index(player)))
        return (next(self.side_of(player) for player in order if self.side_of(player) in tied),)

    def next_lead(self, led: str, winners: Sequence[Side], out: str | None) -> str | None:
        """Return who leads the next round; None if the tiles or the players decide."""
        if self.options.get("next_start") == "winner" and len(winners) == 1:
            return self.choose_winner(winners[0], out)
        return self.after(led)

    @staticmethod
    def choose_winner(side: Side, out: str | None) -> str | None:
        """Return which winner leads: the one who is out, or who won alone; None if a pair decides."""
        return out or (side[0] if len(side) == 1 else None)

    # -- the match ---------------------------------------------------------------------------------------------------

    def count_for(self, total: int, points: int) -> int:
        """Return the points that count for a side with this total: all or none."""
        short = total == 0 and points < int(self.options.get("to_open", "0"))
        beyond = self.hits_exactly and total + points > self["target"]
        return 0 if short or beyond else points

    def set_back(
        self, totals: Mapping[Side, int], scored: Mapping[Side, int], winners: Sequence[Side]
    ) -> Mapping[Side, int]:
        """Return the points of a round, with what the other sides lose by it."""
        return scored

    def clears(self, totals: Mapping[Side, int], scored: Mapping[Side, int]) -> bool:
        """Return whether a round that `scored` this only sets all totals back to zero."""
        return False

    def count_move(self, total: int, points: int) -> int:
        """Return the points of a move for a side with this total, which some tables reduce near the target."""
        return points

    def count_first(self, total: int, points: int) -> int:
        """Return the points of a round's first tile: none if it would win the match and may not."""
        wins = self.options.get("first_tile_wins", True) or not self.ends_in_play()
        return points if wins or total + points < self["target"] else 0

    def ends_in_play(self) -> bool:
        return self.in_play

    def find_match_winners(self, totals: Mapping[Side, int], rounds: int, between: bool) -> tuple[Side, ...]:
        """Return who has won the match, `between` rounds or in the middle of one."""
        if not between and not self.ends_in_play():
            return ()
        best = max(totals.values())
        leaders = [side for side in self.sides if totals[side] == best]
        return tuple(leaders) if best >= self["target"] and len(leaders) == 1 else ()


# -- Spansk domino (§1) ----------------------------------------------------------------------------------------------


class SpanskRules(Rules):
    kind = "spin"
    pairs = (True,)
    in_play = True
    first_rule = "highest_drawn"
    taught: ClassVar[Mapping[str, tuple[Any, ...]]] = {
        "target": (60, 40, 100, 12, 1),
        "end_when": ("at_once", "after_round"),
        "blocked_score": ("opponents_sum", "difference", "none"),
        "tie": ("none", "lead", "last_to_play"),
        "next_start": ("rotate", "winner"),
        "shutout": ("off", "counts_two"),
        "two_player_turns": ("one_tile", "again_after_score_or_double"),
        "tiles_each": ("5", "7", "6", "7_each", "9"),
        "drawing": tuple(DRAWING),
        "never_drawn": ("1", "0", "2"),
        "exact_target": (False, True),
        "to_open": ("0", "2"),
        "muggins": (False, True),
    }

    def deal(self) -> Dealing:
        return self.share_out({**TILES_EACH, "7": (7, 5), "7_each": (7, 7)})

    def find_lead(self, hands: Hands) -> str | None:
        """Return who drew the heaviest tile; None if several did."""
        drawn = {player: sum(held[0]) for player, held in hands.items()}
        best = [player for player, pips in drawn.items() if pips == max(drawn.values())]
        return best[0] if len(best) == 1 else None

    def score_play(self, open_halves: Sequence[int], shown: Sequence[int]) -> int:
        total = sum(open_halves)
        return total // 5 if total % 5 == 0 else 0

    def goes_on(self, points: int, double: bool) -> bool:
        again = self["two_player_turns"] == "again_after_score_or_double" and len(self.seats) == 2
        return again and (points > 0 or double)

    def counted(self, out: str | None) -> list[str]:
        if out is not None:
            return self.others(self.side_of(out))
        return [] if self["blocked_score"] == "none" else list(self.seats)

    def score_round(self, finish: Finish) -> Worth:
        if finish.out is None and self["blocked_score"] == "none":
            return Worth({})
        winners = self.find_winners(finish, self["tie"])
        points = {}
        for side in winners:
            total = sum(finish.pips[player] for player in self.others(side))
            if finish.out is None and self["blocked_score"] == "difference":
                total -= sum(finish.pips[player] for player in side)
            points[side] = near5(total) // 5
        return Worth(points, winners)

    def ends_in_play(self) -> bool:
        return bool(self["end_when"] == "at_once")


# -- seven each: the German and the Polish game (§2, §5) ---------------------------------------------------------------


class SevenRules(Rules):
    pairs = (False, True)
    first_rule = "highest_double"
    taught: ClassVar[Mapping[str, tuple[Any, ...]]] = {
        "target": (100, 50, 150, 200, 250, 30, 1),
        "tiles_each": ("7", "5", "6", "9"),
        "tie": ("rotation", "seat", "none", "last_to_play"),
        "pairs_count": ("all_hands", "opponents_only"),
        "next_start": ("rotate", "winner"),
        "blocked_score": ("opponents_sum", "difference", "none"),
        "capicua": (0, 25, 50, 100, 7),
        "shutout": ("off", "counts_two"),
    }

    def deal(self) -> Dealing:
        return self.share_out()

    def find_lead(self, hands: Hands) -> str | None:
        best = max(
            tile for held in hands.values() for tile in held if tile[0] == tile[1] or not self._any_double(hands)
        )
        if not self._any_double(hands):
            best = max((tile for held in hands.values() for tile in held), key=lambda tile: (sum(tile), tile[0]))
        return next(player for player, held in hands.items() if best in held)

    @staticmethod
    def _any_double(hands: Hands) -> bool:
        return any(high == low for held in hands.values() for high, low in held)

    def counted(self, out: str | None) -> list[str]:
        if out is None and self["blocked_score"] == "none":
            return []
        if out is None or (self.in_pairs and self["pairs_count"] == "all_hands"):
            return super().counted(out)
        return self.others(self.side_of(out))

    def score_round(self, finish: Finish) -> Worth:
        if finish.out is None and self["blocked_score"] == "none":
            return Worth({})
        winners = self.find_winners(finish, self["tie"])
        points = {}
        for side in winners:
            whose = self.others(side)
            less = finish.out is None and self["blocked_score"] == "difference"
            if self.in_pairs and self["pairs_count"] == "all_hands" and not less:
                whose = [player for player in self.seats if player != finish.out]
            points[side] = sum(finish.pips[player] for player in whose)
            points[side] -= sum(finish.pips[player] for player in side) if less else 0
            points[side] += self["capicua"] if finish.call else 0
        return Worth(points, winners)


class GermanRules(SevenRules):
    taught: ClassVar[Mapping[str, tuple[Any, ...]]] = {
        **SevenRules.taught,
        "drawing": tuple(DRAWING),
        "never_drawn": ("0", "2"),
        "first_lead": ("highest_double", "heaviest_tile", "double_only"),
    }

    def name_first_rule(self) -> str:
        return "heaviest_tile" if self["first_lead"] == "heaviest_tile" else "highest_double"

    def find_lead(self, hands: Hands) -> str | None:
        if self["first_lead"] == "double_only" and not self._any_double(hands):
            return None
        if self["first_lead"] != "heaviest_tile":
            return super().find_lead(hands)
        every = [(sum(tile), tile[0], player) for player, held in hands.items() for tile in held]
        return max(every)[2]


class EkspresoweRules(SevenRules):
    taught: ClassVar[Mapping[str, tuple[Any, ...]]] = {**SevenRules.taught, "never_drawn": ("all", "2", "0")}


# -- Jijbent (§3) ----------------------------------------------------------------------------------------------------


class JijbentRules(Rules):
    players = (2,)
    ends_at_boneyard = True
    first_rule = "first_seat"
    taught: ClassVar[Mapping[str, tuple[Any, ...]]] = {
        "rounds": (4, 2, 6, 1),
        "out_bonus": (5, 0, 10, 3),
        "tiles_each": ("7", "5", "6", "9"),
    }

    def deal(self) -> Dealing:
        each = int(self["tiles_each"])
        return Dealing(each, 27 - 2 * each, 2, start_tile=1)

    def find_lead(self, hands: Hands) -> str | None:
        return self.seats[0]

    def score_round(self, finish: Finish) -> Worth:
        if finish.out is None:
            return Worth({side: finish.pips[side[0]] for side in self.sides})
        loser = self.after(finish.out)
        return Worth({(loser,): finish.pips[loser] + self["out_bonus"]}, ((finish.out,),))

    def find_match_winners(self, totals: Mapping[Side, int], rounds: int, between: bool) -> tuple[Side, ...]:
        if rounds < self["rounds"]:
            return ()
        return tuple(side for side in self.sides if totals[side] == min(totals.values()))


# -- the Danish games (§4.1–§4.5) ------------------------------------------------------------------------------------


class DanishRules(Rules):
    pairs = (False, True)
    tile_leads = True
    first_rule = "highest_double"
    lowest: ClassVar[bool] = False
    taught: ClassVar[Mapping[str, tuple[Any, ...]]] = {
        "target": (100, 50, 200, 20, 1),
        "tie": ("none", "each", "lead"),
        "doubles": ("fork", "line"),
        "next_start": ("highest_double", "rotate", "winner"),
        "tiles_each": ("5", "6", "7", "9"),
        "drawing": tuple(DRAWING),
        "never_drawn": ("0", "2"),
    }

    def __init__(self, seats: Sequence[str], in_pairs: bool, options: Mapping[str, Any]) -> None:
        super().__init__(seats, in_pairs, options)
        self.kind = options["doubles"]  # type: ignore[misc]  # of this table

    def deal(self) -> Dealing:
        return self.share_out()

    def find_lead(self, hands: Hands) -> str | None:
        doubles = [(tile, player) for player, held in hands.items() for tile in held if tile[0] == tile[1]]
        if not doubles:
            return None
        return (min(doubles) if self.lowest else max(doubles))[1]

    def pick_first(self, held: Sequence[Tile], by_rule: bool) -> list[Tile]:
        if not by_rule:
            return list(held)
        doubles = [tile for tile in held if tile[0] == tile[1]]
        return [min(doubles) if self.lowest else max(doubles)]

    def next_lead(self, led: str, winners: Sequence[Side], out: str | None) -> str | None:
        if self["next_start"] == "rotate":
            return self.after(led)
        if self["next_start"] == "winner" and len(winners) == 1:
            return self.choose_winner(winners[0], out)
        return None

    def counted(self, out: str | None) -> list[str]:
        return super().counted(None) if out is None else self.others(self.side_of(out))

    def score_round(self, finish: Finish) -> Worth:
        winners = self.find_winners(finish, self["tie"])
        return Worth({side: self.score_hands(side, finish) for side in winners}, winners)

    def hold(self, players: Sequence[str], finish: Finish, near: bool = False) -> int:
        """Return the pips of these players, each hand to the nearest five if `near`."""
        return sum(near5(finish.pips[player]) if near else finish.pips[player] for player in players)

    def score_hands(self, winners: Side, finish: Finish) -> int:
        """Return how much less the winner holds than each other, or a pair than the other pair; all if it is out."""
        others = self.others(winners)
        if self.in_pairs:
            return self.hold(others, finish) - (self.hold(winners, finish) if finish.out is None else 0)
        return self.hold(others, finish) - len(others) * self.hold(winners, finish)


class AlmindeligRules(DanishRules):
    pass


class FemmerRules(DanishRules):
    in_play = True
    taught: ClassVar[Mapping[str, tuple[Any, ...]]] = {
        **DanishRules.taught,
        "end_when": ("at_once", "after_round"),
        "blocked_subtract_own": (False, True),
        "nonmatching_allowed": (False, True),
        "tiles_each": ("7_or_5", "5", "6", "7", "9"),
        "exact_target": (False, True),
        "to_open": ("0", "10"),
        "muggins": (False, True),
    }

    def fits(self, tile: Tile, join: int, pip: int, total: Callable[[], int]) -> bool:
        return join == pip or (self["nonmatching_allowed"] and total() % 5 == 0)

    def score_play(self, open_halves: Sequence[int], shown: Sequence[int]) -> int:
        total = sum(open_halves)
        return total if total % 5 == 0 else 0

    def score_hands(self, winners: Side, finish: Finish) -> int:
        others = self.others(winners)
        theirs, own = self.hold(others, finish, near=True), self.hold(winners, finish, near=True)
        if finish.out is not None or not self["blocked_subtract_own"]:
            return theirs
        return max(0, theirs - own) if self.in_pairs else theirs - own * len(others)

    def ends_in_play(self) -> bool:
        return bool(self["end_when"] == "at_once")


class SyverRules(DanishRules):
    def fits(self, tile: Tile, join: int, pip: int, total: Callable[[], int]) -> bool:
        return join + pip == 7 or sum(tile) in (0, 7)

    def score_hands(self, winners: Side, finish: Finish) -> int:
        return self.hold(self.others(winners), finish)


class ToEnsRules(DanishRules):
    in_play = True
    asks_placed = True
    first_rule = "lowest_double"
    lowest = True
    taught: ClassVar[Mapping[str, tuple[Any, ...]]] = {
        "target": (15, 10, 25, 3, 1),
        "doubles": ("fork", "line"),
        "next_start": ("lowest_double", "rotate", "winner"),
        "four_equal": (4, 3),
        "hand_points": (False, True),
        "tiles_each": ("6", "5", "7", "9"),
        "drawing": tuple(DRAWING),
        "never_drawn": ("0", "2"),
        "muggins": (False, True),
    }

    def score_play(self, open_halves: Sequence[int], shown: Sequence[int]) -> int:
        equal = list(open_halves).count(shown[0])
        if equal < 2:
            return 0
        return min(equal, 3) if self["four_equal"] == 3 else equal

    def counted(self, out: str | None) -> list[str]:
        return super().counted(out) if self["hand_points"] else []

    def score_round(self, finish: Finish) -> Worth:
        winners = self.find_winners(finish, "none")
        if not self["hand_points"]:
            return Worth({}, winners)
        return Worth({side: self.score_hands(side, finish) for side in winners}, winners)


class BlindeRules(Rules):
    players = (2, 3, 4, 5)
    first_rule = "youngest"
    taught: ClassVar[Mapping[str, tuple[Any, ...]]] = {
        "target": (1, 2, 3, 5),
        "leftovers": ("aside", "one_more_each_from_start"),
        "blocked": ("no_winner", "fewest_tiles"),
    }

    def deal(self) -> Dealing:
        each = 28 // len(self.seats)
        over = 28 - each * len(self.seats)
        if self["leftovers"] == "one_more_each_from_start":
            return Dealing(each, 0, 0, extra=over)
        return Dealing(each, over, over)

    def find_lead(self, hands: Hands) -> str | None:
        return None

    def counted(self, out: str | None) -> list[str]:
        return list(self.seats) if out is None and self["blocked"] == "fewest_tiles" else []

    def score_round(self, finish: Finish) -> Worth:
        if finish.out is not None:
            return Worth({(finish.out,): 1}, ((finish.out,),))
        if self["blocked"] == "no_winner":
            return Worth({})
        fewest = [side for side in self.sides if finish.tiles[side[0]] == min(finish.tiles.values())]
        return Worth({fewest[0]: 1}, tuple(fewest)) if len(fewest) == 1 else Worth({})

    def next_lead(self, led: str, winners: Sequence[Side], out: str | None) -> str | None:
        return None


RULES: Mapping[str, type[Rules]] = {
    "spansk": SpanskRules,
    "dk_almindelig": AlmindeligRules,
    "german_draw": GermanRules,
    "jijbent": JijbentRules,
    "dk_femmer": FemmerRules,
    "dk_syver": SyverRules,
    "dk_to_ens": ToEnsRules,
    "dk_blinde": BlindeRules,
    "pl_ekspresowe": EkspresoweRules,
}
