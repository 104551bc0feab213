"""What one tells of a finished match: how many rounds it had, its best entry, and since when its winner was ahead."""

from dataclasses import dataclass

from scorekeeper.engine.entries import find_counting
from scorekeeper.engine.sheet.line import Line, Sheet


@dataclass(frozen=True, slots=True)
class BestEntry:
    """Who got the most `points` at once: a player with a move, or a side at the end of a round."""

    name: str
    points: int
    in_play: bool


@dataclass(frozen=True, slots=True)
class Highlights:
    """Of a match of so many `rounds`. `led_since` is the round since which the winner was ahead of everybody.

    There is no best entry where none is worth more than another; and in a draw nobody led to the end.
    """

    rounds: int
    best: BestEntry | None
    led_since: int | None


def find_highlights(sheet: Sheet) -> Highlights:
    """What there is to tell of a match that is over."""
    counting = find_counting([line.entry for line in sheet.lines]).entries
    lines = tuple(sheet.lines[number - 1] for number, _ in counting)
    rounds = lines[-1].round if lines else 0
    return Highlights(rounds, _find_best(sheet, lines), _find_led_since(sheet, lines))


def _find_best(sheet: Sheet, lines: tuple[Line, ...]) -> BestEntry | None:
    """The first of those with the most points; a move, where moves score."""
    in_play = sheet.variant.moves_score
    entries = [
        BestEntry((line.entry.scorer if in_play else None) or side, points, in_play)
        for line in lines
        if line.entry.ends_round != in_play
        for side, points in line.points.items()
    ]
    best = max(entries, key=lambda each: each.points, default=None)
    return best if best and best.points > 1 else None


def _find_led_since(sheet: Sheet, lines: tuple[Line, ...]) -> int | None:
    if len(sheet.winners) != 1:
        return None
    since = None
    for line in reversed(lines):
        if not _is_ahead(sheet, line):
            break
        since = line.round
    return since


def _is_ahead(sheet: Sheet, line: Line) -> bool:
    """Whether the winner was ahead of everybody else after this line."""
    others = [total for side, total in line.totals.items() if side not in sheet.winners]
    (winner,) = sheet.winners
    own = line.totals[winner]
    return not others or (own < min(others) if sheet.game.lowest_wins else own > max(others))
