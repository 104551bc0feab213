"""The detector: the model for tiles, applied to a picture or to a region of it, at a given scale."""

from dataclasses import dataclass, replace

import cv2
import numpy as np

from .arrays import Array
from .decode import Detection, Detections, decode
from .models import Maps, load_tile_model
from .numeral_models import predict_numeral_maps
from .pyramid import ImagePyramid
from .regions import PLAIN_HINT, Box, find_boxes
from .sizes import resize, typical_length

BEST_LENGTH = 95.0
"""Pixels: the length at which a tile is read best."""
PADDING = 8
"""Pixels added at least on each side of the model's input."""
GRID = 32
"""The model takes pictures whose sides are multiples of this number of pixels."""
CELL = 4
"""Pixels per cell of the model's coarse maps."""
MAX_PIXELS = 900_000
"""Pixels of a region, resized, at most."""
LEAST_SCORE = 0.15
"""The least score of a detection."""
MARGIN = 1.3
"""The distance, in lengths of a tile, from its middle to the border of a region around it."""
NARROW_MARGIN = 0.9
"""The same for a region with no other tiles, which still contains all of the tile."""
SAVES = 0.85
"""Two regions are looked at instead of one if they have less than this share of its pixels."""
EXPLAINS, GROWTH = 0.5, 1.2
"""The least score of a tile that explains the hints within it, its outline enlarged by this factor."""

Region = tuple[int, int, int, int]
"""Left, top, right, bottom: pixels of the picture, the last two excluded."""


@dataclass(frozen=True, slots=True)
class Overview:
    """The detections on a whole picture, and the regions to look at closer.

    `hints`: regions with any sign of a tile; `unexplained`: regions with a clear sign outside all clear tiles, perhaps
    of smaller tiles.
    """

    detections: Detections
    hints: tuple[Region, ...] = ()
    unexplained: tuple[Region, ...] = ()


@dataclass(frozen=True, slots=True)
class Detector:
    """The model for tiles and the picture that it is applied to.

    With `large` it is the model for sets beyond double-twelve, with `numerals` the one for tiles with numerals.
    """

    pyramid: ImagePyramid
    large: bool = False
    numerals: bool = False

    def detect(self, region: Region, scale: float, *, rotated: bool = False) -> Detections:
        """Return the detections in a region of the picture, resized by `scale`, in pixels of the whole picture.

        With `rotated` the model sees the region turned by 180 degrees.
        """
        part, (left, top, right, bottom) = self._crop(region, scale)
        height, width = part.shape[:2]
        by = np.array([(right - left) / width, (bottom - top) / height])
        shift, sign = np.array([left, top]) + by / 2 - 0.5, 1
        if rotated:
            part = np.ascontiguousarray(part[::-1, ::-1])
            shift, sign = np.array([right, bottom]) - by / 2 - 0.5, -1
        return _decode(*self._predict(part), sign * by, shift)

    def survey(self, scale: float) -> Overview:
        """Return the detections on the whole picture resized by `scale`, and the regions to look at closer."""
        height, width = self.pyramid.shape[:2]
        picture, (_, _, *size) = self._crop((0, 0, width, height), scale)
        by = np.array(size) / picture.shape[1::-1]
        maps, origin = self._predict(picture)
        detections = _decode(maps, origin, by, by / 2 - 0.5)
        grown = (
            (tile.corners - tile.centre) * GROWTH + tile.centre for tile in detections.tiles if tile.score >= EXPLAINS
        )
        explained = [((outline - by / 2 + 0.5) / by + origin) / CELL for outline in grown]
        boxes = find_boxes(maps), find_boxes(maps, PLAIN_HINT, explained)
        return Overview(detections, *(_to_regions(each, origin, by, size) for each in boxes))

    def _crop(self, region: Region, scale: float) -> tuple[Array, Region]:
        """Return a region resized by `scale`, and the exact region that it shows.

        That region is rounded to whole pixels of the pyramid's level.
        """
        level, step = self.pyramid.pick_level(scale)
        left, top = region[0] // step, region[1] // step
        right, bottom = min(-(-region[2] // step), level.shape[1]), min(-(-region[3] // step), level.shape[0])
        part = resize(level[top:bottom, left:right], scale * step)
        return part, (left * step, top * step, right * step, bottom * step)

    def _predict(self, picture: Array) -> tuple[Maps, Array]:
        """Return the maps of a picture with padding, and where in it the picture begins (x, y).

        Padding gives a tile at the border a surrounding, too; the model would pad to a multiple of GRID anyway.
        """
        height, width = picture.shape[:2]
        more, aside = (-(side + 2 * PADDING) % GRID + 2 * PADDING for side in (height, width))
        top, left = more // 2, aside // 2
        padded = cv2.copyMakeBorder(picture, top, more - top, left, aside - left, cv2.BORDER_REPLICATE)
        predict = predict_numeral_maps if self.numerals else load_tile_model(self.large).predict_maps
        return predict(padded), np.array([left, top])


def _decode(maps: Maps, origin: Array, by: Array, shift: Array) -> Detections:
    """Return the detections in `maps` with a score of at least LEAST_SCORE, in pixels of the picture.

    `origin` is where the picture begins in the model's input. Points from there are multiplied by `by` and moved by
    `shift` (all x, y).
    """
    detections = decode(maps)
    tiles = [tile for tile in detections.tiles if tile.score >= LEAST_SCORE]
    shift = shift - origin * by
    halves = [replace(half, centre=half.centre * by + shift, axes=half.axes * by) for half in detections.unpaired]
    return Detections([transform(tile, by, shift) for tile in tiles], halves)


def transform(tile: Detection, by: Array, shift: Array | float) -> Detection:
    """Return a detection with its points multiplied by `by` (x, y) and then moved by `shift` (x, y)."""
    return replace(
        tile,
        centre=tile.centre * by + shift,
        halves=tile.halves * by + shift,
        along=tile.along * by,
        across=tile.across * by,
    )


def _to_regions(boxes: list[Box], origin: Array, by: Array, size: list[int]) -> tuple[Region, ...]:
    """Return boxes of map cells as regions of a picture of `size` (width, height); empty ones are left out."""
    ends = [np.clip((np.reshape(box, (2, 2)) * CELL - origin) * by, 0, size).astype(int) for box in boxes]
    regions = [(int(low[0]), int(low[1]), int(high[0]), int(high[1])) for low, high in ends]
    return tuple(region for region in regions if measure_area(region))


def split_for_looks(tiles: list[Detection], shape: tuple[int, ...], scale: float) -> list[list[Detection]]:
    """Return the tiles in groups: looks at the regions around them at `scale` cost less than one at the region of all.

    The arms of a line that turns are such groups. `shape` is that of the picture; regions have the NARROW_MARGIN.
    """
    middles = np.array([tile.centre for tile in tiles])
    reach, edge = typical_length(tiles) * NARROW_MARGIN, (GRID + 2 * PADDING) / scale

    def measure_regions(order: Array) -> Array:
        """Return the pixels (N) of looks at the first tile in this order, at the first two, and so on to all N."""
        low, high = np.minimum.accumulate(middles[order]), np.maximum.accumulate(middles[order])
        sides = np.minimum(high + reach, shape[1::-1]) - np.maximum(low - reach, 0) + edge
        return np.asarray(sides.prod(axis=1))

    splits = []
    for order in np.argsort(middles, axis=0, kind="stable").T:
        first, last = measure_regions(order), measure_regions(order[::-1])[::-1]
        splits += [(first[at - 1] + last[at], order[:at], order[at:]) for at in range(1, len(tiles))]
    pixels, *parts = min(splits, key=lambda split: split[0], default=(np.inf,))
    if pixels >= SAVES * first[-1]:
        return [tiles]
    return [group for part in parts for group in split_for_looks([tiles[k] for k in part], shape, scale)]


def surround(tiles: list[Detection], shape: tuple[int, ...], margin: float = MARGIN) -> Region:
    """Return the region of a picture of `shape` (height, width) that contains the tiles and a `margin` around them.

    The margin is measured in tile lengths from their middles.
    """
    reach = typical_length(tiles) * margin
    middles = np.array([tile.centre for tile in tiles])
    low, high = middles.min(axis=0) - reach, middles.max(axis=0) + reach
    return (
        max(0, int(low[0])), max(0, int(low[1])), min(shape[1], int(high[0]) + 1), min(shape[0], int(high[1]) + 1)
    )  # fmt: skip


def limit_scale(region: Region, scale: float) -> float:
    """Return `scale`, or the largest scale at which the region has at most MAX_PIXELS if that is less."""
    return min(scale, float(np.sqrt(MAX_PIXELS / measure_area(region))))


def measure_area(region: Region) -> int:
    """Return the number of pixels in a region."""
    left, top, right, bottom = region
    return (right - left) * (bottom - top)
