"""One round of a match move by move: the line of each entry, and the tiles on the table after it."""

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.engine.entries import RoundEnd
from scorekeeper.engine.layout.layout import Layout
from scorekeeper.engine.layout.placing import JoinedTile, PlacedTile, find_join, measure, place_tiles
from scorekeeper.engine.sheet.fold import Line, Sheet, rewind_to
from scorekeeper.engine.sheet.step import step
from scorekeeper.engine.sheet.turns import is_boneyard_drawn
from scorekeeper.engine.tiles import Tile


@dataclass(frozen=True, slots=True)
class ReplayedMove:
    """An entry of a round. `tiles` is the number of tiles on the table after it, None if their places are not known.

    `join` is the tile that it added to the layout, with its place; None if it added none. With `drawn_out` no player
    can draw a tile any more.
    """

    line: Line
    tiles: int | None
    join: JoinedTile | None
    drawn_out: bool

    @property
    def laid(self) -> Tile | None:
        """The tile that the entry added to the layout, or None."""
        return self.join.tile if self.join else None


@dataclass(frozen=True, slots=True)
class ReplayedHand:
    """The hand of a player: each tile with the index of the move that laid it, None for a tile that was left."""

    player: str
    tiles: tuple[tuple[Tile, int | None], ...]


@dataclass(frozen=True, slots=True)
class RoundReplay:
    """A round move by move.

    `selected` is the index of the requested move. `placed` has the tiles in the order in which they were laid, and
    `frame` the left, top, width and height of the rectangle around them, in halves of a tile. `hands` are empty unless
    all hands are known. `before` and `after` are the numbers of the entries next to the round, and `rounds` has the
    first entry of each round of the match. `last` is the number of the last entry.
    """

    moves: tuple[ReplayedMove, ...] = ()
    selected: int = 0
    placed: tuple[PlacedTile, ...] = ()
    frame: tuple[float, float, float, float] = (0, 0, 0, 0)
    hands: tuple[ReplayedHand, ...] = ()
    before: int | None = None
    after: int | None = None
    rounds: tuple[tuple[int, int], ...] = ()
    last: int = 0

    @property
    def ended(self) -> bool:
        """Whether the round has ended."""
        return bool(self.moves) and self.moves[-1].line.entry.ends_round


def replay_round(sheet: Sheet, number: int | None = None) -> RoundReplay:
    """Return the round with the entry `number`, with `selected` set to that entry.

    If the entry does not count, the next entry that counts is selected; without a number, the first entry of the match.
    """
    lines = sorted(sheet.counting_lines, key=_find_place)
    if not lines:
        return RoundReplay()
    selected = next((line for line in lines if line.number >= (number or 0)), lines[-1])
    here = [place for place, line in enumerate(lines) if line.round == selected.round]
    first, last = here[0], here[-1]
    moves, joins, model = _replay(sheet, lines[first : last + 1])
    placed = place_tiles(joins, model.model)
    rounds: dict[int, int] = {}
    for line in lines:
        rounds.setdefault(line.round, line.number)
    return RoundReplay(
        moves,
        lines.index(selected) - first,
        placed,
        measure(placed),
        _list_hands(sheet, moves),
        lines[first - 1].number if first else None,
        lines[last + 1].number if last + 1 < len(lines) else None,
        tuple(rounds.items()),
        lines[-1].number,
    )


def _find_place(line: Line) -> int:
    """Return the number of the place at which the entry of `line` counts: that of the entry it replaces, or its own."""
    return line.entry.replaces or line.number


def _replay(sheet: Sheet, lines: Sequence[Line]) -> tuple[tuple[ReplayedMove, ...], list[JoinedTile], Layout]:
    """Return the moves of a round, the joins of the tiles that were laid in it, and its empty layout."""
    state = rewind_to(sheet, lines[0].number)
    empty, joins, moves = state.layout, list[JoinedTile](), list[ReplayedMove]()
    for line in lines:
        before, added = state.layout, None
        state, _ = step(state, line.number, line.entry)
        layout = before if line.entry.ends_round else state.layout
        if layout.laid.keys() != before.laid.keys() and (join := find_join(before, layout)):
            joins.append(join)
            added = join
        known = layout.whole and layout.laid.keys() == {join.tile for join in joins}
        drawn_out = is_boneyard_drawn(sheet.game, state.turns.idle)
        moves.append(ReplayedMove(line, len(joins) if known else None, added, drawn_out))
    return tuple(moves), joins, empty


def _list_hands(sheet: Sheet, moves: Sequence[ReplayedMove]) -> tuple[ReplayedHand, ...]:
    """Return the hands of a round in which nobody draws and every tile is known; otherwise nothing."""
    deal, end = sheet.game.deal, moves[-1].line.entry
    left = dict(end.hands) if isinstance(end, RoundEnd) else {}
    if not deal.nobody_draws or not left or any(move.tiles is None for move in moves):
        return ()
    hands = list[ReplayedHand]()
    for player in sheet.seating.players:
        tiles: list[tuple[Tile, int | None]] = [
            (move.laid, place) for place, move in enumerate(moves) if move.laid and move.line.entry.mover == player
        ]
        held = left[player].tiles if player in left else None
        if held is None or not deal.each <= len(tiles) + len(held) <= deal.each + bool(deal.extra):
            return ()
        tiles += [(tile, None) for tile in held]
        hands.append(ReplayedHand(player, tuple(sorted(tiles, key=lambda each: each[0], reverse=True))))
    return tuple(hands)
