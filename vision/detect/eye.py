"""The reader: a picture -> the tiles lying face up on it.

It looks at the whole picture made small, to learn where tiles are and how long; then at that part alone, made so that a
tile is as long as the network likes; then at each half by itself, cut out and laid straight; and, where that leaves a
doubt, once more at the part, turned by 180 degrees.
"""

from dataclasses import dataclass, replace
from itertools import compress

import numpy as np

from ..reading import ReadTile
from .closer import look_closer
from .decide import decide, is_hopeless
from .decode import Decoded, Found, LoneHalf
from .hidden import tell_hidden
from .levels import Levels, make_levels
from .look import BEST_LENGTH, Picture, Sight, find_region, limit_scale, look_at, measure_region
from .merge import is_same_tile, merge_looks
from .search import NO_BETTER, add_smaller, look_by_itself, search
from .sets import KNOWN, fit_to_set, tell_larger_set, tell_set
from .shape import Shape, fit_shape, fit_to_shape
from .sizes import find_middle_length, group_by_length, keep_of_a_size
from .weigh import Closer, weigh

AGAIN = 1.1
"""Times larger than the best length is the second look at what the first left in doubt."""
MOSTLY = 0.5
"""Where a smaller share of the tiles is free of doubt, they may be of a larger set than the first model knows."""
HOPELESS = 0.1
"""The score, times the closer look's word that there is a tile, below which nothing is looked at once more."""


@dataclass(frozen=True, slots=True)
class Examined:
    """Every `found` tile, before it is decided which to keep, and the closer look's word on each (None: it was plain).

    `lone`: the halves that no tile was found for; `largest`: the largest half of the set that the tiles seem to be of.
    """

    found: list[Found]
    closer: list[Closer | None]
    lone: list[LoneHalf]
    largest: int = KNOWN


def examine(levels: Levels, said: int | None = None) -> Examined:
    """What is seen on a picture.

    `said`: the largest half of the set which the match is played with, as far as that is known.

    What turns out to be of a larger set is looked at once more as of that one. Beyond double-twelve another model is
    asked, and where little is clear, too. It is heard if it names such a set, or the closer look at what it sees does.
    """
    sight = Sight(levels)
    first = _look_where_tiles_lie(sight)
    if not first.tiles:
        return Examined([], [], [])
    lone = first.lone
    tiles, closer, told = _read_as(sight, first.tiles, tell_set(first.tiles, said), said)
    if told > KNOWN or not _is_mostly_clear(tiles, closer):
        large = replace(sight, large=True)
        others = _look_where_tiles_lie(large)
        if others.tiles:
            seen = tell_set(others.tiles, said)
            again, nearer, larger = _read_as(large, others.tiles, max(told, seen), said)
            if _told_closer(again, nearer, seen, said) > KNOWN:
                tiles, closer, told, lone = again, nearer, larger, others.lone
    return Examined(tiles, closer, lone, told)


def _read_as(
    sight: Sight, found: list[Found], largest: int, said: int | None
) -> tuple[list[Found], list[Closer | None], int]:
    """What `_look_until_clear` says as of the set that turns out, and which that is."""
    tiles, closer, told = _look_until_clear(sight, found, largest, said)
    return (tiles, closer, told) if told <= largest else _read_as(sight, found, told, said)


def _is_mostly_clear(tiles: list[Found], closer: list[Closer | None]) -> bool:
    """No doubt is left about at least a half of the tiles."""
    return sum(_list_clear(tiles, closer)) >= MOSTLY * len(tiles)


def _list_clear(tiles: list[Found], closer: list[Closer | None]) -> list[bool]:
    """Of which tiles no doubt is left."""
    return [close is None or is_settled(tile, close) for tile, close in zip(tiles, closer, strict=True)]


def _look_where_tiles_lie(sight: Sight) -> Decoded:
    """What the first model sees where tiles lie and as large as it sees them best."""
    searched = search(sight)
    first = searched.best
    if not first.tiles:
        return Decoded([], [])
    part = find_region(first.tiles, sight.levels.shape)
    scale = limit_scale(part, BEST_LENGTH / find_middle_length(first.tiles))
    near = scale >= first.scale * NO_BETTER
    seen = look_at(sight, part, scale) if near else Decoded(first.tiles, first.lone)
    by_themselves = (tile for large in searched.larger for tile in look_by_itself(sight, large, seen.tiles))
    tiles = keep_of_a_size([*seen.tiles, *by_themselves])
    return Decoded(add_smaller(sight, tiles, searched.smaller), seen.lone)


def _look_until_clear(
    sight: Sight, found: list[Found], largest: int, said: int | None
) -> tuple[list[Found], list[Closer | None], int]:
    """The tiles found as ones of a set up to double-`largest`, the closer look at each, and the set they seem to be of.

    Where any are left in doubt, these are looked at once more, turned and at the scale that suits them, and the two
    looks are averaged; unless all are, so much that there is hardly a tile at all, or the set is a larger one.
    """
    levels = sight.levels
    fitted, closer = _look_as_of_set(levels, found, largest)
    if (told := _told_closer(found, closer, largest, said)) > largest:
        return fitted, closer, told
    found = fitted
    if is_hopeless(found, closer):
        return [], [], largest
    clear = _list_clear(found, closer)
    hopeful = [
        good or close is None or tile.score * float(np.sqrt(close.real.prod())) >= HOPELESS
        for tile, close, good in zip(found, closer, clear, strict=True)
    ]
    found, closer = list(compress(found, hopeful)), list(compress(closer, hopeful))
    clear = list(compress(clear, hopeful))
    if all(clear):
        return found, closer, largest
    sure = [tile for tile, good in zip(found, clear, strict=True) if good]
    doubtful = [tile for tile, good in zip(found, clear, strict=True) if not good]
    groups = group_by_length(doubtful)
    doubtful = []
    for k, alike in enumerate(groups):
        others = [*sure, *doubtful, *(tile for later in groups[k + 1 :] for tile in later)]
        doubtful += _looked_at_again(sight, alike, others, largest)
    doubtful = keep_of_a_size(doubtful, sure)
    kept = [close for close, good in zip(closer, clear, strict=True) if good]
    doubtful, again = look_straight(levels, doubtful, fit_shape(sure + doubtful), largest)
    found, closer = sure + doubtful, [*kept, *again]
    return found, closer, _told_closer(found, closer, largest, said)


def _look_as_of_set(levels: Levels, tiles: list[Found], largest: int) -> tuple[list[Found], list[Closer | None]]:
    """The tiles as ones of a set up to double-`largest`, and the closer look at each."""
    fitted = [fit_to_set(tile, largest) for tile in tiles]
    return look_straight(levels, fitted, fit_shape(fitted), largest)


def _told_closer(tiles: list[Found], closer: list[Closer | None], largest: int, said: int | None) -> int:
    """The set once the closer look has named halves: the one told before, or a larger one."""
    return tell_larger_set(tiles, [close.named_of_any if close else None for close in closer], largest, said)


def look_straight(
    image: Levels, tiles: list[Found], shape: Shape | None, largest: int
) -> tuple[list[Found], list[Closer | None]]:
    """The tiles and the closer look at each: where the common shape says that it lies otherwise, the better of two."""
    closer = look_closer(image, tiles, largest)
    others = {k: other for k in range(len(tiles)) if shape and closer[k] and (other := fit_to_shape(tiles[k], shape))}
    found = list(tiles)
    for (k, other), word in zip(others.items(), look_closer(image, list(others.values()), largest), strict=True):
        if _trusted(word) > _trusted(closer[k]):
            found[k], closer[k] = other, word
    return found, closer


def _trusted(close: Closer | None) -> float:
    """How likely both are halves, and how clearly numbers are told from them."""
    return float(close.real.prod() * close.named.max(axis=1).prod()) if close else 0.0


def _looked_at_again(sight: Sight, tiles: list[Found], others: list[Found], largest: int) -> list[Found]:
    """Tiles left in doubt, averaged with a second look at where they are, turned and at the scale that suits them.

    What `others` are is not looked at again. Where few lie far apart each is looked at by itself.
    """
    everything = find_region(tiles, sight.levels.shape)
    scale = AGAIN * BEST_LENGTH / find_middle_length(tiles)
    pieces = {find_region([tile], sight.levels.shape): tile for tile in tiles}
    alone = sum(measure_region(piece) for piece in pieces) < measure_region(everything)
    again: list[Found] = []
    for part in pieces if alone else [everything]:
        for tile in look_at(sight, part, limit_scale(part, scale), turned=True).tiles:
            near = not alone or np.hypot(*(tile.centre - pieces[part].centre)) < 0.7 * tile.length
            if near and not any(is_same_tile(tile, other) for other in [*others, *again]):
                again.append(fit_to_set(tile, largest))
    return merge_looks(tiles, again)


def is_settled(tile: Found, close: Closer) -> bool:
    """Nothing about this tile is left in doubt."""
    certain = float(weigh(tile, close).chances.max(axis=1).min())
    return tile.score > 0.6 and close.real.min() > 0.9 and certain > 0.95


def find_tiles(image: Picture, largest: int | None = None) -> tuple[ReadTile, ...]:
    """The tiles lying face up in a picture (H×W×3 uint8, blue green red).

    `largest`: the most pips on a half of the set which the match is played with; the set that lies there is told from
    the picture all the same, and that one is only the likeliest.
    Corners and centres are pixels of that picture. Tiles partly covered or cut by the border are left out, but for
    those of which one half is clearly seen and the other hidden.
    """
    levels = make_levels(image)
    seen = examine(levels, largest)
    tiles = decide(seen.found, seen.closer, image.shape)
    return tell_hidden(levels, tiles, seen.lone, seen.found, seen.largest)
