"""The moves that may come next: where a tile can be laid, what ends it leaves open, and what it scores.

The functions work for layouts that are followed tile by tile and for those known by typed ends. They serve hints like
“a 3 here makes 15”, and the search for the tile that explains typed ends.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from scorekeeper.engine.layout.laid_tiles import LaidTile, may_begin, show_double, show_first_tile
from scorekeeper.engine.layout.layout import Layout
from scorekeeper.engine.layout.models import count_joined
from scorekeeper.engine.layout.row import Spot
from scorekeeper.engine.rules.game import Game
from scorekeeper.engine.rules.points import add_up_ends
from scorekeeper.engine.rules.scores import Score
from scorekeeper.engine.tiles import End, Tile


@dataclass(frozen=True, slots=True)
class OpenPlace:
    """An open half that shows `pip`, of the tile `at` (None: not known).

    `rest` are the other open ends once it is covered, and `spot` is the index among them at which a tile laid here
    shows its end.
    """

    at: Tile | None
    pip: int
    rest: tuple[End, ...]
    spot: int

    def show_with(self, end: End) -> tuple[End, ...]:
        """Return all open ends, in the order of the table, once a tile laid here shows `end`."""
        return (*self.rest[: self.spot], end, *self.rest[self.spot :])


@dataclass(frozen=True, slots=True)
class NextMove:
    """A tile that may be laid at `place` (None: as the first) with its half `join`.

    It `shows` one open end, leaves all of `ends` open, and scores `score`.
    """

    place: OpenPlace | None
    tile: Tile
    join: int | None
    shows: End
    ends: tuple[End, ...]
    score: Score

    @property
    def sum(self) -> int:
        """The sum of the open ends after the move."""
        return add_up_ends(self.ends)


def list_open_places(layout: Layout) -> tuple[OpenPlace, ...]:
    """Return the places at which a tile can be laid.

    Equal halves of one tile are one place, and so are equal halves of unknown tiles. While a double must get its tiles
    first, only its places are returned.
    """
    wanting = layout.incomplete_cross
    places = [place for laid in layout.laid.values() for place in _list_places_at(layout, laid)]
    for end in dict.fromkeys(layout.loose):
        still = _list_still_open(layout, end, len(layout.row) == 1) if end.both else ()
        at = Tile(end.pip, end.pip) if end.both else None
        places.append(OpenPlace(at, end.pip, *_cover(layout, (None, end), still)))
    if may_hide_spinner(layout):
        visible = {Tile(end.pip, end.pip) for end in layout.ends if end.both}
        hidden = (each for each in layout.seen if each.double and each not in layout.laid and each not in visible)
        places += [OpenPlace(each, each.high, layout.ends, len(layout.ends)) for each in sorted(hidden)]
    return tuple(place for place in places if wanting in (None, place.at))


def may_hide_spinner(layout: Layout) -> bool:
    """Return whether a double may lie on the table that shows no open end and still takes tiles.

    That is possible after typed ends, which do not show a double with tiles at both long sides.
    """
    return layout.may_hide_first_double or (layout.typed and not layout.whole and layout.model.room(2, first=False) > 1)


def _cover(layout: Layout, spot: Spot, still: tuple[End, ...]) -> tuple[tuple[End, ...], int]:
    """Return the open ends that remain once `spot` is covered, and the index at which the new tile's end is inserted.

    `still` are the ends that a double at `spot` shows even then; empty if it shows none.
    """
    ends = layout.ends
    place = layout.row.index(spot)
    rest = (*ends[:place], *still, *ends[place + 1 :])
    return rest, len(rest) if still else place


def _list_places_at(layout: Layout, laid: LaidTile) -> Iterator[OpenPlace]:
    """Yield the places at the tile `laid` of a layout that is followed."""
    tile = laid.tile
    if not tile.double:
        for half, joined in zip(tile.halves, laid.joined, strict=True):
            if not joined:
                yield OpenPlace(tile, half, *_cover(layout, (tile, End(half)), ()))
    elif layout.model.room(laid.joined[0], laid.first) > 0:
        before = show_double(tile.high, layout.model.open_halves(laid.joined[0], laid.first))
        after = show_double(tile.high, layout.model.open_halves(laid.joined[0] + 1, laid.first))
        if before:
            (end,) = before
            yield OpenPlace(tile, tile.high, *_cover(layout, (tile, end), after))
        else:
            yield OpenPlace(tile, tile.high, layout.ends, len(layout.ends))


def _list_still_open(layout: Layout, end: End, alone: bool) -> tuple[End, ...]:
    """Return the ends that a typed double with both halves open still shows once one more tile is joined to it.

    In a line, a lone 5-5 still shows both halves; one with a tile joined to it shows none any more.
    """
    if layout.incomplete_cross == Tile(end.pip, end.pip):
        return show_double(end.pip, layout.model.open_halves(len(layout.row), first=True))
    joined = count_joined(layout.model, 2, alone)
    return show_double(end.pip, layout.model.open_halves(joined + 1, alone))


def list_next_layouts(
    game: Game, layout: Layout, tiles: Iterable[Tile]
) -> Iterator[tuple[OpenPlace | None, Tile, int | None, End, tuple[End, ...]]]:
    """Yield each way to lay one of `tiles`: the place, the tile, the half that touches, its open end, and all ends.

    The place and the half are None for the first tile of a round.
    """
    free = [each for each in tiles if each not in layout.seen]
    if layout.empty:
        for tile in free:
            if may_begin(tile, layout.begins):
                ends = show_first_tile(tile)
                yield None, tile, None, ends[0], ends
        return
    equal = game.laying.joins_equal
    for place in list_open_places(layout):
        for tile in [each for each in free if not equal or place.pip in (each.high, each.low)]:
            double_end = End(tile.high, both=layout.model.open_halves(1, first=False) == 2)
            for join in (place.pip,) if equal else dict.fromkeys(tile.halves):
                shows = double_end if tile.double else End(tile.other(join))
                ends = place.show_with(shows)
                if game.laying.may_lie(tile, place.pip, join, ends):
                    yield place, tile, join, shows, ends


def list_next_moves(game: Game, layout: Layout, tiles: Iterable[Tile] | None = None) -> tuple[NextMove, ...]:
    """Return every possible next move with one of `tiles`, and its score; tiles on the table are left out.

    If `tiles` is None, all tiles of the set are tried.
    """
    return tuple(
        NextMove(place, tile, join, shows, ends, game.moves.score(ends, shows))
        for place, tile, join, shows, ends in list_next_layouts(game, layout, game.tiles if tiles is None else tiles)
    )


def list_tiles_that_fit(game: Game, layout: Layout) -> frozenset[Tile]:
    """Return the tiles that can be laid next and are not known to lie on the table."""
    return frozenset(tile for _, tile, *_ in list_next_layouts(game, layout, game.tiles))
