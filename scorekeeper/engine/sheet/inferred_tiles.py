"""Infer the tile that was laid from typed ends (docs/rules.md §0.4): if `3, 0` become `4, 0`, it is the 4-3.

A tile is inferred only if exactly one was laid since the ends before, and no other tile explains the new ones. A table
may leave moves out, so the turns must fit.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

from scorekeeper.engine.entries import Ends
from scorekeeper.engine.layout.layout import Layout
from scorekeeper.engine.layout.models import ENDWISE
from scorekeeper.engine.rules.game import Game
from scorekeeper.engine.sheet.moves import OpenPlace, list_next_layouts, may_hide_spinner
from scorekeeper.engine.tiles import End, Tile


@dataclass(frozen=True, slots=True)
class Explanation:
    """A move that leaves the typed ends: `tile` laid at `place` (None: as the first) with its half `join`."""

    tile: Tile
    place: OpenPlace | None
    join: int | None


@dataclass(frozen=True, slots=True)
class Inference:
    """The layout after typed ends, and the `tile` that was laid (None: several tiles explain the ends, or none).

    `explained` says whether some tile explains them; `lying` is a tile that would, but lies on the table already.
    """

    layout: Layout
    tile: Tile | None = None
    explained: bool = False
    lying: Tile | None = None


def follow_ends(game: Game, layout: Layout, entry: Ends, one_tile: bool) -> Inference:
    """Return the layout after the ends in `entry` were typed, and the tile that they reveal.

    `one_tile` says that exactly one tile was laid since the ends before; otherwise no tile is inferred.
    """
    if not one_tile:
        return Inference(layout.with_typed_ends(entry.ends))
    ends = _read_first_double(game, layout, entry.ends)
    moves = find_explanations(game, layout, ends)
    tiles = {each.tile for each in moves}
    if _is_at_hidden_spinner(layout, ends):
        return Inference(layout.with_typed_ends(ends), explained=True)
    if not moves:
        lying = list_ends_of_lying(game, layout).get(tuple(sorted(ends)))
        if Counter(ends) == Counter(layout.ends):
            return Inference(layout.with_ends_again(ends), lying=lying)
        # An end was misread or a move left out, now or before. So the tiles inferred so far may be wrong, too.
        return Inference(layout.forget(layout.supposed).with_typed_ends(ends), lying=lying)
    if len(tiles) > 1:
        return Inference(layout.with_typed_ends(ends), explained=True)
    (tile,) = tiles
    places = {(each.place and (each.place.at, each.place.pip), each.join) for each in moves}
    if len(places) > 1:
        return Inference(layout.with_typed_ends(ends, tiles), tile, explained=True)
    ((place, join),) = places
    at, pip = place or (None, None)
    after = layout.with_inferred_tile(tile, at, pip, join, ends)
    if ends != entry.ends:  # two equal ends may also be those of two tiles
        after = replace(after, supposed=after.supposed | tiles)
    return Inference(after, tile, explained=True)


def _read_first_double(game: Game, layout: Layout, ends: tuple[End, ...]) -> tuple[End, ...]:
    """Return `ends`; two equal ends of the first tile become one end of a double.

    That applies to games whose doubles lie in line, where a lone 5-5 may be typed as `5 5`.
    """
    once = set(ends)
    alone = layout.empty and layout.model is ENDWISE and len(ends) == 2 and len(once) == 1
    may_be_double = layout.begins != "no_double" and all(Tile(end.pip, end.pip) in game.tiles for end in once)
    return tuple(replace(end, both=True) for end in once) if alone and may_be_double else ends


def find_explanations(game: Game, layout: Layout, ends: tuple[End, ...]) -> tuple[Explanation, ...]:
    """Return every move from `layout` that leaves exactly `ends` open, with a tile not known to lie on the table."""
    wanted = sorted(ends)
    return tuple(
        Explanation(tile, place, join)
        for place, tile, join, _, after in list_next_layouts(game, layout, game.tiles)
        if sorted(after) == wanted
    )


def is_explained(game: Game, layout: Layout, ends: tuple[End, ...]) -> bool:
    """Return whether one tile, laid to the layout, can leave these ends."""
    return _is_at_hidden_spinner(layout, ends) or bool(find_explanations(game, layout, ends))


def list_ends_of_lying(game: Game, layout: Layout) -> Mapping[tuple[End, ...], Tile]:
    """Return the tiles that would explain typed ends if they did not lie on the table already.

    Each key is the sorted ends that such a tile would leave. Ends that another tile can leave are not included.
    """
    free = {tuple(sorted(ends)) for *_, ends in list_next_layouts(game, layout, game.tiles)}
    others = replace(layout, seen=frozenset(game.tiles) - layout.seen)
    lying = {tuple(sorted(ends)): tile for _, tile, *_, ends in list_next_layouts(game, others, game.tiles)}
    return {ends: tile for ends, tile in lying.items() if ends not in free and not _is_at_hidden_spinner(layout, ends)}


def _is_at_hidden_spinner(layout: Layout, ends: tuple[End, ...]) -> bool:
    """Return whether exactly one end was added, at the short end of a double with tiles at both of its long sides.

    Typed ends do not contain such a double: between the ends `4, 6` a 2-2 may lie, and a 5-2 laid to it makes
    `4, 6, 5`. If a lone double is the only end, no tile was joined to it yet.
    """
    before, after = Counter(layout.ends), Counter(ends)
    return len(layout.ends) > 1 and may_hide_spinner(layout) and not before - after and (after - before).total() == 1
