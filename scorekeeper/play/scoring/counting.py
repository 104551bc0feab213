"""The open ends on a photo: at the table of a match, or counted by the rules of a game at no table in particular."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.engine.games.game import Game, Score
from scorekeeper.engine.games.points import add_up_ends
from scorekeeper.engine.layout.photo import JoinOnPhoto, LayoutOnPhoto, TileOnPhoto, find_layout_on_photo
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.sheet.line import Sheet
from scorekeeper.engine.tiles import End, Tile
from scorekeeper.engine.variants import find_variant


@dataclass(frozen=True, slots=True)
class EndsCount:
    """The open ends of a layout, their sum in pips and what they are worth.

    `misfits` are the places, in the list of tiles, of those that touch and do not fit each other. Of the tiles at the
    places that are `asked` one half is hidden and may be an open end: the count is without it.
    """

    ends: tuple[End, ...]
    pips: int
    score: Score
    misfits: tuple[int, ...]
    asked: tuple[int, ...]


def choose_game(key: str, options: Mapping[str, object]) -> Game:
    """The game of this key with these house rules; raises RuleError for what is not known."""
    variant = find_variant(key)
    return variant.at(Seating(("",) * max(2, variant.fewest_players), options=variant.settle(options)))


def count_ends(game: Game, tiles: Sequence[TileOnPhoto], joins: Sequence[JoinOnPhoto]) -> EndsCount:
    """What the largest group of tiles that hang together shows."""

    def facing(laid: Tile, pip: int) -> tuple[int, ...]:
        return tuple(half for half in laid.halves if game.may_lie(laid, pip, half, ()))

    layout = find_layout_on_photo(tiles, joins, game.model, facing)
    score = game.score_ends(layout.ends, None)
    return EndsCount(layout.ends, add_up_ends(layout.ends), score, layout.misfits, layout.asked)


def lay_out_photo(
    sheet: Sheet, tiles: Sequence[TileOnPhoto], joins: Sequence[JoinOnPhoto], within: Sequence[int]
) -> LayoutOnPhoto:
    """The layout on a photo as this table's game has it; `within` names the places of the tiles to look at."""
    return find_layout_on_photo(tiles, joins, sheet.game.model, sheet.game.facing, within)
