"""Random rounds: tiles drawn, laid, and passed, until somebody is out or nobody can go on."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from random import Random

from tests.simulator.layout import FIRST, OnTable, Place, Tile, count_pips, write_tile
from tests.simulator.rules import Finish, Rules


@dataclass(frozen=True)
class Turn:
    """A turn of `player` (None: the start tile was turned up): a tile laid, or a pass (`tile` is None).

    `ends` are open after it, `shows` is the end of the tile just laid, `again` says that the same player moves next.
    `last` says that it was the player's last tile, `goes_out` that the round is over with it.
    """

    player: str | None
    tile: Tile | None = None
    place: Place = FIRST
    join: int = 0
    ends: tuple[str, ...] = ()
    shows: str = ""
    points: int = 0
    again: bool = False
    table: OnTable = field(default_factory=lambda: OnTable("line"))
    last: bool = False
    goes_out: bool = False


@dataclass(frozen=True)
class Played:
    """A round: who led, the turns, the hands left. `shown` are the tiles that decided the lead, if tiles did.

    `last` laid the last tile; `call` is its bonus, if this table pays one.
    """

    lead: str
    turns: tuple[Turn, ...]
    hands: dict[str, list[Tile]]
    out: str | None
    how: str
    boneyard: int
    shown: tuple[dict[str, list[Tile]], ...] = ()
    last: str = ""
    call: str = ""

    @property
    def finish(self) -> Finish:
        pips = {player: count_pips(held) for player, held in self.hands.items()}
        tiles = {player: len(held) for player, held in self.hands.items()}
        return Finish(self.out, pips, tiles, self.lead, self.last, self.call, self.hands)

    @property
    def laid(self) -> list[Tile]:
        return [turn.tile for turn in self.turns if turn.tile is not None]


def play_round(rules: Rules, random: Random, lead: str | None, first: bool) -> Played:
    """Play a round with random legal moves; `first` if it is the match's first. Without `lead` the tiles decide it."""
    dealing, shown = rules.deal(), list[dict[str, list[Tile]]]()
    if lead is None and rules.first_rule == "highest_drawn":
        while lead is None:
            drawn = random.sample(rules.tiles, len(rules.seats))
            shown.append({player: [tile] for player, tile in zip(rules.seats, drawn, strict=True)})
            lead = rules.find_lead(shown[-1])
    by_rule = lead is None or (first and rules.tile_leads)
    while True:
        tiles = random.sample(rules.tiles, len(rules.tiles))
        hands = {player: [tiles.pop() for _ in range(dealing.each)] for player in rules.seats}
        if not by_rule and lead is not None:
            if rules.may_lead(hands[lead]):
                break
            continue
        found = rules.find_lead(hands)
        if lead is None:
            shown.append({player: list(held) for player, held in hands.items()})
        if found is not None and lead in (None, found):
            lead = found
            break
    assert lead is not None
    turns, table = list[Turn](), OnTable(rules.kind)
    if dealing.start_tile:
        start = next(tile for tile in tiles if tile[0] != tile[1])
        tiles.remove(start)
        turns.append(_lay(rules, table, None, start, FIRST, 0))
    player, passed, least, told = lead, 0, dealing.never_drawn, tuple(shown)
    while True:
        held = hands[player]
        moves = list_moves(rules, table, rules.pick_first(held, by_rule) if not turns else held)
        taken = 0
        while not moves and len(tiles) > least and taken != rules.most_drawn():
            held.append(tiles.pop())
            taken += 1
            moves = list_moves(rules, table, held)
        if not moves and rules.ends_at_boneyard and len(tiles) <= least:
            return Played(lead, tuple(turns), hands, None, "boneyard", len(tiles), told)
        if moves:
            tile, place, join = random.choice(moves)
            held.remove(tile)
            turns.append(_lay(rules, table, player, tile, place, join))
            over = not held and rules.ends_round(player, hands)
            turns[-1] = replace(turns[-1], last=not held, goes_out=over)
            if over:
                return Played(lead, tuple(turns), hands, player, "out", len(tiles), told)
        else:
            turns.append(Turn(player))
        passed = 0 if moves else passed + 1
        still_in = sum(bool(each) for each in hands.values()) if rules.plays_on else len(rules.seats)
        if passed >= still_in and len(tiles) <= least:
            return Played(lead, tuple(turns), hands, None, "blocked", len(tiles), told)
        if not turns[-1].again:
            player = rules.find_still_in(player, hands)


def call_last_tile(played: Played, rules: Rules, random: Random) -> Played:
    """Return the round with who laid its last tile (random if only the end is known), and perhaps the call for it."""
    laid = [turn.player for turn in played.turns if turn.tile is not None and turn.player is not None]
    last = laid[-1] if laid else random.choice(rules.seats)
    call, calls = None, rules.list_calls()
    if played.out is None:
        call = ""
    elif len(laid) > 1:
        before = [turn for turn in played.turns if turn.tile is not None][-2].ends
        pips = [int(end.partition("-")[0]) for end in before]
        call = rules.call(played.laid[-1], pips * (3 - len(pips)))
    if call is None:  # the players do not check, or the tiles are not known
        call = random.choice(calls) if calls and random.random() < 0.5 else ""
    return replace(played, last=last, call=call)


def list_moves(rules: Rules, table: OnTable, held: Sequence[Tile]) -> list[tuple[Tile, Place, int]]:
    """Return every way to lay one of these tiles: the tile, the place, and its half that touches."""
    ways = ((tile, place, join) for place in table.list_places() for tile in held for join in sorted(set(tile)))
    return [way for way in ways if way[1].at is None or _fits(rules, table, *way)]


def _fits(rules: Rules, table: OnTable, tile: Tile, place: Place, join: int) -> bool:
    return rules.fits(tile, join, place.pip, lambda: _add_up(table, tile, place, join))


def _add_up(table: OnTable, tile: Tile, place: Place, join: int) -> int:
    after = table.copy()
    after.lay(tile, place, join)
    return sum(after.open_halves)


def _lay(rules: Rules, table: OnTable, player: str | None, tile: Tile, place: Place, join: int) -> Turn:
    table.lay(tile, place, join)
    double, before = tile[0] == tile[1], tile[0] if join == tile[1] else tile[1]
    whole = double and not (rules.kind == "endwise" and place.at is not None)
    shows = write_tile(tile) if whole else str(before)
    points = 0 if player is None else rules.score_play(table.open_halves, [int(shows.partition("-")[0])])
    again = rules.goes_on(points, double)
    return Turn(player, tile, place, join, tuple(table.ends), shows, points, again, table.copy())


def play_blind(rules: Rules, random: Random, lead: str) -> Played:
    """Play a round of Blindedomino: players turn their first tile, and put it last if it does not fit."""
    tiles, dealing = random.sample(rules.tiles, len(rules.tiles)), rules.deal()
    around = rules.from_lead(lead)
    rows = {player: [tiles.pop() for _ in range(dealing.each)] for player in rules.seats}
    for player in around[: dealing.extra]:
        rows[player].append(tiles.pop())
    table, turns, idle, player = OnTable("line"), list[Turn](), 0, lead
    while idle < len(rows) * max(len(row) for row in rows.values()):  # until every tile was turned without fitting
        tile = rows[player].pop(0)
        moves = list_moves(rules, table, [tile])
        if not moves:
            rows[player].append(tile)
        else:
            turns.append(_lay(rules, table, player, *random.choice(moves)))
        idle = 0 if moves else idle + 1
        if not rows[player]:
            return Played(lead, tuple(turns), rows, player, "out", len(tiles))
        if not (moves and turns[-1].again):
            player = rules.after(player)
    return Played(lead, tuple(turns), rows, None, "blocked", len(tiles))


def deal_end(rules: Rules, random: Random, lead: str) -> Played:
    """Return only the end of a round, with random hands: half of them blocked, and many of those with a tie."""
    tiles = random.sample(rules.tiles, len(rules.tiles))
    hands = {player: [tiles.pop() for _ in range(random.randint(1, 4))] for player in rules.seats}
    out = random.choice([None, random.choice(rules.seats)])
    for player in () if out is None else rules.side_of(out) if rules.plays_on else (out,):
        tiles += hands[player]
        hands[player] = []
    if out is None and random.random() < 0.7:
        _make_equal(rules, random, hands, tiles)
    how = "out" if out else "boneyard" if rules.ends_at_boneyard else "blocked"
    return Played(lead, (), hands, out, how, rules.deal().never_drawn)


def _make_equal(rules: Rules, random: Random, hands: dict[str, list[Tile]], tiles: list[Tile]) -> None:
    """Give two or more sides one tile each with the same number of pips, if possible."""
    sides = random.sample(rules.sides, random.randint(2, len(rules.sides)))
    for player in (player for side in sides for player in side):
        tiles += hands[player]
        hands[player] = []
    players = [side[0] for side in sides]
    worth = [pips for pips in range(13) if sum(sum(tile) == pips for tile in tiles) >= len(players)]
    pips = random.choice(worth) if worth else -1
    for player in players:
        tile = next((tile for tile in tiles if sum(tile) == pips), tiles[0])
        tiles.remove(tile)
        hands[player] = [tile]
    # Each other partner holds a tile of two or three pips, or any tile if those are gone.
    for player in (player for side in sides for player in side[1:]):
        tile = next((tile for tile in tiles if sum(tile) in (2, 3)), tiles[0])
        tiles.remove(tile)
        hands[player] = [tile]
