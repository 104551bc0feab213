"""Cutting the halves of tiles out of a picture, rectified, and predicting their numbers with the model for halves."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from .arrays import Array
from .models import load_half_model
from .pyramid import ImagePyramid
from .sets import KNOWN

SIDE = 80
"""Pixels of a crop on each side; the half fills INNER of them, its short end above, the divider below."""
INNER = 64
CUT_LENGTH = 125.0
"""Pixels: a tile needs this length for its halves to be cut out; at twice that pixels would be skipped."""
ASKEW = 0.06
"""If a predicted corner is off by more than this fraction of a half's side, the half is cut out again, corrected."""
LARGE = 9
"""From this largest half on the model is the one that was trained most for large sets."""
MARGIN = 1.15
"""Beyond double-twelve the first crop is larger by this factor: with a row of pips cut off 18 looks like 15."""
VIEWS = (1.06, 0.95)
"""Beyond double-twelve crops larger by these factors are averaged in, in addition to the mirrored one."""
CORRECTIONS = 2
"""Halves of a set from LARGE on are cut out again at most this many times, other halves once."""


_EDGE = (SIDE - INNER) / 2 - 0.5
_FAR = SIDE - 1 - _EDGE
SQUARE = np.array([[_EDGE, _EDGE], [_FAR, _EDGE], [_FAR, _FAR], [_EDGE, _FAR]], np.float32)
"""Where the corners of the half are in a crop, its short end first, clockwise."""


@dataclass(frozen=True, slots=True)
class HalfOutputs:
    """The raw outputs of the model for N halves.

    `corners`: N×4×2, the corrected outline of each half, in pixels of the picture; `number`: N×20 logits; `pip`:
    N×1×40×40 logits.
    """

    corners: Array
    number: Array
    pip: Array


def _intersect(a: Array, b: Array, c: Array, d: Array) -> Array | None:
    """Return where the line a-b meets the line c-d; None if they are parallel."""
    u, v, w = b - a, d - c, c - a
    cross = float(u[0] * v[1] - u[1] * v[0])
    if abs(cross) < 1e-6:
        return None
    return np.asarray(a + u * ((w[0] * v[1] - w[1] * v[0]) / cross))


def find_half_corners(corners: Sequence[Sequence[float]] | Array, half: int) -> Array:
    """Return the corners (4×2) of half 0 or 1 of a tile, its short end first, clockwise.

    `corners` are the tile's, as in `vision.reading`. In perspective the divider is not halfway along the tile: it runs
    through the point where the diagonals cross.
    """
    c = np.asarray(corners, dtype=np.float64)
    left, right = (c[0] + c[3]) / 2, (c[1] + c[2]) / 2
    middle = _intersect(c[0], c[2], c[1], c[3])
    if middle is not None:
        aside = right - left
        ends = _intersect(c[0], c[3], middle, middle + aside), _intersect(c[1], c[2], middle, middle + aside)
        if ends[0] is not None and ends[1] is not None:
            left, right = ends
    return np.array([c[0], c[1], right, left] if half == 0 else [c[2], c[3], left, right])


def rectify_half(picture: Array, corners: Array) -> tuple[Array, Array]:
    """Return a half cut out of the picture, rectified to SIDE×SIDE×3, and the homography (3×3) from picture to crop.

    `corners` are those of `find_half_corners`.
    """
    homography = cv2.getPerspectiveTransform(corners.astype(np.float32), SQUARE)
    size = (SIDE, SIDE)
    crop = cv2.warpPerspective(picture, homography, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(crop), np.asarray(homography)


def refine_corners(homography: Array, offsets: Array) -> Array:
    """Return the corrected corners (4×2) of a half in pixels of the picture.

    `homography` is that of `rectify_half`; `offsets` are the 8 numbers that the model predicts: how far each corner is
    from SQUARE in the crop, as fractions of INNER.
    """
    there = SQUARE + np.asarray(offsets, np.float32).reshape(4, 2) * INNER
    return np.asarray(cv2.perspectiveTransform(there[None], np.linalg.inv(homography))[0], np.float64)


def predict_halves(pyramid: ImagePyramid, halves: Sequence[Array], length: float, largest: int) -> HalfOutputs:
    """Return the model's outputs for halves of a set up to double-`largest`; halves cut out askew are cut out again.

    `halves` has at least one half as 4×2 corners, its short end first; `length` is the typical length of their tiles in
    pixels.
    """
    model = load_half_model(largest >= LARGE)
    picture, step = pyramid.pick_level(CUT_LENGTH / length)
    places = [(half + 0.5) / step - 0.5 for half in halves]
    if largest > KNOWN:
        places = [_enlarge(place, MARGIN) for place in places]
    crops = [rectify_half(picture, place) for place in places]
    number, offsets, pip = model.predict([crop for crop, _ in crops])
    for _ in range(CORRECTIONS if largest >= LARGE else 1):
        askew = np.nonzero(np.abs(offsets).max(axis=1) > ASKEW)[0].tolist()
        if not askew:
            break
        for k in askew:
            places[k] = _correct(places[k], refine_corners(crops[k][1], offsets[k]))
            crops[k] = rectify_half(picture, places[k])
        number[askew], offsets[askew], pip[askew] = model.predict([crops[k][0] for k in askew])
    if largest > KNOWN:
        mirrored = [cv2.flip(crop, 1) for crop, _ in crops]
        resized = ([rectify_half(picture, _enlarge(place, by))[0] for place in places] for by in VIEWS)
        number = np.mean([number, *(model.predict(view)[0] for view in (mirrored, *resized))], axis=0)
    return HalfOutputs((np.array(places) + 0.5) * step - 0.5, number, pip)


def _enlarge(place: Array, by: float) -> Array:
    """Return the corners of a half, their distance from its middle multiplied by `by`."""
    middle = place.mean(axis=0)
    return np.asarray(middle + (place - middle) * by)


def _correct(place: Array, better: Array) -> Array:
    """Return the corners `better`, or `place` if the position or size of these differ too much from it."""
    size = float(np.hypot(*(place[2] - place[0])))
    far = float(np.hypot(*(better.mean(axis=0) - place.mean(axis=0))))
    grown = float(np.hypot(*(better[2] - better[0]))) / max(size, 1e-6)
    return better if far < 0.3 * size and 0.6 < grown < 1.6 else place
