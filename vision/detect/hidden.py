"""Stage 6, hidden halves: withholds the pips of covered halves, whose cover may have been taken for pips.

The occlusion model is applied to every tile that may be wrong. The pips of a hidden half become None, unless those in
view leave hardly any doubt about the number.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ..reading import ReadTile
from .arrays import Array
from .occlusion import measure_length, predict_occlusion
from .pyramid import ImagePyramid
from .suppress import LEAST_INSIDE, measure_inside

HIDDEN = 0.5
"""The least probability that a half is hidden for its pips to be withheld; where they were sure, they become unsure."""
READABLE = 0.98
"""The least probability of a half's number for its pips to be kept, though the half is likely hidden: of 27 such halves
on rendered scenes, 19 are right, most of which are covered in part or not at all."""
CERTAIN = 0.99
"""The least confidence of a sure tile to which the occlusion model is not applied: both its halves are visible."""


def withhold_hidden(pyramid: ImagePyramid, tiles: Sequence[ReadTile]) -> list[ReadTile]:
    """Return the tiles with the pips of hidden halves set to None; a tile is left out if both of its halves are hidden.

    A sure tile with a half that is likely hidden keeps its pips and becomes unsure. A half whose number is READABLE
    keeps its pips, too, unless it is a blank, which may be a card; and so does a tile that is cut off by the border, as
    nothing covers it.
    """
    shares = measure_hidden(pyramid, tiles)
    shares[[measure_inside(tile.corners, pyramid.shape) < LEAST_INSIDE for tile in tiles]] = 0
    return [visible for tile, both in zip(tiles, shares, strict=True) if (visible := _withhold(tile, both))]


def measure_hidden(pyramid: ImagePyramid, tiles: Sequence[ReadTile]) -> Array:
    """Return the probability that each half of each tile is hidden, N×2; 0 for a sure tile with CERTAIN confidence."""
    hidden = np.zeros((len(tiles), 2))
    unsure = [k for k, tile in enumerate(tiles) if not tile.sure or tile.confidence < CERTAIN]
    if unsure:
        outlines = [np.roll(np.array(tiles[k].corners), 2 * turned, axis=0) for k in unsure for turned in (1, 0)]
        hidden[unsure] = predict_occlusion(pyramid, outlines, measure_length(tiles))[:, 1].reshape(-1, 2)
    return hidden


def _withhold(tile: ReadTile, shares: Array) -> ReadTile | None:
    """Return a tile with the pips of hidden halves set to None, or None if both are hidden.

    `shares` (2) are the probabilities that its halves are hidden. A sure tile with a hidden half keeps its pips
    and becomes unsure; so does a tile whose only hidden half is READABLE.
    """
    hidden = shares >= HIDDEN
    first = tile.halves[int(hidden.argmax())]
    is_readable = not hidden.all() and first.pips != 0 and first.confidence >= READABLE
    if tile.sure or is_readable or not hidden.any():
        return replace(tile, sure=tile.sure and not hidden.any())
    if hidden.all():
        return None
    one, other = (
        replace(half, pips=None, confidence=float(share)) if covered else half
        for half, share, covered in zip(tile.halves, shares, hidden, strict=True)
    )
    return replace(tile, halves=(one, other), confidence=tile.halves[int(hidden.argmin())].confidence)
