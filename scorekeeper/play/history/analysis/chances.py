"""What a player could know who saw only their own hand: what passes revealed, and who could hold which tile.

The chances are counted exactly, over all deals that agree with what one seat has seen: its own hand, the tiles laid,
the number of tiles in each hand, and the passes. All these deals have equal weight; what players prefer to lay is not
considered.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb

from scorekeeper.engine.tiles import Tile
from scorekeeper.play.history.analysis.known_round import KnownRound

Groups = tuple[tuple[tuple[bool, ...], int], ...]
"""Groups of tiles that the same places may hold: for each group, whether each place may hold them, and their number."""


@dataclass(frozen=True, slots=True)
class PassedTurn:
    """A turn in which `player`, a number in turn order, had no tile that fits an open end of one of these `pips`.

    `move` is the index of the next move of the round.
    """

    move: int
    player: int
    pips: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TileChances:
    """The chance of each other player to hold `tile`, and the index among them of the player who held it (`holder`).

    `holder` is None if the tile was not dealt.
    """

    tile: Tile
    chances: tuple[Fraction, ...]
    holder: int | None


@dataclass(frozen=True, slots=True)
class Chances:
    """The chances from one seat: the numbers of the `others` in turn order, and how many `deals` were counted."""

    others: tuple[int, ...]
    tiles: tuple[TileChances, ...]
    deals: int


def list_passes(known: KnownRound) -> tuple[PassedTurn, ...]:
    """Return the turns between the moves of a round in which a player had no tile that fits."""
    positions, _ = known.follow_moves(known.open_hands())
    passes, players, turn = list[PassedTurn](), len(known.hands), known.last
    for move, position in enumerate(positions):
        turn = (turn + 1) % players
        while turn != position.mover:
            passes.append(PassedTurn(move, turn, tuple(sorted({*position.ends}, reverse=True))))
            turn = (turn + 1) % players
    return tuple(passes)


def find_chances(known: KnownRound, seat: int, move: int) -> Chances:
    """Return the chances that the player `seat` could compute before the move with the index `move`."""
    laid = {each.tile for each in known.moves[:move]}
    others = tuple((seat + step) % len(known.hands) for step in range(1, len(known.hands)))
    held = [frozenset(known.hands[player]) - laid for player in others]
    dealt = frozenset(known.lying).union(*known.hands)
    asleep = frozenset(known.game.tiles) - dealt
    lacks = [
        {pip for each in list_passes(known) if each.player == player and each.move <= move for pip in each.pips}
        for player in others
    ]
    unseen = sorted(asleep.union(*held), reverse=True)
    may_hold = {tile: (*(not lacked & {*tile.halves} for lacked in lacks), True) for tile in unseen}
    groups, rooms = Counter(may_hold.values()), (*map(len, held), len(asleep))
    deals = count_deals(tuple(groups.items()), rooms)
    chances = {
        group: tuple(
            Fraction(count_deals(_take_one(groups, group), _take_place(rooms, place)), deals) if may else Fraction(0)
            for place, may in enumerate(group[:-1])
        )
        for group in groups
    }
    holders = {tile: place for place, hand in enumerate(held) for tile in hand}
    return Chances(
        others, tuple(TileChances(tile, chances[may_hold[tile]], holders.get(tile)) for tile in unseen), deals
    )


def _take_one(groups: Counter[tuple[bool, ...]], group: tuple[bool, ...]) -> Groups:
    """Return the groups with one tile less in `group`."""
    return tuple((groups - Counter([group])).items())


def _take_place(rooms: tuple[int, ...], place: int) -> tuple[int, ...]:
    """Return the rooms with one less at `place`."""
    return (*rooms[:place], rooms[place] - 1, *rooms[place + 1 :])


@lru_cache(10_000)
def count_deals(groups: Groups, rooms: tuple[int, ...]) -> int:
    """Return in how many ways the tiles of `groups` fill all places; `rooms` has the tiles that each place takes."""
    if min(rooms) < 0:
        return 0
    if not groups:
        return int(not any(rooms))
    (may_hold, number), *rest = groups
    return sum(
        ways * count_deals(tuple(rest), tuple(room - took for room, took in zip(rooms, split, strict=True)))
        for split, ways in _share_out(number, tuple(room * may for room, may in zip(rooms, may_hold, strict=True)))
    )


def _share_out(number: int, rooms: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield each way to share out `number` tiles among places, and in how many ways the tiles can be chosen for it.

    `rooms` is the most tiles for each place. Example: two tiles among two places with room for two each are shared out
    as 0 + 2, 1 + 1 or 2 + 0, the second of which is possible in two ways.
    """
    if len(rooms) == 1:
        if number <= rooms[0]:
            yield (number,), 1
        return
    for first in range(min(number, rooms[0]) + 1):
        for split, ways in _share_out(number - first, rooms[1:]):
            yield (first, *split), comb(number, first) * ways
