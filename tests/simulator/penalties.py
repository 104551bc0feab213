"""Rounds of train games, chicken games and penalty pads: random hands, counted twice (docs/rules.md §10.2 to §10.4)."""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from tests.match_file import score_document
from tests.simulator.tried import Tried, list_settings
from tests.simulator.writing import Written

SEATS = ("Anna", "Bo", "Carl", "Dora", "Eva", "Finn", "Gerda", "Hugo", "Ida", "Jan", "Kim", "Leo", "Mia", "Nils")
Taught = Mapping[str, tuple[Any, ...]]
TAUGHT: Mapping[str, Taught] = {
    "mexican_train": {
        "set": (12, 6, 9, 15, 18),
        "rounds": (3, 1, 5),
        "tiles_each": ("15_12_10", "15_12_11", "16_down", "16_15_14", "16_16_15", "15_11_8", "15_12_10_8"),
        "engine": ("dealt", "set_out"),
        "double_blank": (0, 25, 50),
        "blank_half": (0, 25),
    },
    "chicken_foot": {
        "set": (9, 6, 12, 15, 18),
        "rounds": (3, 1, 5),
        "tiles_each": ("seven", "forty_two"),
        "hub_toes": (4, 6),
        "double_blank": (50, 25, 0),
        "blank_half": (0, 25),
    },
    "penalty_pad": {
        "set": (12, 6, 9, 15, 18),
        "limits": ("on", "off"),
        "goal": ("rounds", "limit"),
        "rounds": (3, 1, 5),
        "limit": (100, 50, 150, 200, 250, 30),
        "best": ("fewest", "most"),
        "double_blank": (0, 25, 50, 7),
        "blank_half": (0, 25, 3),
        "out_bonus": (0, 5, 10, 7),
    },
}
MOST = {
    ("mexican_train", 6): 4,
    ("mexican_train", 9): 8,
    ("mexican_train", 12): 8,
    ("mexican_train", 15): 12,
    ("mexican_train", 18): 14,
    ("chicken_foot", 6): 5,
    ("chicken_foot", 9): 8,
    ("chicken_foot", 12): 10,
    ("chicken_foot", 15): 12,
    ("chicken_foot", 18): 14,
}
OF_MANY = {
    (15, 9): 12,
    (15, 10): 11,
    (15, 11): 10,
    (15, 12): 9,
    (18, 9): 12,
    (18, 10): 11,
    (18, 11): 10,
    (18, 12): 9,
    (18, 13): 12,
    (18, 14): 11,
}
OF_A_DOUBLE_NINE = {"mexican_train": (9, 9, 9, 7, 7, 7, 6), "chicken_foot": (9, 7, 7, 7, 7, 7, 6)}
OF_A_LARGE_SET = {
    "15_12_10": (15, 15, 15, 12, 12, 10, 10),
    "15_12_11": (15, 15, 15, 12, 12, 11, 11),
    "16_down": (16, 15, 14, 13, 12, 11, 10),
    "16_15_14": (16, 15, 14, 12, 11, 10, 9),
    "16_16_15": (16, 16, 15, 14, 12, 10, 9),
    "15_11_8": (15, 15, 15, 11, 11, 8, 8),
    "15_12_10_8": (15, 15, 15, 12, 12, 10, 10, 8, 8),
}


def count_most(game: str, options: Mapping[str, Any]) -> int:
    """Return how many can play with this set."""
    if options["set"] == 12 and options.get("tiles_each") == "15_12_10_8":
        return 10
    return MOST.get((game, options["set"]), 8)


def count_dealt(game: str, players: int, options: Mapping[str, Any]) -> int:
    """Return how many tiles each player is dealt; 0 if the game does not say it."""
    if game == "penalty_pad":
        return 0
    if options["set"] == 6:
        return {2: 9, 3: 8, 4: 6}[players] if game == "mexican_train" else 5
    if options.get("tiles_each") == "forty_two":
        return (21, 14, 11, 8, 7, 6, 5, 5, 4, 4, 4, 3, 3)[players - 2]
    if options["set"] == 9:
        return OF_A_DOUBLE_NINE[game][players - 2]
    if game == "mexican_train" and (options["set"], players) in OF_MANY:
        return OF_MANY[options["set"], players]
    return OF_A_LARGE_SET[options["tiles_each"]][players - 2] if game == "mexican_train" else 7


@dataclass(frozen=True)
class Ended:
    """A round: the double with which it began (None: not entered), who is out, and each hand."""

    hub: int | None
    out: str | None
    hands: Mapping[str, list[tuple[int, int]]]


def end_round(random: Random, game: str, seats: tuple[str, ...], options: Mapping[str, Any], hub: int | None) -> Ended:
    """Return random hands of a few tiles, no more than are dealt; somebody is out two times of three."""
    largest = options["set"]
    tiles = [(high, low) for high in range(largest + 1) for low in range(high + 1) if not high == low == hub]
    random.shuffle(tiles)
    out = random.choice(seats) if random.random() < 0.67 else None
    most = min(4, count_dealt(game, len(seats), options) or 4)
    hands = {seat: [tiles.pop() for _ in range(random.randint(1, most))] for seat in seats if seat != out}
    return Ended(hub, out, hands)


def count_hand(tiles: list[tuple[int, int]], options: Mapping[str, Any]) -> int:
    """Return the penalty of a hand."""
    total = 0
    for high, low in tiles:
        total += options["double_blank"] if high == 0 else high + low + (options["blank_half"] if low == 0 else 0)
    return total


def write_hand(random: Random, tiles: list[tuple[int, int]], options: Mapping[str, Any]) -> Any:
    """Return the tiles of a hand, or its pips if these are sufficient."""
    pips, blank = sum(map(sum, tiles)), (0, 0) in tiles
    typed = not options["blank_half"] and random.random() < 0.5
    if not typed or (options["limits"] == "off" and blank):
        return [f"{high}-{low}" for high, low in tiles]
    said: Written = {"pips": pips}
    if blank and options["double_blank"]:
        said["has"] = ["0-0"]
    return said


def write_round(random: Random, ended: Ended, in_order: bool, options: Mapping[str, Any]) -> Written:
    hands = {seat: write_hand(random, tiles, options) for seat, tiles in ended.hands.items()}
    entry: Written = {"entry": "round", "hands": hands, **({"out": ended.out} if ended.out else {"blocked": True})}
    if ended.hub is not None and not (in_order and random.random() < 0.5):
        entry["number"] = ended.hub
    return entry


def pick_hub(random: Random, game: str, largest: int, played: list[int]) -> tuple[int | None, bool]:
    """Return the double of the next round, and whether it is the next in order."""
    if game == "penalty_pad":
        return None, False
    left = [hub for hub in range(largest, -1, -1) if hub not in played]
    following = next((hub for hub in left if not played or hub < played[-1]), left[0])
    hub = random.choice(left) if random.random() < 0.2 else following
    return hub, hub == following


def play_match(game: str, options: Mapping[str, Any], random: Random, tried: Tried) -> None:
    """Play a match, count it, and compare it with the engine."""
    most = count_most(game, options)
    seats = SEATS[: random.randint(2, most)]
    rules = {"limits": "on", "out_bonus": 0, "best": "fewest", "goal": "rounds", **options}
    totals, lines, played = dict.fromkeys(seats, 0), list[dict[str, int]](), list[int]()
    document: Written = {"format": 1, "variant": game, "players": list(seats), "options": dict(options), "entries": []}
    over = False
    while not over and len(lines) < 8:
        hub, in_order = pick_hub(random, game, options["set"], played)
        played += [] if hub is None else [hub]
        ended = end_round(random, game, seats, options, hub)
        worth = {seat: count_hand(tiles, rules) for seat, tiles in ended.hands.items()}
        if ended.out:
            worth[ended.out] = -rules["out_bonus"]
        document["entries"].append(write_round(random, ended, in_order, rules))
        lines.append(worth)
        totals = {seat: total + worth[seat] for seat, total in totals.items()}
        done = max(totals.values()) >= rules["limit"] if rules["goal"] == "limit" else len(lines) >= rules["rounds"]
        over = done
    tried.rounds += len(lines)
    tried.entries += len(lines)
    tried.whole += over
    tried.settings |= set(options.items())
    tried.tables.add((len(seats), False))
    best = (min if rules["best"] == "fewest" else max)(totals.values())
    winners = tuple(seat for seat in seats if totals[seat] == best) if over else ()
    _compare(game, document, (lines, totals, over, winners), count_dealt(game, len(seats), options), tried)


def _compare(game: str, document: Written, ours: tuple[Any, ...], each: int, tried: Tried) -> None:
    try:
        sheet = score_document(document)
    except Exception as error:
        tried.differences.append(f"{game}: {error}\n  {document}")
        return
    theirs = ([dict(line.points) for line in sheet.lines], dict(sheet.totals), sheet.over, sheet.winners)
    pairs = [*zip(ours, theirs, strict=True), (each, sheet.game.deal.each)]
    tried.differences += [f"{game}: {one} here, {other} there\n  {document}" for one, other in pairs if one != other]


def simulate_penalties(game: str, rounds: int) -> Tried:
    """Simulate at least this number of rounds, with each house rule at a table."""
    random, tried, taught = Random(game), Tried(), TAUGHT[game]
    wanted = {(key, value) for key, values in taught.items() for value in values}
    for options in list_settings(taught, random):
        if tried.rounds >= rounds and wanted <= tried.settings:
            break
        play_match(game, options, random, tried)
    return tried
