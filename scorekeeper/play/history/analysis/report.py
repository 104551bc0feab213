"""The results of an evaluation of a round: the moves that cost points, and those that changed who wins the round."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scorekeeper.engine.tiles import parse_tile
from scorekeeper.play.history.analysis.known_round import KnownRound
from scorekeeper.play.history.analysis.open_hands import OpenMove


@dataclass(frozen=True, slots=True)
class CostlyMove:
    """A move that was worth less to the side of its player than the best move.

    `move` is its index among the moves of the round. `best` is how much more than all others `side` scores if everybody
    plays as well as possible from before the move, and `after` how much from after it; a negative number is less.
    `line` are the moves from before it if everybody plays so.
    """

    move: int
    side: str
    best: int
    after: int
    line: tuple[OpenMove, ...]

    @property
    def turned(self) -> bool:
        """Whether the move changed who wins the round."""
        return _find_sign(self.best) != _find_sign(self.after)


@dataclass(frozen=True, slots=True)
class RoundReport:
    """The results of an evaluation of a round.

    `values` has for each side its value before each move and at the end of the round, None where it is not known.
    `costly` are the moves that cost points.
    """

    values: Mapping[str, tuple[int | None, ...]]
    costly: tuple[CostlyMove, ...]

    @property
    def turning(self) -> CostlyMove | None:
        """The last move that changed who wins the round; None if none did."""
        return next((costly for costly in reversed(self.costly) if costly.turned), None)

    @property
    def first_known(self) -> int:
        """The index of the first move before which the value is known."""
        return max(sum(value is None for value in values) for values in self.values.values())


def read_report(known: KnownRound, evaluated: Mapping[str, Any]) -> RoundReport:
    """Return the report of the round `known` from `evaluated`, a result of `evaluate_round`."""
    seating, largest = known.game.seating, known.game.largest
    values = {side: tuple(row) for side, row in zip(seating.sides, evaluated["values"], strict=True)}
    costly = list[CostlyMove]()
    for place, (made, line) in enumerate(zip(known.moves, evaluated["best"], strict=True)):
        side = seating.side_of(seating.players[made.mover])
        best, after = values[side][place : place + 2]
        if line is None or best is None or after is None:
            continue
        moves = tuple(OpenMove(mover, parse_tile(tile, largest), pip) for mover, tile, pip in line)
        costly.append(CostlyMove(place, side, best, after, moves))
    return RoundReport(values, tuple(costly))


def _find_sign(value: int) -> int:
    """Return 1 for a positive value, -1 for a negative one, and 0 for 0."""
    return (value > 0) - (value < 0)
