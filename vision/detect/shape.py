"""All tiles of a set have one shape, and those that lie on one table are seen alike: what that says of a width.

Where black tiles lie side by side, an edge can hardly be seen, and a tile seems wider or more skewed than it is. Seen
from afar a table is stretched by one linear map; the tiles' long and short axes, at right angles on the table and of
one ratio, tell which.
"""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .decode import Found

Vector = NDArray[Any]

LEAST_TILES = 3
"""Fewer say nothing in common."""
CLEAR = 0.5
"""The score from which a tile has a say."""
RATIO = 0.5
"""Of a tile's width to its length, before it is measured."""
OFF = 0.12
"""Of its width: so far from what the others say, and the tile may have been seen wrongly."""
AGREE = 0.25
"""Of the tiles' own size: so far off, and a tile lies otherwise than the rest (it stands, or leans)."""


@dataclass(frozen=True, slots=True)
class Shape:
    """`metric`: 2×2, symmetric, what makes lengths in the picture lengths on the table; `ratio`: width to length."""

    metric: Vector
    ratio: float

    def across(self, found: Found) -> Vector:
        """From the middle of a half of this tile to its long side, clockwise of `along`, as the others have it."""
        pull = self.metric @ found.along
        away = np.array([-pull[1], pull[0]])
        size = self.ratio * np.sqrt((found.along @ pull) / max(float(away @ self.metric @ away), 1e-12))
        return np.asarray(away * size)


def fit_shape(tiles: list[Found]) -> Shape | None:
    """How the tiles' table is seen; None where too few agree."""
    clear = [tile for tile in tiles if tile.score >= CLEAR]
    if len(clear) < LEAST_TILES:
        return None
    along = np.array([tile.along / tile.length for tile in clear])
    across = np.array([tile.across.mean(axis=0) / tile.length for tile in clear])
    score = np.array([tile.score for tile in clear])
    ratio, weight = RATIO, score**2
    metric, off = np.eye(2), np.zeros(len(clear))
    for _ in range(8):
        right = np.stack([_terms(a, b) for a, b in zip(along, across, strict=True)])
        alike = np.stack([_terms(b, b) - ratio**2 * _terms(a, a) for a, b in zip(along, across, strict=True)])
        rows = np.concatenate([right * weight[:, None], alike * weight[:, None]])
        q = np.linalg.eigh(rows.T @ rows)[1][:, 0]
        metric = np.array([[q[0], q[1]], [q[1], q[2]]]) * np.sign(q[0] + q[2])
        if np.linalg.eigvalsh(metric)[0] <= 1e-6:
            return None
        lengths = [np.sqrt(np.einsum("ni,ij,nj->n", axis, metric, axis)) for axis in (along, across)]
        ratio = float(np.clip(np.median(lengths[1] / lengths[0]), 0.4, 0.6))
        shape = Shape(metric, ratio)
        off = np.array([_off(shape, tile) for tile in clear])
        weight = score**2 / (1 + (off / 0.1) ** 2)
    agree = int((off < AGREE).sum())
    return Shape(metric, ratio) if agree >= max(LEAST_TILES, len(clear) / 2) else None


def _terms(a: Vector, b: Vector) -> Vector:
    """What the metric's three numbers are multiplied by in aᵀ·metric·b."""
    return np.array([a[0] * b[0], a[0] * b[1] + a[1] * b[0], a[1] * b[1]])


def _off(shape: Shape, tile: Found) -> float:
    expected = shape.across(tile)
    return float(np.hypot(*(tile.across.mean(axis=0) - expected)) / max(np.hypot(*expected), 1e-6))


def fit_to_shape(tile: Found, shape: Shape) -> Found | None:
    """The tile with the width that the others give it; None where that is what it has."""
    if _off(shape, tile) < OFF:
        return None
    expected = shape.across(tile)
    return replace(tile, across=np.array([expected, expected]))
