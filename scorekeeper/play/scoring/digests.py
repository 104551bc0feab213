"""Digests of finished sheets: the few numbers that statistics need, so that no finished match has to be scored again.

Players and sides are identified by their index at the table, because a name may later mean another person.
"""

from collections.abc import Iterable
from typing import Any

from scorekeeper.engine.rules.game import Game
from scorekeeper.engine.sheet.fold import Line, Sheet


def make_digest(sheet: Sheet) -> dict[str, Any]:
    """Return the digest of a sheet: the few numbers that statistics need, as JSON values."""
    return make_digest_of_lines(sheet.game, sheet.counting_lines)


def make_digest_of_lines(game: Game, lines: Iterable[Line]) -> dict[str, Any]:
    """Return the digest of the lines of a sheet that count, which may come in any order.

    `rounds` is the number of rounds played. `moves` has each seat's best move and `best_rounds` each side's best round,
    as `[points, number of the entry]` or None. `behind` has for each side by how many points it was behind the leading
    side when it was furthest behind.
    """
    seating, lowest_wins = game.seating, game.goal.lowest_wins
    players, sides = seating.players, seating.sides
    moves: list[list[int] | None] = [None] * len(players)
    rounds: list[list[int] | None] = [None] * len(sides)
    behind = [0] * len(sides)
    played = 0
    for line in lines:
        totals = [line.totals.get(side, 0) for side in sides]
        for index, total in enumerate(totals):
            behind[index] = max(behind[index], total - min(totals) if lowest_wins else max(totals) - total)
        scorer = line.entry.scorer
        if line.entry.ends_round:
            played += 1
            for index, side in enumerate(sides):
                rounds[index] = _choose_better(rounds[index], line.points.get(side), line.number)
        elif scorer is not None:
            seat = players.index(scorer)
            moves[seat] = _choose_better(moves[seat], line.points.get(seating.side_of(scorer)), line.number)
    return {"rounds": played, "moves": moves, "best_rounds": rounds, "behind": behind}


def _choose_better(best: list[int] | None, points: int | None, number: int) -> list[int] | None:
    """Return the better of two results; of equal ones the one with the lower entry number.

    `points` is None for an entry that an older version accepted and that cannot be scored any more.
    """
    if points is None or points <= 0:
        return best
    this = [points, number]
    return this if best is None else max(best, this, key=lambda each: (each[0], -each[1]))
