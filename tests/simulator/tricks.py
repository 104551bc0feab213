"""Rounds of Forty-two, played trick by trick with every kind of bid and counted twice (docs/rules.md §10.1)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar

from tests.match_file import score_document
from tests.simulator.layout import TILES, Tile, write_tile
from tests.simulator.tried import Tried, list_settings
from tests.simulator.writing import Written

SEATS = ("Anna", "Bo", "Carl", "Dora")
SIDES = ("Anna & Carl", "Bo & Dora")
COUNT = {(5, 0): 5, (4, 1): 5, (3, 2): 5, (5, 5): 10, (6, 4): 10}
TAUGHT: Mapping[str, tuple[Any, ...]] = {
    "target": (7, 250, 3, 1),
    "scoring": ("marks", "points"),
    "contracts": ("straight", "all"),
    "all_pass": ("forced", "reshake"),
}


@dataclass(frozen=True)
class Bidding:
    """The winning bid: who made it, how high, and how it is played; `trump` is a number, `doubles` or None."""

    seat: int
    points: int = 0
    marks: int = 0
    trump: int | str | None = None
    contract: str = ""
    forced: bool = False

    def write(self, random: Random) -> Written:
        said: Written = {"entry": "bid", "player": SEATS[self.seat]}
        in_points = self.points or (42 if self.marks == 1 and random.random() < 0.5 else 0)
        said |= {"points": in_points} if in_points else {"marks": self.marks}
        if self.contract:
            said["contract"] = self.contract
        elif random.random() < 0.5:
            said["trump"] = "follow_me" if self.trump is None else str(self.trump)
        return said | ({"forced": True} if self.forced else {})


def bid_around(random: Random, shaker: int, options: Mapping[str, Any]) -> Bidding | None:
    """Let each player bid once, from the left of the shaker, higher or pass; return None if all pass."""
    best: Bidding | None = None
    for step in range(1, 5):
        seat = (shaker + step) % 4
        if random.random() < 0.4:
            continue
        best = raise_bid(random, seat, best, options["contracts"] == "all") or best
    if best is None and options["all_pass"] == "forced":
        best = Bidding(shaker, 30, trump=random.randrange(7), forced=True)
    return best


def raise_bid(random: Random, seat: int, best: Bidding | None, contracts: bool) -> Bidding | None:
    """Return a higher bid than the best so far; None if there is none."""
    trump = random.choice([*range(7), "doubles", None])
    points, marks = (best.points, best.marks) if best else (29, 0)
    if not marks and points < 41 and random.random() < 0.6:
        return Bidding(seat, random.randint(points + 1, 41), trump=trump)
    if contracts and not marks and random.random() < 0.3:
        contract, worth = random.choice([("splash", 3), ("plunge", 4)])
        return Bidding(seat, 0, worth, trump, contract)
    more = marks + 1 if marks else random.choice([1, 2])
    contract = random.choice(["nello", "sevens", ""]) if contracts else ""
    return Bidding(seat, 0, more, None if contract else trump, contract)


def play_tricks(random: Random, bid: Bidding) -> list[list[Tile]]:
    """Return the tiles in the tricks of each side. In Nello the bidder's partner sits out."""
    tiles = random.sample(TILES, len(TILES))
    hands = {seat: tiles[7 * seat : 7 * seat + 7] for seat in range(4)}
    won: tuple[list[Tile], list[Tile]] = ([], [])
    lead = bid.seat
    for _ in range(7):
        seats = [(lead + step) % 4 for step in range(4)]
        seats = [seat for seat in seats if bid.contract != "nello" or seat != (bid.seat + 2) % 4]
        first = random.choice(hands[lead])
        suit = "trump" if is_trump(first, bid.trump) else first[0]
        laid: list[tuple[int, Tile]] = []
        for seat in seats:
            fitting = [tile for tile in hands[seat] if follows(tile, suit, bid.trump)]
            tile = first if seat == lead else random.choice(fitting or hands[seat])
            hands[seat].remove(tile)
            laid.append((seat, tile))
        lead = max(laid, key=lambda each: rank(each[1], suit, bid.trump))[0]
        won[lead % 2].extend(tile for _, tile in laid)
    return [list(each) for each in won]


def is_trump(tile: Tile, trump: int | str | None) -> bool:
    return tile[0] == tile[1] if trump == "doubles" else trump in tile


def follows(tile: Tile, suit: int | str, trump: int | str | None) -> bool:
    return is_trump(tile, trump) if suit == "trump" else not is_trump(tile, trump) and suit in tile


def rank(tile: Tile, suit: int | str, trump: int | str | None) -> tuple[int, int]:
    """Return the rank of a tile in a trick: trumps above the suit, the double on top, else by the other half."""
    number = trump if is_trump(tile, trump) else suit
    level = 2 if is_trump(tile, trump) else 1 if follows(tile, suit, trump) else 0
    if tile[0] == tile[1]:
        return level, tile[0] if trump == "doubles" and level == 2 else 9
    return level, tile[1] if tile[0] == number else tile[0]


@dataclass(frozen=True)
class Counted:
    """What each side took, and the points of the round for each."""

    taken: tuple[int, int]
    tricks: tuple[int, int]
    count: tuple[list[Tile], list[Tile]]
    made: bool
    worth: tuple[int, int]


def count_round(bid: Bidding, piles: Sequence[Sequence[Tile]], options: Mapping[str, Any]) -> Counted:
    """Count the round from the tiles that each side took."""
    own = bid.seat % 2
    size = 3 if bid.contract == "nello" else 4
    tricks = (len(piles[0]) // size, len(piles[1]) // size)
    count = tuple([tile for tile in pile if tile in COUNT] for pile in piles)
    taken = [tricks[side] + sum(COUNT[tile] for tile in count[side]) for side in (0, 1)]
    if bid.contract == "nello":
        made = not piles[own]
        taken[1 - own] = 42 - taken[own]  # the tiles of the partner who sat out belong to nobody
    else:
        made = taken[own] >= (bid.points or 42)
    worth = [0, 0]
    if options["scoring"] == "marks":
        worth[own if made else 1 - own] = bid.marks or 1
    elif made:
        worth = list(taken)
    else:
        worth[1 - own] = taken[1 - own] + (bid.points or 42 * bid.marks)
    return Counted((taken[0], taken[1]), tricks, (count[0], count[1]), made, (worth[0], worth[1]))


def write_end(random: Random, bid: Bidding, counted: Counted, options: Mapping[str, Any]) -> Written:
    """Return the end of a round for either side, in points, in tricks and tiles, or only whether the bid was made."""
    if options["scoring"] == "marks" and random.random() < 0.25:
        return {"entry": "round", "made": counted.made}
    side = random.choice([0, 1])
    player = SEATS[random.choice([side, side + 2])]
    told: Written = {"points": counted.taken[side]}
    if bid.contract != "nello" and random.random() < 0.5:
        told = {"tricks": counted.tricks[side], "count": [write_tile(tile) for tile in counted.count[side]]}
    return {"entry": "round", "taken": {player: told}}


class TricksHeld:
    """One match, counted here and by the engine."""

    game: ClassVar[str] = "forty_two"

    def __init__(self, options: Mapping[str, Any], random: Random, tried: Tried) -> None:
        self.options, self.random, self.tried = options, random, tried
        self.shaker = random.randrange(4)
        self.document: Written = {"format": 1, "variant": self.game, "players": list(SEATS), "partners": True}
        self.document |= {"lead": SEATS[self.shaker], "options": dict(options), "entries": []}
        self.totals = [0, 0]
        self.lines: list[list[int]] = []
        self.over = False

    def play(self, most: int) -> None:
        for _ in range(most):
            if self.over:
                break
            bid = bid_around(self.random, self.shaker, self.options)
            if bid is None:
                continue  # the same player shuffles again, and nothing is written
            counted = count_round(bid, play_tricks(self.random, bid), self.options)
            self._write(bid, counted)
        self.tried.whole += self.over
        self._compare()

    def _write(self, bid: Bidding, counted: Counted) -> None:
        end = write_end(self.random, bid, counted, self.options)
        self.document["entries"] += [bid.write(self.random), end]
        self.totals = [total + more for total, more in zip(self.totals, counted.worth, strict=True)]
        self.lines += [[0, 0], list(counted.worth)]
        self.over = max(self.totals) >= self.options["target"] and self.totals[0] != self.totals[1]
        self.shaker = (self.shaker + 1) % 4
        self.tried.rounds += 1
        self.tried.entries += 2

    def _compare(self) -> None:
        try:
            sheet = score_document(self.document)
        except Exception as error:
            self.tried.differences.append(f"{self.game}: {error}\n  {self.document}")
            return
        got = [[line.points.get(side, 0) for side in SIDES] for line in sheet.lines]
        pairs: list[tuple[object, object]] = [(self.shaker, SEATS.index(sheet.lead.player or ""))]
        pairs += [(self.lines, got), (self.totals, [sheet.totals[side] for side in SIDES]), (self.over, sheet.over)]
        self.tried.differences += [
            f"{self.game}: {ours} here, {theirs} there\n  {self.document}" for ours, theirs in pairs if ours != theirs
        ]


def simulate_tricks(rounds: int, most: int) -> Tried:
    """Simulate at least this number of rounds, with each house rule at a table."""
    random, tried = Random("forty_two"), Tried()
    wanted = {(key, value) for key, values in TAUGHT.items() for value in values}
    for options in list_settings(TAUGHT, random):
        if tried.rounds >= rounds and wanted <= tried.settings:
            break
        TricksHeld(options, random, tried).play(most)
        tried.settings |= set(options.items())
        tried.tables.add((4, True))
    return tried
