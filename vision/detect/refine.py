"""Stage 2, refine: detects proposed tiles again at the scale that the model reads best.

Doubtful tiles get a second look, with the region turned by 180 degrees and a little larger; the results are averaged.
"""

from collections.abc import Sequence
from dataclasses import fields, replace

import numpy as np

from .decode import Detection, Detections, UnpairedHalf
from .detector import BEST_LENGTH, NARROW_MARGIN, Detector, limit_scale, measure_area, split_for_looks, surround
from .propose import ALL_SHOWN, LARGE, NO_BETTER, Look, Proposals, is_same_tile, keep_beside, keep_better
from .sets import apply_set
from .sizes import ALIKE, filter_by_size, group_by_length, typical_length

AGAIN = 1.1
"""The scale of the second look, relative to that at which tiles have BEST_LENGTH."""
SINGLE = 0.6
"""The factor of the score of a tile that only one of two looks shows."""


def refine(detector: Detector, proposals: Proposals, least: float = 0.0) -> Detections:
    """Return the tiles that the detector finds near `proposals`, at the scale that the model reads best.

    There are none if no proposal has at least the score `least`.
    """
    best = proposals.best
    proposed = (*best.tiles, *proposals.larger, *proposals.smaller)
    if not best.tiles or max(tile.score for tile in proposed) < least:
        return Detections([], [])
    region = surround(best.tiles, detector.pyramid.shape)
    scale = limit_scale(region, BEST_LENGTH / typical_length(best.tiles))
    nearer = scale >= best.scale * NO_BETTER
    seen = _detect_again(detector, best, scale) if nearer else Detections(best.tiles, best.unpaired)
    tiles = [*seen.tiles, *(tile for large in proposals.larger for tile in _focus_larger(detector, large, seen.tiles))]
    return Detections(_add_smaller(detector, filter_by_size(tiles), proposals.smaller), seen.unpaired)


def _detect_again(detector: Detector, look: Look, scale: float) -> Detections:
    """Return the detections of a closer look at the tiles of `look`, each list with the best score first.

    If `look` shows all tiles clearly, the margin around them is narrow, and the arms of a line have a region each.
    """
    shape = detector.pyramid.shape
    if look.unexplained or min(tile.score for tile in look.tiles) < ALL_SHOWN:
        return detector.detect(surround(look.tiles, shape), scale)
    groups = split_for_looks(look.tiles, shape, scale)
    middles = np.array([tile.centre for group in groups for tile in group])
    numbers = np.repeat(np.arange(len(groups)), [len(group) for group in groups])

    def find_group(each: Detection | UnpairedHalf) -> int:
        """Return the number of the group that has the tile nearest to a detection: two regions may show it."""
        return int(numbers[np.hypot(*(middles - each.centre).T).argmin()])

    seen = [detector.detect(surround(group, shape, NARROW_MARGIN), scale) for group in groups]
    tiles = [tile for number, part in enumerate(seen) for tile in part.tiles if find_group(tile) == number]
    unpaired = [half for number, part in enumerate(seen) for half in part.unpaired if find_group(half) == number]
    return Detections(sorted(tiles, key=lambda tile: -tile.score), sorted(unpaired, key=lambda half: -half.score))


def _focus_larger(detector: Detector, tile: Detection, others: list[Detection]) -> list[Detection]:
    """Return the detections of a much larger `tile` in a look at it alone.

    It is empty if the tile is not seen or is one of `others`.
    """
    region = surround([tile], detector.pyramid.shape)
    seen = detector.detect(region, limit_scale(region, BEST_LENGTH / tile.length))
    return [
        each
        for each in seen.tiles
        if is_same_tile(each, tile) and each.score >= LARGE and not any(is_same_tile(each, other) for other in others)
    ]


def _add_smaller(detector: Detector, tiles: list[Detection], smaller: list[Detection]) -> list[Detection]:
    """Return the tiles, and the much smaller ones that a look at their own scale shows."""
    if not smaller:
        return tiles
    region = surround(smaller, detector.pyramid.shape)
    seen = detector.detect(region, limit_scale(region, BEST_LENGTH / typical_length(smaller))).tiles
    most = typical_length(tiles) / ALIKE if tiles else np.inf
    small = keep_beside([tile for tile in seen if tile.length <= most], tiles)
    return keep_better(tiles, filter_by_size(small))


def refine_doubtful(
    detector: Detector, doubtful: Sequence[Detection], settled: list[Detection], largest: int
) -> list[Detection]:
    """Return the tiles `doubtful`, each averaged with a second look; `settled` are clear tiles, which are not returned.

    `largest` is the largest half of their set.
    """
    groups = group_by_length(doubtful)
    refined: list[Detection] = []
    for k, alike in enumerate(groups):
        others = [*settled, *refined, *(tile for later in groups[k + 1 :] for tile in later)]
        refined += _look_again(detector, alike, others, largest)
    return filter_by_size(refined, settled)


def _look_again(detector: Detector, tiles: list[Detection], others: list[Detection], largest: int) -> list[Detection]:
    """Return `tiles`, each averaged with a second look, and the new tiles in that look that are none of `others`.

    The look is at one region around all tiles, or at one around each tile if these are smaller together.
    """
    shape = detector.pyramid.shape
    everything = surround(tiles, shape)
    scale = AGAIN * BEST_LENGTH / typical_length(tiles)
    pieces = {surround([tile], shape): tile for tile in tiles}
    alone = sum(map(measure_area, pieces)) < measure_area(everything)
    again: list[Detection] = []
    for region in pieces if alone else [everything]:
        for tile in detector.detect(region, limit_scale(region, scale), rotated=True).tiles:
            near = not alone or np.hypot(*(tile.centre - pieces[region].centre)) < 0.7 * tile.length
            if near and not any(is_same_tile(tile, other) for other in [*others, *again]):
                again.append(apply_set(tile, largest))
    return merge_detections(tiles, again)


def merge_detections(one: list[Detection], other: list[Detection]) -> list[Detection]:
    """Return two lists of detections of the same tiles as one; a tile in both is averaged, weighted by the scores.

    A tile in only one list has its score multiplied by SINGLE.
    """
    unmatched = list(other)
    merged = []
    for tile in one:
        twin = next((each for each in unmatched if is_same_tile(each, tile)), None)
        if twin is None:
            merged.append(replace(tile, score=tile.score * SINGLE))
            continue
        unmatched = [each for each in unmatched if each is not twin]
        merged.append(_average(tile, twin))
    return merged + [replace(tile, score=tile.score * SINGLE) for tile in unmatched]


def _average(tile: Detection, twin: Detection) -> Detection:
    """Return the mean of two detections of one tile, weighted by their scores."""
    if float(twin.along @ tile.along) <= 0:
        parts = {name: getattr(twin, name)[[1, 0]] for name in ("halves", "numbers", "counts")}
        twin = replace(twin, along=-1 * twin.along, across=-1 * twin.across[[1, 0]], **parts)
    share = twin.score / (tile.score + twin.score)
    both = ((getattr(tile, each.name), getattr(twin, each.name)) for each in fields(Detection))
    return Detection(*(one * (1 - share) + other * share for one, other in both))
