"""The answers that the first network should give for a picture whose tiles are known.

Maps at a quarter of the picture's size have the tile centres, the half centres (bells of height 1), and at those places
the geometry and the number of the half; a map at half its size has the pip centres. A mask is 0 where a map is not
judged: at tiles that are partly covered or cut, too small, or seen too much from the side. A tile that is covered in
part counts as one in full view if its visible pips allow only one number for each half.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.lab.render.scene import TrueTile

Map = NDArray[Any]
MOST = 160
"""The most halves that are learned from one picture."""
UNUSED = -1.5
"""The number up to which a row of `Targets.points` is unused."""
LEAST_READABLE = 0.35
"""The least visible share of a half whose visible pips allow one number only."""


@dataclass(frozen=True, slots=True)
class Targets:
    """The maps `tile` and `half` (S/4×S/4) and `pip` (S/2×S/2); their `…_mask`s are 0 where a map is not judged.

    `points` (MOST×9 float32) has for each place where geometry is learned: picture x, y; along (double-angle x, y);
    width (same); to the tile's centre x, y; number, -1 where it is not a half, -2 in unused rows.
    """

    tile: Map
    half: Map
    pip: Map
    coarse_mask: Map
    fine_mask: Map
    points: Map


def double_angles(x: float, y: float) -> tuple[float, float]:
    """Return |v| e^(2iθ), which is the same for v and -v."""
    size = float(np.hypot(x, y)) + 1e-9
    return (x * x - y * y) / size, 2 * x * y / size


def raise_bell(canvas: Map, x: float, y: float, sigma: float) -> None:
    """Raise a bell of height 1 at (x, y) on a map, where it is lower."""
    reach = int(3 * sigma + 1)
    cx, cy = round(x), round(y)
    x0, x1, y0, y1 = (
        max(cx - reach, 0),
        min(cx + reach + 1, canvas.shape[1]),
        max(cy - reach, 0),
        min(cy + reach + 1, canvas.shape[0]),
    )
    if x1 <= x0 or y1 <= y0:
        return
    ex = np.exp(-((np.arange(x0, x1, dtype=np.float32) - np.float32(x)) ** 2) / np.float32(2 * sigma * sigma))
    ey = np.exp(-((np.arange(y0, y1, dtype=np.float32) - np.float32(y)) ** 2) / np.float32(2 * sigma * sigma))
    bell = ey[:, None] * ex[None, :]
    # The highest pixel counts as the centre itself, so it is 1.
    bell /= bell.max()
    part = canvas[y0:y1, x0:x1]
    np.maximum(part, bell, out=part)


def is_readable(tile: TrueTile, half: int, least: float) -> bool:
    """Return whether half 0 or 1 is visible to the share `least`, or to LEAST_READABLE with one possible number."""
    return tile.visible[half] >= (LEAST_READABLE if len(tile.possible[half]) == 1 else least)


def stack_targets(targets: Sequence[Targets]) -> tuple[Map, ...]:
    """Return the targets of N pictures as arrays: the five maps, the used points, and the picture of each point."""
    names = ("tile", "half", "pip", "coarse_mask", "fine_mask")
    used = [each.points[each.points[:, 8] > UNUSED] for each in targets]
    owner = np.repeat(np.arange(len(used)), [len(points) for points in used])
    return *(np.stack([getattr(each, name) for each in targets]) for name in names), np.concatenate(used), owner


def make_targets(tiles: Sequence[TrueTile], size: int) -> Targets:
    """Return the targets for a `size`×`size` picture."""
    coarse, fine = size // 4, size // 2
    tile_map, half_map = np.zeros((coarse, coarse), np.float32), np.zeros((coarse, coarse), np.float32)
    pip_map = np.zeros((fine, fine), np.float32)
    coarse_mask, fine_mask = np.ones((2, coarse, coarse), np.uint8), np.ones((fine, fine), np.uint8)
    points = np.full((MOST, 9), -2, np.float32)
    used = 0
    for tile in tiles:
        if not tile.up:
            continue
        c = np.array(tile.corners)
        along = (c[2] + c[3] - c[0] - c[1]) / 4
        across = (c[1] + c[2] - c[0] - c[3]) / 4
        long, wide = float(np.hypot(*along)), float(np.hypot(*across))
        flat = min(long / 2, wide)  # half the shorter side of a half
        hopeless = tile.facing < 0.05 or flat < 2.2
        poor = hopeless or tile.facing < 0.11 or flat < 3.2
        least = min(tile.visible)
        middle = c.mean(axis=0)
        # The diagonals cross at the middle in perspective.
        d1, d2 = c[2] - c[0], c[3] - c[1]
        cross = d1[0] * d2[1] - d1[1] * d2[0]
        if abs(cross) > 1e-6:
            e = c[1] - c[0]
            middle = c[0] + d1 * ((e[0] * d2[1] - e[1] * d2[0]) / cross)
        polygon = np.rint(c / 4 * 16).astype(np.int32)
        whole = all(is_readable(tile, half, 0.8) for half in (0, 1))
        if not poor and whole:
            raise_bell(tile_map, middle[0] / 4, middle[1] / 4, float(np.clip(0.09 * long / 2, 0.75, 2.2)))
            if used < MOST:
                points[used] = (*middle, *double_angles(*along), *double_angles(*across), 0, 0, -1)
                used += 1
        elif least > 0.4 or (hopeless and least > 0.1):
            cv2.fillConvexPoly(coarse_mask[0], polygon, (0,), cv2.LINE_8, 4)
        for half in (0, 1):
            seen = tile.visible[half]
            centre = np.array(tile.centres[half])
            mid0, mid1 = (c[0] + c[3]) / 2, (c[1] + c[2]) / 2
            shape = np.array([c[0], c[1], mid1, mid0] if half == 0 else [mid0, mid1, c[2], c[3]])
            grown = shape.mean(axis=0) + (shape - shape.mean(axis=0)) * 1.1
            if not poor and is_readable(tile, half, 0.85):
                raise_bell(half_map, centre[0] / 4, centre[1] / 4, float(np.clip(0.09 * long / 2, 0.75, 2.0)))
                for spot in tile.spots[half] if seen >= 0.85 else ():
                    raise_bell(pip_map, spot[0] / 2, spot[1] / 2, float(np.clip(0.016 * long, 0.65, 1.7)))
                if used < MOST:
                    end = (shape[1] - shape[0] + shape[2] - shape[3]) / 4
                    to = (middle - centre) if whole or least >= 0.6 else np.array([np.nan, np.nan])
                    points[used] = (*centre, *double_angles(*along), *double_angles(*end), *to, tile.pips[half])
                    used += 1
            elif seen > 0.3 or hopeless:
                cv2.fillConvexPoly(coarse_mask[1], np.rint(grown / 4 * 16).astype(np.int32), (0,), cv2.LINE_8, 4)
            if poor or seen < 0.85:
                cv2.fillConvexPoly(fine_mask, np.rint(grown / 2 * 16).astype(np.int32), (0,), cv2.LINE_8, 4)
    # An object over a covered tile is judged all the same.
    for k, heat in enumerate((tile_map, half_map)):
        coarse_mask[k][heat > 0.2] = 1
    return Targets(tile_map, half_map, pip_map, coarse_mask, fine_mask, points)
