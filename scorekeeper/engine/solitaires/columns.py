"""Fem kolonner: a reserve and columns, from which pairs of free tiles worth twelve pips are removed.

All tiles lie open, so the rest of a game can be searched. Few tiles are free at a time and each has few partners: the
longest search of 20,000 dealt games looked at 167 positions. `BOUND` stops a longer one.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from scorekeeper.engine.solitaires.twelve import TilePair, find_pairs, find_unpaired
from scorekeeper.engine.tiles import Tile

BOUND = 20_000


@dataclass(frozen=True, slots=True)
class Columns:
    """The reserve and the columns of a position of Fem kolonner.

    Columns run from top to bottom, and only their last tile is free; a column may be empty.
    """

    reserve: tuple[Tile, ...]
    columns: tuple[tuple[Tile, ...], ...]

    @property
    def empty(self) -> bool:
        """Whether no tile is left."""
        return not self.reserve and not any(self.columns)

    @property
    def free(self) -> tuple[Tile, ...]:
        """The tiles that may be removed or moved: those of the reserve and the last one of each column."""
        return self.reserve + tuple(column[-1] for column in self.columns if column)

    @property
    def can_fill(self) -> bool:
        """Whether there is an empty column and another column with a tile."""
        return not all(self.columns) and any(self.columns)

    @property
    def pairs(self) -> tuple[TilePair, ...]:
        """Every two free tiles that are worth twelve together."""
        return find_pairs(self.free)

    @property
    def steps(self) -> tuple["Step", ...]:
        """The possible steps: pairs, then single tiles whose move to an empty column frees another tile.

        Without any step the game is over.
        """
        fills = () if all(self.columns) else tuple((column[-1],) for column in self.columns if len(column) > 1)
        return self.pairs + fills

    def after(self, step: "Step") -> "Columns":
        """Return the columns after `step`: a pair is removed, or a single tile is moved to the first empty column."""
        reserve = tuple(tile for tile in self.reserve if tile not in step)
        columns = [column[:-1] if column and column[-1] in step else column for column in self.columns]
        if len(step) == 1:
            columns[self.columns.index(())] = step
        return Columns(reserve, tuple(columns))


Step = tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class Outlook:
    """Whether a game can still be won, and by which `steps`.

    `winnable` is None if the search stopped at its bound. `seen` is the number of positions that the search looked at.
    """

    winnable: bool | None
    steps: tuple[Step, ...] = ()
    seen: int = 0


def search_outlook(start: Columns, bound: int = BOUND) -> Outlook:
    """Return whether a game of Fem kolonner can still be won, and all moves that win it.

    The search looks at no more than `bound` different positions; if it finds nothing in them, the outlook is unknown.
    """
    if find_unpaired(start.reserve + tuple(tile for column in start.columns for tile in column)):
        return Outlook(False)
    seen = {start}
    path: list[Step] = []
    open_steps: list[Iterator[tuple[Step, Columns]]] = [_list_steps(start)]
    if start.empty:
        return Outlook(True)
    while open_steps:
        step, after = next(open_steps[-1], (None, start))
        if step is None:
            open_steps.pop()
            if path:
                path.pop()
        elif after.empty:
            return Outlook(True, (*path, step), len(seen))
        elif after not in seen:
            if len(seen) >= bound:
                return Outlook(None, seen=len(seen))
            seen.add(after)
            path.append(step)
            open_steps.append(_list_steps(after))
    return Outlook(False, seen=len(seen))


def _list_steps(columns: Columns) -> Iterator[tuple[Step, Columns]]:
    """Return an iterator over the possible steps, each with the columns after it."""
    return ((step, columns.after(step)) for step in columns.steps)
