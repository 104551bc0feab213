"""Stage 8, half tiles: finds tiles of which only one half is visible, among the halves that belong to no tile.

Such a half may as well be the face of a die or a print: a tile is listed only if the half is most likely that of a
tile, and only if other tiles were read. The detector cannot tell in which direction the tile lies: all four are tried.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..reading import Half, ReadTile
from .arrays import Array
from .calibration import logit, sigmoid
from .decode import softmax
from .halves import predict_halves
from .lone_halves import LoneHalf, find_frame, make_polygons
from .occlusion import complete_tile, measure_length, predict_occlusion
from .pips import NUMBERS
from .polygons import Polygon, make_frame, make_polygon
from .pyramid import ImagePyramid
from .sets import restrict_to_set

LEAST_HIDDEN = 0.2
"""The least probability of such a tile, in the likeliest direction, for a second look at the half."""
COEFFICIENTS = (-3.09, 0.38, 0.15, 0.45, 0.43, -0.04, -1.48, -1.94, 0.05)
"""The coefficients of a logistic regression, in the order of `list_features`: `vision.lab.train.calibrate_hidden`.

The first was -3.39 until the occlusion model was trained with dice, which lowered its log odds `lies` by 0.7.
"""
LEAST_LISTED = 0.5
"""The least probability of a tile that is listed."""
LEAST_BLANK = 0.9
"""The same for a blank half, which other objects resemble more easily."""


@dataclass(frozen=True, slots=True)
class HalfTile:
    """A tile of which one half is visible.

    `corners`: 4×2, those of the visible half, its short end first; `probabilities`: 19, of each number on it. `real`,
    `lies`, `hidden`: the probability that it is a half at all, that a tile lies in this direction, and that the other
    half is hidden then. `covered`: the share of the other half that lies on tiles that were read, or outside the
    picture; `larger`: the logarithm of its size relative to that of the nearest tile; `lone`: the half as it was
    detected.
    """

    corners: Array
    probabilities: Array
    real: float
    lies: float
    hidden: float
    covered: float
    larger: float
    lone: LoneHalf

    @property
    def pips(self) -> int:
        """The likeliest number of the visible half."""
        return int(self.probabilities.argmax())


def examine_halves(
    pyramid: ImagePyramid, lone: Sequence[LoneHalf], tiles: Sequence[ReadTile], largest: int
) -> list[HalfTile]:
    """Return the tiles that the halves `lone` may belong to, each in its likeliest direction.

    Unlikely ones are left out. `tiles` are those already read, and `largest` is the largest half of their set.
    """
    if not lone:
        return []
    length, taken = measure_length(tiles), make_polygons(tiles)
    first = predict_halves(pyramid, [half.corners for half in lone], length, largest)
    ways = [np.roll(place, turn, axis=0) for place in first.corners for turn in range(4)]
    occlusion = predict_occlusion(pyramid, [complete_tile(way) for way in ways], length).reshape(-1, 4, 2)
    likeliest = occlusion.prod(axis=2).argmax(axis=1)
    likely = [k for k, way in enumerate(likeliest) if occlusion[k, way].prod() >= LEAST_HIDDEN]
    if not likely:
        return []
    second = predict_halves(pyramid, [ways[4 * k + likeliest[k]] for k in likely], length, largest)
    numbers = softmax(second.number)
    probabilities = restrict_to_set(restrict_to_set(numbers[:, :NUMBERS], NUMBERS - 1), largest)
    return [
        HalfTile(
            second.corners[at],
            probabilities[at],
            float(1 - numbers[at, NUMBERS]),
            float(occlusion[k, likeliest[k], 0]),
            float(occlusion[k, likeliest[k], 1]),
            _measure_covered(second.corners[at], taken, pyramid.shape),
            _measure_larger(second.corners[at], tiles),
            lone[k],
        )
        for at, k in enumerate(likely)
    ]


def _measure_larger(corners: Array, tiles: Sequence[ReadTile]) -> float:
    """Return the logarithm of the size of a half relative to that of the nearest tile."""
    expected = abs(float(np.linalg.det(find_frame(corners.mean(axis=0), tiles))))
    return float(np.log(max(make_polygon(corners).area, 1e-6) / max(expected, 1e-6))) / 2


def _measure_covered(corners: Array, taken: Sequence[Polygon], shape: tuple[int, ...]) -> float:
    """Return the share (0 to 1) of the other half of a tile that lies on `taken` polygons or outside the picture.

    `corners` (4×2) are those of the visible half; `shape` is the picture's height and width.
    """
    rest = make_polygon(np.concatenate([corners[2:], complete_tile(corners)[2:]]))
    return min(1.0, 1 - rest.share_within(make_frame(shape)) + sum(rest.share_within(each) for each in taken))


def list_features(half: HalfTile) -> Array:
    """Return the 9 features for the confidence that a visible half belongs to a tile."""
    likely = (half.lone.score, float(half.probabilities.max()), half.real, half.lies, half.hidden)
    return np.array([1.0, *map(logit, likely), half.lone.paired_share, abs(half.larger), half.covered])


def measure_confidence(features: Array) -> float:
    """Return the probability that a half with the features of `list_features` belongs to a tile that was not read."""
    return sigmoid(float(features @ np.array(COEFFICIENTS)))


def list_half_tiles(halves: Sequence[HalfTile], tiles: Sequence[ReadTile]) -> list[ReadTile]:
    """Return those of `halves` that are likely tiles as tiles with one hidden half, the likeliest first.

    Those that overlap one of `tiles`, which are read already, or a likelier one, are left out.
    """
    confidences = [measure_confidence(list_features(half)) for half in halves]
    taken, half_tiles = make_polygons(tiles), []
    for k in np.argsort(confidences, kind="stable")[::-1]:
        least = LEAST_LISTED if halves[k].pips else LEAST_BLANK
        place = make_polygon(halves[k].corners)
        if confidences[k] >= least and place.is_free(taken):
            half_tiles.append(_read(halves[k], confidences[k]))
            taken.append(place)
    return half_tiles


def _read(half: HalfTile, confidence: float) -> ReadTile:
    """Return `half` as a tile with one hidden half, which is never sure."""
    outline = complete_tile(half.corners)
    corners = tuple((float(x), float(y)) for x, y in outline)
    middles = [
        (float(x), float(y)) for x, y in (half.corners.mean(axis=0), (half.corners[2:] + outline[2:]).mean(axis=0) / 2)
    ]
    halves = Half(half.pips, float(half.probabilities.max()), middles[0]), Half(None, confidence, middles[1])
    return ReadTile(corners, halves, confidence, sure=False)  # type: ignore[arg-type]  # four
