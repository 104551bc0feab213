"""The moves of a round in which all hands are open: tiles in one line with two open ends, and nobody draws.

Tiles are bits of a mask, so that a search can step through many positions. Players are numbers in turn order from 0.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scorekeeper.engine.tiles import Tile, add_up_pips

OUT, BLOCKED = -1, -2  # used in place of the next player to move
Step = tuple[int, int, int, int, int]
"""The bit of a tile, the half that it covers, the two ends after it, and the next player to move, OUT or BLOCKED."""


@dataclass(frozen=True, slots=True)
class OpenPosition:
    """A position of a round that is not over.

    `left` is the mask of the tiles in all hands, `ends` are the pips of the open ends in ascending order, and `mover`
    is the player to move, who has a tile that fits.
    """

    left: int
    ends: tuple[int, int]
    mover: int


@dataclass(frozen=True, slots=True)
class OpenMove:
    """The tile that `mover` lays at an open half of `pip` pips."""

    mover: int
    tile: Tile
    pip: int


@dataclass(frozen=True, slots=True)
class FinalPosition:
    """The end of a round.

    `last` is the move that ended it, `before` are the open ends before that, and `left` is the mask of the tiles in all
    hands. With `out` the player of that move went out; otherwise the round is blocked.
    """

    last: OpenMove
    before: tuple[int, int]
    left: int
    out: bool


class OpenHands:
    """The `hands` of a round, in turn order, in a set up to the half `largest`.

    Each tile has its bit: heavy tiles the lowest, and of equally heavy ones a double.
    """

    def __init__(self, hands: Sequence[Sequence[Tile]], largest: int) -> None:
        tiles = sorted((tile for hand in hands for tile in hand), key=lambda tile: (-tile.pips, not tile.double))
        self._bits = {tile: 1 << place for place, tile in enumerate(tiles)}
        self._tiles = {bit: tile for tile, bit in self._bits.items()}
        self._held: dict[int, tuple[Tile, ...]] = {}
        self._pips: dict[int, int] = {}
        fitting = [self.make_mask(tile for tile in tiles if pip in tile.halves) for pip in range(largest + 1)]
        self._fitting_two = [[one | other for other in fitting] for one in fitting]
        self._plays = [[self._list_plays(low, high) for high in range(largest + 1)] for low in range(largest + 1)]
        players = range(len(hands))
        self._turns = [(*players[player + 1 :], *players[: player + 1]) for player in players]
        self.hands = tuple(self.make_mask(hand) for hand in hands)

    def make_mask(self, tiles: Iterable[Tile]) -> int:
        """Return the mask of `tiles`."""
        return sum(self._bits[tile] for tile in tiles)

    def list_held(self, left: int, player: int) -> tuple[Tile, ...]:
        """Return the tiles of the mask `left` that are in the hand of `player`, the heaviest first."""
        held = left & self.hands[player]
        if held not in self._held:
            self._held[held] = tuple(tile for tile, bit in self._bits.items() if held & bit)
        return self._held[held]

    def count_pips(self, left: int, player: int) -> int:
        """Return the pips of the tiles of the mask `left` that are in the hand of `player`."""
        held = left & self.hands[player]
        if held not in self._pips:
            self._pips[held] = add_up_pips(self.list_held(left, player))
        return self._pips[held]

    def begin(self, ends: tuple[int, int], last: int) -> OpenPosition | None:
        """Return the position after `last` laid a tile that left the open `ends`; None if no tile fits."""
        left = sum(self.hands)
        fitting = left & self._fitting_two[ends[0]][ends[1]]
        movers = (player for player in self._turns[last] if fitting & self.hands[player])
        return next((OpenPosition(left, ends, mover) for mover in movers), None)

    def list_moves(self, position: OpenPosition) -> tuple[OpenMove, ...]:
        """Return the moves that the rules allow in the position."""
        steps = self.list_steps(position.left, *position.ends, position.mover)
        return tuple(OpenMove(position.mover, self._tiles[bit], pip) for bit, pip, *_ in steps)

    def follow(self, position: OpenPosition, move: OpenMove) -> OpenPosition | FinalPosition:
        """Return the next position, or the end of the round, after a move of `list_moves`."""
        for bit, pip, low, high, player in self.list_steps(position.left, *position.ends, position.mover):
            if (self._tiles[bit], pip) == (move.tile, move.pip):
                left = position.left ^ bit
                return (
                    OpenPosition(left, (low, high), player) if player >= 0 else self.end(position, (bit, pip), player)
                )
        raise ValueError(move)

    def list_steps(self, left: int, low: int, high: int, mover: int) -> list[Step]:
        """Return the moves that the rules allow, as steps.

        The position has the mask `left`, the open ends `low` and `high`, and the player to move `mover`.
        """
        hands, plays, turns = self.hands, self._plays[low][high], self._turns[mover]
        mine, steps = left & hands[mover], list[Step]()
        moves = mine & self._fitting_two[low][high]
        while moves:
            bit = moves & -moves
            moves ^= bit
            rest = left ^ bit
            for pip, after_low, after_high, fitting in plays[bit]:
                player = OUT
                if mine != bit:
                    answers = rest & fitting
                    for player in turns:
                        if answers & hands[player]:
                            break
                    else:
                        player = BLOCKED
                steps.append((bit, pip, after_low, after_high, player))
        return steps

    def _list_plays(self, low: int, high: int) -> dict[int, tuple[tuple[int, int, int, int], ...]]:
        """Return by the bit of each tile that fits one of two open ends the ways to lay it.

        A way is the half that the tile covers, the two ends after it, and the mask of the tiles that fit these.
        """
        plays = dict[int, tuple[tuple[int, int, int, int], ...]]()
        for tile, bit in self._bits.items():
            ways = list[tuple[int, int, int, int]]()
            for pip, other in dict.fromkeys(((low, high), (high, low))):
                if pip in tile.halves:
                    after = sorted((tile.low if pip == tile.high else tile.high, other))
                    ways.append((pip, after[0], after[1], self._fitting_two[after[0]][after[1]]))
            if ways:
                plays[bit] = tuple(ways)
        return plays

    def end(self, position: OpenPosition, step: tuple[int, int], how: int) -> FinalPosition:
        """Return the end of the round after the step that ends it; `how` is OUT or BLOCKED.

        The step is the bit of the tile and the half that it covers.
        """
        bit, pip = step
        return FinalPosition(
            OpenMove(position.mover, self._tiles[bit], pip), position.ends, position.left ^ bit, how == OUT
        )

    def count_answers(self, left: int, low: int, high: int, player: int) -> int:
        """Return how many tiles of `player` fit in the position `left`, (`low`, `high`)."""
        return (left & self.hands[player] & self._fitting_two[low][high]).bit_count()
