"""Highlights of a finished match: its rounds, its best entry, and the round since which the winner led."""

from dataclasses import dataclass

from scorekeeper.engine.entries import find_counting
from scorekeeper.engine.sheet.line import Line, Sheet


@dataclass(frozen=True, slots=True)
class BestEntry:
    """The most points scored at once: by the move of a player (`in_play`), or by a side at the end of a round.

    `names` are the players or sides that scored them, in the order in which they first did.
    """

    names: tuple[str, ...]
    points: int
    in_play: bool


@dataclass(frozen=True, slots=True)
class Highlights:
    """The highlights of a match with this many `rounds`.

    `led_since` is the round since which the winner was ahead of all others, or None in a draw. `best` is None if no
    entry is worth more than one point.
    """

    rounds: int
    best: BestEntry | None
    led_since: int | None


def find_highlights(sheet: Sheet) -> Highlights:
    """Return the highlights of a finished match: its rounds, its best entry, and since when the winner led."""
    counting = find_counting([line.entry for line in sheet.lines]).entries
    lines = tuple(sheet.lines[number - 1] for number, _ in counting)
    rounds = lines[-1].round if lines else 0
    return Highlights(rounds, _find_best(sheet, lines), _find_led_since(sheet, lines))


def _find_best(sheet: Sheet, lines: tuple[Line, ...]) -> BestEntry | None:
    """Return the most points of one entry and who scored them; None if no entry is worth more than one point.

    The entry is a move in games whose moves score, else the end of a round.
    """
    in_play = sheet.variant.moves_score
    entries = [
        ((line.entry.scorer if in_play else None) or side, points)
        for line in lines
        if line.entry.ends_round != in_play
        for side, points in line.points.items()
    ]
    most = max((points for _, points in entries), default=0)
    names = dict.fromkeys(name for name, points in entries if points == most)
    return BestEntry(tuple(names), most, in_play) if most > 1 else None


def _find_led_since(sheet: Sheet, lines: tuple[Line, ...]) -> int | None:
    """Return the round since which the winner was ahead of all others; None in a draw."""
    if len(sheet.winners) != 1:
        return None
    since = None
    for line in reversed(lines):
        if not _is_ahead(sheet, line):
            break
        since = line.round
    return since


def _is_ahead(sheet: Sheet, line: Line) -> bool:
    """Return whether the winner was ahead of every other side after this line."""
    others = [total for side, total in line.totals.items() if side not in sheet.winners]
    (winner,) = sheet.winners
    own = line.totals[winner]
    return not others or (own < min(others) if sheet.game.goal.lowest_wins else own > max(others))
