"""The common shape of the tiles on one table, by which wrongly detected outlines are corrected.

Where black tiles lie side by side an edge can hardly be seen, and a tile seems wider or more skewed than it is. All
tiles of a set have the same ratio of width to length and right angles, and the picture of a table from afar is about a
linear map of the table. That map (as a metric) and the ratio are estimated by reweighted least squares.
"""

from dataclasses import dataclass, replace

import numpy as np

from .arrays import Array
from .decode import Detection

LEAST_TILES = 3
"""Fewer tiles give no estimate."""
CLEAR = 0.5
"""The least score of a tile that counts."""
RATIO = 0.5
"""A tile's width divided by its length, before it is estimated."""
TOLERANCE = 0.12
"""A tile whose error is larger than this fraction of its width may have been detected wrongly."""
AGREE = 0.25
"""A tile whose error is larger than this fraction of its width does not lie flat like the rest: it stands or leans."""


@dataclass(frozen=True, slots=True)
class TableShape:
    """The shape of all tiles on a table.

    `metric`: 2×2, symmetric, turns lengths in the picture into lengths on the table; `ratio`: width to length of a
    tile.
    """

    metric: Array
    ratio: float

    def across(self, tile: Detection) -> Array:
        """Return the expected vector from the middle of a half of the tile to its long side, clockwise of `along`."""
        pull = self.metric @ tile.along
        away = np.array([-pull[1], pull[0]])
        size = self.ratio * np.sqrt((tile.along @ pull) / max(float(away @ self.metric @ away), 1e-12))
        return np.asarray(away * size)

    def measure_error(self, tile: Detection) -> float:
        """Return how far the tile's width vector is from the expected one, as a fraction of the expected width."""
        expected = self.across(tile)
        return float(np.hypot(*(tile.across.mean(axis=0) - expected)) / max(np.hypot(*expected), 1e-6))


def estimate_shape(tiles: list[Detection]) -> TableShape | None:
    """Return the common shape of the tiles; None if too few agree."""
    clear = [tile for tile in tiles if tile.score >= CLEAR]
    if len(clear) < LEAST_TILES:
        return None
    along = np.array([tile.along / tile.length for tile in clear])
    across = np.array([tile.across.mean(axis=0) / tile.length for tile in clear])
    score = np.array([tile.score for tile in clear])
    shape, weight = TableShape(np.eye(2), RATIO), score**2
    errors = np.zeros(len(clear))
    for _ in range(8):
        right = np.stack([_terms(a, b) for a, b in zip(along, across, strict=True)])
        alike = np.stack([_terms(b, b) - shape.ratio**2 * _terms(a, a) for a, b in zip(along, across, strict=True)])
        rows = np.concatenate([right * weight[:, None], alike * weight[:, None]])
        q = np.linalg.eigh(rows.T @ rows)[1][:, 0]
        metric = np.array([[q[0], q[1]], [q[1], q[2]]]) * np.sign(q[0] + q[2])
        if np.linalg.eigvalsh(metric)[0] <= 1e-6:
            return None
        lengths = [np.sqrt(np.einsum("ni,ij,nj->n", axis, metric, axis)) for axis in (along, across)]
        shape = TableShape(metric, float(np.clip(np.median(lengths[1] / lengths[0]), 0.4, 0.6)))
        errors = np.array([shape.measure_error(tile) for tile in clear])
        weight = score**2 / (1 + (errors / 0.1) ** 2)
    agree = int((errors < AGREE).sum())
    return shape if agree >= max(LEAST_TILES, len(clear) / 2) else None


def _terms(a: Array, b: Array) -> Array:
    """Return the coefficients of the metric's three numbers in aᵀ·metric·b."""
    return np.array([a[0] * b[0], a[0] * b[1] + a[1] * b[0], a[1] * b[1]])


def apply_shape(tile: Detection, shape: TableShape) -> Detection | None:
    """Return the tile with the width and skew that the common shape gives it; None if it has about those already."""
    if shape.measure_error(tile) < TOLERANCE:
        return None
    expected = shape.across(tile)
    return replace(tile, across=np.array([expected, expected]))
