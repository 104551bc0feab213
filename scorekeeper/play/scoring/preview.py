"""Compute the score of a move before it is written: of a whole entry with its reasons, or only of its open ends."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from scorekeeper.engine.file.match import parse_entry
from scorekeeper.engine.problems import Problem, RuleError
from scorekeeper.engine.rules.game import Game
from scorekeeper.engine.rules.scores import Score
from scorekeeper.engine.sheet.fold import start_sheet, write_entries
from scorekeeper.engine.sheet.inferred_tiles import is_explained, list_ends_of_lying
from scorekeeper.engine.sheet.line import Line, Sheet
from scorekeeper.engine.sheet.moves import NextMove, list_next_moves, list_tiles_that_fit
from scorekeeper.engine.sheet.open_ends import check_ends
from scorekeeper.engine.sheet.players_out import may_go_out
from scorekeeper.engine.tiles import End, Tile


@dataclass(frozen=True, slots=True)
class Preview:
    """The preview of an entry: the `line` that it would become, or every problem that makes it impossible.

    `sheet` is the sheet after the entry; it is None like `line` if there are problems.
    """

    line: Line | None = None
    sheet: Sheet | None = None
    problems: tuple[Problem, ...] = ()


def preview_entry(sheet: Sheet, entry: Mapping[str, Any]) -> Preview:
    """Score `entry`, in the form of a match file, as the next one on `sheet`; nothing is written.

    For a correction, `sheet` is the sheet before the corrected entry.
    """
    try:
        after = write_entries(sheet, parse_entry({**entry, "replaces": None}, sheet.variant, sheet.seating))
    except RuleError as error:
        return Preview(problems=error.problems)
    return Preview(after.lines[-1], after)


def score_shown_ends(
    sheet: Sheet, ends: tuple[End, ...], placed: End | None, player: str | None = None, last: bool = False
) -> Score | None:
    """Return the score of the open `ends` for `player` as the next entry; None if no layout can show them.

    `player` None stands for the player whose turn it is. `placed` is the end of the tile just played, for games that
    score by it; `last` says that it was the player's last tile. A call is cheap: nothing is parsed and no sheet is
    computed.
    """
    if sheet.over or "ends" not in sheet.variant.takes:
        return None
    try:
        game = sheet.game
        check_ends(ends, sheet.layout.model, game.largest, sheet.layout.begins, game.laying.joins_equal)
    except RuleError:
        return None
    first, *others = ends
    return _count(sheet, player, game.moves.score(ends, placed if others else first), last)


def _count(sheet: Sheet, player: str | None, score: Score, last: bool) -> Score:
    """Return the part of the score of a move that counts for `player` (None: the player whose turn it is).

    `last` says that it is their last tile.
    """
    scorer = player or sheet.to_move
    if last and scorer is not None and may_go_out(sheet, scorer):
        score = sheet.game.moves.score_last(score)
    if scorer is None or not score.points:
        return score
    return sheet.game.goal.count_move(sheet.totals[sheet.seating.side_of(scorer)], score)


def list_lying_ends(sheet: Sheet) -> Mapping[tuple[End, ...], Tile]:
    """Map combinations of open ends to the tile in the layout that they need.

    A combination is listed if the next move can only leave it by playing a tile that is already in the layout. Its ends
    are sorted.
    """
    return list_ends_of_lying(sheet.game, sheet.layout)


def is_single_move(sheet: Sheet, ends: tuple[End, ...]) -> bool:
    """Return whether one tile, laid now, can leave these open ends."""
    return is_explained(sheet.game, sheet.layout, ends)


def preview_first_entry(game: Game, entry: Mapping[str, Any]) -> Preview:
    """Score `entry`, in the form of a match file, as the first one of a match of `game`; nothing is written."""
    return preview_entry(start_sheet(game.variant, game.seating), entry)


def list_moves(
    sheet: Sheet, tiles: Iterable[Tile] | None = None, player: str | None = None, last: bool = False
) -> tuple[NextMove, ...]:
    """Return every possible next move with one of `tiles`, and its score for `player`.

    `tiles` None stands for all tiles that are not known to be in the layout; `player` None for the player whose turn it
    is. `last` says that it is the player's last tile. If one of `tiles` was only inferred to be in the layout, it is
    assumed not to be.
    """
    named = None if tiles is None else tuple(tiles)
    moves = list_next_moves(sheet.game, sheet.layout.forget(named or ()), named)
    return tuple(replace(move, score=_count(sheet, player, move.score, last)) for move in moves)


def find_fitting_tiles(sheet: Sheet) -> frozenset[Tile]:
    """Return the tiles that may be played next, among all that are not known to be in the layout."""
    return list_tiles_that_fit(sheet.game, sheet.layout)
