"""Whether a round can have been played as it is written: a second opinion that shares no code with the engine."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations
from typing import Any

from tests.simulator.layout import OnTable, Place, Tile
from tests.simulator.rounds import list_moves
from tests.simulator.rules import Rules
from tests.simulator.writing import Written

MOST_TRIED = 3_000  # ways in which one player can have drawn, and steps of distributing tiles


def read_tile(text: str) -> Tile:
    one, other = sorted(map(int, text.split("-")), reverse=True)
    return one, other


@dataclass
class Turns:
    """A replayed round: the table before each turn, the tiles that each player laid and when, and each pass."""

    rules: Rules
    tables: list[OnTable] = field(default_factory=list)  # `tables[time]` is the table before that turn
    laid: dict[str, list[tuple[int, Tile]]] = field(default_factory=dict)
    passes: list[tuple[int, str]] = field(default_factory=list)
    last: str | None = None  # who laid the last tile

    def fits(self, tile: Tile, time: int) -> bool:
        return bool(list_moves(self.rules, self.tables[time], [tile]))


def could_be(rules: Rules, entries: Sequence[Written], blind: bool = False) -> bool:
    """Return whether some legal round has these entries; if `blind`, nobody sees the tiles and passes say nothing."""
    *moves, ended = entries
    turns = replay(rules, moves, blind)
    if turns is None or not _ends_rightly(rules, turns, ended):
        return False
    hands = {player: ended["hands"].get(player, []) for player in rules.seats}
    if ended.get("out") and hands[ended["out"]]:
        return False
    if any(not hand and player != ended.get("out") for player, hand in hands.items()):
        return False
    return _hands_can_be(rules, turns, ended, hands, blind)


def replay(rules: Rules, moves: Sequence[Written], blind: bool = False) -> Turns | None:
    """Replay the moves in turn order; return None if one is not legal."""
    table, turns, turn, passed = OnTable(rules.kind), Turns(rules, laid={seat: [] for seat in rules.seats}), "", 0
    writes_passes = any(move["entry"] == "pass" for move in moves)
    for number, move in enumerate(moves):
        if move["entry"] == "bonus":
            if not _is_earned(rules, turns, passed, moves[number + 1 :], move, writes_passes):
                return None
            continue
        player = move.get("player")
        while turn and player not in (None, turn):
            ended = blind and turn == turns.last and not passed  # the turn began with a tile
            if (writes_passes and not ended) or (not blind and passed >= len(rules.seats) - 1):
                return None
            turns.passes.append((len(turns.tables), turn))
            turns.tables.append(table.copy())
            turn, passed = rules.after(turn), passed + 1
        turns.tables.append(table.copy())
        if move["entry"] == "pass":
            if not turns.last or (not blind and passed >= len(rules.seats) - 1):
                return None
            turns.passes.append((len(turns.tables) - 1, move["player"]))
            turn, passed = rules.after(move["player"]), passed + 1
            continue
        points = lay(rules, table, move)
        if points is None:
            return None
        passed = 0
        if player is not None:
            tile = read_tile(move["tile"])
            turns.laid[player].append((len(turns.tables) - 1, tile))
            turns.last = player
            turn = player if rules.goes_on(points, tile[0] == tile[1]) else rules.after(player)
    turns.tables.append(table)
    return turns


def lay(rules: Rules, table: OnTable, move: Written) -> int | None:
    """Lay a tile on the table and return its points; None if it cannot be laid there."""
    tile = read_tile(move["tile"])
    if tile not in rules.tiles or tile in table.joined:
        return None
    if "at" not in move:
        if table.joined:
            return None
        table.lay(tile, Place(), 0)
    else:
        place, join = Place(read_tile(move["at"]), move["pip"]), move["join"]
        if (tile, place, join) not in list_moves(rules, table, [tile]):
            return None
        table.lay(tile, place, join)
    return rules.score_play(table.open_halves, [0]) if move.get("player") else 0


def _is_earned(
    rules: Rules, turns: Turns, passed: int, later: Sequence[Written], bonus: Written, writes_passes: bool
) -> bool:
    """Return whether the passes for a bonus are written, or, if none are written, follow from the next move."""
    if turns.last is None or bonus["player"] not in rules.side_of(turns.last):
        return False
    if not writes_passes:
        following = next((move["player"] for move in later if move["entry"] == "play"), None)
        if following is None:
            return bonus["bonus"] == "pase_corrido" or len(turns.tables) == 1
        passed = rules.from_lead(rules.after(turns.last)).index(following)
    tiles = [tile for _, tile in sorted(each for laid in turns.laid.values() for each in laid)]
    return rules.pay_passes(tiles, passed) == str(bonus["bonus"])


def _ends_rightly(rules: Rules, turns: Turns, ended: Written) -> bool:
    if ended.get("out"):
        called = ended.get("bonus", [])
        times = sorted(each for laid in turns.laid.values() for each in laid)
        if called and times:
            before = [end.partition("-")[0] for end in turns.tables[times[-1][0]].ends]
            pips = [int(end) for end in before] * (3 - len(before))
            call = rules.call(times[-1][1], pips)
            if len(pips) == 2 and call is not None and call not in called:
                return False
        return turns.last == str(ended["out"])
    return True


def _hands_can_be(rules: Rules, turns: Turns, ended: Written, hands: Mapping[str, Any], blind: bool) -> bool:
    dealing, end = rules.deal(), len(turns.tables) - 1
    blocked = "out" not in ended
    stuck = [] if not blocked else list(rules.seats)
    if ended.get("boneyard"):
        stuck = [rules.after(turns.last)] if turns.last else []
    passes = [] if blind else [*turns.passes, *((end, player) for player in stuck)]
    lying = set(turns.tables[-1].joined)
    named = {player: [read_tile(tile) for tile in hand] for player, hand in hands.items() if isinstance(hand, list)}
    held = [tile for hand in named.values() for tile in hand]
    free = [tile for tile in rules.tiles if tile not in lying and tile not in held]
    if len(set(held)) < len(held) or lying & set(held) or not set(held) <= set(rules.tiles):
        return False
    draws, limited = dealing.boneyard - dealing.never_drawn, rules.most_drawn() not in (None, 0)
    empty = draws == 0 or (not limited and bool(passes)) or (blind and blocked)
    if limited:
        passes = [each for each in passes if each[0] == end]

    @cache
    def lacks(player: str, tile: Tile) -> bool:
        """Return whether `player` passed when `tile` fitted, and so did not have it then nor draw it later."""
        return any(who == player and turns.fits(tile, time) for time, who in passes)

    for player, tiles in named.items():
        later = [(end, tile) for tile in tiles] + turns.laid[player]
        for time, who in passes:
            if who == player and any(at >= time and turns.fits(tile, time) for at, tile in later):
                return False
    wanted = {player: (hand["pips"], hand.get("tiles")) for player, hand in hands.items() if isinstance(hand, dict)}
    counts = {player: len(turns.laid[player]) + len(tiles) - dealing.each for player, tiles in named.items()}
    if any(count < 0 or (count > 0 and draws == 0) for count in counts.values()) or sum(counts.values()) > draws:
        return False
    if wanted:
        return _may_be_typed(rules, turns, wanted, free, draws - sum(counts.values()), empty, lacks)
    if empty and sum(counts.values()) != draws:
        return False
    if limited or blind:
        return True
    first = min(passes, default=(end + 1, ""))
    return all(may_draw(turns, player, named[player], counts[player], first) for player in rules.seats)


def _may_be_typed(
    rules: Rules, turns: Turns, wanted: Mapping[str, Any], free: list[Tile], draws: int, empty: bool, lacks: Any
) -> bool:
    """Return whether the `free` tiles can form hands with these pips and, if given, these numbers of tiles."""
    each, players = rules.deal().each, list(wanted)
    least = [max(1, each - len(turns.laid[player])) for player in players]
    tiles = sorted(free, key=sum, reverse=True)
    steps = 0

    @cache
    def share(at: int, rest: tuple[int, ...], counts: tuple[int, ...], more: int) -> bool:
        nonlocal steps
        steps += 1
        if steps > 10 * MOST_TRIED:
            return True
        if any(left < 0 for left in rest) or more < 0:
            return False
        if at == len(tiles):
            enough = all(count >= few for count, few in zip(counts, least, strict=True))
            said = (wanted[player][1] in (None, count) for player, count in zip(players, counts, strict=True))
            return not any(rest) and enough and all(said) and (not empty or more == 0)
        for place, player in enumerate(players):
            if lacks(player, tiles[at]) or sum(tiles[at]) > rest[place]:
                continue
            new = (*rest[:place], rest[place] - sum(tiles[at]), *rest[place + 1 :])
            held = (*counts[:place], counts[place] + 1, *counts[place + 1 :])
            if share(at + 1, new, held, more - (counts[place] + len(turns.laid[player]) >= each)):
                return True
        return share(at + 1, rest, counts, more)

    if any(len(turns.laid[player]) > each for player in players):
        draws -= sum(max(0, len(turns.laid[player]) - each) for player in players)
    return share(0, tuple(wanted[player][0] for player in players), (0,) * len(players), draws)


def may_draw(turns: Turns, player: str, held: Sequence[Tile], drawn: int, first: tuple[int, str]) -> bool:
    """Return whether `player` can have drawn exactly this number of tiles, in each turn until one fitted.

    `first` is the time of the first pass, and who passed: nobody draws after it.
    """
    if not drawn:
        return True
    end, (until, passer) = len(turns.tables), first
    tiles = {tile: time for time, tile in turns.laid[player]} | dict.fromkeys(held, end)
    plays = [(time, tile) for time, tile in turns.laid[player] if time < until]
    tried = 0
    for count in range(min(drawn, len(plays)) + 1):
        for chosen in combinations(plays, count):
            tried += 1
            if tried > MOST_TRIED or _suits(turns, tiles, chosen, drawn, until if passer == player else None):
                return True
    return False


def _suits(
    turns: Turns, tiles: Mapping[Tile, int], chosen: Sequence[tuple[int, Tile]], drawn: int, passed: int | None
) -> bool:
    """Return whether `drawn` tiles fit the `chosen` turns, each ending with its tile, and the turn at `passed`."""
    at_once, needed, possible = {tile for _, tile in chosen}, len(chosen), len(chosen)
    for tile, time in tiles.items():
        if tile in at_once:
            continue
        fitted = [when for when, _ in chosen if when < time and turns.fits(tile, when)]
        free = [when for when, _ in chosen if when < time and not turns.fits(tile, when)]
        free += [passed] if passed is not None and passed <= time else []
        after = [when for when in free if when > max(fitted, default=-1)]
        if fitted and not after:
            return False
        needed += bool(fitted)
        possible += bool(after)
    return needed <= drawn <= possible
