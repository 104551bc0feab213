"""What statistics need of a finished sheet, in a few numbers, so that no finished match is ever scored again for them.

Players and sides are told by their places at the table: names may come to mean somebody else.
"""

from typing import Any

from scorekeeper.engine.sheet.fold import Sheet


def make_digest(sheet: Sheet) -> dict[str, Any]:
    """`rounds` played, and as `[points, number of the entry]` each seat's best move and each side's best round."""
    players, sides = sheet.seating.players, sheet.seating.sides
    moves: list[list[int] | None] = [None] * len(players)
    rounds: list[list[int] | None] = [None] * len(sides)
    played = 0
    for line in sheet.counting_lines:
        scorer = line.entry.scorer
        if line.entry.ends_round:
            played += 1
            for place, side in enumerate(sides):
                rounds[place] = _better(rounds[place], line.points.get(side, 0), line.number)
        elif scorer is not None:
            place = players.index(scorer)
            moves[place] = _better(moves[place], line.points.get(sheet.seating.side_of(scorer), 0), line.number)
    return {"rounds": played, "moves": moves, "best_rounds": rounds}


def _better(best: list[int] | None, points: int, number: int) -> list[int] | None:
    return [points, number] if points > (best[0] if best else 0) else best
