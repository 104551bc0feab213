"""The six solitaires played at random, each step and each result compared with the engine's advice."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from random import Random
from typing import Any

from tests.cases import agrees, run_case
from tests.match_file import score_document
from tests.simulator.layout import TILES, OnTable, Tile, write_tile
from tests.simulator.tried import Tried, list_settings

Row = tuple[tuple[int, int], ...]  # tiles as they lie: the left half first
Said = tuple[dict[str, Any], dict[str, Any]]  # a position, and the expected advice


@dataclass(frozen=True)
class PlayedAlone:
    """A finished game: the positions with their advice, the tiles left, whether it is won, and other results."""

    said: tuple[Said, ...]
    left: Sequence[Tile]
    won: bool
    more: Mapping[str, int]


def shuffle(random: Random) -> list[Tile]:
    return random.sample(TILES, len(TILES))


def write_tiles(tiles: Sequence[Tile]) -> list[str]:
    return [write_tile(tile) for tile in tiles]


def play_line(random: Random, options: Mapping[str, Any], most_in_hand: int = 99) -> PlayedAlone:
    """Play a hand out in one line; a tile is drawn when none fits (§4.6)."""
    boneyard, said, table = shuffle(random), list[Said](), OnTable("line")
    hand = [boneyard.pop() for _ in range(5)]
    while True:
        moves = [
            (tile, place) for place in table.list_places() for tile in hand if place.at is None or place.pip in tile
        ]
        fits = list(dict.fromkeys(tile for tile, _ in moves))
        stuck = not boneyard or len(hand) == most_in_hand
        won = not hand and (bool(boneyard) or options["empty_stock_win"])
        verdict = "play" if fits else ("won" if won else "lost") if not hand else "lost" if stuck else "draw"
        open_now = {"ends": table.ends, "hand": write_tiles(hand), "boneyard": len(boneyard)}
        said.append((open_now, {"verdict": verdict, "fits": write_tiles(fits)}))
        if verdict == "play":
            tile, place = random.choice(moves)
            hand.remove(tile)
            table.lay(tile, place, place.pip)
        elif verdict == "draw":
            hand.append(boneyard.pop())
        else:
            return PlayedAlone(tuple(said), hand, won, {"boneyard_tiles": len(boneyard)})


def play_stop(random: Random, options: Mapping[str, Any]) -> PlayedAlone:
    return play_line(random, options, most_in_hand=5)


def play_bingo(random: Random, options: Mapping[str, Any]) -> PlayedAlone:
    """Play through a row while counting to twelve; a tile worth the number said leaves (§4.8)."""
    row = whole = shuffle(random)
    passes = list[list[Tile]]()
    while row and (not passes or passes[-1]):
        said, gone = 0, []
        for tile in row:
            said = said + 1 if said < 12 else options["count_after_12"]
            if sum(tile) == said:
                gone.append(tile)
        passes.append(gone)
        row = [tile for tile in row if tile not in gone]
    told = {"leave": [write_tiles(gone) for gone in passes], "left": write_tiles(row)}
    said_of = ({"row": write_tiles(whole)}, told | {"verdict": "lost" if row else "won"})
    return PlayedAlone((said_of,), row, not row, {"passes": len(passes)})


def find_twelves(tiles: Sequence[Tile]) -> list[tuple[Tile, Tile]]:
    return [(one, other) for one, other in combinations(tiles, 2) if sum(one) + sum(other) == 12]


def write_pairs(pairs: Sequence[tuple[Tile, Tile]]) -> list[list[str]]:
    return [write_tiles(pair) for pair in pairs]


def play_tolveren(random: Random, options: Mapping[str, Any]) -> PlayedAlone:
    """Play with six open tiles; two worth twelve leave and are replaced (§4.11)."""
    boneyard, said = shuffle(random), list[Said]()
    table = [boneyard.pop() for _ in range(6)]
    while True:
        pairs = find_twelves(table)
        verdict = "play" if pairs else "lost" if table else "won"
        told = {"pairs": write_pairs(pairs)} if table else {}
        said.append(({"table": write_tiles(table), "boneyard": len(boneyard)}, {"verdict": verdict, **told}))
        if not pairs:
            return PlayedAlone(tuple(said), table + boneyard, not table, {})
        for tile in random.choice(pairs):
            table.remove(tile)
        table += [boneyard.pop() for _ in range(min(6 - len(table), len(boneyard)))]


def play_columns(random: Random, options: Mapping[str, Any]) -> PlayedAlone:
    """Play with five columns and a reserve; two free tiles worth twelve leave (§4.9)."""
    tiles, said = shuffle(random), list[Said]()
    reserve, columns = tiles[:3], [tiles[start : start + 5] for start in range(3, 28, 5)]
    while True:
        free = reserve + [column[-1] for column in columns if column]
        pairs = find_twelves(free)
        fills = [column for column in columns if len(column) > 1] if not all(columns) else []
        left = reserve + [tile for column in columns for tile in column]
        verdict = "won" if not left else "play" if pairs or fills else "lost"
        told = {"free": write_tiles(free), "pairs": write_pairs(pairs)} if left else {}
        told_fill = {"can_fill_column": not all(columns) and any(columns)} if left else {}
        lies = {"reserve": write_tiles(reserve), "columns": [write_tiles(column) for column in columns]}
        said.append((lies, {"verdict": verdict, **told, **told_fill}))
        if verdict != "play":
            return PlayedAlone(tuple(said), left, not left, {})
        if pairs and (not fills or random.random() < 0.8):
            pair = random.choice(pairs)
            reserve = [tile for tile in reserve if tile not in pair]
            columns = [column[:-1] if column and column[-1] in pair else column for column in columns]
        else:
            tile = random.choice(fills).pop()
            columns[next(at for at, column in enumerate(columns) if not column)] = [tile]


def find_row_runs(row: Row) -> list[tuple[int, int]]:
    """Return the first and last place, from 1, of every longest run of tiles that match."""
    runs, first = [], 0
    for place in range(len(row)):
        if place + 1 == len(row) or row[place][1] != row[place + 1][0]:
            if place > first:
                runs.append((first + 1, place + 1))
            first = place + 1
    return runs


@cache
def count_least(row: Row, whole: bool) -> int:
    """Return the fewest tiles that can be left, by trying everything."""
    return min([len(row), *(count_least(after, whole) for after in list_after(row, whole))])


def list_after(row: Row, whole: bool) -> Iterator[Row]:
    """Yield every row that is left when neighbouring tiles of one run have gone."""
    for first, last in find_row_runs(row):
        for begin in range(first, last):
            for end in range(begin + 1, last + 1):
                if not whole or (begin, end) == (first, last):
                    yield row[: begin - 1] + row[end:]


def play_knock_out(random: Random, options: Mapping[str, Any]) -> PlayedAlone:
    """Play with a row of all tiles; neighbours whose touching halves are equal leave (§4.10)."""
    row: Row = tuple(random.choice([tile, tile[::-1]]) for tile in shuffle(random))
    whole, said = options["whole_runs"], list[Said]()
    while True:
        after = list(list_after(row, whole))
        if len(row) <= 9:
            told = (
                {"runs": [list(run) for run in find_row_runs(row)], "best_left": count_least(row, whole)} if row else {}
            )
            verdict = "won" if not row else "play" if after else "lost"
            said.append(({"row": write_tiles(row)}, {"verdict": verdict, **told}))
        if not after:
            return PlayedAlone(tuple(said), [(max(tile), min(tile)) for tile in row], not row, {})
        row = random.choice(after)


Play = Callable[[Random, Mapping[str, Any]], PlayedAlone]
ALONE: Mapping[str, tuple[Play, Mapping[str, tuple[Any, ...]]]] = {
    "dk_kabale": (play_line, {"empty_stock_win": (True, False)}),
    "dk_stop_ved_fem": (play_stop, {"empty_stock_win": (True, False)}),
    "dk_bingo": (play_bingo, {"count_after_12": (0, 1)}),
    "dk_fem_kolonner": (play_columns, {}),
    "dk_knock_out": (play_knock_out, {"whole_runs": (False, True)}),
    "dk_tolveren": (play_tolveren, {}),
}


def simulate_alone(game: str, rounds: int) -> Tried:
    """Simulate this number of games of a solitaire, with all house rules."""
    random, tried, (play_out, taught) = Random(game), Tried(), ALONE[game]
    for options in list_settings(taught, random):
        if tried.rounds >= rounds:
            break
        _compare(game, play_out(random, options), options, random, tried)
        tried.settings |= set(options.items())
    tried.tables.add((1, False))
    return tried


def _compare(game: str, played: PlayedAlone, options: Mapping[str, Any], random: Random, tried: Tried) -> None:
    seated = {"variant": game, "players": ["Anna"], "options": dict(options)}
    for open_now, wanted in played.said if tried.rounds % 5 == 0 else played.said[-1:]:
        got = run_case({**seated, "open": open_now})
        if not agrees(wanted, got):
            tried.differences.append(f"{game}, {open_now}, {options}\n  {wanted} here\n  {got}")
    left = write_tiles(played.left) if random.random() < 0.5 else {"tiles": len(played.left)}
    entry = {"entry": "result", "won": played.won, "left": left, **played.more}
    document = json.loads(json.dumps({"format": 1, **seated, "entries": [entry]}))
    tried.rounds, tried.entries = tried.rounds + 1, tried.entries + 1
    try:
        sheet = score_document(document)
    except ValueError as error:
        tried.differences.append(f"{game}, {document}: {error}")
        return
    doubts = [doubt.say() for line in sheet.lines for doubt in line.doubts]
    got_now = (sheet.totals["Anna"], sheet.over, list(sheet.winners), doubts)
    tried.whole += sheet.over
    if got_now != (len(played.left), True, ["Anna"] * played.won, []):
        tried.differences.append(f"{game}, {document}\n  {len(played.left)} left, won {played.won} here, {got_now}")
