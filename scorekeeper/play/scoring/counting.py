"""Count the open ends on a photo, either in a match or by the rules of a game alone."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.engine.layout.photo import JoinOnPhoto, LayoutOnPhoto, TileOnPhoto, find_layout_on_photo
from scorekeeper.engine.rules.game import Game
from scorekeeper.engine.rules.points import add_up_ends
from scorekeeper.engine.rules.scores import Score
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.sheet.line import Sheet
from scorekeeper.engine.tiles import End, Tile
from scorekeeper.engine.variants import find_variant


@dataclass(frozen=True, slots=True)
class EndsCount:
    """The open ends of a layout, their sum in pips and their score.

    `misfits` are the indices, in the list of tiles, of tiles that touch without fitting. Each tile at an index in
    `half_hidden` has a hidden half that may be an open end; the count leaves it out.
    """

    ends: tuple[End, ...]
    pips: int
    score: Score
    misfits: tuple[int, ...]
    half_hidden: tuple[int, ...]


def choose_game(key: str, options: Mapping[str, object]) -> Game:
    """Return the game with this key and these options for its lowest number of players, but at least two.

    Raises RuleError for an unknown key or option.
    """
    variant = find_variant(key)
    return variant.at(Seating(("",) * max(2, variant.fewest_players), options=variant.settle(options)))


def count_ends(game: Game, tiles: Sequence[TileOnPhoto], joins: Sequence[JoinOnPhoto]) -> EndsCount:
    """Return the open ends of the largest group of connected tiles on a photo, their sum and their score.

    `game` has the rules. `joins` are the joins between the `tiles`, with the parts that touch.
    """

    def facing(laid: Tile, pip: int) -> tuple[int, ...]:
        """Return the halves of `laid` that may touch a half with `pip` pips."""
        return tuple(half for half in laid.halves if game.laying.may_lie(laid, pip, half, ()))

    layout = find_layout_on_photo(tiles, joins, game.laying.model, facing)
    score = game.moves.score(layout.ends, None)
    return EndsCount(layout.ends, add_up_ends(layout.ends), score, layout.misfits, layout.half_hidden)


def lay_out_photo(
    sheet: Sheet,
    tiles: Sequence[TileOnPhoto],
    joins: Sequence[JoinOnPhoto],
    within: Sequence[int],
    began_with: int | None = None,
) -> LayoutOnPhoto:
    """Return the layout of the tiles on a photo by the rules of this match's game.

    `joins` are the joins between the `tiles`; `within` has the indices of the tiles to consider, and `began_with` is
    that of the tile that began the round, or None.
    """
    return find_layout_on_photo(tiles, joins, sheet.game.laying.model, sheet.game.laying.facing, within, began_with)
