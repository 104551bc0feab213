"""What something would score before it is written: a whole entry with its reasons, or only the open ends it leaves."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from scorekeeper.engine.file.match import parse_entry
from scorekeeper.engine.games.game import Game, Score
from scorekeeper.engine.games.uncounted import count_move
from scorekeeper.engine.problems import Problem, RuleError
from scorekeeper.engine.sheet.fold import start_sheet, write_entries
from scorekeeper.engine.sheet.gone import may_go_out
from scorekeeper.engine.sheet.line import Line, Sheet
from scorekeeper.engine.sheet.moves import NextMove, list_next_moves, list_tiles_that_fit
from scorekeeper.engine.sheet.open_ends import check_ends
from scorekeeper.engine.sheet.told import list_ends_of_lying
from scorekeeper.engine.tiles import End, Tile


@dataclass(frozen=True, slots=True)
class Preview:
    """What an entry would score, before it is written: the line it would be, or every reason why it cannot."""

    line: Line | None = None
    sheet: Sheet | None = None
    problems: tuple[Problem, ...] = ()


def preview_entry(sheet: Sheet, entry: Mapping[str, Any]) -> Preview:
    """What `entry` would be worth as the next one on `sheet`; of a correction that is the sheet as it was then."""
    try:
        after = write_entries(sheet, parse_entry({**entry, "replaces": None}, sheet.variant, sheet.seating))
    except RuleError as error:
        return Preview(problems=error.problems)
    return Preview(after.lines[-1], after)


def score_shown_ends(
    sheet: Sheet, ends: tuple[End, ...], placed: End | None, player: str | None = None, last: bool = False
) -> Score | None:
    """What `ends` would be worth to `player` (None: whose move it is) if they were shown next; None where no layout
    shows them.

    `placed` is the one of the tile just laid, for games that go by it; `last` says that it was his last tile. Many can
    be asked for at little cost: nothing is parsed, and no sheet is made.
    """
    if sheet.over or "ends" not in sheet.variant.takes:
        return None
    try:
        game = sheet.round_game
        check_ends(ends, sheet.layout.model, game.largest, sheet.layout.begins, game.joins_equal)
    except RuleError:
        return None
    first, *others = ends
    return _count(sheet, player, game.score_ends(ends, placed if others else first), last)


def _count(sheet: Sheet, player: str | None, score: Score, last: bool) -> Score:
    """What a move counts for `player`, or for whoever is to move; perhaps with the `last` tile."""
    scorer = player or sheet.to_move
    if last and scorer is not None and may_go_out(sheet, scorer):
        score = sheet.round_game.score_last(score)
    if scorer is None or not score.points:
        return score
    return count_move(sheet.round_game, sheet.totals[sheet.seating.side_of(scorer)], score)


def list_lying_ends(sheet: Sheet) -> Mapping[tuple[End, ...], Tile]:
    """The ends, sorted, that no next move can leave but with a tile that lies already, each with that tile."""
    return list_ends_of_lying(sheet.round_game, sheet.layout)


def preview_first_entry(game: Game, entry: Mapping[str, Any]) -> Preview:
    """What `entry` would be worth as the first one of a match."""
    return preview_entry(start_sheet(type(game), game.seating), entry)


def list_moves(
    sheet: Sheet, tiles: Iterable[Tile] | None = None, player: str | None = None, last: bool = False
) -> tuple[NextMove, ...]:
    """Every move that may come next with one of `tiles` (None: of all not known to lie), and what it makes for `player`
    (None: whose move it is), perhaps with his `last` tile.

    Who names tiles may know better what lies than the ends before told.
    """
    named = None if tiles is None else tuple(tiles)
    moves = list_next_moves(sheet.round_game, sheet.layout.forget(named or ()), named)
    return tuple(replace(move, score=_count(sheet, player, move.score, last)) for move in moves)


def find_fitting_tiles(sheet: Sheet) -> frozenset[Tile]:
    """The tiles that may be laid next, of all not known to lie."""
    return list_tiles_that_fit(sheet.round_game, sheet.layout)
