"""What statistics need of a finished sheet, in a few numbers, so that no finished match is ever scored again for them.

Players and sides are told by their places at the table: names may come to mean somebody else.
"""

from collections.abc import Iterable
from typing import Any

from scorekeeper.engine.seating import Seating
from scorekeeper.engine.sheet.fold import Line, Sheet


def make_digest(sheet: Sheet) -> dict[str, Any]:
    """The digest of a sheet."""
    return make_digest_of_lines(sheet.seating, sheet.counting_lines)


def make_digest_of_lines(seating: Seating, lines: Iterable[Line]) -> dict[str, Any]:
    """Of the lines that count, in any order.

    `rounds` played, and as `[points, number of the entry]` each seat's best move and each side's best round.
    """
    players, sides = seating.players, seating.sides
    moves: list[list[int] | None] = [None] * len(players)
    rounds: list[list[int] | None] = [None] * len(sides)
    played = 0
    for line in lines:
        scorer = line.entry.scorer
        if line.entry.ends_round:
            played += 1
            for place, side in enumerate(sides):
                rounds[place] = _better(rounds[place], line.points.get(side), line.number)
        elif scorer is not None:
            place = players.index(scorer)
            moves[place] = _better(moves[place], line.points.get(seating.side_of(scorer)), line.number)
    return {"rounds": played, "moves": moves, "best_rounds": rounds}


def _better(best: list[int] | None, points: int | None, number: int) -> list[int] | None:
    """Of as many points the one that was written first; None is what an older pad took and cannot be."""
    if points is None or points <= 0:
        return best
    this = [points, number]
    return this if best is None else max(best, this, key=lambda each: (each[0], -each[1]))
