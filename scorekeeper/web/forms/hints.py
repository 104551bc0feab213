"""Moves to be written with one tap: each tile that may be laid next, its place, its ends and its points."""

from collections.abc import Iterable
from dataclasses import dataclass

from scorekeeper.engine.sheet.line import Sheet
from scorekeeper.engine.tiles import End, Tile
from scorekeeper.play.scoring.preview import list_moves
from scorekeeper.web.forms.one_tap import write_all, write_lay


@dataclass(frozen=True, slots=True)
class Hint:
    """A move that may come next, to be written with one tap: the tile, its place and its points.

    Its half `join` touches the open half `pip` of the tile `at`; these are None for the first tile, and `at` also if
    the place is unknown. `shows` is the end that it makes, `ends` are all ends after it. With `says_join` the tap names
    the joined half, since touching halves need not be equal: a 4-3 may touch a 4 with either.
    """

    tile: Tile
    join: int | None
    pip: int | None
    at: Tile | None
    shows: End
    ends: tuple[End, ...]
    sum: int
    points: int
    says_join: bool = False

    @property
    def halves(self) -> tuple[int, int]:
        """Return the halves of the tile in the order in which they are drawn: the joined one first."""
        first = self.tile.high if self.join is None else self.join
        return first, self.tile.other(first)

    @property
    def do(self) -> str:
        """Return the tap that writes the move: the tile laid if its place is known, else the ends that it leaves."""
        if self.at is None and self.pip is not None:
            return write_all(self.ends, self.shows)
        if self.at is None:
            return write_lay(self.tile)
        return write_lay(self.tile, self.at, self.pip, *([self.join] if self.says_join else []))


def list_hints(
    sheet: Sheet, tiles: Iterable[Tile] | None = None, player: str | None = None, last: bool = False
) -> tuple[Hint, ...]:
    """Return the moves that may come next, one for each tile, place and resulting open ends.

    `tiles` are those to try (by default all that may not lie on the table yet). `player` is the one who scores, by
    default the player to move. `last` says that the tile is the last of its player.
    """
    hints: dict[object, Hint] = {}
    says_join = not sheet.game.laying.joins_equal
    for move in list_moves(sheet, tiles, player, last):
        pip, at = (move.place.pip, move.place.at) if move.place else (None, None)
        hint = Hint(move.tile, move.join, pip, at, move.shows, move.ends, move.sum, move.score.points, says_join)
        hints.setdefault((move.tile, at, tuple(sorted(move.ends))), hint)
    return tuple(hints.values())
