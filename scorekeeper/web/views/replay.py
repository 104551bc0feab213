"""The texts and tiles of the moving picture of a round."""

from scorekeeper.engine.sheet.line import Line
from scorekeeper.play.history.replay import RoundReplay
from scorekeeper.web.i18n.words import speak, write_signed
from scorekeeper.web.picture import PicturedMove, PicturedTile, ReplayPicture

MOST_MOVES = 12
MOST_PIPS = 9  # the most pips of a half that the picture can draw


def picture_replay(replay: RoundReplay, game: str) -> ReplayPicture | None:
    """Return the moving picture of the last moves of a round.

    Return None if the places of its tiles are unknown, or a half has more pips than the picture can draw.
    """
    known = [move for move in replay.moves if move.tiles]
    if not known or max(tile.tile.high for tile in replay.placed) > MOST_PIPS:
        return None
    return ReplayPicture(
        game,
        tuple(PicturedTile(each.x, each.y, each.upright, each.first, each.second) for each in replay.placed),
        replay.frame,
        tuple(_picture(move.line, move.tiles or 0) for move in known[-MOST_MOVES:]),
    )


def _picture(line: Line, tiles: int) -> PicturedMove:
    """Return the texts of a move in the picture; `tiles` is the number of tiles on the table after it."""
    points = ", ".join(write_signed(points) for points in line.points.values() if points)
    totals = tuple((side, str(total)) for side, total in line.totals.items())
    return PicturedMove(tiles, speak(line.entry.describe()), points, totals)
