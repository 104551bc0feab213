"""Rounds of Moon, played trick by trick by three and counted twice (docs/rules.md §10.5)."""

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from tests.match_file import score_document
from tests.simulator.layout import TILES, Tile
from tests.simulator.tricks import follows, is_trump, rank
from tests.simulator.tried import Tried, list_settings
from tests.simulator.writing import Written

GAME, SEATS = "moon", ("Anna", "Bo", "Carl")
TAUGHT: Mapping[str, tuple[Any, ...]] = {
    "target": (21, 42, 7),
    "set_gives": ("minus_bid", "to_others"),
    "moon_made": ("points", "wins"),
    "all_pass": ("redeal", "forced"),
}


def bid_around(random: Random, first: int, forced: bool) -> tuple[int, int] | None:
    """Return the seat and the bid that win; None if all pass and the tiles are dealt again."""
    best: tuple[int, int] | None = None
    for step in range(3):
        higher = [bid for bid in (4, 5, 6, 7, 21) if best is None or bid > best[1]]
        if higher and random.random() < 0.5:
            best = ((first + step) % 3, random.choice(higher))
    return best or (((first + 2) % 3, 4) if forced else None)


def play_tricks(random: Random, bidder: int) -> list[int]:
    """Return how many tricks each player takes with seven of the 22 tiles; the widow is the last tile."""
    tiles = random.sample([tile for tile in TILES if tile[1] or not tile[0]], 22)
    hands = {seat: tiles[7 * seat : 7 * seat + 7] for seat in range(3)}
    hands[bidder].append(tiles[21])
    hands[bidder].remove(random.choice(hands[bidder]))
    trump = random.choice([*range(7), None])
    won, lead = [0, 0, 0], bidder
    for _ in range(7):
        first = random.choice(hands[lead])
        suit = "trump" if is_trump(first, trump) else first[0]
        laid: list[tuple[int, Tile]] = []
        for seat in ((lead + step) % 3 for step in range(3)):
            fitting = [tile for tile in hands[seat] if follows(tile, suit, trump)]
            tile = first if seat == lead else random.choice(fitting or hands[seat])
            hands[seat].remove(tile)
            laid.append((seat, tile))
        lead = max(laid, key=lambda each: rank(each[1], suit, trump))[0]
        won[lead] += 1
    return won


def count_round(bidder: int, bid: int, won: list[int], to_others: bool) -> tuple[bool, list[int]]:
    """Return whether the bid is made, and the points of each player."""
    made = won[bidder] == 7 if bid == 21 else won[bidder] >= bid
    if made:
        return True, [bid if bid == 21 and seat == bidder else tricks for seat, tricks in enumerate(won)]
    others = [tricks + bid if to_others else tricks for tricks in won]
    return False, [(0 if to_others else -bid) if seat == bidder else points for seat, points in enumerate(others)]


def find_winner(totals: list[int], target: int, bidder: int, made: bool, moon_wins: bool) -> int | None:
    """Return the winner: the bidder, or the player with the highest total at the target; None if there is none."""
    if made and (moon_wins or totals[bidder] >= target):
        return bidder
    best = [seat for seat in range(3) if totals[seat] == max(totals)]
    return best[0] if len(best) == 1 and totals[best[0]] >= target else None


def list_rounds(random: Random) -> Iterator[Written]:
    """Yield match files of one round each, without end."""
    while True:
        bidder, bid = bid_around(random, 0, True) or (2, 4)
        won = play_tricks(random, bidder)
        taken = {seat: {"tricks": tricks} for seat, tricks in zip(SEATS, won, strict=True)}
        entries = [
            {"entry": "bid", "player": SEATS[bidder], "points": bid},
            {"entry": "round", "taken": taken},
        ]
        document = {"format": 1, "variant": GAME, "players": list(SEATS), "lead": SEATS[0]}
        yield document | {"options": {}, "entries": entries}


def play_match(options: Mapping[str, Any], random: Random, tried: Tried, most: int) -> None:
    first, totals, lines, winner = random.randrange(3), [0, 0, 0], list[list[int]](), None
    document: Written = {"format": 1, "variant": GAME, "players": list(SEATS), "lead": SEATS[first]}
    document |= {"options": dict(options), "entries": []}
    for _ in range(most):
        won_bidding = bid_around(random, first, options["all_pass"] == "forced")
        if won_bidding is None:
            continue
        bidder, bid = won_bidding
        won = play_tricks(random, bidder)
        made, points = count_round(bidder, bid, won, options["set_gives"] == "to_others")
        told = random.sample(range(3), random.choice([2, 3]))
        taken = {SEATS[seat]: {"tricks": won[seat]} for seat in told}
        document["entries"].append({"entry": "bid", "player": SEATS[bidder], "points": bid})
        document["entries"].append({"entry": "round", "taken": taken})
        totals = [total + more for total, more in zip(totals, points, strict=True)]
        lines += [[0, 0, 0], points]
        tried.rounds, tried.entries, first = tried.rounds + 1, tried.entries + 2, (first + 1) % 3
        winner = find_winner(totals, options["target"], bidder, made, bid == 21 and options["moon_made"] == "wins")
        if winner is not None:
            break
    tried.whole += winner is not None
    compare(document, tried, (lines, totals, winner, first))


def compare(document: Written, tried: Tried, ours: tuple[object, ...]) -> None:
    """Report a difference between our result and the engine's."""
    try:
        sheet = score_document(document)
    except Exception as error:
        tried.differences.append(f"{GAME}: {error}\n  {document}")
        return
    lines = [[line.points.get(side, 0) for side in SEATS] for line in sheet.lines]
    winner = SEATS.index(sheet.winners[0]) if sheet.winners else None
    theirs = (lines, [sheet.totals[side] for side in SEATS], winner, SEATS.index(sheet.lead.player or ""))
    if ours != theirs:
        tried.differences.append(f"{GAME}: {ours} here, {theirs} there\n  {document}")


def simulate_moon(rounds: int, most: int) -> Tried:
    """Simulate at least this number of rounds, with each house rule at a table."""
    random, tried = Random(GAME), Tried()
    wanted = {(key, value) for key, values in TAUGHT.items() for value in values}
    for options in list_settings(TAUGHT, random):
        if tried.rounds >= rounds and wanted <= tried.settings:
            break
        play_match(options, random, tried, most)
        tried.settings |= set(options.items())
        tried.tables.add((3, False))
    return tried
